internal import ArgumentParsing

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .customShort("C"),
    help: ArgumentHelp("Run as if started in this directory.", valueName: "directory"))
  var directory: String?

  @Option(
    name: .long, help: ArgumentHelp("Use this assets.yml instead of looking for one.", valueName: "file"))
  var config: String?

  @Option(name: .long, help: "Colour the output.")
  var color: ColorChoice = .auto

  @Flag(name: .shortAndLong, help: "Say nothing but the result.")
  var quiet = false

  @Flag(name: .long, help: "Show no progress, not even on a terminal.")
  var noProgress = false

  @Flag(name: .shortAndLong, help: "Say more about the work.")
  var verbose: Int

  @Option(name: .long, help: ArgumentHelp("Read this many files at once.", valueName: "number"))
  var jobs: Int?

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("'--jobs' needs a number of at least 1, not \(jobs)") }
  }

  /// The streams, after going to the directory.
  func makeConsole() throws -> Console {
    let console = Console(color: color, isQuiet: quiet, verbosity: verbose)
    if let directory, let reason = Platform.changeDirectory(to: directory) {
      throw ToolError(.unreadable, "cannot go to \(directory): \(reason)")
    }
    return console
  }
}
