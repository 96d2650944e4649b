import ArgumentParsing
import Testing

@Suite("Messages and exit codes")
struct ErrorReportTests {
  @Test(
    "usage errors name the exact argument",
    arguments: [
      (["publish", "--mesage", "x"], "Unknown option '--mesage'. Did you mean '--message'?"),
      (["publish", "--fromat=x"], "Unknown option '--fromat'. Did you mean '--format'?"),
      (["publish", "--zzz=secret"], "Unknown option '--zzz'"),
      (["publish", "-x"], "Unknown option '-x'"),
      (["publish", "-vxq"], "Unknown option '-x' in '-vxq'"),
      (["publish", "-dry-run"], "Unknown option '-d' in '-dry-run'. Did you mean '--dry-run'?"),
      (["check", "--sed", "1"], "Unknown option '--sed'"),
      (["publish", "--message"], "Missing value for '--message <message>'"),
      (
        ["publish", "--message", "--dry-run"],
        "Missing value for '--message <message>'; if '--dry-run' is the value, write '--message=--dry-run'"
      ),
      (
        ["publish", "-m", "-q"], "Missing value for '--message <message>'; if '-q' is the value, write '-m-q'"
      ),
      (["publish", "-m", "--", "x"], "Missing value for '--message <message>'"),
      (["check", "--select"], "Missing value for '--select <select>'"),
      (["publish", "--dry-run=yes"], "The flag '--dry-run' takes no value, but '--dry-run=yes' gives one"),
      (["publish", "-q=1"], "The flag '-q' takes no value, but '-q=1' gives one"),
      (
        ["publish", "--format", "jsno"],
        "The value 'jsno' is invalid for '--format <format>'. Did you mean 'json'? Valid values: text, json, jsonl"
      ),
      (
        ["publish", "--format="],
        "The value '' is invalid for '--format <format>'. Valid values: text, json, jsonl"
      ),
      (["publish", "--expect", "41"], "The value '41' is invalid for '--expect <revision>'"),
      (["check", "--seed", "x"], "The value 'x' is invalid for '--seed <seed>'"),
      (["publish", "a", "b"], "Unexpected argument 'b'"),
      (["publish", "a", "b", "--", "-c"], "2 unexpected arguments: 'b', '-c'"),
      (
        ["check", "--errors-only", "--warnings-too"],
        "'--errors-only' and '--warnings-too' exclude each other"
      ),
      (["index", "apply"], "Missing expected option '--locale <locale>'"),
      (["index", "route"], "Missing expected argument '<id>'"),
      (["pubilsh"], "Unknown subcommand 'pubilsh'. Did you mean 'publish'?"),
      (["pub"], "Unknown subcommand 'pub'. Did you mean 'publish'?"),
      (["apply"], "Unknown subcommand 'apply'. Did you mean 'index apply'?"),
      (["secre"], "Unknown subcommand 'secre'"),
      (["index", "aply"], "Unknown subcommand 'aply'. Did you mean 'apply'?"),
      (["help", "indx"], "Unknown subcommand 'indx'. Did you mean 'index'?"),
      (["--", "publish"], "Unexpected argument 'publish'"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    #expect(message(arguments) == expected)
    let refusal = refusalOf(arguments)
    #expect(refusal.code == 64)
    #expect(refusal.text.contains("\nUsage: tool"))
  }

  private func refusalOf(_ arguments: [String]) -> (text: String, code: Int32) {
    guard case .outcome(let outcome) = Tool.interpret(arguments) else { return ("accepted", 0) }
    #expect(outcome.standardOutput == "")
    return (outcome.standardError, outcome.exitCode.rawValue)
  }

  @Test("a usage error ends with the usage and where to find more")
  func shape() {
    #expect(
      refusal("index", "apply", "--lcoale", "ja").text == """
        Error: Unknown option '--lcoale'. Did you mean '--locale'?
        Usage: tool index apply --locale <locale> [<global options>]
          See 'tool index apply --help' for more.

        """)
  }

  @Test("the usage is that of the command on which the option was used")
  func usageOfSharedOption() {
    #expect(refusal("publish", "--format", "x").text.contains("\nUsage: tool publish "))
    #expect(refusal("--format", "x", "publish").text.contains("\nUsage: tool publish "))
    #expect(refusal("-q", "publish", "-v").text.contains("\nUsage: tool publish "))
    #expect(refusal("--frmat", "x", "publish").text.contains("\nUsage: tool ["))
  }

  @Test("what a closure throws is the reason")
  func reason() {
    #expect(
      message(["1", "2", "--needed", "3"], root: PropertyTests.Everything.self)
        == "The value '2' is invalid for '<second>': expected two numbers around a comma")
  }

  @Test("characters that steer a terminal are spelled out")
  func hostileArguments() {
    #expect(message(["\u{1B}[2J\u{202E}x"]) == "Unknown subcommand '\\u{1B}[2J\\u{202E}x'")
    #expect(message(["publish", "--a\u{7}"]) == "Unknown option '--a\\u{7}'")
    #expect(message(["publish", "a", "日本 é\n"]) == "Unexpected argument '日本 é\\u{A}'")
  }

  @Test("a command without its subcommand is a usage error that shows the help")
  func missingSubcommand() {
    for (arguments, command) in [([], "tool"), (["index"], "tool index"), (["-v", "index"], "tool index")] {
      let outcome = Tool.outcome(of: arguments)
      #expect(outcome.exitCode == .validationFailure)
      #expect(outcome.standardOutput == "")
      #expect(outcome.standardError.hasPrefix("Error: Missing subcommand\n\nOVERVIEW: "))
      #expect(outcome.standardError.contains("USAGE: \(command) [<global options>] <subcommand>\n"))
    }
  }

  @Test(
    "help is asked for in many ways and wins over mistakes",
    arguments: [
      ["index", "apply", "-h"], ["index", "apply", "--help"], ["help", "index", "apply"],
      ["index", "apply", "--wrong", "--help"], ["index", "apply", "-vh"],
      ["help", "index", "apply", "--help"],
      ["index", "apply", "--locale", "--help"], ["index", "apply", "--format", "no", "-h"],
    ])
  func help(arguments: [String]) {
    let outcome = Tool.outcome(of: arguments)
    #expect(outcome.exitCode == .success)
    #expect(outcome.standardError == "")
    #expect(outcome.standardOutput == Tool.helpMessage(for: Index.Apply.self))
  }

  @Test("help is no option after the terminator")
  func helpAfterTerminator() throws {
    #expect(try parsed(Check.self, "check", "--", "--help").paths == ["--help"])
    #expect(message(["publish", "--wrong", "--", "--help"]) == "Unknown option '--wrong'")
  }

  @Test("the root's help", arguments: [["help"], ["-h"], ["--help", "publish"]])
  func rootHelp(arguments: [String]) {
    #expect(Tool.outcome(of: arguments).standardOutput == Tool.helpMessage())
  }

  @Test(
    "the version is known everywhere below", arguments: [["--version"], ["index", "apply", "--version"]])
  func version(arguments: [String]) {
    #expect(Tool.outcome(of: arguments) == Outcome(standardOutput: "tool 1.2.3\n", exitCode: .success))
  }

  struct Thrower: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "thrower", subcommands: [Leaf.self])

    struct Leaf: ParsableCommand {
      struct OtherError: Error, CustomStringConvertible { var description: String { "the disk is full" } }
      enum Kind: String, CaseIterable, ExpressibleByArgument {
        case code, silence, clean, help, usage, other
      }
      @Argument() var kind: Kind

      mutating func run() throws {
        switch kind {
        case .code: throw ExitCode(3)
        case .silence: return
        case .clean: throw CleanExit.message("nothing to do")
        case .help: throw CleanExit.helpRequest(self)
        case .usage: throw ValidationError("two is too many")
        case .other: throw OtherError()
        }
      }
    }
  }

  @Test("what a command throws becomes text and code in one place")
  func thrown() {
    func outcome(_ kind: String) -> Outcome { Thrower.outcome(of: ["leaf", kind]) }
    #expect(outcome("code") == Outcome(exitCode: ExitCode(3)))
    #expect(outcome("silence") == Outcome(exitCode: .success))
    #expect(outcome("clean") == Outcome(standardOutput: "nothing to do\n", exitCode: .success))
    #expect(outcome("help").standardOutput.hasPrefix("OVERVIEW: thrower leaf\n"))
    #expect(outcome("other") == Outcome(standardError: "Error: the disk is full\n", exitCode: .failure))
    #expect(
      outcome("usage")
        == Outcome(
          standardError: """
            Error: two is too many
            Usage: thrower leaf <kind>
              See 'thrower leaf --help' for more.

            """, exitCode: .validationFailure))
  }

  @Test("messages and codes without a process")
  func messages() {
    let error = ValidationError("two is too many")
    #expect(Tool.message(for: error) == "two is too many")
    #expect(Tool.message(for: ExitCode(3)) == "")
    #expect(Tool.exitCode(for: error).rawValue == 64)
    #expect(Tool.exitCode(for: CleanExit.message("x")).isSuccess)
    #expect(Tool.fullMessage(for: error).hasPrefix("Error: two is too many\nUsage: tool "))
    #expect(Tool.fullMessage(for: CleanExit.helpRequest(Publish.self)).hasPrefix("OVERVIEW: Append one"))
  }

  @Test("the process ends with the code")
  func processExit() async {
    await #expect(processExitsWith: .exitCode(64)) { Tool.main(["--no-such-option"]) }
    await #expect(processExitsWith: .exitCode(0)) { Tool.main(["publish", "--help"]) }
    await #expect(processExitsWith: .exitCode(3)) { Thrower.main(["leaf", "code"]) }
    await #expect(processExitsWith: .exitCode(0)) { Tool.exit() }
  }

  @Test("asynchronous commands run below an asynchronous root")
  func asynchronous() async {
    struct Root: AsyncParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Leaf.self, Plain.self])
      struct Leaf: AsyncParsableCommand {
        mutating func run() async throws { throw ExitCode(5) }
      }
      struct Plain: ParsableCommand {
        mutating func run() throws { throw ExitCode(6) }
      }
    }
    await #expect(processExitsWith: .exitCode(5)) { await Root.main(["leaf"]) }
    await #expect(processExitsWith: .exitCode(6)) { await Root.main(["plain"]) }
  }
}
