import ArgumentParsing
import Testing

@Suite("Options of a command and its subcommand")
struct SharedOptionsTests {
  @Test(
    "mean the same before and after the subcommand's name",
    arguments: [
      ["-C", "dir", "-v", "--format", "json", "index", "apply", "--locale", "ja"],
      ["-C", "dir", "index", "-v", "--format", "json", "apply", "--locale", "ja"],
      ["index", "apply", "--locale", "ja", "-C", "dir", "-v", "--format", "json"],
      ["-C", "wrong", "index", "--format=text", "apply", "--locale", "ja", "-vCdir", "--format", "json"],
    ])
  func places(arguments: [String]) throws {
    let command = try #require(try Tool.parseAsRoot(arguments) as? Index.Apply)
    #expect(command.global.directory == "dir")
    #expect(command.global.verbose == 1)
    #expect(command.global.format == .json)
    #expect(command.locale == "ja")
  }

  @Test("add up in the order of the command line")
  func addUp() throws {
    let command = try parsed(Publish.self, "-o", "a", "-v", "publish", "-o", "b", "-v", "--no-color")
    #expect(command.global.output == ["a", "b"])
    #expect(command.global.verbose == 2)
    #expect(command.global.color == false)
  }

  @Test("are checked together: what contradicts is found across the name")
  func validatedTogether() {
    let refusal = refusal("-q", "publish", "-v")
    #expect(refusal.text.hasPrefix("Error: '--quiet' and '--verbose' contradict each other\n"))
    #expect(refusal.code == 64)
  }

  @Test("need the same name and the same kind")
  func sameKind() throws {
    struct Root: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Leaf.self])
      @Flag(name: .shortAndLong) var verbose = false
      @Option() var only: String?
      struct Leaf: ParsableCommand {
        @Option(name: .customShort("v")) var version: String?
        @Option() var only: String?
      }
    }
    let leaf = try parsed(Root.Leaf.self, "-v", "--only", "x", "leaf", root: Root.self)
    #expect(leaf.version == nil)
    #expect(leaf.only == "x")
    #expect(try parsed(Root.Leaf.self, "leaf", "-v", "3", root: Root.self).version == "3")
  }

  @Test("a required option of the parent may be given after the name")
  func requiredInParent() throws {
    struct Root: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "root", subcommands: [Leaf.self])
      @Option() var project: String
      struct Leaf: ParsableCommand {
        @Option() var project: String
      }
    }
    #expect(try parsed(Root.Leaf.self, "leaf", "--project", "x", root: Root.self).project == "x")
    #expect(try parsed(Root.Leaf.self, "--project", "x", "leaf", root: Root.self).project == "x")
    #expect(message(["leaf"], root: Root.self) == "Missing expected option '--project <project>'")
  }

  @Test("an option of the subcommand alone is refused before its name, with its place")
  func misplaced() {
    #expect(
      message(["--dry-run", "publish"])
        == "Option '--dry-run' belongs to 'publish'; write it after 'publish'")
    #expect(message(["--dry-run", "check"]) == "Unknown option '--dry-run'")
  }
}
