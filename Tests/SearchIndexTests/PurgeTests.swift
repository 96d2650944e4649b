import Foundation
import TestSupport
import Testing

@testable import SearchIndex

/// Forgetting: first, durably, without anything but the index, and down to the bytes.
@Suite struct PurgeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("index.db")
  }

  private func record(
    _ id: String, _ title: String, account: ExactString = "", domain: String = "notes",
    keywords: [String] = []
  ) -> SearchableRecord {
    SearchableRecord(
      account: account, contentID: ContentID(id)!, domain: domain, locale: english, title: title,
      description: "about \(title)", keywords: keywords)
  }

  private func source(_ count: Int = 40) throws -> MemoryRevisions {
    var project = RandomProject()
    for number in 0..<count {
      project.set("a\(100 + number)", domain: "d1", ["en": "zebra number \(number)"])
    }
    project.set("b", domain: "d10", ["en": "lonely"])
    return try MemoryRevisions(project)
  }

  private func occurrences(_ text: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].filter { suffix in
      let data = (try? Data(contentsOf: URL(fileURLWithPath: path + suffix))) ?? Data()
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("I-26: after a purge no byte of database, journal or WAL holds what only the purged items had")
  func i26NoByteIsLeft() async throws {
    for seed in 0..<UInt64(caseCount(full: 200)) {
      var random = SeededGenerator(seed: seed)
      let folder = try TemporaryFolder()
      let path = folder.file("index.db")
      var options = Indexer.Options()
      options.batchSize = 1 + random.below(20)
      let indexer = Indexer(indexAt: path, options: options, now: { 1 })
      try await indexer.apply(source(random.below(60)))
      // Secrets that nothing else holds, written, changed, removed and written again before they are purged.
      var secrets: [String] = []
      for step in 0..<(2 + random.below(6)) {
        let words = (0..<(1 + random.below(30))).map { "xq\(seed)s\(step)w\($0)xq" }
        secrets += words
        try await indexer.upsert(records: [
          record(
            "secret\(step % 3)", words.joined(separator: " "), account: "eve", keywords: ["kw" + words[0]])
        ])
        if random.below(3) == 0 { try await indexer.remove(contentIDs: ids("secret0"), account: "eve") }
        if random.below(4) == 0 {
          try await indexer.rebuild(from: source(random.below(60)), origin: .authority)
        }
      }
      let before = try await indexer.search("zebra").hits.map(\.contentID)
      switch random.below(3) {
      case 0: try await indexer.remove(account: "eve")
      case 1: try await indexer.purge(.domain("notes"))
      default:
        try await indexer.purge(
          .items((0..<3).map { ItemIdentity(account: "eve", contentID: ContentID("secret\($0)")!) }))
      }
      #expect(try await indexer.search("zebra").hits.map(\.contentID) == before)
      try await indexer.verify()
      for suffix in ["", "-wal", "-shm", "-journal"] {
        let data = (try? Data(contentsOf: URL(fileURLWithPath: path + suffix))) ?? Data()
        for secret in secrets where data.range(of: Data(secret.utf8)) != nil {
          Issue.record("seed \(seed): a purged term is in index.db\(suffix)")
        }
      }
    }
  }

  @Test("I-24: a purge needs neither revision nor language, and comes before anything is written")
  func i24PurgesComeFirst() async throws {
    let indexer = Indexer(indexAt: path, now: { 1 })
    try await indexer.apply(source())
    try await indexer.upsert(records: [record("n1", "quagga", account: "ann")])
    // Requested and never carried out, as if the process had died.
    try await SQLiteSearchIndex(path: path).request(.account("ann"))
    let later = Indexer(indexAt: path, now: { 1 })
    #expect(try await later.status().pendingPurges == 1)
    await #expect { try await later.apply(MemoryRevisions()) } throws: {
      ($0 as? SearchIndexError)?.code == .noSource
    }
    #expect(try await later.status().pendingPurges == 0, "done although there was no revision")
    #expect(try await later.search("quagga").hits.isEmpty)
    #expect(occurrences("quagga") == [])
  }

  @Test("I-23: once a purge is noted no batch that was read before is taken")
  func i23NothingComesBack() async throws {
    for seed in 0..<UInt64(caseCount(full: 200)) {
      var random = SeededGenerator(seed: seed)
      let folder = try TemporaryFolder()
      let store = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
      var options = Indexer.Options()
      options.batchSize = 2
      options.rebuildBatchSize = 2
      let indexer = Indexer(store: store, options: options, now: { 1 })
      try await indexer.apply(source(10))
      let records = (0..<8).map { record("n\($0)", "quagga \($0)", account: $0 < 4 ? "ann" : "bob") }
      let before = random.below(3)
      // Another process purges while this one writes.
      let other = Indexer(indexAt: folder.file("index.db"), now: { 1 })
      await store.interlude(before: before) { _ = try? await other.remove(account: "ann") }
      let outcome = try? await indexer.upsert(records: records)
      if outcome == nil, random.below(2) == 0 {
        await store.interlude(before: random.below(2)) { _ = try? await other.remove(account: "ann") }
        _ = try? await indexer.rebuild(from: source(10))
      }
      var states: [ProjectionState] = []
      for generation in [IndexGeneration.active, .building] {
        states += try await store.projectionStates(in: generation, after: nil, limit: 1_000)
      }
      #expect(
        !states.contains { $0.identity.account == "ann" },
        "seed \(seed): a purged account came back after batch \(before)")
    }
  }

  @Test("I-25: purging one account or domain leaves others as they are, also those that begin alike")
  func i25OthersStay() async throws {
    for store in [SQLiteSearchIndex(path: path), InMemorySearchIndex()] as [any SearchIndexStore] {
      let indexer = Indexer(store: store, now: { 1 })
      try await indexer.apply(source(3))
      let accounts: [ExactString] = ["", "a1", "a10", "a", "é", "e\u{301}"]
      try await indexer.upsert(
        records: accounts.map { record("same", "quagga of \($0.string.utf8.count)", account: $0) })
      func states() async throws -> [ProjectionState] {
        try await store.projectionStates(in: .active, after: nil, limit: 1_000)
      }
      let before = try await states()
      #expect(try await indexer.remove(account: "a1").removed == ids("same"))
      #expect(try await states() == before.filter { $0.identity.account != "a1" })
      try await indexer.remove(account: "é")
      #expect(try await states() == before.filter { !["a1", "é"].contains($0.identity.account) })
      let digest = try await indexer.digest()
      #expect(try await indexer.purge(.domain("d")).removed == [])
      #expect(try await indexer.digest() == digest, "no domain is called so")
      #expect(try await indexer.purge(.domain("d1")).removed == ids("a100", "a101", "a102"))
      #expect(try await indexer.search("lonely").hits.count == 1)
      try await indexer.verify()
    }
  }

  @Test func aPurgeWhileAnotherProcessReadsIsErasedLater() async throws {
    let indexer = Indexer(indexAt: path, now: { 1 })
    try await indexer.apply(source())
    try await indexer.upsert(records: [record("n1", "quagga", account: "ann")])
    do {
      // A reader that stays in its transaction keeps the journal from being emptied.
      let reader = try SQLiteConnection(path: path, .existing)
      try reader.execute("BEGIN")
      _ = try reader.integer("SELECT count(*) FROM state")
      await #expect { try await indexer.remove(account: "ann") } throws: {
        ($0 as? SearchIndexError)?.code == .busy
      }
      #expect(try await indexer.search("quagga").hits.isEmpty, "no search finds it")
      #expect(try await indexer.status().pendingPurges == 1, "and it is not forgotten that it must go")
    }
    try await indexer.purgePending()
    #expect(occurrences("quagga") == [])
    #expect(try await indexer.status().pendingPurges == 0)
  }

  @Test func everythingCanBePurgedAlsoFromADamagedIndex() async throws {
    let indexer = Indexer(indexAt: path, now: { 1 })
    try await indexer.apply(source())
    #expect(try await indexer.purge(.everything).removed.count == 41)
    #expect(!FileManager.default.fileExists(atPath: path))
    try await indexer.apply(source())
    await (indexer.store as! SQLiteSearchIndex).close()
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    data.replaceSubrange(4_096..., with: Data(repeating: 0xA5, count: data.count - 4_096))
    try data.write(to: URL(fileURLWithPath: path))
    try await indexer.remove(account: "ann")
    #expect(!FileManager.default.fileExists(atPath: path), "what cannot be read is not kept")
    #expect(try await indexer.apply(source()).mode == .rebuild)
  }

  @Test func requestsAreReadAsTheyWereWritten() {
    let requests: [PurgeRequest] = [
      .everything, .account("é"), .domain("d"), .items([]),
      .items([ItemIdentity(account: "a", contentID: ContentID("x")!)]),
    ]
    for request in requests { #expect(PurgeRequest(request.json) == request) }
    let damaged: [CanonicalJSON] = [
      [], ["nothing"], ["account"], ["domain", 1], ["items", [["a"]]], ["items", [["a", ""]]], "everything",
    ]
    for json in damaged { #expect(PurgeRequest(json) == nil) }
  }
}
