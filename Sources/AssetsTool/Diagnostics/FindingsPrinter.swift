internal import Bundles
internal import Diagnostics
internal import Interchange

/// Prints findings on the side of the conversation, for commands whose product is something else.
struct FindingsPrinter {
  private let console: Console
  private let location: ProjectLocation
  private let most: Int

  init(_ console: Console, _ location: ProjectLocation, most: Int) {
    self.console = console
    self.location = location
    self.most = most
  }

  func print(_ diagnostics: [Diagnostic]) {
    if !console.isQuiet { show(diagnostics) }
  }

  /// Prints everything and what became of it, "nothing was published"; of a quiet command the errors, which are why.
  func print(_ judgement: Judgement, verb: String) {
    show(judgement.diagnostics.filter { !console.isQuiet || $0.severity == .error })
    console.complain("\(judgement.summary); nothing was \(verb)")
  }

  func printWarnings(_ diagnostics: [Diagnostic]) { print(diagnostics.filter { $0.severity >= .warning }) }

  private func show(_ diagnostics: [Diagnostic]) {
    var printer = TextPrinter(
      style: console.errorStyle, most: most,
      read: { [location] in try? LocalFileSystem().read(location.absolute($0), limit: 1 << 28) },
      write: console.complain)
    printer.print(diagnostics)
  }
}

extension Funnel {
  /// The funnel with a project's settings and baseline.
  init(_ project: LoadedProject, failOn: Severity? = nil) throws(ToolError) {
    try self.init(project.configuration, at: project.location, failOn: failOn)
  }

  init(
    _ configuration: ProjectConfiguration, at location: ProjectLocation, failOn: Severity?
  ) throws(ToolError) {
    var baseline = Baseline()
    if let path = configuration.checks.baseline, let bytes = try ProjectFiles(location).read(path) {
      baseline = try Baseline(bytes, path: path)
    }
    self.init(configuration.checks, baseline: baseline, failOn: failOn)
  }
}
