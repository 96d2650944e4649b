import ArgumentParsing
import Testing

@Suite("Command lines")
struct CommandParserTests {
  @Test(
    "every way to write the value of an option",
    arguments: [
      ["--message", "text"], ["--message=text"], ["-m", "text"], ["-mtext"], ["-m=text"],
    ])
  func optionSpellings(arguments: [String]) throws {
    #expect(try Publish.parse(arguments).message == "text")
  }

  @Test(
    "options stand anywhere around operands",
    arguments: [
      ["plan.json", "--dry-run", "-m", "x"], ["--dry-run", "plan.json", "-m", "x"],
      ["-m", "x", "--dry-run", "plan.json"], ["-m", "x", "--dry-run", "--", "plan.json"],
    ])
  func order(arguments: [String]) throws {
    let command = try Publish.parse(arguments)
    #expect(command.plan == "plan.json")
    #expect(command.dryRun)
    #expect(command.message == "x")
  }

  @Test("flags share one argument, and the last may be an option with its value")
  func clusters() throws {
    let command = try Publish.parse(["-vvmtext"])
    #expect(command.global.verbose == 2)
    #expect(command.message == "text")
    #expect(try Publish.parse(["-vv", "-v"]).global.verbose == 3)
    #expect(try Publish.parse(["-vm", "text"]).message == "text")
    #expect(try Publish.parse(["-v"]).global.quiet == false)
  }

  @Test("a value may hold an equals sign, be empty, or be any text when it is joined")
  func oddValues() throws {
    #expect(try Publish.parse(["--message=a=b"]).message == "a=b")
    #expect(try Publish.parse(["--message="]).message == "")
    #expect(try Publish.parse(["--message", ""]).message == "")
    #expect(try Publish.parse(["--message=-x"]).message == "-x")
    #expect(try Publish.parse(["--message=--dry-run"]).message == "--dry-run")
    #expect(try Publish.parse(["-mé\u{301}"]).message == "é\u{301}")
  }

  @Test("after the terminator everything is an operand")
  func terminator() throws {
    let command = try Check.parse(["--", "--select", "-v", "--", "a"])
    #expect(command.paths == ["--select", "-v", "--", "a"])
    #expect(command.global.verbose == 0)
  }

  @Test("a dash alone and negative numbers are values")
  func valuesWithDash() throws {
    #expect(try Check.parse(["-", "-1", "-.5"]).paths == ["-", "-1", "-.5"])
    #expect(try Check.parse(["--seed", "-7"]).seed == -7)
  }

  @Test("of several values for one, the last counts")
  func lastWins() throws {
    let command = try Check.parse(["--format", "json", "--format=text", "--seed", "1", "--seed", "2"])
    #expect(command.global.format == .text)
    #expect(command.seed == 2)
  }

  @Test("an option up to the next option takes all that follow, or the one joined to it")
  func upToNextOption() throws {
    let command = try Check.parse(["--select", "A", "B", "-v", "path", "--select=C", "other"])
    #expect(command.select == ["A", "B", "C"])
    #expect(command.paths == ["path", "other"])
    #expect(try Check.parse(["--select", "A", "--", "B"]).paths == ["B"])
  }

  @Test("defaults stand where nothing is given")
  func defaults() throws {
    let command = try Check.parse([])
    #expect(command.paths == [])
    #expect(command.select == [])
    #expect(command.failOn == .errorsOnly)
    #expect(command.seed == 1)
    #expect(command.global.format == .text)
    #expect(command.global.color == nil)
    #expect(command.global.directory == nil)
  }

  @Test("names, aliases and nested names find their subcommand")
  func subcommands() throws {
    _ = try parsed(Publish.self, "publish")
    _ = try parsed(Publish.self, "release")
    let apply = try parsed(Index.Apply.self, "index", "apply", "--locale", "ja")
    #expect(apply.locale == "ja")
    _ = try parsed(Secret.self, "secret")
  }

  @Test("an operand that is spelled like a subcommand stays an operand")
  func operandLikeSubcommand() throws {
    #expect(try parsed(Check.self, "check", "publish", "index").paths == ["publish", "index"])
    #expect(try parsed(Check.self, "-C", "publish", "check").global.directory == "publish")
  }

  @Test("'parse' does not look for subcommands")
  func parseAlone() throws {
    #expect(try Tool.parse(["-v"]).global.verbose == 1)
    #expect(throws: (any Error).self) { try Tool.parse(["publish"]) }
  }
}

@Suite("Default subcommands")
struct DefaultSubcommandTests {
  struct Root: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "root", subcommands: [List.self, Add.self], defaultSubcommand: List.self)
    @Flag(name: .shortAndLong) var verbose = false
  }
  struct List: ParsableCommand {
    @Flag(name: .shortAndLong) var verbose = false
    @Flag(name: .shortAndLong) var all = false
    @Argument var names: [String] = []
  }
  struct Add: ParsableCommand {
    @Argument() var name: String
  }

  @Test("stands in when no subcommand is named")
  func standsIn() throws {
    #expect(try parsed(List.self, root: Root.self).names == [])
    #expect(try parsed(List.self, "x", root: Root.self).names == ["x"])
    #expect(try parsed(List.self, "--all", "x", root: Root.self).all)
    #expect(try parsed(List.self, "-va", root: Root.self).verbose)
    #expect(try parsed(List.self, "-v", "--", "add", root: Root.self).names == ["add"])
    #expect(try parsed(List.self, "-v", root: Root.self).verbose)
  }

  @Test("a flag before an unknown one in the same argument is not counted twice")
  func clusterIsReadOnce() throws {
    struct Counting: ParsableCommand {
      static let configuration = CommandConfiguration(
        subcommands: [Inner.self], defaultSubcommand: Inner.self)
      @Flag(name: .shortAndLong) var verbose: Int
      struct Inner: ParsableCommand {
        @Flag(name: .shortAndLong) var verbose: Int
        @Flag(name: .shortAndLong) var all = false
      }
    }
    #expect(try parsed(Counting.Inner.self, "-vva", root: Counting.self).verbose == 2)
  }

  @Test("the others are still found")
  func others() throws {
    #expect(try parsed(Add.self, "add", "x", root: Root.self).name == "x")
    #expect(message(["add"], root: Root.self) == "Missing expected argument '<name>'")
  }
}
