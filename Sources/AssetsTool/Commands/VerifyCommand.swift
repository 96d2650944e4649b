internal import ArgumentParsing
internal import Bundles
internal import Publishing

struct VerifyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Prove that the store says what its digests say.",
    discussion: """
      Reads every byte of the newest revision, or with --all of every revision, and computes \
      its ledger and its manifest again. With a bundle file, does the same to it, outside of any \
      project; --against also asks whether its head follows the one that a lock trusts.

      Examples:
        assets verify --all
        assets verify Harbor.bundle --against assets.lock
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("A bundle file; default: the project's store.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("With a bundle file: what was trusted last.", valueName: "lock"))
  var against: String?

  @Flag(help: "Every revision, not only the newest.")
  var all = false

  @OptionGroup var trust: TrustOptions

  @Option(help: "How to print the result.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if against != nil && file == nil { throw ValidationError("'--against' goes with a bundle file") }
    if all && file != nil {
      throw ValidationError("'--all' is for the store; a bundle file is always read whole")
    }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    if let file { return try verify(file, console) }
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    let required = try trust.required(store.trustedKeys())
    var report = StoreVerifier(reader, trusted: required).verify(all: all)
    if let problem = lockProblem(try store.lock(), reader.head, console) { report.problems.append(problem) }
    print(report, head: reader.head, console)
    return report.problems.isEmpty ? .done : .unreadable
  }

  private func print(_ report: StoreVerifier.Report, head: Head?, _ console: Console) {
    switch format {
    case .json:
      let json: CanonicalJSON = [
        "schema": "assets.verify/1", "revisions": .integer(report.revisions), "packs": .integer(report.packs),
        "nodes": .integer(report.nodes), "problems": .array(report.problems.map { .string($0) }),
      ]
      console.write(json.bytes + [0x0A])
    case .text:
      for problem in report.problems {
        console.print("\(console.style.red("damaged"))  \(problem.displayed)")
      }
      if report.problems.isEmpty {
        let newest = head.map { "r\($0.revision)" } ?? "r0"
        console.print(
          "\(console.style.green("sound"))  \(newest): \(counted(report.revisions, "revision")), "
            + "\(counted(report.packs, "pack")), \(counted(report.nodes, "node"))")
      }
    }
  }

  // MARK: - Bundle files

  private func verify(_ path: String, _ console: Console) throws -> ExitStatus {
    let required = try trust.required([])
    let bundle: BundleFile
    do { bundle = try BundleFile(Self.read(path, limit: 1 << 34)) } catch let error as BundleError {
      throw ToolError(
        error.code == .inputOutput ? .inputOutput : .unreadable, "\(path): \(error.reason)",
        help: error.code == .unsupported
          ? "read it with the version of assets that wrote it"
          : "fetch it again, or make it again with `assets bundle export`")
    }
    var report = BundleFileVerifier(bundle, trusted: required).verify()
    var status: ExitStatus = report.problems.isEmpty ? .done : .unreadable
    if let against {
      let lock: LockDocument
      do { lock = try LockDocument(Self.read(against, limit: 1 << 20)) } catch let error as BundleError {
        throw ToolError(.unreadable, "\(against): \(error.reason)")
      }
      let trusted = TrustedRevision(
        lineage: lock.lineage, link: lock.head,
        locales: Dictionary(lock.locales.map { ($0.locale, $0.revision) }) { first, _ in first })
      if case .refused(let refusal) = try bundle.offer().verdict(trusted: trusted, keys: required) {
        report.problems.append(
          "\(refusal.rule): \(refusal) (r\(bundle.newest.revision), \(against) names r\(lock.head.revision))")
        status = status.combined(with: .rollback)
      }
    }
    print(report, head: bundle.newest, console)
    return status
  }

  private static func read(_ path: String, limit: Int) throws(ToolError) -> [UInt8] {
    do { return try LocalFileSystem().read(path, limit: limit) } catch {
      throw ToolError(.unreadable, error.description)
    }
  }

  /// A lock that is behind only waits for `assets lock`; one that is ahead has seen a revision that is lost.
  private func lockProblem(_ lock: LockDocument?, _ head: Head?, _ console: Console) -> String? {
    guard let lock, lock.head != head?.link else { return nil }
    if let head, lock.lineage != head.lineage {
      return "assets.lock belongs to the store \(lock.lineage), this is \(head.lineage)"
    }
    let newest = head?.revision ?? 0
    if lock.head.revision > newest {
      return "assets.lock names r\(lock.head.revision), the store's head is r\(newest): a revision is lost"
    }
    if lock.head.revision == newest {
      return "assets.lock names another head than the store's r\(newest)"
    }
    console.note(
      "assets.lock names r\(lock.head.revision), the store's head is r\(newest): run `assets lock`")
    return nil
  }
}
