internal import ArgumentParsing
internal import Bundles
internal import Diagnostics

/// A command of the tool: it gets its streams, does its work, and answers with a status.
protocol Command: AsyncParsableCommand {
  var global: GlobalOptions { get }
  func execute(_ console: Console) async throws -> ExitStatus
}

extension Command {
  mutating func run() async throws {
    let console: Console
    do { console = try global.makeConsole() } catch let error as ToolError {
      Console(color: global.color, isQuiet: false, verbosity: 0).fail(error)
      throw ExitCode(error.status.rawValue)
    }
    var status: ExitStatus
    do { status = try await execute(console) } catch {
      let failure = Self.failure(error, console)
      console.fail(failure)
      status = failure.status
    }
    console.flush()
    if let reason = console.outputFailure {
      console.fail(ToolError(.inputOutput, "cannot write the result: \(reason)"))
      status = status.combined(with: .inputOutput)
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  private static func failure(_ error: any Error, _ console: Console) -> ToolError {
    switch error {
    case let error as ToolError: return error
    case let error as BundleError: return ToolError(error)
    case let error as FileSystemError: return ToolError(.inputOutput, error.description)
    case let error as ConfigurationFailure:
      FindingsPrinter(console, error.location, most: 20).print(error.diagnostics)
      return ToolError(.unreadable, "the configuration has errors; nothing else was read")
    default:
      return ToolError(
        .internalError, "internal error: \(error)", help: "please report this with the command you ran")
    }
  }
}
