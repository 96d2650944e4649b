import Bundles
import Publishing
import TestSupport
import Testing
import Translations

/// Rollbacks as revisions of their own.
@Suite struct RollbackPublishTests {
  private let folder: TemporaryDirectory
  private var root: String { folder.path + "/S" }

  /// r1 good, r2 with two bad texts and bad keywords, r3 with a new message.
  init() throws {
    folder = try TemporaryDirectory()
    var project = SmallProject(["a": "Clock", "b": "Timer"], ["a": "時計", "b": "タイマー"])
    project.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("集中")])]
    try project.publish(to: root)
    project.japanese = ["a": "タップ", "b": "クリック"]
    project.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("誤")])]
    try project.publish(to: root)
    project.english["c"] = "Focus"
    project.japanese["c"] = "フォーカス"
    try project.publish(to: root)
  }

  @discardableResult
  private func roll(_ scope: RestoreScope, to revision: Int) throws -> Rollback {
    let rollback = try Rollback(scope, to: revision, in: StoreReader(root: root))
    let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: nil)
    _ = try publisher.publish(
      rollback.candidate,
      note: .init(
        message: "", publisher: "t", publishedAt: "2026-01-01T00:00:00Z", acceptances: [],
        restores: rollback.restores), lineage: { "1" })
    return rollback
  }

  private func text(_ key: String) throws -> String? {
    let reader = try StoreReader(root: root)
    return try reader.snapshot().value(
      MessageKey(bytes: Array("m\0\(key)".utf8)), in: SmallProject.ja, from: reader)?.message.plainText
  }

  private func terms() throws -> [String] {
    let reader = try StoreReader(root: root)
    var source = TreeProjectionSource(try reader.snapshot().content, nodes: reader)
    return try source.terms("k", in: SmallProject.ja)?.map(\.text.string) ?? []
  }

  @Test func aLocaleReturnsWithItsKeywords() throws {
    let rollback = try roll(RestoreScope(locale: SmallProject.ja, key: nil), to: 1)
    #expect(try [text("a"), text("b"), text("c")] == ["時計", "タイマー", nil])
    #expect(try terms() == ["集中"])
    #expect(rollback.restoration.values.count == 3 && rollback.restoration.declarations == nil)
    let snapshot = try StoreReader(root: root).snapshot()
    #expect(snapshot.head?.kind == .rollback && snapshot.head?.restores?.revision == 1)
    // Two texts, the new one and the keywords are withdrawn.
    #expect(snapshot.ledger.withdrawn.count == 4)
    #expect(StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems == [])
  }

  @Test func aKeyReturnsAlone() throws {
    try roll(RestoreScope(locale: nil, key: "m/a"), to: 1)
    #expect(try [text("a"), text("b"), text("c")] == ["時計", "クリック", "フォーカス"])
    #expect(try terms() == ["誤"])
    try roll(RestoreScope(locale: nil, key: "k"), to: 1)
    #expect(try terms() == ["集中"])
    #expect(StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems == [])
  }

  @Test func oneKindOfWhatANameMeansReturnsAlone() throws {
    // The keyword key and the beginning of two messages, in one name.
    let root = self.root + "2"
    var project = SmallProject(["a\0t": "Clock"], ["a\0t": "時計"])
    project.keywords = [KeywordSet(key: "m/a", state: .approved, terms: [KeywordTerm("集中")])]
    try project.publish(to: root)
    project.japanese = ["a\0t": "タップ"]
    project.keywords = [KeywordSet(key: "m/a", state: .approved, terms: [KeywordTerm("誤")])]
    project.routes = ["a\0t": "other"]
    try project.publish(to: root)
    let store = try StoreReader(root: root)
    let (now, then) = (try store.snapshot().content, try store.snapshot(revision: 1).content)
    func sizes(_ key: ExactString?, _ part: RestoreScope.Part?) throws -> [Int] {
      let scope = RestoreScope(locale: nil, key: key, part: part)
      let found = try Restoration(scope, from: now, to: then, nodes: store)
      return [found.values.count, found.keywords.count, found.records.count]
    }
    #expect(try sizes("m/a", nil) == [1, 1, 0])
    #expect(try sizes("m/a", .texts) == [1, 0, 0])
    #expect(try sizes("m/a", .keywords) == [0, 1, 0])
    #expect(try sizes("m/a", .records) == [0, 0, 0])
    #expect(try sizes(nil, .records) == [0, 0, 1])
    #expect(try sizes(nil, nil) == [1, 1, 1])
    #expect(
      RestoreScope(locale: SmallProject.ja, key: "-'x", part: .texts).options
        == " --locale ja --key='-'\\''x' --only texts")
  }

  @Test func whatWasNeverPublishedIsLeftAlone() throws {
    // As the working files say it: the good texts, one that is new, and one that r3 has and r1 has not.
    let store = try StoreReader(root: root)
    var project = SmallProject(
      ["a": "Clock", "b": "Timer", "c": "Focus", "d": "Done"],
      ["a": "タップ", "b": "クリック", "c": "フォーカス", "d": "新しい"])
    project.keywords = [KeywordSet(key: "new", state: .approved, terms: [KeywordTerm("新")])]
    let made = try Candidate(project.input, parent: store.snapshot(), store: store)
    var restoration = try Restoration(
      RestoreScope(locale: SmallProject.ja, key: nil), from: made.content,
      to: store.snapshot(revision: 1).content, nodes: made.nodes)
    #expect(restoration.values.count == 4 && restoration.keywords.count == 2)
    #expect(try restoration.keepNew(store) == 2)
    #expect(restoration.values.map(\.key.description) == ["m/a", "m/b", "m/c"])
    #expect(restoration.values.map { $0.after == nil } == [false, false, true])
    #expect(restoration.keywords.map(\.key) == ["k"])
  }

  @Test func everythingReturnsWithItsContentRoot() throws {
    let rollback = try roll(RestoreScope(locale: nil, key: nil), to: 2)
    let reader = try StoreReader(root: root)
    #expect(try reader.snapshot().content == reader.snapshot(revision: 2).content)
    #expect(rollback.restoration.declarations == nil && rollback.restoration.records.count == 1)
    // The manifest is the inverse of the way there.
    let back = try ChangeManifest(
      from: reader.snapshot(revision: 3), to: reader.snapshot(), lineage: "1", nodes: reader)
    #expect(back.kind == .rollback && back.deletes.count == 2)
  }

  @Test func theSameRollbackAgainIsKnownAsDone() throws {
    let scope = RestoreScope(locale: SmallProject.ja, key: nil)
    let first = try roll(scope, to: 1)
    let second = try Rollback(scope, to: 1, in: StoreReader(root: root))
    #expect(!first.isDone && second.isDone && second.candidate.isUnchanged)
    #expect(second.restoration.values == first.restoration.values)
  }

  @Test func featuresRemovedSinceStayAway() throws {
    var project = SmallProject(["a": "Clock"], ["a": "タップ"])
    project.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("誤")])]
    try project.publish(to: root)
    try roll(RestoreScope(locale: SmallProject.ja, key: nil), to: 1)
    #expect(try [text("a"), text("b")] == ["時計", nil])
  }

  @Test func whatCannotBeReturnedToIsSaid() throws {
    let store = try StoreReader(root: root)
    let whole = RestoreScope(locale: nil, key: nil)
    for (scope, revision) in [
      (whole, 0), (whole, 3), (whole, 9), (RestoreScope(locale: LanguageTag("de"), key: nil), 1),
    ] {
      #expect(throws: BundleError.self) { try Rollback(scope, to: revision, in: store) }
    }
  }
}
