import Synchronization
import Testing

@testable import SearchIndex

@Suite struct IndexerTests {
  private let folder: TemporaryFolder
  private let store: FaultyStore
  private let indexer: Indexer

  init() throws {
    folder = try TemporaryFolder()
    store = FaultyStore(SQLiteSearchIndex(path: folder.file("index.db")))
    var options = Indexer.Options()
    options.rebuildBatchSize = 2
    options.batchSize = 2
    indexer = Indexer(store: store, pins: PinFile(path: folder.file("pin")), options: options, now: { 42 })
  }

  private func found(_ query: String) async throws -> [ContentID] {
    try await indexer.search(query).hits.map(\.contentID).sorted()
  }

  private func project() -> RandomProject {
    var project = RandomProject()
    project.set("a", ["en": "Settings", "ja": "設定"])
    project.set("b", ["en": "Timer", "ja": "タイマー"])
    project.set("c", ["en": "Only English"])
    project.set("d", access: .account, ["en": "Invoices"])
    project.set("e", access: .private, ["en": "Diary"])
    project.set("f", isSearchable: false, ["en": "Draft"])
    project.set("g", ["de": "Nur Deutsch"])
    return project
  }

  @Test func whatMayNotBeFoundIsNotIndexed() async throws {
    let report = try await indexer.apply(MemoryRevisions(project()))
    #expect(report.mode == .rebuild)
    #expect(report.locale == english, "without a wish, the source locale")
    #expect(report.upserted == ids("a", "b", "c"))
    #expect(report.skipped == ids("d", "g"), "for an account's owner only; nothing to show")
    #expect(report.batches == 2)
    for query in ["invoices", "diary", "draft", "deutsch"] { #expect(try await found(query) == []) }
    let state = try #require(try await indexer.projectionState(of: ContentID("a")!))
    #expect(state.indexedLocale == english)
    #expect(state.indexedAt == 42)
    #expect(state.translationRevision == 1)
    #expect(try await indexer.projectionState(of: ContentID("d")!) == nil)
  }

  @Test("I-18: a switch leaves one document an item and no term of the old language")
  func aSwitchLeavesOneDocumentForEachItemAndNoTermOfTheOldLanguage() async throws {
    let source = try MemoryRevisions(project())
    try await indexer.apply(source, locale: .exactly(english))
    let report = try await indexer.switchLocale(to: .exactly(japanese), from: source)
    #expect(report.mode == .rebuild)
    #expect(report.from == 1)
    #expect(report.removed == [])
    #expect(try await found("settings") == [])
    #expect(try await found("設定") == ids("a"))
    #expect(try await found("english") == ids("c"))
    let status = try await indexer.status()
    #expect(status.items == 3)
    #expect(status.locale == japanese)
    #expect(status.localeReason == .applicationChoice)
    try await indexer.verify()
    #expect(try await indexer.switchLocale(to: .exactly(japanese), from: source).mode == .none)
  }

  @Test("I-19: until the new index is whole the old one is searched and reported")
  func untilTheNewIndexIsWholeTheOldOneIsSearchedAndReported() async throws {
    let source = try MemoryRevisions(project())
    try await indexer.apply(source, locale: .exactly(english))
    let digest = try await indexer.digest()
    await store.fail(after: 1, with: SearchIndexError(.inputOutput, "disk full"))
    await #expect(throws: SearchIndexError.self) {
      try await indexer.switchLocale(to: .exactly(japanese), from: source)
    }
    let status = try await indexer.status(comparedWith: source.head)
    #expect(status.isStale)
    #expect(status.locale == english)
    #expect(try await found("settings") == ids("a"))
    #expect(try await indexer.digest() == digest)
    // Changing one's mind costs nothing: the old index was never touched.
    #expect(try await indexer.apply(source, locale: .exactly(english)).mode == .none)
  }

  @Test("I-21: a translation that arrives replaces what it fell back to")
  func aTranslationThatArrivesReplacesWhatItFellBackTo() async throws {
    var project = project()
    var source = try MemoryRevisions(project)
    try await indexer.apply(source, locale: .exactly(japanese))
    #expect(try await found("english") == ids("c"))
    project.set("c", ["en": "Only English", "ja": "英語だけ"])
    try source.publish(project)
    let report = try await indexer.apply(source)
    #expect(report.mode == .delta)
    #expect(report.upserted == ids("c"))
    #expect(try await found("english") == [])
    #expect(try await found("英語") == ids("c"))
  }

  @Test func anotherChainOrAMissingStampNeedsARebuild() async throws {
    var project = project()
    var source = try MemoryRevisions(project)
    try await indexer.apply(source, locale: .exactly(japanese))
    project.chains[japanese] = [japanese, german, english]
    try source.publish(project)
    #expect(try await indexer.apply(source).mode == .rebuild)
    #expect(try await found("deutsch") == ids("g"))
  }

  /// Without the heads in between there is no manifest, and only what differs is written all the same.
  @Test func whatCannotBeProvedIsReconciledOnlyByAnAuthority() async throws {
    var project = project()
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    for title in ["Timers", "Clock"] {
      project.set("b", ["en": title])
      try source.publish(project)
    }
    let gap = source.forgetting(1...2)
    await #expect { try await indexer.apply(gap) } throws: { ($0 as? IndexRefusal)?.verdict == .unlinked }
    #expect(try await found("timer") == ids("b"))
    let report = try await indexer.apply(gap, origin: .authority)
    #expect(report.mode == .reconcile)
    #expect(report.overruled?.verdict == .unlinked)
    #expect(report.upserted == ids("b"))
    #expect(try await found("clock") == ids("b"))
  }

  @Test func anItemThatMovesOrBecomesPrivateIsOneChange() async throws {
    var project = project()
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    project.set("a", domain: "elsewhere", ["en": "Settings", "ja": "設定"])
    project.set("b", access: .account, ["en": "Timer"])
    try source.publish(project)
    let report = try await indexer.apply(source)
    #expect(report.upserted == ids("a"))
    #expect(report.removed == ids("b"))
    #expect(report.skipped == ids("b"))
    #expect(try await indexer.search("settings").hits.map(\.domain) == ["elsewhere"])
  }

  @Test func aRouteAloneIsARevisionThatWritesNothing() async throws {
    var project = project()
    var source = try MemoryRevisions(project)
    try await indexer.apply(source)
    await store.resetCounts()
    project.set("a", route: "somewhere", ["en": "Settings", "ja": "設定"])
    try source.publish(project)
    let report = try await indexer.apply(source)
    #expect(report.mode == .delta)
    #expect(report.upserted.isEmpty && report.removed.isEmpty)
    #expect(await store.written == 0)
    #expect(try await indexer.status().translationRevision == 2)
  }

  @Test func progressCountsDocumentsAndACancelledRunIsFinishedLater() async throws {
    let source = try MemoryRevisions(project())
    let seen = Mutex<[IndexProgress]>([])
    try await indexer.apply(source, onProgress: { progress in seen.withLock { $0.append(progress) } })
    #expect(seen.withLock { $0.map(\.done) } == [2, 3])

    let indexer = indexer
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await indexer.rebuild(from: source)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await indexer.status().isStale)
    #expect(try await indexer.apply(source).mode == .none)
  }

  /// A second switch makes the first one stop, and the result is that of the second alone.
  @Test("I-20: a switch takes the place of the one that runs")
  func aSwitchTakesThePlaceOfTheOneThatRuns() async throws {
    let source = try MemoryRevisions(project())
    try await indexer.apply(source, locale: .exactly(english))
    let (indexer, store) = (indexer, store)
    let second = Mutex<Task<IndexReport, any Error>?>(nil)
    await store.interlude(before: 1) {
      let task = Task { try await indexer.switchLocale(to: .exactly(japanese), from: source) }
      second.withLock { $0 = task }
      while !(await indexer.isRunningInterrupted) { await Task.yield() }
      #expect((try? await indexer.search("settings").hits.count) == 1, "searches go on")
    }
    await #expect {
      try await indexer.switchLocale(to: .exactly(german), from: source)
    } throws: {
      ($0 as? SearchIndexError)?.code == .superseded
    }
    let report = try await second.withLock { $0 }!.value
    #expect(report.locale == japanese)
    let direct = Indexer(store: InMemorySearchIndex())
    try await direct.apply(source, locale: .exactly(japanese))
    #expect(try await indexer.digest() == direct.digest())
    #expect(!(try await indexer.status(comparedWith: source.head).isStale))
  }

  @Test func anUnknownLocaleIsNamedWithTheKnownOnes() async throws {
    await #expect {
      try await indexer.apply(MemoryRevisions(project()), locale: .exactly(LanguageTag("fr")!))
    } throws: { error in
      let error = error as? SearchIndexError
      return error?.code == .unknownLocale
        && error?.reason == "fr is not declared; the revision has de, en, ja"
    }
    await #expect { try await indexer.apply(MemoryRevisions()) } throws: {
      ($0 as? SearchIndexError)?.code == .noSource
    }
  }

  @Test func preferencesAreResolvedAndTheReasonIsKept() async throws {
    let source = try MemoryRevisions(project())
    let system: LocaleSelection = .preferring(
      choice: nil, system: [LanguageTag("fr")!, LanguageTag("ja-JP")!])
    #expect(try await indexer.apply(source, locale: system).locale == japanese)
    #expect(try await indexer.status().localeReason == .systemPreference)
    await store.resetCounts()
    #expect(try await indexer.apply(source, locale: .exactly(japanese)).mode == .none)
    #expect(try await indexer.status().localeReason == .applicationChoice)
    #expect(await store.written == 0)
  }

  @Test func reportsAndStatusAreProducts() async throws {
    let source = try MemoryRevisions(project())
    var options = Indexer.Options()
    options.reportsDigest = true
    let indexer = Indexer(store: store, options: options, now: { 1 })
    let report = try await indexer.apply(source)
    let digest = try await indexer.digest().hex
    #expect(
      report.json.text
        == #"{"batches":1,"digest":"\#(digest)","failed":[],"from":null,"locale":"en","mode":"rebuild","#
        + #""removed":[],"schema":"assets.index/1","skipped":["d","g"],"to":1,"upserted":["a","b","c"]}"#)
    #expect(try await indexer.apply(source).digest?.hex == digest)
    #expect(
      try await indexer.status().json.text
        == #"{"failed":[],"items":3,"locale":"en","localeReason":"fallback","pendingPurges":0,"#
        + #""schema":"assets.index-status/1","sourceRevision":1,"stale":false,"translationRevision":1}"#)
  }
}
