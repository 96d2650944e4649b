internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// Looks at everything around a project that can make a command refuse: configuration, locales, files, store, lock and
/// repository. Reads only.
///
/// Each thing is looked at even if another one failed, as far as it does not need it.
struct HealthExamination {
  private(set) var report = HealthReport()
  private let options: GlobalOptions

  init(_ options: GlobalOptions) { self.options = options }

  mutating func run() async {
    let options = options
    guard let loader = looking("config", { try ProjectLoader(options) }),
      let configuration = examineConfiguration(loader)
    else { return }
    examineLocales(configuration)
    await examineFiles(loader, configuration)
    let access = StoreAccess(location: loader.location, configuration: configuration)
    examineStore(access)
    examineRepository(access)
  }

  /// The answer of `body`; what it throws is a failure of the topic.
  private mutating func looking<Answer>(_ topic: String, _ body: () throws -> Answer) -> Answer? {
    do { return try body() } catch let error as ToolError {
      report.fail(topic, error)
    } catch let error as BundleError {
      report.fail(topic, ToolError(error))
    } catch {
      report.fail(topic, ToolError(.inputOutput, "\(error)"))
    }
    return nil
  }

  // MARK: - Configuration

  private mutating func examineConfiguration(_ loader: ProjectLoader) -> ProjectConfiguration? {
    let name = loader.location.configuration
    do {
      let configuration = try loader.configuration()
      report.ok("config", "\(loader.location.root)/\(name)")
      return configuration
    } catch let failure as ConfigurationFailure {
      let errors = failure.diagnostics.filter { $0.severity == .error }
      let first = errors.first.map { $0.message + Self.place(of: $0) }
      report.fail(
        "config",
        ToolError(
          .unreadable, "\(name) has \(counted(errors.count, "error")): \(first ?? "")",
          help: "see them all with `assets config validate`"))
    } catch {
      _ = looking("config") { throw error }
    }
    return nil
  }

  private mutating func examineLocales(_ configuration: ProjectConfiguration) {
    let old = configuration.locales.filter { $0 != $0.canonicalized }
    for locale in old {
      report.warn(
        "locales", "'\(locale)' is an old code for '\(locale.canonicalized)'",
        fix:
          "apps ask for '\(locale.canonicalized)', which is found all the same; rename it when it is convenient"
      )
    }
    if old.isEmpty { report.ok("locales", configuration.locales.map(\.description).joined(separator: " ")) }
  }

  // MARK: - Files

  private mutating func examineFiles(_ loader: ProjectLoader, _ configuration: ProjectConfiguration) async {
    let project: LoadedProject
    do { project = try await loader.load(configuration) } catch {
      _ = looking("files") { throw error }
      return
    }
    let unreadable = project.files.filter { $0.verdict == .unreadable }
    for file in unreadable.prefix(Self.most) {
      let finding = project.diagnostics.first { $0.location?.path == file.path && $0.severity == .error }
      let place = finding.map(Self.place) ?? ""
      report.fail(
        "files",
        ToolError(
          .unreadable, "\(file.path) cannot be read: \(finding?.message ?? "it has errors")\(place)",
          help: finding?.help ?? "see `assets check`"))
    }
    if unreadable.count > Self.most {
      report.fail("files", ToolError(.unreadable, "\(unreadable.count - Self.most) more cannot be read"))
    }
    guard unreadable.isEmpty else { return }
    let units = project.files.reduce(0) { $0 + $1.units }
    let (errors, warnings) = findings(project)
    let text = "\(counted(project.files.count, "file")), \(counted(units, "unit"))"
    if errors > 0 {
      report.fail(
        "files",
        ToolError(
          .findings, "\(text): \(counted(errors, "error")), \(counted(warnings, "warning"))",
          help: "see `assets check`; nothing is published before they are mended"))
    } else {
      report.ok("files", warnings > 0 ? "\(text); \(counted(warnings, "warning")) of `assets check`" : text)
    }
  }

  private mutating func findings(_ project: LoadedProject) -> (errors: Int, warnings: Int) {
    let judged = looking("files") {
      try Funnel(project, failOn: .error).judge(
        project.diagnostics + ProjectChecks(project).diagnostics())
    }
    let found = judged?.diagnostics ?? []
    return (found.count { $0.severity == .error }, found.count { $0.severity == .warning })
  }

  private static let most = 5

  private static func place(of finding: Diagnostic) -> String {
    finding.location?.line.map { " (line \($0))" } ?? ""
  }

  // MARK: - Store and lock

  private mutating func examineStore(_ access: StoreAccess) {
    let name = access.configuration.store
    guard let lock = looking("lock", { try access.lock() }) else { return }
    guard let found = looking("store", { try access.reader() }) else { return }
    guard let reader = found, let head = reader.head else {
      guard let lock else {
        report.ok("store", "nothing was published yet")
        return
      }
      report.fail("store", access.missingStore(of: lock))
      return
    }
    let verified = StoreVerifier(reader, trusted: nil).verify(all: false)
    if let problem = verified.problems.first {
      report.fail(
        "store",
        ToolError(
          .unreadable, "\(name) is damaged: \(problem)", help: "look closer with `assets verify --all`"))
    } else {
      report.ok("store", "\(name): r\(head.revision) verified, lineage \(head.lineage)")
    }
    guard let state = looking("lock", { try LockState(lock, head: head, reader) }) else { return }
    switch state {
    case .current: report.ok("lock", "assets.lock names r\(head.revision)")
    case .missing:
      report.warn(
        "lock", "there is no assets.lock, so a store that went back is not noticed", fix: "assets lock")
    case .behind(let lock):
      report.warn(
        "lock", "assets.lock names r\(lock.head.revision), the head is r\(head.revision)", fix: "assets lock")
    case .ahead, .forked, .otherLineage:
      if let conflict = state.conflict(with: head) { report.fail("lock", conflict) }
    }
  }

  // MARK: - Repository

  private mutating func examineRepository(_ access: StoreAccess) {
    let git = GitProcess(in: access.location.root)
    do {
      guard try git.run(["rev-parse", "--is-inside-work-tree"]).line == "true" else {
        report.warn(
          "git", "the project is in no git repository, so nothing can be compared with a branch", fix: nil)
        return
      }
      var isWell = true
      if try git.run(["rev-parse", "--is-shallow-repository"]).line == "true" {
        isWell = false
        report.warn(
          "git", "the clone is shallow: a comparison with a branch may not reach where it parted",
          fix: "git fetch --unshallow; in GitHub Actions, fetch-depth: 0")
      }
      let lock = StoreAccess.lockFile
      if access.location.exists(lock), try git.run(["ls-files", "--error-unmatch", "--", lock]).status != 0 {
        isWell = false
        report.warn("git", "assets.lock is not committed", fix: "git add \(lock)")
      }
      if isWell { report.ok("git", "a full clone") }
    } catch {
      report.warn("git", error.reason, fix: error.help)
    }
  }
}
