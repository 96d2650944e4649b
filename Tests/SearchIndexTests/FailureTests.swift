import Testing

@testable import SearchIndex

/// Items that an index refuses: found out one by one, kept, tried again from a trigger, and not for ever.
@Suite struct FailureTests {
  private let folder: TemporaryFolder
  private let store: FaultInjectingStore
  private let indexer: Indexer
  private var project = RandomProject()

  init() throws {
    folder = try TemporaryFolder()
    store = FaultInjectingStore(
      SQLiteSearchIndex(path: folder.file("index.db")), FaultInjectingStore.Faults())
    var options = Indexer.Options()
    (options.batchSize, options.rebuildBatchSize, options.maximumAttempts) = (8, 8, 3)
    indexer = Indexer(store: store, options: options, now: { 1 })
    for number in 0..<20 { project.set("a\(10 + number)", ["en": "Title \(number)"]) }
  }

  private func refuse(_ names: String...) async {
    var faults = FaultInjectingStore.Faults()
    faults.refusedItems = Set(names.map { ContentID($0)! })
    await store.inject(faults)
  }

  @Test("I-16: what failed is named exactly, and nothing else is written twice")
  func aPoisonedItemDoesNotTakeItsBatchAlong() async throws {
    await refuse("a13", "a27")
    let source = try MemoryRevisions(project)
    let report = try await indexer.apply(source)
    #expect(report.failed == ids("a13", "a27"))
    #expect(report.upserted.count == 18)
    #expect(await store.written.count == 18, "nothing is written twice")
    let status = try await indexer.status(comparedWith: source.head)
    #expect(status.isStale && status.failed == ids("a13", "a27"))
    #expect(status.locale == nil, "there is no whole index yet")

    await store.heal()
    await store.resetCounts()
    let retry = try await indexer.retryFailed(from: source)
    #expect(retry.failed == [])
    #expect(await store.written.sorted() == ids("a13", "a27"))
    #expect(try await indexer.status(comparedWith: source.head).items == 20)
    #expect(try await indexer.retryFailed(from: source).mode == .none)
    let fresh = Indexer(store: InMemorySearchIndex(), now: { 1 })
    try await fresh.apply(source)
    #expect(try await indexer.digest() == fresh.digest())
  }

  @Test func aBatchThatIsNotTakenNowIsKeptAndTheOthersGoOn() async throws {
    var faults = FaultInjectingStore.Faults()
    faults.unavailableBatch = 2
    await store.inject(faults)
    let source = try MemoryRevisions(project)
    let report = try await indexer.apply(source)
    #expect(report.failed.count == 8)
    #expect(report.upserted.count == 12)
    await store.heal()
    await store.resetCounts()
    #expect(try await indexer.apply(source).failed == [])
    #expect(await store.written.count == 8)
  }

  @Test mutating func whatIsRefusedAgainAndAgainIsTriedOnlySoOften() async throws {
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    project.set("a13", ["en": "Poison"])
    try source.publish(project)
    await refuse("a13")
    for attempt in 1...3 {
      #expect(try await indexer.retryFailedOrApply(source).failed == ids("a13"))
      let pending = try await store.contents().pending
      #expect(pending?.failures.map(\.attempts) == [attempt])
      #expect(pending?.failures.first?.code == 2)
    }
    await store.heal()
    await store.resetCounts()
    #expect(try await indexer.retryFailed(from: source).failed == ids("a13"))
    #expect(await store.written.isEmpty, "tried often enough")
    #expect(try await indexer.status(comparedWith: source.head).isStale)
    #expect(try await indexer.retryFailed(from: source, beyondLimit: true).failed == [])
    #expect(await store.written == ids("a13"))
    #expect(!(try await indexer.status(comparedWith: source.head).isStale))
  }

  @Test mutating func aChangeOfARefusedItemIsTriedAnew() async throws {
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    project.set("a13", ["en": "Poison"])
    try source.publish(project)
    await refuse("a13")
    for _ in 1...3 { _ = try await indexer.retryFailedOrApply(source) }
    await store.heal()
    project.set("a13", ["en": "Medicine"])
    try source.publish(project)
    #expect(try await indexer.apply(source).failed == [])
    #expect(try await indexer.search("medicine").hits.count == 1)
  }

  @Test func aSingleChangeThatFailsMakesTheIndexStale() async throws {
    let source = try MemoryRevisions(project)
    try await indexer.apply(source)
    await refuse("a13")
    let report = try await indexer.upsert(contentIDs: ids("a12", "a13", "a14"), from: source)
    #expect(report.failed == ids("a13"))
    #expect(report.upserted == ids("a12", "a14"))
    #expect(try await indexer.status(comparedWith: source.head).failed == ids("a13"))
    await store.heal()
    #expect(try await indexer.retryFailed(from: source).upserted == ids("a13"))
    #expect(!(try await indexer.status(comparedWith: source.head).isStale))
  }

  @Test func whatIsMarkedStaleIsComparedAndWhatIsAskedForIsWritten() async throws {
    let source = try MemoryRevisions(project)
    try await indexer.apply(source)
    try await indexer.remove(contentIDs: ids("a15"))
    #expect(try await indexer.apply(source).mode == .none)
    try await indexer.markStale()
    #expect(try await indexer.status(comparedWith: source.head).isStale)
    let report = try await indexer.apply(source)
    #expect(report.mode == .reconcile)
    #expect(report.upserted == ids("a15"), "a comparison brings it back")

    await store.resetCounts()
    try await indexer.markStale(identifiers: ["a16", "gone", "\u{1F}"])
    try await indexer.markStale(identifiers: ["a17"])
    #expect(try await indexer.apply(source).upserted == ids("a16", "a17"))
    #expect(await store.written.sorted() == ids("a16", "a17"))
  }
}

extension Indexer {
  /// What an app's trigger does.
  fileprivate func retryFailedOrApply(_ source: MemoryRevisions) async throws -> IndexReport {
    let hasFailed = try await !status().failed.isEmpty
    return hasFailed ? try await retryFailed(from: source) : try await apply(source)
  }
}
