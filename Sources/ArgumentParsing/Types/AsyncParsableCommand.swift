/// A command whose work is asynchronous; the root of its tree has to be one as well.
public protocol AsyncParsableCommand: ParsableCommand {
  /// Does the work; takes the place of `ParsableCommand.run()`, with the same errors.
  mutating func run() async throws
}

extension AsyncParsableCommand {
  /// Parses as the root of a tree, runs, and exits the process if something was thrown.
  /// - Parameter arguments: without the program's name; `nil` for those of this process.
  public static func main(_ arguments: [String]?) async {
    var running: (any ParsableCommand.Type)?
    do {
      var command = try parseAsRoot(arguments)
      running = type(of: command)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: error, thrownBy: running)
    }
  }

  /// Runs with the arguments of this process; what `@main` calls.
  public static func main() async { await main(nil) }
}
