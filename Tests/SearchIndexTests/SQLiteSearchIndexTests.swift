import Foundation
import SearchIndex
import Testing

@testable import SearchIndex

/// The file: whose it is, what becomes of it when it is damaged, and what is left of what was removed.
@Suite struct SQLiteSearchIndexTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("sub/index.db")
  }

  private func revisions(_ count: Int = 40) throws -> MemoryRevisions {
    var project = RandomProject()
    for number in 0..<count {
      project.set(
        "a\(100 + number)", ["en": "zebra number \(number)"],
        descriptions: ["en": String(repeating: "text ", count: 50)])
    }
    return try MemoryRevisions(project)
  }

  @Test func lookingLeavesNothingBehind() async throws {
    let indexer = Indexer(indexAt: path)
    let status = try await indexer.status()
    #expect(status.locale == nil && status.items == 0 && status.isStale)
    #expect(try await indexer.digest() == Indexer(store: InMemorySearchIndex()).digest())
    try await indexer.verify()
    #expect(!FileManager.default.fileExists(atPath: folder.file("sub")))
  }

  @Test(arguments: [
    "not a database at all", "SQLite format 3\0 and then something else, long enough for a header.....",
  ])
  func aFileOfSomebodyElseIsLeftAlone(text: String) async throws {
    let file = folder.file("other.db")
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let indexer = Indexer(indexAt: file)
    await #expect { try await indexer.apply(revisions()) } throws: {
      ($0 as? SearchIndexError)?.code == .unsupported
    }
    await #expect(throws: SearchIndexError.self) { try await indexer.store.reset() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(text.utf8))
  }

  @Test func anIndexOfANewerVersionIsLeftAlone() async throws {
    let source = try revisions()
    try await Indexer(indexAt: path).apply(source)
    try SQLiteConnection(path: path, .existing).execute("PRAGMA user_version = 99")
    await #expect { try await Indexer(indexAt: path).apply(source) } throws: {
      ($0 as? SearchIndexError)?.code == .unsupported
    }
  }

  enum Damage: CaseIterable {
    case empty
    case truncated
    case overwritten
    case stampGone
    case stampGarbled
    case tableGone
    case removed
  }

  private func damage(_ kind: Damage) throws {
    let url = URL(fileURLWithPath: path)
    // Everything into the main file first.
    try SQLiteConnection(path: path, .existing).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var data = try Data(contentsOf: url)
    switch kind {
    case .empty: try Data().write(to: url)
    case .truncated: try data.prefix(5_000).write(to: url)
    case .overwritten:
      data.replaceSubrange(4_096..., with: Data(repeating: 0xA5, count: data.count - 4_096))
      try data.write(to: url)
    case .removed: try FileManager.default.removeItem(at: url)
    case .stampGone: try sql("DELETE FROM state WHERE key = 'stamp'")
    case .stampGarbled: try sql("UPDATE state SET value = '{}' WHERE key = 'stamp'")
    case .tableGone: try sql("DROP TABLE document_1")
    }
  }

  private func sql(_ statement: String) throws {
    try SQLiteConnection(path: path, .existing).execute(statement)
  }

  @Test("I-29: an index that is gone or damaged is built anew", arguments: Damage.allCases)
  func aDamagedIndexIsBuiltAnew(kind: Damage) async throws {
    var source = try revisions()
    try await Indexer(indexAt: path, now: { 1 }).apply(source)
    let digest = try await Indexer(indexAt: path).digest()
    try damage(kind)
    // A revision that changes a document has to touch it.
    var project = RandomProject()
    project.set("a100", ["en": "lion"])
    try source.publish(project)
    let indexer = Indexer(indexAt: path, now: { 1 })
    let report = try await indexer.apply(source)
    #expect(report.mode == .rebuild)
    try await indexer.verify()
    #expect(try await indexer.search("lion").hits.count == 1)
    #expect(try await indexer.digest() != digest)
    let fresh = Indexer(store: InMemorySearchIndex(), now: { 1 })
    try await fresh.apply(source)
    #expect(try await indexer.digest() == fresh.digest())
  }

  @Test("I-29: documents and postings that disagree are found")
  func documentsAndPostingsThatDisagreeAreFound() async throws {
    let source = try revisions()
    let indexer = Indexer(indexAt: path)
    try await indexer.apply(source)
    try await indexer.verify()
    try sql("UPDATE document_1 SET title = 'lion' WHERE contentID = 'a100'")
    await #expect { try await indexer.verify() } throws: { ($0 as? SearchIndexError)?.code == .damaged }
    #expect(try await indexer.rebuild(from: source).mode == .rebuild)
    try await indexer.verify()
  }

  /// Two processes with the same stale picture: the second one's batch is refused as a whole.
  @Test("I-17: of two writers the one with the older plan is refused")
  func aBatchOfAnOlderEpochIsRefused() async throws {
    let source = try revisions(3)
    let stamp = try #require(try await stamped(source))
    let first = SQLiteSearchIndex(path: path)
    let second = SQLiteSearchIndex(path: path)
    let plan = PendingPlan(mode: .reconcile, target: stamp, base: stamp.link)
    let old = try await first.begin(plan)
    _ = try await second.begin(plan)
    let digest = try await second.digest()
    await #expect {
      try await first.commit(
        IndexBatch(epoch: old, removals: [ItemIdentity(contentID: ContentID("a100")!)], time: 1))
    } throws: { ($0 as? SearchIndexError)?.code == .superseded }
    #expect(try await second.digest() == digest)
  }

  private func stamped(_ source: MemoryRevisions) async throws -> IndexStamp? {
    let store = SQLiteSearchIndex(path: path)
    try await Indexer(store: store).apply(source)
    return try await store.contents().stamp
  }

  /// A plan that did not finish leaves no second generation behind once another one did.
  @Test func noGenerationIsLeftOver() async throws {
    var options = Indexer.Options()
    options.rebuildBatchSize = 5
    let source = try revisions()
    let store = FaultyStore(SQLiteSearchIndex(path: path))
    let indexer = Indexer(store: store, options: options)
    try await indexer.apply(source)
    for _ in 0..<2 {
      await store.fail(after: 3, with: SearchIndexError(.inputOutput, "killed"))
      await #expect(throws: SearchIndexError.self) {
        try await indexer.rebuild(from: source, locale: .exactly(german))
      }
    }
    try await indexer.rebuild(from: source)
    let connection = try SQLiteConnection(path: path, .existing)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'document_%'") == 1)
    #expect(try connection.integer("SELECT count(*) FROM state WHERE key LIKE 'items.%'") == 1)
  }

  /// After a rebuild in another language no text of the old one is in the file or its journal.
  @Test func theOldLanguageIsGoneFromTheFile() async throws {
    var project = RandomProject()
    for number in 0..<300 { project.set("a\(number)", ["en": "Quagga \(number)", "ja": "設定 \(number)"]) }
    let source = try MemoryRevisions(project)
    let indexer = Indexer(indexAt: path)
    try await indexer.apply(source, locale: .exactly(english))
    try await indexer.switchLocale(to: .exactly(japanese), from: source)
    for suffix in ["", "-wal"] {
      let data = (try? Data(contentsOf: URL(fileURLWithPath: path + suffix))) ?? Data()
      #expect(data.range(of: Data("uagga".utf8)) == nil)
    }
  }
}
