internal import ArgumentParsing
internal import Bundles
internal import SearchIndex
internal import Translations

struct RehearseCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: "Play a whole release through on an index, and judge each promise.",
    discussion: """
      Builds indexes of the head in a folder of its own, which is removed afterwards; neither \
      the store nor the project's index is touched. What the project gives no occasion for says \
      `n/a` and why. Exit 1: a promise was broken.

      Example:
        assets rehearse
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: "How to print the verdicts.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let root = try store.requiredReader().layout.root
    let files = LocalFileSystem()
    let folder = try temporaryFolder()
    defer { remove(folder, files) }
    let rows: [Rehearsal.Row]
    let head: Head?
    do {
      let revisions = try DraftRevisions { try StoreReader(root: root) }
      head = revisions.newest.head
      let rehearsal = try Rehearsal(
        revisions, makeStore: { SQLiteSearchIndex(path: "\(folder)/\($0).db") },
        digestElsewhere: { try Self.digestElsewhere("\(folder)/\($0).db", loader.location) })
      rows = await rehearsal.run()
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    let broken = rows.count { $0.verdict == .broken }
    if format == .json {
      let json: CanonicalJSON = [
        "schema": "assets.rehearsal/1", "lineage": CanonicalJSON(head?.lineage),
        "revision": CanonicalJSON(head?.revision), "rows": .array(rows.map(\.json)),
        "summary": [
          "kept": .integer(rows.count { $0.verdict == .kept }), "broken": .integer(broken),
          "notApplicable": .integer(rows.count { $0.verdict == .notApplicable }),
        ],
      ]
      console.write(json.bytes + [0x0A])
    } else {
      var table = TextTable()
      for row in rows { table.append([row.verdict.rawValue, row.promise.rawValue, row.detail]) }
      console.print(table)
      console.note(broken == 0 ? "every promise was kept" : "\(broken) of \(rows.count) promises broken")
    }
    return broken == 0 ? .done : .findings
  }

  /// The digest of an index as a fresh process sees it.
  private static func digestElsewhere(_ path: String, _ location: ProjectLocation) throws -> Digest {
    let configuration = location.absolute(location.configuration)
    let arguments = ["index", "digest", "--index", path, "--config", configuration]
    guard let output = Platform.runSelf(arguments),
      let digest = Digest(hex: String(decoding: output.dropLast(), as: UTF8.self))
    else { throw SearchIndexError(.inputOutput, "a fresh process could not read the index") }
    return digest
  }

  private func temporaryFolder() throws -> String {
    let base = Platform.environment("TMPDIR") ?? "/tmp"
    guard let folder = Platform.makeTemporaryFolder(in: base, named: "assets-rehearsal") else {
      throw ToolError(.inputOutput, "cannot make a folder in \(base)")
    }
    return folder
  }

  private func remove(_ folder: String, _ files: LocalFileSystem) {
    for name in (try? files.list(folder)) ?? [] { try? files.remove("\(folder)/\(name)") }
    Platform.removeFolder(folder)
  }
}
