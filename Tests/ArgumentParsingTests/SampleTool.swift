import ArgumentParsing

// A small tree of the kind the package is for: the root and the leaves share one group of options.

struct GlobalOptions: ParsableArguments {
  @Option(
    name: [.customShort("C"), .long],
    help: ArgumentHelp("Run as if started there.", valueName: "dir"), completion: .directory)
  var directory: String?

  @Option(name: [.customShort("o"), .long], help: "Write the product to a file.")
  var output: [String] = []

  @Option(help: "How the result is printed.")
  var format: Format = .text

  @Flag(name: .shortAndLong, help: "Say more; twice for everything.")
  var verbose: Int

  @Flag(name: .shortAndLong, help: "Say less.")
  var quiet = false

  @Flag(inversion: .prefixedNo, help: "Use color.")
  var color: Bool?

  mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("'--quiet' and '--verbose' contradict each other") }
  }
}

enum Format: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
  case jsonl
}

enum Severity: String, EnumerableFlag {
  case errorsOnly
  case warningsToo

  static func help(for value: Severity) -> ArgumentHelp? {
    switch value {
    case .errorsOnly: "Stop at errors."
    case .warningsToo: "Stop at warnings."
    }
  }
}

struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tool", abstract: "Publish translations.", version: "tool 1.2.3",
    subcommands: [Publish.self, Check.self, Index.self, Secret.self])

  @OptionGroup(title: "Global options") var global: GlobalOptions
}

struct Publish: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Append one revision, or say that there is nothing to publish.",
    discussion: """
      Reads every catalog, checks it, and writes the next revision with its change manifest in one step.

      Example:
        tool publish --dry-run
        tool publish --expect r41 plan.json
      """,
    aliases: ["release"])

  @Argument(help: "The plan to apply.", completion: .file(extensions: ["json"]))
  var plan: String?

  @Flag(help: "Print what would be done, and write nothing.")
  var dryRun = false

  @Option(name: .shortAndLong, help: "What the log says about the revision.")
  var message: String?

  @Option(help: ArgumentHelp("The revision that must be the head.", valueName: "revision"))
  var expect: Revision?

  @OptionGroup(title: "Global options") var global: GlobalOptions
}

struct Revision: ExpressibleByArgument, Equatable {
  var number: Int

  init?(argument: String) {
    guard argument.first == "r", let number = Int(argument.dropFirst()) else { return nil }
    self.number = number
  }

  init(number: Int) { self.number = number }

  var defaultValueDescription: String { "r\(number)" }
}

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check catalogs.", discussion: "Example:\n  tool check Catalogs")

  @Argument(help: "What to check; everything if left out.", completion: .file())
  var paths: [String] = []

  @Option(parsing: .upToNextOption, help: "Only these rules.")
  var select: [String] = []

  @Flag(help: "When to fail.")
  var failOn: Severity = .errorsOnly

  @Option(help: ArgumentHelp("Not for people.", visibility: .hidden))
  var seed: Int = 1

  @OptionGroup(title: "Global options") var global: GlobalOptions
}

struct Index: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on the search index.",
    groupedSubcommands: [
      CommandGroup(name: "Build", subcommands: [Apply.self]),
      CommandGroup(name: "Look", subcommands: [Route.self]),
    ])

  @OptionGroup(title: "Global options") var global: GlobalOptions

  struct Apply: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Bring the index up to date.", discussion: "Example:\n  tool index apply --locale ja")

    @Option(help: "The locale to index.")
    var locale: String

    @OptionGroup(title: "Global options") var global: GlobalOptions
  }

  struct Route: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Resolve identifiers.", discussion: "Example:\n  tool index route article:a article:b")

    @Argument(help: ArgumentHelp("What the system handed over.", valueName: "id"))
    var identifiers: [String]

    @OptionGroup(title: "Global options") var global: GlobalOptions
  }
}

struct Secret: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Not for people.", shouldDisplay: false)

  mutating func run() throws {}
}

/// The parsed command, if it is of the expected type.
func parsed<Command: ParsableCommand>(
  _ type: Command.Type, _ arguments: String..., root: any ParsableCommand.Type = Tool.self
) throws -> Command {
  let command = try root.parseAsRoot(arguments)
  guard let command = command as? Command else { throw WrongCommand(found: "\(Swift.type(of: command))") }
  return command
}

struct WrongCommand: Error {
  var found: String
}

/// What is printed on standard error, and the code, for arguments that cannot be run.
func refusal(_ arguments: String..., root: any ParsableCommand.Type = Tool.self) -> (
  text: String, code: Int32
) {
  switch root.interpret(arguments) {
  case .command(let command): ("accepted as \(type(of: command))", 0)
  case .outcome(let outcome): (outcome.standardError, outcome.exitCode.rawValue)
  }
}

/// The first line of what is printed on standard error, without "Error: ".
func message(_ arguments: [String], root: any ParsableCommand.Type = Tool.self) -> String {
  switch root.interpret(arguments) {
  case .command(let command): "accepted as \(type(of: command))"
  case .outcome(let outcome):
    String(outcome.standardError.prefix { $0 != "\n" }.dropFirst("Error: ".count))
  }
}
