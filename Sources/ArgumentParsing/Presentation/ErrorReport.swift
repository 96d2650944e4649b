/// The one place where an error becomes text and an exit code.
struct ErrorReport {
  private let error: any Error
  private let path: CommandPath
  private let columns: Int

  init(
    _ error: any Error, thrownBy command: (any ParsableCommand.Type)?, root: any ParsableCommand.Type,
    columns: Int
  ) {
    self.columns = columns
    let wrapped = error as? CommandError
    self.error = wrapped?.error ?? error
    if case CleanExit.helpRequest(let type?) = self.error {
      path = CommandPath(to: type, in: root)
    } else {
      path = wrapped?.path ?? command.map { CommandPath(to: $0, in: root) } ?? CommandPath([root])
    }
  }

  var outcome: Outcome {
    switch error {
    case let code as ExitCode: Outcome(exitCode: code)
    case let exit as CleanExit: cleanExit(exit)
    case ParserError.help: Outcome(standardOutput: help, exitCode: .success)
    case ParserError.version(let text): Outcome(standardOutput: text + "\n", exitCode: .success)
    case ParserError.missingSubcommand:
      Outcome(standardError: "Error: \(message)\n\n\(help)", exitCode: .validationFailure)
    case is ParserError, is ValidationError:
      Outcome(standardError: "Error: \(message)\n\(usage)", exitCode: .validationFailure)
    default: Outcome(standardError: "Error: \(message)\n", exitCode: .failure)
    }
  }

  /// The error alone, without "Error" and usage.
  var message: String { error is ExitCode ? "" : String(describing: error) }

  private func cleanExit(_ exit: CleanExit) -> Outcome {
    switch exit {
    case .helpRequest: Outcome(standardOutput: help, exitCode: .success)
    case .message(let text): Outcome(standardOutput: text + "\n", exitCode: .success)
    }
  }

  private var help: String {
    HelpText(description: CommandDescription(path), columns: columns).text
  }

  private var usage: String {
    let lines = UsageText(description: CommandDescription(path)).lines(columns: columns, indentation: 7)
    return "Usage: \(lines.joined(separator: "\n"))\n  See '\(path.text) --help' for more.\n"
  }
}
