internal import ArgumentParsing
internal import Bundles
internal import Publishing

struct VerifyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Prove that the store says what its digests say.",
    discussion: """
      Reads every byte of the newest revision, or with --all of every revision, and computes \
      its ledger and its manifest again.

      Example:
        assets verify --all
      """)

  @OptionGroup var global: GlobalOptions

  @Flag(help: "Every revision, not only the newest.")
  var all = false

  @OptionGroup var trust: TrustOptions

  @Option(help: "How to print the result.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let reader = try store.requiredReader()
    let required = try trust.required(store.trustedKeys())
    var report = StoreVerifier(reader, trusted: required).verify(all: all)
    if let problem = lockProblem(try store.lock(), reader.head, console) { report.problems.append(problem) }
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
        let head = reader.head.map { "r\($0.revision)" } ?? "r0"
        console.print(
          "\(console.style.green("sound"))  \(head): \(counted(report.revisions, "revision")), "
            + "\(counted(report.packs, "pack")), \(counted(report.nodes, "node"))")
      }
    }
    return report.problems.isEmpty ? .done : .unreadable
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
