import SearchIndex
import Testing

/// What an index does with revisions that do not follow the one it trusts.
@Suite struct IndexRefusalTests {
  private let folder: TemporaryFolder
  private let indexer: Indexer
  private let trusted: MemoryRevisions

  init() throws {
    folder = try TemporaryFolder()
    indexer = Indexer(indexAt: folder.file("index.db"), now: { 1 })
    trusted = try Self.revisions("l", ["one", "two", "three"])
  }

  private static func revisions(_ lineage: String, _ titles: [String]) throws -> MemoryRevisions {
    var source = MemoryRevisions(lineage: lineage)
    var project = RandomProject()
    for title in titles {
      project.set("a", ["en": title])
      try source.publish(project)
    }
    return source
  }

  static let offers: [(IndexRefusal.Verdict, String, [String])] = [
    (.revisionWentBack, "l", ["one", "two"]), (.otherLineage, "m", ["one", "two", "three", "four"]),
    (.equivocation, "l", ["one", "two", "drei"]), (.forked, "l", ["one", "two", "drei", "vier"]),
  ]

  @Test(arguments: offers)
  func theIndexIsKept(verdict: IndexRefusal.Verdict, lineage: String, titles: [String]) async throws {
    try await indexer.apply(trusted)
    let digest = try await indexer.digest()
    let offered = try Self.revisions(lineage, titles)
    await #expect { try await indexer.apply(offered) } throws: { error in
      let refusal = error as? IndexRefusal
      return refusal?.verdict == verdict && refusal?.trusted.link.revision == 3
        && refusal?.offered.link == offered.head?.link
    }
    await #expect(throws: IndexRefusal.self) { try await indexer.rebuild(from: offered) }
    #expect(try await indexer.digest() == digest)
    #expect(!(try await indexer.status(comparedWith: trusted.head).isStale))

    // Losing the index does not lose what was trusted.
    try await indexer.store.reset()
    await #expect { try await indexer.apply(offered) } throws: { ($0 as? IndexRefusal)?.verdict == verdict }

    // A person, or the app that ships it, may decide otherwise; from then on that is what is trusted.
    try await indexer.apply(trusted)
    let report = try await indexer.apply(offered, origin: .authority)
    #expect(report.overruled?.verdict == verdict)
    #expect(report.mode == (verdict == .otherLineage ? .rebuild : .reconcile))
    #expect(try await indexer.search(titles.last!).hits.count == 1)
    #expect(try await indexer.apply(offered).mode == .none)
  }

  @Test func whatIsTrustedComesFromTheStampWhenThereIsNoPin() async throws {
    let store = SQLiteSearchIndex(path: folder.file("other.db"))
    try await Indexer(store: store, now: { 1 }).apply(trusted)
    let pins = PinFile(path: folder.file("other.pin"))
    let indexer = Indexer(store: store, pins: pins, now: { 1 })
    await #expect(throws: IndexRefusal.self) { try await indexer.apply(trusted.at(2)) }
    #expect(try pins.read() == nil)
    #expect(try await indexer.apply(trusted).mode == .none)
    #expect(try pins.read() == Pin(trusted.head!))
  }

  /// A crash may come after the last batch and before the pin.
  @Test func aStampThatIsAheadOfThePinCounts() async throws {
    try await indexer.apply(trusted.at(2))
    try await Indexer(store: indexer.store, now: { 1 }).apply(trusted)
    await #expect { try await indexer.apply(trusted.at(2)) } throws: {
      ($0 as? IndexRefusal)?.verdict == .revisionWentBack
    }
  }

  @Test func aPinThatCannotBeReadStopsEverything() async throws {
    let files = LocalFileSystem()
    try files.write(Array("{}\n".utf8), toNew: folder.file("index.db.pin"))
    await #expect { try await indexer.apply(trusted) } throws: {
      ($0 as? SearchIndexError)?.reason.hasSuffix("index.db.pin holds no pin") == true
    }
  }

  @Test func aPinSurvivesAHalfWrittenSuccessor() throws {
    let pins = PinFile(path: folder.file("pin"))
    try pins.write(Pin(try trusted.at(1).head!))
    try LocalFileSystem().write(Array("half".utf8), toNew: folder.file("pin.new"))
    #expect(try pins.read()?.link.revision == 1)
    try pins.write(Pin(trusted.head!))
    #expect(try pins.read() == Pin(trusted.head!))
    #expect(throws: SearchIndexError.self) {
      try PinFile(path: folder.file("missing/pin")).write(Pin(trusted.head!))
    }
  }

  @Test(arguments: IndexRefusal.Verdict.allCases)
  func eachVerdictSaysWhatAndHowOut(verdict: IndexRefusal.Verdict) throws {
    let refusal = IndexRefusal(
      verdict: verdict, trusted: Pin(trusted.head!), offered: Pin(try trusted.at(2).head!))
    #expect(refusal.description.contains("r3") && refusal.description.contains("r2"))
    #expect(!refusal.help.isEmpty)
    #expect(verdict.rule.hasPrefix("RB-"))
  }
}
