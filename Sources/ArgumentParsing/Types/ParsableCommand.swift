/// A command, or the root of a tree of commands.
///
/// The spelling is that of swift-argument-parser, of which this module is the part that is used here, so that the
/// package can take its place. The module goes further in four things: options that a command shares with its
/// subcommand count on both sides of its name; a value may always be joined to a short name; a subcommand that is
/// left out is a usage error; the lines after `Example:` end the help.
public protocol ParsableCommand: ParsableArguments {
  /// The command's name, help and subcommands.
  static var configuration: CommandConfiguration { get }

  /// Does the work. Not called for a command that only has subcommands: to leave the subcommand out is a usage
  /// error that shows the help.
  /// - Throws: `ExitCode`, `CleanExit`, `ValidationError`, or any error, which is printed and gives code 1.
  mutating func run() throws
}

extension ParsableCommand {
  /// The type's name in kebab case, without help or subcommands.
  public static var configuration: CommandConfiguration { CommandConfiguration() }

  /// Reports that the subcommand is missing, as a usage error with the help.
  public mutating func run() throws { throw ParserError.missingSubcommand }

  /// The configured name, or the type's name in kebab case.
  public static var _commandName: String {
    // What `String(describing:)` gives for a type, without its search for conformances: a command line that
    // looks for one of thirty subcommands would pay for it thirty times.
    configuration.commandName ?? _typeName(Self.self, qualified: false).kebabCased
  }
}

extension ParsableCommand {
  /// Parses as this very command, without looking for subcommands.
  /// - Parameter arguments: without the program's name; `nil` for those of this process.
  public static func parse(_ arguments: [String]? = nil) throws -> Self {
    var parser = CommandParser(root: Self.self, followsSubcommands: false)
    let command = try parser.parse(arguments ?? CommandParser.processArguments)
    guard let command = command as? Self else { preconditionFailure("the parser left its only command") }
    return command
  }

  /// Parses as the root of a tree and returns the command to run.
  /// - Parameter arguments: without the program's name; `nil` for those of this process.
  public static func parseAsRoot(_ arguments: [String]? = nil) throws -> any ParsableCommand {
    var parser = CommandParser(root: Self.self)
    return try parser.parse(arguments ?? CommandParser.processArguments)
  }

  /// Parses as the root of a tree, runs, and exits the process if something was thrown.
  /// - Parameter arguments: without the program's name; `nil` for those of this process.
  public static func main(_ arguments: [String]?) {
    var running: (any ParsableCommand.Type)?
    do {
      var command = try parseAsRoot(arguments)
      precondition(
        !(command is any AsyncParsableCommand), "an asynchronous command needs an asynchronous root")
      running = type(of: command)
      try command.run()
    } catch {
      exit(withError: error, thrownBy: running)
    }
  }

  /// Runs with the arguments of this process; what `@main` calls.
  public static func main() { main(nil) }
}
