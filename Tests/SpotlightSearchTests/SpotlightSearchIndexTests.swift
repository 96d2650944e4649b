import CoreSpotlightStub
import Foundation
import SearchIndex
import TestSupport
import Testing

@testable import SpotlightSearch

/// What the system's index holds follows what the ledger says, whatever happens in between.
@Suite struct SpotlightSearchIndexTests {
  private let english = LanguageTag("en")!
  private let japanese = LanguageTag("ja")!

  private func stamp(_ revision: Int, _ locale: LanguageTag) -> IndexStamp {
    let digest = Digest(of: Array("\(revision)".utf8))
    return IndexStamp(
      lineage: "l", revision: revision, head: digest, content: digest, ledger: digest, sourceRevision: 1,
      locale: locale, localeReason: .fallback, chain: [locale])
  }

  private func item(_ id: String, _ title: String, _ locale: LanguageTag) -> SearchableItem {
    let record = SearchableRecord(
      contentID: ContentID(id)!, domain: "articles", locale: locale, title: title, description: "about",
      keywords: ["one", "two"])
    return SearchableItemBuilder(locale: locale).item(record, origin: .app)
  }

  private func titles(_ system: CSSearchableIndex) -> [String: String] {
    system.items.mapValues { $0.attributeSet.title ?? "" }
  }

  /// Builds anew, in one plan.
  private func rebuild(
    _ index: SpotlightSearchIndex, _ stamp: IndexStamp, _ batches: [[SearchableItem]]
  ) async throws {
    let base = try await index.contents().stamp?.link
    let epoch = try await index.begin(PendingPlan(mode: .rebuild, target: stamp, base: base))
    for (number, items) in batches.enumerated() {
      let isLast = number == batches.count - 1
      _ = try await index.commit(
        IndexBatch(
          generation: .building, epoch: epoch, upserts: items, stamp: isLast ? stamp : nil, time: 1))
    }
  }

  // The system's object is looked at from outside of the actor, between calls.
  private func make() -> (SpotlightSearchIndex, CSSearchableIndex, InMemorySearchIndex) {
    nonisolated(unsafe) let system = CSSearchableIndex(name: "test", protectionClass: nil)
    let ledger = InMemorySearchIndex()
    return unsafe (SpotlightSearchIndex(index: system, ledger: ledger, form: .plain), system, ledger)
  }

  @Test func anItemSaysWhatTheProjectionSays() throws {
    let item = SpotlightSearchIndex.item(item("article:1", "Timer", english))
    #expect(item.uniqueIdentifier == "article:1")
    #expect(item.domainIdentifier == "~.articles~")
    #expect(item.expirationDate == .distantFuture)
    #expect(!item.isUpdate)
    let attributes = item.attributeSet
    #expect(attributes.title == "Timer" && attributes.displayName == "Timer")
    #expect(attributes.contentDescription == "about")
    #expect(attributes.keywords == ["one", "two"])
    #expect(attributes.languages == ["en"])
    #expect(attributes.contentType == "public.content")
    #expect(attributes.accountIdentifier == nil)
  }

  @Test func aRebuildReplacesInPlaceAndDeletesWhatIsLeftOver() async throws {
    let (index, system, _) = make()
    try await rebuild(
      index, stamp(1, english),
      [[item("a", "A", english), item("b", "B", english)], [item("c", "C", english)]])
    #expect(titles(system) == ["a": "A", "b": "B", "c": "C"])
    try await rebuild(index, stamp(1, japanese), [[item("a", "あ", japanese)], [item("c", "う", japanese)]])
    #expect(titles(system) == ["a": "あ", "c": "う"])
    #expect(try await index.contents().isWhole)
    #expect(try await index.contents().items == 2)
  }

  @Test func anIndexThatTheSystemLostOrSomebodyElseWroteIsNotWhole() async throws {
    let (index, system, _) = make()
    try await rebuild(index, stamp(1, english), [[item("a", "A", english)]])
    #expect(try await index.contents().isWhole)
    system.wipe()
    #expect(!(try await index.contents().isWhole))
    system.beginBatch()
    system.endBatch(withClientState: Data("somebody else".utf8), completionHandler: nil)
    #expect(!(try await index.contents().isWhole))
    try await rebuild(index, stamp(1, english), [[item("a", "A", english)]])
    #expect(try await index.contents().isWhole)
  }

  @Test func whatTheSystemRefusedIsDoubtfulUntilItIsGivenAgain() async throws {
    let (index, system, ledger) = make()
    try await rebuild(index, stamp(1, english), [[item("a", "A", english)]])
    let (before, after) = (stamp(1, english), stamp(2, english))
    let epoch = try await index.contents().epoch
    let batch = IndexBatch(epoch: epoch, upserts: [item("a", "A2", english)], stamp: after, time: 1)
    system.faults.errors = [CSIndexError(.quotaExceeded)]
    await #expect { _ = try await index.commit(batch) } throws: {
      let error = $0 as? SearchIndexError
      return error?.code == .unavailable && error?.underlyingCode == -1004
    }
    let contents = try await index.contents()
    #expect(contents.stamp == before)
    #expect(contents.isWhole)
    #expect(contents.pending?.failures.map(\.identity.uniqueIdentifier) == ["a"])

    var again = batch
    again.epoch = contents.epoch
    _ = try await index.commit(again)
    #expect(titles(system) == ["a": "A2"])
    #expect(try await ledger.contents().pending == nil)
    #expect(try await index.contents().stamp == after)
  }

  /// After an abandoned rebuild the next plan deletes what only that one had brought.
  @Test func anAbandonedRebuildLeavesNothing() async throws {
    let (index, system, _) = make()
    try await rebuild(index, stamp(1, english), [[item("a", "A", english)]])
    let base = try await index.contents().stamp?.link
    let epoch = try await index.begin(PendingPlan(mode: .rebuild, target: stamp(2, japanese), base: base))
    _ = try await index.commit(
      IndexBatch(generation: .building, epoch: epoch, upserts: [item("x", "エ", japanese)], time: 1))
    #expect(!(try await index.contents().isWhole), "half of it is Japanese now")
    try await rebuild(index, stamp(1, english), [[item("a", "A", english)]])
    #expect(titles(system) == ["a": "A"])
  }

  @Test func aChangeWithoutAPlanIsClosedAtOnce() async throws {
    let (index, system, ledger) = make()
    try await rebuild(index, stamp(1, english), [[item("a", "A", english), item("b", "B", english)]])
    let outcome = try await index.commit(
      IndexBatch(epoch: nil, removals: [ItemIdentity(contentID: ContentID("b")!)], time: 1))
    #expect(outcome.removed.map(\.uniqueIdentifier) == ["b"])
    #expect(titles(system) == ["a": "A"])
    #expect(try await ledger.contents().pending == nil)
    #expect(try await index.contents().isWhole)
    let empty = make().0
    await #expect { _ = try await empty.commit(IndexBatch(epoch: nil, time: 1)) } throws: {
      ($0 as? SearchIndexError)?.code == .noIndex
    }
  }

  @Test func theClientStateFitsAndIsReadBack() throws {
    let state = SpotlightClientState(
      link: Head.Link(revision: CanonicalJSON.largestInteger, head: Digest(of: [])), epoch: .max)
    #expect(state.data.count <= 250)
    #expect(SpotlightClientState(state.data) == state)
    for text in ["", "assets/2 1 1 \(Digest(of: []))", "assets/1 1 1 xyz", "assets/1 1"] {
      #expect(SpotlightClientState(Data(text.utf8)) == nil)
    }
  }

  /// The stub keeps the documented rules, or its tests would mean nothing.
  @Test func theStubDeletesDomainsAsTreesAndForgetsItsStateWithEverything() {
    let system = CSSearchableIndex(name: "test")
    func add(_ id: String, _ domain: String, isUpdate: Bool = false) {
      let item = CSSearchableItem(
        uniqueIdentifier: id, domainIdentifier: domain,
        attributeSet: CSSearchableItemAttributeSet(contentType: .content))
      item.isUpdate = isUpdate
      system.indexSearchableItems([item], completionHandler: nil)
    }
    add("1", "a")
    add("2", "a.b")
    add("3", "ab")
    add("4", "a", isUpdate: true)
    #expect(system.items.keys.sorted() == ["1", "2", "3"])
    system.deleteSearchableItems(withDomainIdentifiers: ["a"], completionHandler: nil)
    #expect(system.items.keys.sorted() == ["3"])
    system.beginBatch()
    system.endBatch(withClientState: Data(count: 251)) {
      #expect(($0 as? CSIndexError)?.code == .invalidClientStateError)
    }
    system.endBatch(withClientState: Data()) { #expect(($0 as? CSIndexError)?.code == .unknownError) }
  }
}
