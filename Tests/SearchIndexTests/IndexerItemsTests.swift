import SearchIndex
import Testing

/// Single items, by name, and the app's own.
@Suite struct IndexerItemsTests {
  private let folder: TemporaryFolder
  private let store: FaultyStore
  private let source: MemoryRevisions

  init() throws {
    folder = try TemporaryFolder()
    store = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
    var project = RandomProject()
    project.set("a", domain: "a1", ["en": "Settings"])
    project.set("b", domain: "a10", ["en": "Timer"])
    project.set("c", domain: "a1", ["en": "Pause"])
    source = try MemoryRevisions(project)
  }

  @Test func itemsAreWrittenAgainAsTheIndexedRevisionHasThem() async throws {
    let indexer = Indexer(store: store, now: { 1 })
    try await indexer.apply(source)
    let digest = try await indexer.digest()
    var newer = source
    var project = RandomProject()
    project.set("a", domain: "a1", ["en": "Preferences"])
    try newer.publish(project)
    try await indexer.remove(contentIDs: ids("a"))
    let report = try await indexer.upsert(contentIDs: ids("a", "b", "x"), from: newer)
    #expect(report.mode == .delta)
    #expect(report.upserted == ids("a", "b"), "asked for, so written, differing or not")
    #expect(report.removed == [])
    #expect(try await indexer.digest() == digest, "nothing of the newer revision comes in")
    // What comes later is right all the same.
    #expect(try await indexer.apply(newer).upserted == ids("a"))
  }

  @Test func aDomainIsRemovedWithoutThoseThatBeginLikeIt() async throws {
    let indexer = Indexer(store: store, now: { 1 })
    try await indexer.apply(source)
    #expect(try await indexer.remove(domain: "a1").removed == ids("a", "c"))
    #expect(try await indexer.search("timer").hits.count == 1)
    #expect(try await indexer.remove(domain: "a1").mode == .none)
    #expect(try await indexer.remove(contentIDs: ids("zzz")).removed == [])
    try await indexer.verify()
  }

  @Test func withoutAnIndexOrASourceThereIsNothingToDo() async throws {
    let indexer = Indexer(store: store, now: { 1 })
    await #expect { try await indexer.remove(contentIDs: ids("a")) } throws: {
      ($0 as? SearchIndexError)?.code == .noIndex
    }
    try await indexer.apply(source)
    await #expect { try await indexer.upsert(contentIDs: ids("a")) } throws: {
      ($0 as? SearchIndexError)?.code == .noSource
    }
  }

  private struct Notes: SearchableSourceProvider {
    var titles: [String: String]

    func identities(after identity: ItemIdentity?, limit: Int) async throws -> [ItemIdentity] {
      let all = titles.keys.compactMap { ContentID($0) }.sorted().map { ItemIdentity(contentID: $0) }
      return Array(all.filter { identity == nil || identity! < $0 }.prefix(limit))
    }

    func record(_ identity: ItemIdentity, chain: [LanguageTag]) async throws -> SearchableRecord? {
      titles[identity.contentID.description].map {
        SearchableRecord(
          contentID: identity.contentID, domain: "notes", locale: chain[0], title: $0, keywords: ["note"])
      }
    }
  }

  @Test func theAppsOwnRecordsStayThroughUpdatesAndRebuilds() async throws {
    var options = Indexer.Options()
    options.batchSize = 1
    let indexer = Indexer(
      store: store, provider: Notes(titles: ["n1": "Shopping", "n2": "Travel"]), options: options, now: { 1 })
    let report = try await indexer.apply(source)
    #expect(report.upserted == ids("a", "b", "c", "n1", "n2"))
    #expect(try await indexer.search("note").hits.map(\.contentID).sorted() == ids("n1", "n2"))

    var newer = source
    try newer.publish(RandomProject())
    #expect(try await indexer.apply(newer.forgetting(1...1), origin: .authority).mode == .reconcile)
    #expect(try await indexer.search("shopping").hits.count == 1)
    #expect(try await indexer.search("settings").hits.count == 0)

    let changed = Indexer(store: store, provider: Notes(titles: ["n1": "Groceries"]), now: { 1 })
    let update = try await changed.upsert(contentIDs: ids("n1", "n2"))
    #expect(update.upserted == ids("n1"))
    #expect(update.removed == ids("n2"))
    #expect(try await changed.search("groceries").hits.map(\.domain) == ["notes"])
    try await changed.verify()
  }
}
