import TestSupport
import Testing

@testable import SearchIndex

/// Laws of the indexer that one revision, or one pair of them, shows.
@Suite struct InvariantTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An index of a random project, the project, and the revisions.
  private func indexed(
    _ random: inout SeededGenerator, in locale: LanguageTag
  ) async throws -> (FaultyStore, Indexer, RandomProject, MemoryRevisions) {
    let store = FaultyStore(InMemorySearchIndex())
    let indexer = Indexer(store: store, now: { 1 })
    let project = RandomProject(using: &random)
    let source = try MemoryRevisions(project)
    try await indexer.apply(source, locale: .exactly(locale))
    await store.resetCounts()
    return (store, indexer, project, source)
  }

  @Test("I-3: an edit that no document reads writes nothing", arguments: 0..<UInt64(caseCount(full: 400)))
  func unreadCells(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (store, indexer, project, source) = try await indexed(&random, in: japanese)
    project.values[japanese]!["nobody-reads-this"] = "quagga"
    project.values[german]!["k\(random.below(12))"] = "quagga"
    project.keywords[english]!["t\(random.below(3))"] = [
      PublishedTerm(text: "quagga", kind: .hidden, isLoanword: false)
    ]
    try source.publish(project)
    let report = try await indexer.apply(source)
    #expect(report.upserted == [] && report.removed == [], "seed \(seed)")
    #expect(await store.written == 0)
    #expect(try await indexer.status().translationRevision == 2, "the stamp moves on all the same")
  }

  @Test("I-4: an edit that projects to the same writes nothing", arguments: 0..<UInt64(caseCount(full: 200)))
  func equalProjections(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (store, indexer, project, source) = try await indexed(&random, in: english)
    var drafts = try DraftRevisions { source }
    for (key, text) in project.values[english]!.sorted(by: { $0.key < $1.key }) where random.below(2) == 0 {
      let key = MessageKey(catalog: "m", path: [key])
      // Another state of the same text, and a plural form that is not read.
      try drafts.publish(key, in: english, as: text)
      try drafts.publish(key.appending("few"), in: english, as: "quagga")
    }
    try await indexer.apply(drafts.source())
    #expect(await store.written == 0, "seed \(seed)")
  }

  @Test("I-5: a keyword set writes its readers", arguments: 0..<UInt64(caseCount(full: 400)))
  func keywordReaders(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (_, indexer, project, source) = try await indexed(&random, in: english)
    let key = "t\(random.below(3))"
    project.keywords[english]![key] = [PublishedTerm(text: "quagga", kind: .alternative, isLoanword: false)]
    try source.publish(project)
    let readers = project.records.values.filter {
      $0.keywordKeys.contains(key) && project.shown($0.contentID, english) != nil
    }
    #expect(
      try await indexer.apply(source).upserted == readers.map(\.contentID).sorted(), "seed \(seed)")
  }

  @Test("I-6: rows that are not affected stay byte for byte", arguments: 0..<UInt64(caseCount(full: 200)))
  func unaffectedRows(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let path = folder.file("index.db")
    let indexer = Indexer(indexAt: path, now: { Int(seed) })
    var project = RandomProject(using: &random)
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    func rows() throws -> [String: [UInt8]] {
      var rows: [String: [UInt8]] = [:]
      let connection = try SQLiteConnection(path: path, .existing)
      let active = try connection.integer("SELECT value FROM state WHERE key = 'active'")
      try connection.prepare("SELECT * FROM document_\(active)").forEachRow { row in
        var bytes: [UInt8] = []
        for column in 0..<16 { bytes += row.bytes(Int32(column)) + [0] }
        rows[row.text(5)] = bytes
        return true
      }
      return rows
    }
    let before = try rows()
    let old = project
    for _ in 0..<4 { project.edit(using: &random) }
    try source.publish(project)
    try await indexer.apply(source)
    let after = try rows()
    let changed = RandomProject.changed(from: old, to: project, in: english)
    for (id, bytes) in before where !(changed.upserted + changed.removed).contains(ContentID(id)!) {
      #expect(after[id] == bytes, "seed \(seed): \(id)")
    }
  }

  @Test("I-8, I-11: an older revision and another truth change nothing", arguments: [true, false])
  func refusals(isOlder: Bool) async throws {
    var random = SeededGenerator(seed: 8)
    var (store, indexer, project, source) = try await indexed(&random, in: english)
    let fork = source
    project.edit(using: &random)
    try source.publish(project)
    try await indexer.apply(source)
    let digest = try await indexer.digest()
    await store.resetCounts()
    var other = fork
    try other.publish(RandomProject(using: &random))
    await #expect {
      try await indexer.apply(isOlder ? fork : other)
    } throws: {
      ($0 as? IndexRefusal)?.verdict == (isOlder ? .revisionWentBack : .equivocation)
    }
    #expect(try await indexer.digest() == digest)
    #expect(await store.batches == 0)
    // As an authority the same is taken, and reported.
    let report = try await indexer.apply(isOlder ? fork : other, origin: .authority)
    #expect(report.mode == .reconcile)
    #expect(report.overruled != nil)
  }

  @Test("I-9, I-10: many steps at once are the steps one by one", arguments: 0..<UInt64(caseCount(full: 200)))
  func composition(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (_, stepwise, project, source) = try await indexed(&random, in: japanese)
    let atOnce = Indexer(store: InMemorySearchIndex(), now: { 1 })
    try await atOnce.apply(source, locale: .exactly(japanese))
    let gone = ContentID("c0")!
    for step in 0..<4 {
      project.edit(using: &random)
      // Something that comes and goes on the way.
      if step == 1 { project.set("extra", ["ja": "途中"]) }
      if step == 2 { project.records[ContentID("extra")!] = nil }
      if step == 3 { project.records[gone] = nil }
      try source.publish(project)
      #expect(try await stepwise.apply(source).mode == .delta)
    }
    let report = try await atOnce.apply(source)
    #expect(report.mode == .composed)
    #expect(!(report.upserted + report.removed).contains(ContentID("extra")!), "it nets to nothing")
    #expect(try await stepwise.digest() == atOnce.digest(), "seed \(seed)")
  }

  /// The list of changes is no input: it is computed from the ledger, whose root the head names. What can be wrong is a
  /// ledger that does not belong to the content.
  @Test("I-12: a ledger that does not fit the content is detected")
  func tampering() async throws {
    var project = RandomProject()
    project.set("a", ["en": "Settings"])
    project.set("b", ["en": "Timer"])
    var source = try MemoryRevisions(project)
    let indexer = Indexer(store: InMemorySearchIndex(), now: { 1 })
    try await indexer.apply(source)
    let digest = try await indexer.digest()
    project.set("a", ["en": "Preferences"])
    var forged = source
    try source.publish(project)
    try forged.publish(project, ledgerOf: { $0.set("b", ["en": "Clock"]) })
    await #expect(throws: BundleError.self) { try await indexer.apply(forged) }
    #expect(try await indexer.digest() == digest)
    #expect(try await indexer.apply(source).upserted == ids("a"))
  }

  @Test(
    "I-22: an edit of the fallback writes exactly what falls back",
    arguments: 0..<UInt64(caseCount(full: 400)))
  func fallbackReaders(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (_, indexer, project, source) = try await indexed(&random, in: japanese)
    let key = "k\(random.below(12))"
    project.values[english]![key] = "quagga \(seed)"
    try source.publish(project)
    let readers = project.records.values.filter { record in
      let reads = [record.titleKey, record.descriptionKey].compactMap { $0?.segments[1] }.contains(key)
      return reads && project.values[japanese]![key] == nil
        && project.shown(record.contentID, japanese) != nil
    }
    #expect(
      try await indexer.apply(source).upserted == readers.map(\.contentID).sorted(), "seed \(seed)")
  }

  @Test(
    "I-28: a rollback writes back what differs and nothing else", arguments: 0..<UInt64(caseCount(full: 200)))
  func rollbacks(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var (store, indexer, project, source) = try await indexed(&random, in: japanese)
    let (before, digest) = (project, try await indexer.digest())
    for _ in 0..<5 {
      project.edit(using: &random)
      try source.publish(project)
    }
    try await indexer.apply(source)
    await store.resetCounts()
    try source.publish(before)
    let report = try await indexer.apply(source)
    #expect(report.upserted == RandomProject.changed(from: project, to: before, in: japanese).upserted)
    #expect(await store.written == report.upserted.count)
    #expect(try await indexer.digest() == digest, "seed \(seed)")
  }

  @Test("I-31: documents that are made otherwise are all made again")
  func otherAnalyzer() async throws {
    var random = SeededGenerator(seed: 31)
    let (store, indexer, _, source) = try await indexed(&random, in: english)
    var stamp = try #require(try await store.contents().stamp)
    stamp.analyzer = "0/1.0"
    _ = try await store.commit(IndexBatch(epoch: nil, stamp: stamp, time: 1))
    #expect(try await indexer.apply(source).mode == .rebuild)
    #expect(try await indexer.apply(source).mode == .none)
  }

  /// What an index writes is what an independent comparison of the two projects says, for very many manifests.
  @Test("I-2: documents written are documents that differ")
  func exactlyTheAffected() async throws {
    let cases = caseCount(full: 10_000)
    var (manifests, written, seed) = (0, 0, UInt64(0))
    while manifests < cases {
      var random = SeededGenerator(seed: seed)
      let locale = RandomProject.locales[random.below(3)]
      var (store, indexer, project, source) = try await indexed(&random, in: locale)
      for _ in 0..<min(50, cases - manifests) {
        let old = project
        for _ in 0...random.below(3) { project.edit(using: &random) }
        try source.publish(project)
        let expected = RandomProject.changed(from: old, to: project, in: locale)
        await store.resetCounts()
        let report = try await indexer.apply(source)
        let count = await store.written
        if report.upserted != expected.upserted || report.removed != expected.removed
          || count != expected.upserted.count
        {
          Issue.record("seed \(seed), manifest \(manifests): \(report.upserted) and \(report.removed)")
        }
        manifests += 1
        written += count
      }
      seed += 1
    }
    print("I-2: \(manifests) random manifests, \(written) documents written, \(seed) seeds from 0")
  }
}
