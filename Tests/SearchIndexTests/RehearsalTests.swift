import Synchronization
import Testing
import TextAnalysis

@testable import SearchIndex

/// The rehearsal passes with every index of the package, and names what is wrong with one that is broken.
@Suite struct RehearsalTests {
  private static func revisions() throws -> DraftRevisions {
    var project = RandomProject()
    project.set("a", ["en": "Settings", "ja": "設定", "de": "Einstellungen"], keywords: ["en": ["prefs"]])
    project.set("b", ["en": "Timer", "ja": "タイマー"])
    project.set("c", ["en": "Only English"])
    project.set("d", access: .account, ["en": "Invoices", "ja": "請求書"])
    project.set("e", ["en": "Pause", "ja": "休憩", "de": "Pause machen"])
    project.set("f", ["en": "Shared notes", "ja": "共有メモ"])
    project.set("g", ["en": "Night reading", "ja": "夜の読書"])
    let source = try MemoryRevisions(project)
    return try DraftRevisions { source }
  }

  private func rehearse(
    _ make: @escaping @Sendable (String) throws -> any SearchIndexStore
  ) async throws -> [Rehearsal.Promise: Rehearsal.Row] {
    let rows = await (try Rehearsal(Self.revisions(), makeStore: make, digestElsewhere: nil)).run()
    #expect(rows.map(\.promise) == Rehearsal.Promise.allCases, "every promise is judged, in order")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.promise, $0) })
  }

  @Test func everyPromiseIsKeptOnDisk() async throws {
    let folder = try TemporaryFolder()
    let rows = try await rehearse { SQLiteSearchIndex(path: folder.file($0)) }
    for row in rows.values { #expect(row.verdict == .kept, "\(row.promise): \(row.detail)") }
  }

  @Test func aProjectOfOneLocaleSaysWhatItCannotShow() async throws {
    var project = RandomProject()
    project.set("a", ["en": "Settings"])
    for locale in RandomProject.locales { project.chains[locale] = [locale] }
    let source = try MemoryRevisions(project)
    let folder = try TemporaryFolder()
    let rehearsal = try Rehearsal(
      DraftRevisions { source }, makeStore: { SQLiteSearchIndex(path: folder.file($0)) }, digestElsewhere: nil
    )
    let rows = await rehearsal.run()
    #expect(!rows.contains { $0.verdict == .broken }, "\(rows.filter { $0.verdict == .broken })")
    let others = rows.filter { $0.verdict == .notApplicable }
    #expect(others.contains { $0.promise == .switched })
    #expect(others.contains { $0.promise == .accountChange })
    #expect(others.allSatisfy { !$0.detail.isEmpty })
  }

  @Test(arguments: BrokenStore.Flaw.allCases)
  func aBrokenIndexIsNamedByThePromiseItBreaks(flaw: BrokenStore.Flaw) async throws {
    let folder = try TemporaryFolder()
    // What a flaw remembers outlives a restart, unless forgetting is the flaw.
    let stores = Mutex<[String: BrokenStore]>([:])
    let rows = try await rehearse { name in
      stores.withLock { known in
        if flaw != .forgetsAtRestart, let store = known[name] { return store }
        let store = BrokenStore(path: folder.file(name), flaw)
        known[name] = store
        return store
      }
    }
    let broken = rows.values.filter { $0.verdict == .broken }
    #expect(rows[flaw.promise]?.verdict == .broken, "\(flaw): \(rows[flaw.promise]!.detail)")
    #expect(broken.allSatisfy { !$0.detail.isEmpty })
    for row in broken {
      for text in ["Settings", "設定", "Timer", "Invoices"] { #expect(!row.detail.contains(text)) }
    }
  }
}

/// An index that does one thing wrong.
actor BrokenStore: ForwardingSearchIndexStore {
  enum Flaw: CaseIterable, Sendable {
    case losesADocument, ignoresRemovals, keepsTheOldLanguage, findsTwice, forgetsAtRestart
    case stampsTooEarly, takesNoUpdates, purgesNothing, purgesByPrefix, forgetsPurges,
      takesBatchesDuringAPurge
    case ignoresEpochs, losesRecords, writesEverythingAgain, losesTheStamp, refusesWholeBatches

    /// What it must be told by.
    var promise: Rehearsal.Promise {
      switch self {
      case .losesADocument: .complete
      case .ignoresRemovals: .ownItems
      case .keepsTheOldLanguage: .oldTerms
      case .findsTwice: .noDuplicates
      case .forgetsAtRestart: .coldStart
      case .stampsTooEarly: .failure
      case .takesNoUpdates: .onlyAffected
      case .purgesNothing: .purge
      case .purgesByPrefix: .accounts
      case .forgetsPurges: .purgeFirst
      case .takesBatchesDuringAPurge: .purgeFirst
      case .ignoresEpochs: .twoWriters
      case .losesRecords: .ownItems
      case .writesEverythingAgain: .onlyAffected
      case .losesTheStamp: .olderRevision
      case .refusesWholeBatches: .refusedItem
      }
    }
  }

  let base: any SearchIndexStore
  private let flaw: Flaw
  private let opening = UInt64.random(in: 0...UInt64.max)
  private var everything: [ItemIdentity: SearchableItem] = [:]

  init(path: String, _ flaw: Flaw) {
    base = SQLiteSearchIndex(path: path)
    self.flaw = flaw
  }

  func contents() async throws(SearchIndexError) -> IndexContents {
    var contents = try await base.contents()
    if flaw == .losesTheStamp { contents.stamp?.revision -= 1 }
    return contents
  }

  func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    var batch = batch
    switch flaw {
    case .losesADocument: batch.upserts = Array(batch.upserts.dropLast(batch.upserts.count > 1 ? 1 : 0))
    case .ignoresRemovals: batch.removals = []
    case .takesNoUpdates where batch.generation == .active: batch.upserts = []
    case .stampsTooEarly where batch.stamp == nil:
      batch.stamp = try await base.contents().pending?.target
    case .takesBatchesDuringAPurge:
      batch.purgeMark = nil
      _ = try await base.purge()
    case .ignoresEpochs: batch.epoch = nil
    case .losesRecords: batch.upserts.removeAll { $0.origin == .literal && batch.generation == .building }
    case .writesEverythingAgain where batch.generation == .active && batch.stamp != nil:
      // Reports and writes once more what it has.
      let states = try await base.projectionStates(in: .active, after: nil, limit: 100)
      let known = states.compactMap { everything[$0.identity] }
      batch.upserts += known.filter { item in !batch.upserts.contains { $0.identity == item.identity } }
      batch.rewritesEqualItems = true
    case .refusesWholeBatches where batch.upserts.count > 1 && batch.upserts.count < 3:
      throw SearchIndexError(.unavailable, "not now")
    default: break
    }
    for item in batch.upserts where flaw != .keepsTheOldLanguage || everything[item.identity] == nil {
      everything[item.identity] = item
    }
    return try await base.commit(batch)
  }

  func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    var hits = try await base.search(query, limit: limit)
    if flaw == .findsTwice { hits += hits }
    if flaw == .keepsTheOldLanguage {
      for item in everything.values where query.matches(item.analyzed.fields.map(Array.init)) {
        let projection = item.projection
        hits.append(
          SearchHit(
            contentID: projection.contentID, domain: projection.domain, title: projection.title.text.string,
            score: 1))
      }
    }
    return hits
  }

  func request(_ purge: PurgeRequest) async throws(SearchIndexError) {
    if flaw == .forgetsPurges { return }
    try await base.request(purge)
  }

  func purge() async throws(SearchIndexError) -> [ItemIdentity] {
    let requests = try await base.contents().purges
    guard flaw == .purgesNothing || flaw == .purgesByPrefix else { return try await base.purge() }
    if flaw == .purgesByPrefix {
      for case .account(let name) in requests {
        let states = try await base.projectionStates(in: .active, after: nil, limit: 1_000)
        for account in Set(states.map(\.identity.account)) where account.string.hasPrefix(name.string) {
          try await base.request(.account(account))
        }
      }
      return try await base.purge()
    }
    // Takes the request off its list and leaves the items where they are.
    let kept = everything
    let removed = try await base.purge()
    _ = try await base.commit(
      IndexBatch(epoch: nil, upserts: removed.compactMap { kept[$0] }, time: 0))
    return removed
  }

  func digest() async throws(SearchIndexError) -> Digest {
    // Another answer each time it is opened again.
    flaw == .forgetsAtRestart
      ? Digest(of: Array("\(opening)".utf8)) : try await base.digest()
  }
}
