import SearchIndex
import TestSupport
import Testing

/// The law of the indexer: however an index came to a revision, it equals one built from nothing there, and exactly
/// the documents that had to be written were.
@Suite struct IndexerPropertyTests {
  private let locale = RandomProject.locales[2]

  private func rebuiltDigest(_ source: MemoryRevisions, _ locale: LanguageTag) async throws -> Digest {
    let indexer = Indexer(store: InMemorySearchIndex(), now: { 2 })
    try await indexer.rebuild(from: source, locale: .exactly(locale))
    return try await indexer.digest()
  }

  private func smallBatches(_ random: inout SeededGenerator) -> Indexer.Options {
    var options = Indexer.Options()
    options.batchSize = 1 + random.below(5)
    options.rebuildBatchSize = 1 + random.below(5)
    return options
  }

  @Test(arguments: 0..<16)
  func anIndexKeptUpToDateEqualsOneBuiltFromNothing(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let stores: [FaultyStore] = [
      FaultyStore(SQLiteSearchIndex(path: folder.file("index.db"))), FaultyStore(InMemorySearchIndex()),
    ]
    let options = smallBatches(&random)
    let indexers = stores.map { Indexer(store: $0, options: options, now: { 1 }) }
    var project = RandomProject(using: &random)
    var indexed = RandomProject()
    var source = MemoryRevisions()
    for step in 0..<8 {
      for _ in 0...random.below(3) {
        try source.publish(project)
        if random.below(4) > 0 { for _ in 0...random.below(6) { project.edit(using: &random) } }
      }
      let published = project
      try source.publish(published)
      let expected = RandomProject.changed(from: indexed, to: published, in: locale)
      for (store, indexer) in zip(stores, indexers) {
        await store.resetCounts()
        let report = try await indexer.apply(source, locale: .exactly(locale))
        let place = "seed \(seed), step \(step), \(report.mode)"
        if step > 0 { #expect(report.mode == .composed, "\(place)") }
        #expect(report.upserted == expected.upserted, "\(place)")
        #expect(report.removed == expected.removed, "\(place)")
        #expect(await store.written == expected.upserted.count, "\(place)")
        #expect(try await indexer.digest() == rebuiltDigest(source, locale), "\(place)")
        try await indexer.verify()

        await store.resetCounts()
        #expect(try await indexer.apply(source).mode == .none)
        #expect(await store.batches == 0, "a second time writes nothing")
        let status = try await indexer.status(comparedWith: source.head)
        #expect(!status.isStale)
        #expect(status.items == published.records.keys.count { published.shown($0, locale) != nil })
      }
      indexed = published
    }
  }

  /// Stopped after any batch, by an error or for good, an index says that it is stale, and the next run, to the same
  /// or to another revision, makes it whole.
  @Test(arguments: 0..<24)
  func aRunThatStopsIsFinishedByTheNext(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let options = smallBatches(&random)
    var project = RandomProject(using: &random)
    var source = MemoryRevisions()
    try source.publish(project)
    var whole = project
    for step in 0..<10 {
      let store = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
      let indexer = Indexer(store: store, options: options, now: { 1 })
      let code: SearchIndexError.Code = random.below(2) == 0 ? .inputOutput : .rejected
      await store.fail(after: random.below(4), with: SearchIndexError(code, "told to"))
      let report = try? await indexer.apply(source, locale: .exactly(locale))
      if let report, !report.failed.isEmpty {
        let status = try await indexer.status(comparedWith: source.head)
        #expect(status.isStale)
        #expect(status.failed == report.failed)
      }
      // Half of the time the revision moves on before the next run, or comes back to what it was.
      if random.below(2) == 0 {
        if random.below(2) == 0 { project = whole } else { project.edit(using: &random) }
        try source.publish(project)
      }
      if random.below(3) > 0 {
        await store.fail(after: 1_000, with: SearchIndexError(code, "never"))
        try await indexer.apply(source, locale: .exactly(locale))
        #expect(
          try await indexer.digest() == rebuiltDigest(source, locale), "seed \(seed), step \(step)")
        try await indexer.verify()
        #expect(!(try await indexer.status(comparedWith: source.head).isStale))
        whole = project
        for _ in 0..<random.below(20) { project.edit(using: &random) }
        try source.publish(project)
      }
    }
  }

  /// What the store of an earlier run has is not written again.
  @Test("I-15: a resumed rebuild writes nothing again that was committed")
  func aResumedRebuildGoesOnWhereItStopped() async throws {
    var random = SeededGenerator(seed: 7)
    let folder = try TemporaryFolder()
    var options = Indexer.Options()
    options.rebuildBatchSize = 2
    let project = RandomProject(using: &random, records: 80)
    var source = MemoryRevisions()
    try source.publish(project)
    let all = RandomProject.changed(from: RandomProject(), to: project, in: locale).upserted
    #expect(all.count > 8)
    let first = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
    await first.fail(after: 3, with: SearchIndexError(.inputOutput, "killed"))
    await #expect(throws: SearchIndexError.self) {
      try await Indexer(store: first, options: options, now: { 1 }).apply(source, locale: .exactly(locale))
    }
    let second = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
    let report = try await Indexer(store: second, options: options, now: { 1 })
      .apply(source, locale: .exactly(locale))
    #expect(report.mode == .rebuild)
    #expect(report.upserted == all, "a rebuild lists all")
    #expect(await second.written == all.count - 6)
  }
}
