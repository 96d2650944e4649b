import CoreSpotlightStub
import Foundation
import SearchIndex
import Synchronization
import Testing

@testable import SpotlightSearch

/// What the system may do to its index, and what comes of it.
@Suite struct SpotlightDelegateTests {
  private let english = LanguageTag("en")!

  // The system's object is looked at from outside of the actor, between calls.
  private func make(
    _ form: SpotlightSearchIndex.BatchForm = .plain
  ) -> (Indexer, SpotlightSearchIndex, CSSearchableIndex) {
    nonisolated(unsafe) let system = CSSearchableIndex(name: "test", protectionClass: nil)
    let store = unsafe SpotlightSearchIndex(index: system, ledger: InMemorySearchIndex(), form: form)
    var options = Indexer.Options()
    (options.batchSize, options.rebuildBatchSize) = (2, 2)
    return unsafe (Indexer(store: store, options: options, now: { 1 }), store, system)
  }

  private func source(_ titles: [String: String]) throws -> TitleRevisions {
    var source = TitleRevisions()
    try source.publish([english: titles])
    return source
  }

  private func titles(_ system: CSSearchableIndex) -> [String: String] {
    system.items.mapValues { $0.attributeSet.title ?? "" }
  }

  private func ids(_ names: String...) -> [ContentID] { names.map { ContentID($0)! } }

  @Test("I-30: items that are asked for are written, those that are gone deleted, after it was noted")
  func someItemsAreAskedFor() async throws {
    let (indexer, store, system) = make()
    let source = try source(["a": "A", "b": "B", "c": "C"])
    try await indexer.apply(source)
    system.deleteSearchableItems(withIdentifiers: ["a", "b"], completionHandler: nil)
    let needs = Mutex(0)
    let delegate = SpotlightDelegate(indexer, store) { needs.withLock { $0 += 1 } }
    system.indexDelegate = delegate
    await withCheckedContinuation { continuation in
      system.indexDelegate?.searchableIndex(
        system, reindexSearchableItemsWithIdentifiers: ["a", "gone"],
        acknowledgementHandler: { continuation.resume() })
    }
    // Acknowledged, so it is durable.
    let status = try await indexer.status()
    #expect(status.isStale && status.failed == ids("a", "gone"))
    try await indexer.apply(source)
    #expect(titles(system) == ["a": "A", "c": "C"], "what was not asked for is the system's affair")
    #expect(try await indexer.apply(source).mode == .none)
    while needs.withLock({ $0 }) == 0 { await Task.yield() }
  }

  @Test func everythingIsAskedFor() async throws {
    let (indexer, store, system) = make()
    let source = try source(["a": "A", "b": "B", "c": "C"])
    try await indexer.apply(source)
    system.wipe()
    let delegate = SpotlightDelegate(indexer, store) {}
    await withCheckedContinuation { continuation in
      delegate.searchableIndex(
        system, reindexAllSearchableItemsWithAcknowledgementHandler: { continuation.resume() })
    }
    #expect(try await indexer.apply(source).mode == .rebuild)
    #expect(titles(system) == ["a": "A", "b": "B", "c": "C"])
    #expect(try await indexer.apply(source).mode == .none)
  }

  @Test func whatCannotBeNotedIsNotAcknowledged() async throws {
    let ledger = FailingLedger()
    nonisolated(unsafe) let system = CSSearchableIndex(name: "test")
    let store = unsafe SpotlightSearchIndex(index: system, ledger: ledger, form: .plain)
    let indexer = Indexer(store: store, now: { 1 })
    try await indexer.apply(source(["a": "A"]))
    await ledger.die(after: 0)
    let acknowledged = Mutex(false)
    let events = Mutex(0)
    let delegate = SpotlightDelegate(indexer, store) { events.withLock { $0 += 1 } }
    unsafe delegate.searchableIndex(
      system, reindexSearchableItemsWithIdentifiers: ["a"],
      acknowledgementHandler: { acknowledged.withLock { $0 = true } })
    for _ in 0..<1_000 { await Task.yield() }
    #expect(!acknowledged.withLock { $0 }, "so the system asks again")
    #expect(events.withLock { $0 } == 0)
  }

  @Test(arguments: [SpotlightSearchIndex.BatchForm.plain, .fenced])
  func aRefusedItemIsFoundAmongOthers(form: SpotlightSearchIndex.BatchForm) async throws {
    let (indexer, _, system) = make(form)
    let source = try source(["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"])
    system.faults.refusedIdentifiers = ["c"]
    let report = try await indexer.apply(source)
    #expect(report.failed == ids("c"))
    #expect(titles(system).keys.sorted() == ["a", "b", "d", "e"])
    system.faults.refusedIdentifiers = []
    #expect(try await indexer.retryFailed(from: source).failed == [])
    #expect(titles(system).count == 5)
    #expect(!(try await indexer.status(comparedWith: source.head).isStale))
  }

  @Test func aBatchThatIsNotTakenNowIsGivenAgain() async throws {
    let (indexer, _, system) = make()
    let source = try source(["a": "A", "b": "B", "c": "C"])
    system.faults.errors = [CSIndexError(.quotaExceeded)]
    #expect(try await indexer.apply(source).failed == ids("a", "b"))
    #expect(titles(system) == ["c": "C"])
    #expect(try await indexer.apply(source).failed == [])
    #expect(titles(system).count == 3)
  }

  @Test func ofTwoProcessesOneIsFencedOff() async throws {
    let (indexer, store, system) = make(.fenced)
    let first = try source(["a": "A", "b": "B"])
    try await indexer.apply(first)
    // Another process ends a batch in between.
    system.beginBatch()
    system.endBatch(withClientState: Data("somebody else".utf8), completionHandler: nil)
    var second = first
    try second.publish([english: ["a": "A2", "b": "B"]])
    // One that looked before the other wrote.
    let removal = IndexBatch(epoch: nil, removals: [ItemIdentity(contentID: ContentID("a")!)], time: 1)
    await #expect { try await store.commit(removal) } throws: {
      ($0 as? SearchIndexError)?.code == .superseded
    }
    // One that looks now.
    await #expect { try await indexer.upsert(contentIDs: ids("a"), from: second) } throws: {
      ($0 as? SearchIndexError)?.code == .noIndex
    }
    #expect(titles(system)["a"] == "A")
    #expect(try await indexer.apply(second).mode == .rebuild, "it is not the ledger's index any more")
    #expect(titles(system) == ["a": "A2", "b": "B"])
  }

  @Test func aSlowSystemIsWaitedFor() async throws {
    let (indexer, _, system) = make()
    system.faults.delay = .milliseconds(20)
    try await indexer.apply(source(["a": "A", "b": "B", "c": "C"]))
    #expect(titles(system).count == 3)
  }

  @Test func aLostClientStateIsALostIndex() async throws {
    let (indexer, _, system) = make()
    let source = try source(["a": "A"])
    try await indexer.apply(source)
    system.loseClientState()
    #expect(try await indexer.apply(source).mode == .rebuild)
  }

  @Test("I-25: a purge reaches the system's index, by name and by domain, and no other account")
  func purges() async throws {
    let (indexer, store, system) = make()
    try await indexer.apply(source(["a": "A"]))
    func record(_ account: ExactString) -> SearchableRecord {
      SearchableRecord(
        account: account, contentID: ContentID("n")!, domain: "notes", locale: english, title: "N")
    }
    try await indexer.upsert(records: [record("a1"), record("a10"), record("")])
    // What only the system knows of: the ledger was thrown away once.
    system.indexSearchableItems([SpotlightSearchIndex.item(orphan("a1"))], completionHandler: nil)
    #expect(titles(system).count == 5)
    // Not while the system does not answer, and then at the next start.
    system.faults.errors = [CSIndexError(.remoteConnectionError)]
    await #expect(throws: SearchIndexError.self) { try await indexer.remove(account: "a1") }
    #expect(try await indexer.status().pendingPurges == 1)
    let restarted = Indexer(store: store, now: { 1 })
    try await restarted.purgePending()
    #expect(titles(system).keys.sorted() == ["a", "a10\u{1F}n", "n"])
    try await restarted.purge(.everything)
    #expect(titles(system).isEmpty)
  }

  /// The ledger was thrown away once; of each account that it knows, the system forgets the domain.
  @Test("I-25: a purge of a domain reaches what only the system knows, whosever it is")
  func purgesADomainOfEveryAccount() async throws {
    let (indexer, _, system) = make()
    func record(_ account: ExactString) -> SearchableRecord {
      SearchableRecord(
        account: account, contentID: ContentID("n")!, domain: "notes", locale: english, title: "N")
    }
    try await indexer.apply(source(["a": "A"]))
    try await indexer.upsert(records: [record("a1"), record("")])
    for account in ["a1", ""] as [ExactString] {
      system.indexSearchableItems([SpotlightSearchIndex.item(orphan(account))], completionHandler: nil)
    }
    try await indexer.purge(.domain("x"))
    #expect(titles(system).keys.sorted() == ["a", "a1\u{1F}n", "n"])
    try await indexer.purge(.domain("notes"))
    #expect(titles(system).keys.sorted() == ["a"])
  }

  private func orphan(_ account: ExactString) -> SearchableItem {
    SearchableItemBuilder(locale: english).item(
      SearchableRecord(
        account: account, contentID: ContentID("orphan")!, domain: "x", locale: english, title: "O"),
      origin: .literal)
  }
}
