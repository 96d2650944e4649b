/// What is left to say when a command line leads to no command, or a command to an error.
package struct Outcome: Hashable, Sendable {
  /// With its line end; empty for nothing.
  package var standardOutput: String
  /// With its line end; empty for nothing.
  package var standardError: String
  package var exitCode: ExitCode

  package init(standardOutput: String = "", standardError: String = "", exitCode: ExitCode) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.exitCode = exitCode
  }
}

/// What a command line asks for.
package enum Interpretation {
  case command(any ParsableCommand)
  case outcome(Outcome)
}

extension ParsableCommand {
  /// Parses as the root of a tree; nothing runs and nothing is printed.
  package static func interpret(_ arguments: [String], columns: Int = 80) -> Interpretation {
    do {
      return .command(try parseAsRoot(arguments))
    } catch {
      return .outcome(outcome(for: error, columns: columns))
    }
  }

  /// Turns an error into text and code, for a tree of which this is the root.
  /// - Parameter command: the command that threw; the root if it is not known.
  package static func outcome(
    for error: any Error, thrownBy command: (any ParsableCommand.Type)? = nil, columns: Int = 80
  ) -> Outcome {
    ErrorReport(error, thrownBy: command, root: Self.self, columns: columns).outcome
  }

  /// Parses as the root of a tree and runs; what the command itself prints is not part of the outcome.
  package static func outcome(of arguments: [String], columns: Int = 80) -> Outcome {
    var running: (any ParsableCommand.Type)?
    do {
      var command = try parseAsRoot(arguments)
      running = type(of: command)
      try command.run()
      return Outcome(exitCode: .success)
    } catch {
      return outcome(for: error, thrownBy: running, columns: columns)
    }
  }
}
