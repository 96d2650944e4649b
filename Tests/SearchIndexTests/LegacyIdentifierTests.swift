import Testing

@testable import SearchIndex

@Suite struct LegacyIdentifierTests {
  @Test func templatesAreTakenApart() {
    for template in [
      "{contentID}:{locale}", "{locale}/{contentID}", "app-{contentID}", "x{contentID}@{locale}y",
    ] {
      #expect(LegacyIdentifierFamily(template)?.description == template)
    }
    for template in [
      "", "{locale}", "{contentID}{locale}", "{contentID}-{contentID}", "{locale}:{contentID}:{locale}",
    ] {
      #expect(LegacyIdentifierFamily(template) == nil, "\(template)")
    }
  }

  @Test func namesAreMadeAndRead() {
    let family = LegacyIdentifierFamily("{contentID}:{locale}")!
    let id = ContentID("a:b")!
    #expect(
      family.identifiers(of: id, in: [LanguageTag("pt-BR")!, english]) == [
        "a:b:pt-BR", "a:b:pt_BR", "a:b:en",
      ])
    #expect(family.readings(of: "a:b:pt_BR") == [id])
    #expect(family.readings(of: "a:en:ja") == ids("a:en"), "a tag holds no colon")
    #expect(family.readings(of: "a:123456789012") == [])
    let plain = LegacyIdentifierFamily("app-{contentID}")!
    #expect(plain.identifiers(of: id, in: [english]) == ["app-a:b"])
    #expect(plain.readings(of: "app-a:b") == [id])
    #expect(plain.readings(of: "other") == [])
  }

  @Test("I-32: old names go once the new index is whole, each by itself")
  func i32OldNamesGoLast() async throws {
    var project = RandomProject()
    project.set("article:1", domain: "d", formerIDs: ["article:0"], ["en": "Focus"])
    project.set("article:2", domain: "d", ["en": "Pause"])
    // Today's name of one item looks like an old one of another.
    project.set("article:2:en", domain: "d", ["en": "Not an old name"])
    let source = try MemoryRevisions(project)
    let folder = try TemporaryFolder()
    let path = folder.file("index.db")
    // As an older version of the app left them.
    let old = Indexer(indexAt: path, now: { 1 })
    try await old.apply(source)
    func left(_ id: String) -> SearchableRecord {
      SearchableRecord(contentID: ContentID(id)!, domain: "d", locale: english, title: "old \(id)")
    }
    let names = ["article:1:en", "article:1:de", "article:0:ja", "article:9:en"]
    try await old.upsert(records: names.map(left))

    var options = Indexer.Options()
    options.legacyIdentifiers = [LegacyIdentifierFamily("{contentID}:{locale}")!]
    options.batchSize = 2
    // Nothing goes while the new index is not whole.
    let store = FaultInjectingStore(SQLiteSearchIndex(path: path), FaultInjectingStore.Faults())
    var newer = source
    project.set("article:2", domain: "d", ["en": "Break"])
    try newer.publish(project)
    var faults = FaultInjectingStore.Faults()
    faults.refusedItems = Set(ids("article:2"))
    await store.inject(faults)
    let indexer = Indexer(store: store, options: options, now: { 1 })
    #expect(try await indexer.apply(newer).failed == ids("article:2"))
    #expect(try await indexer.search("old").hits.count == 5)
    await store.heal()
    let report = try await indexer.retryFailed(from: newer)
    #expect(report.removed == ids("article:0:ja", "article:1:de", "article:1:en"))
    let found = try await indexer.search("old").hits.map(\.contentID).sorted()
    #expect(found == ids("article:2:en", "article:9:en"), "another item's name, and what nobody knows")
    await store.resetCounts()
    #expect(try await indexer.apply(newer).mode == .none)
    #expect(await store.batches == 0, "it is remembered that they are gone")
  }
}
