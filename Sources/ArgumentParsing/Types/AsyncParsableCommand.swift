/// A command whose work is asynchronous; the root of its tree has to be one as well.
public protocol AsyncParsableCommand: ParsableCommand {
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

  public static func main() async { await main(nil) }
}
