internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find what is wrong with catalogs, keywords and the content map.",
    discussion: """
      Without paths, checks the whole project; with paths, the files and folders named, which \
      need no project. With --rollback, also compares the working files with a published \
      revision and its history, and exits 3 if something went backwards.

      Examples:
        assets check
        assets check Handoff/ja.xliff --format concise
        assets check --rollback --against r41
        assets check --rollback --against origin/main --format github
        assets check -o sarif:assets.sarif -o markdown:summary.md
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("Files or folders; default: the project.", valueName: "path"))
  var paths: [String] = []

  @Flag(help: "Also look for values, keywords and locales that went backwards.")
  var rollback = false

  @Option(
    help: ArgumentHelp(
      "A revision, git reference, other store or checkout, lock or bundle to compare with; default: head.",
      valueName: "reference"))
  var against: RollbackAgainst?

  @Flag(help: "Having no history to compare values with is a warning, not an unknown answer.")
  var allowNoHistory = false

  @OptionGroup var trust: TrustOptions

  @Option(
    help: ArgumentHelp("The weight from which findings fail: error, warning or note.", valueName: "severity"))
  var failOn: FailOn?

  @Option(help: "How to print the findings.")
  var format: CheckFormat = .text

  @OptionGroup var reports: ReportOptions

  @Flag(help: "Make the present findings the baseline of the project.")
  var writeBaseline = false

  @Flag(help: "Having nothing to check is fine.")
  var allowEmpty = false

  @Flag(help: "Exit 0 in spite of findings.")
  var exitZero = false

  mutating func validate() throws {
    if allowNoHistory && !rollback { throw ValidationError("'--allow-no-history' goes with '--rollback'") }
    if against != nil && !rollback { throw ValidationError("'--against' goes with '--rollback'") }
    if trust.requireSignature && !rollback {
      throw ValidationError("'--require-signature' goes with '--rollback'")
    }
    if rollback && !paths.isEmpty {
      throw ValidationError("'--rollback' compares the whole project; leave the paths out")
    }
    if writeBaseline && (rollback || !paths.isEmpty) {
      throw ValidationError("'--write-baseline' is for the content findings of the whole project")
    }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    do {
      if paths.isEmpty { return try await checkProject(console, only: nil) }
      if let location = try? ProjectLocation(explicit: global.config),
        let selection = PathSelection(paths, in: location)
      {
        return try await checkProject(console, only: selection)
      }
      return try await checkFiles(console)
    } catch let failure as ConfigurationFailure where format != .text || !reports.outputs.isEmpty {
      return try report(failure, console)
    }
  }

  /// A configuration that cannot be understood, as machines expect it.
  private func report(_ failure: ConfigurationFailure, _ console: Console) throws(ToolError) -> ExitStatus {
    let judgement = Funnel(failOn: .error).judge(failure.diagnostics)
    let file = FileSummary(
      path: failure.location.configuration, format: "configuration", units: 0,
      diagnostics: failure.diagnostics,
      isReadable: false)
    try print(
      CheckReport(files: [file], judgement: judgement, status: .unreadable), in: failure.location.root,
      sparing: ReadFiles([failure.location.absolute(failure.location.configuration)]), console)
    return .unreadable
  }

  /// The status after `--exit-zero`, which forgives findings and nothing else.
  private func forgiving(_ status: ExitStatus) -> ExitStatus {
    exitZero && (status == .findings || status == .rollback) ? .done : status
  }

  // MARK: - A project

  private func checkProject(_ console: Console, only selection: PathSelection?) async throws -> ExitStatus {
    var project = try await ProjectLoader(global).load()
    if let selection {
      project.files = project.files.filter { selection.contains($0.path) }
      // What the project does not read is checked by itself.
      guard !project.files.isEmpty else { return try await checkFiles(console) }
    }
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    var diagnostics =
      project.diagnostics + ProjectChecks(project).diagnostics()
    if let selection { diagnostics = diagnostics.filter { selection.contains($0.location?.path ?? "") } }
    if writeBaseline { return try write(diagnostics, of: project, console) }
    var status = project.isComplete ? ExitStatus.done : .unreadable
    if rollback {
      let comparison = try await RollbackCheck(
        project, access, against: against, trusted: trust.required(access.trustedKeys())
      ).compare()
      diagnostics += comparison.diagnostics(try AcceptedRollbacks(project.location))
      if comparison.isUnknown && !allowNoHistory { status = status.combined(with: .unreadable) }
    }
    let funnel = try Funnel(project, failOn: failOn?.severity)
    let judgement = funnel.judge(diagnostics)
    status = forgiving(status.combined(with: judgement.status))
    try print(
      CheckReport(files: project.files, judgement: judgement, status: status), in: project.location.root,
      sparing: ReadFiles(access), console)
    return status
  }

  private func write(
    _ diagnostics: [Diagnostic], of project: LoadedProject, _ console: Console
  ) throws -> ExitStatus {
    guard let path = project.configuration.checks.baseline else {
      throw ToolError(
        .unreadable, "the configuration names no baseline",
        help: "add `checks: { baseline: assets-baseline.json }` to \(project.location.configuration)")
    }
    guard project.isComplete else {
      throw ToolError(.unreadable, "not every file could be read; the baseline would hide that")
    }
    let funnel = Funnel(project.configuration.checks, baseline: Baseline(), failOn: .error)
    let findings = funnel.judge(diagnostics).diagnostics.filter { $0.severity >= .warning }
    try ProjectFiles(project.location).write(
      Baseline.bytes(findings.map { ($0.fingerprint, $0) }), to: path)
    console.print("\(path)   \(counted(findings.count, "finding"))")
    return .done
  }

  // MARK: - Single files

  private func checkFiles(_ console: Console) async throws -> ExitStatus {
    let files = FileTree.catalogs(in: paths)
    guard !files.isEmpty else {
      if allowEmpty {
        let judgement = Judgement(failOn: failOn?.severity ?? .error)
        try print(
          CheckReport(files: [], judgement: judgement, status: .done), in: nil, sparing: ReadFiles([]),
          console)
        return .done
      }
      throw ToolError(
        .nothingMatched, "no catalog in \(paths.joined(separator: ", "))",
        help: "catalogs end in .xliff, .xlf, .yml or .yaml; with --allow-empty nothing is fine")
    }
    let loader = DocumentLoader { try FileByteSource(path: $0) }
    let results = try await inParallel(files, atMost: global.jobs ?? Platform.processorCount) {
      try SingleFileCheck(path: $0, loader: loader)
    }
    let funnel = Funnel(failOn: failOn?.severity ?? .error)
    let judgement = funnel.judge(results.flatMap(\.diagnostics))
    let isComplete = !results.contains { $0.summary.verdict == .unreadable }
    let status = forgiving((isComplete ? ExitStatus.done : .unreadable).combined(with: judgement.status))
    try print(
      CheckReport(files: results.map(\.summary), judgement: judgement, status: status),
      in: Platform.currentDirectory, sparing: ReadFiles(files), console)
    return status
  }

  // MARK: - Output

  /// - Parameters:
  ///   - root: what the paths of the report are relative to.
  ///   - read: what no output may replace.
  private func print(
    _ report: CheckReport, in root: String?, sparing read: @autoclosure () -> ReadFiles, _ console: Console
  ) throws(ToolError) {
    let printer = ReportPrinter(
      report: report, place: ReportPlace(root: root), most: reports.maxDiagnostics)
    for file in report.files {
      let layout = file.layout.map { " (\($0.rawValue))" } ?? ""
      console.detail("\(file.path): \(file.format)\(layout), \(file.units) units")
    }
    console.write(printer.bytes(format, style: console.style))
    try reports.write(printer, sparing: read(), console)
  }
}

/// The weight from which a check fails.
enum FailOn: String, CaseIterable, ExpressibleByArgument {
  case error
  case warning
  case note

  var severity: Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
