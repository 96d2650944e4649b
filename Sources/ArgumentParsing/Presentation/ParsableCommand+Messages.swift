extension ParsableCommand {
  /// The error alone, as text.
  public static func message(for error: any Error) -> String {
    ErrorReport(error, thrownBy: nil, root: Self.self, columns: 80).message
  }

  /// All that `exit(withError:)` prints, without the last line end.
  public static func fullMessage(for error: any Error, columns: Int? = nil) -> String {
    let outcome = outcome(for: error, columns: columns ?? 80)
    return String((outcome.standardOutput + outcome.standardError).dropLast())
  }

  /// The code that an error stands for: that of an `ExitCode`, 0 for a `CleanExit`, 64 for a usage error, 1
  /// for any other.
  public static func exitCode(for error: any Error) -> ExitCode { outcome(for: error).exitCode }

  /// The help of this command as the root of a tree.
  /// - Parameter columns: the width to fit; 80 if `nil`.
  public static func helpMessage(columns: Int? = nil) -> String {
    helpMessage(for: Self.self, columns: columns)
  }

  /// The help of a command in the tree of which this is the root.
  /// - Parameter columns: the width to fit; 80 if `nil`.
  public static func helpMessage(for subcommand: any ParsableCommand.Type, columns: Int? = nil) -> String {
    outcome(for: CleanExit.helpRequest(subcommand), columns: columns ?? 80).standardOutput
  }

  /// The usage of this command as the root of a tree.
  public static func usageString() -> String {
    let description = CommandDescription(root: Self.self)
    return "Usage: "
      + UsageText(description: description).lines(columns: 80, indentation: 7).joined(separator: "\n")
  }

  /// Prints what an error has to say and ends the process. Text that cannot be written turns success into 74.
  public static func exit(withError error: (any Error)? = nil) -> Never {
    guard let error else { terminate(.success) }
    exit(withError: error, thrownBy: nil)
  }

  /// - Parameter command: the command that threw, whose usage explains a usage error.
  package static func exit(withError error: any Error, thrownBy command: (any ParsableCommand.Type)?) -> Never
  {
    let outcome = outcome(for: error, thrownBy: command)
    let isWritten = StandardStream.output.write(outcome.standardOutput)
    _ = StandardStream.error.write(outcome.standardError)
    terminate(!isWritten && outcome.exitCode.isSuccess ? ExitCode(74) : outcome.exitCode)
  }
}
