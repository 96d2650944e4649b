import Bundles
import Diagnostics
import Publishing
import TestSupport
import Testing
import Translations

/// The rules about states, plural forms, moves, records and withdrawn values.
@Suite struct RollbackStateTests {
  private let store: TemporaryDirectory

  init() throws { store = try TemporaryDirectory() }

  private var root: String { store.path + "/S" }

  private func findings(
    _ state: SmallProject, dialects: [ExactString: PlaceholderDialect] = [:]
  ) throws -> [RollbackFinding] {
    let reader = try StoreReader(root: root)
    let candidate = try Candidate(state.input, parent: reader.snapshot(), store: reader)
    var rules = RollbackRules(
      reference: candidate.parent, candidate: candidate.content, difference: candidate.difference,
      nodes: candidate.nodes)
    rules.older = OlderTexts(dialects: dialects) { (revisions) throws(BundleError) in
      try candidate.nodes.contents(of: revisions)
    }
    return try rules.findings()
  }

  private func findings(_ states: [SmallProject]) throws -> [RollbackFinding] {
    for state in states.dropLast() { try state.publish(to: root) }
    return try findings(states.last!)
  }

  private func project(_ japanese: [String: String]) -> SmallProject {
    SmallProject(["a": "Clock", "b": "Timer", "c": "Focus"], japanese)
  }

  private let texts = ["a": "時計", "b": "タイマー"]

  @Test func aTextThatLostItsApprovalIsAnError() throws {
    var approved = project(texts)
    approved.states = ["a": .final, "b": .reviewed]
    var lost = approved
    lost.states = ["a": .translated, "b": .final]
    let found = try findings([approved, lost])
    #expect(found.map(\.rule.id) == ["RB-APPROVAL"])
    #expect(found.first?.key?.description == "m/a" && found.first?.severity == .error)
  }

  @Test func anApprovedTextReplacedByAnotherIsAWarning() throws {
    var approved = project(texts)
    approved.states = ["a": .final]
    let replaced = project(["a": "腕時計", "b": "タイマー"])
    let found = try findings([approved, replaced])
    #expect(found.map(\.rule.id) == ["RB-UNAPPROVED-REPLACES"])
    #expect(found.first?.severity == .warning)
    var reviewed = replaced
    reviewed.states = ["a": .reviewed]
    #expect(try findings(reviewed) == [])
    // The source changed, so its translation starts anew.
    var anew = replaced
    anew.english["a"] = "Watch"
    #expect(try findings(anew) == [])
  }

  @Test func aNewTextForAnOldSourceIsNamedWithItsRevision() throws {
    let old = project(texts)
    var changed = old
    changed.english["a"] = "Watch"
    var late = changed
    late.japanese["a"] = "とけい"
    late.madeAgainst["a"] = "Clock"
    let found = try findings([old, changed, late])
    #expect(found.map(\.rule.id) == ["RB-STALE-SOURCE"])
    #expect(found.first?.matches == 1 && found.first?.severity == .warning)
    late.states["a"] = .final
    #expect(try findings(late).map(\.severity) == [.error])
    late.madeAgainst["a"] = "never published"
    #expect(try findings(late).map(\.severity) == [.warning])
    late.madeAgainst["a"] = "Watch"
    #expect(try findings(late) == [])
    // A text that stands still says nothing, whatever its source does.
    var still = changed
    still.english["a"] = "Wristwatch"
    #expect(try findings(still) == [])
  }

  @Test func pluralFormsThatGoAgainAreNamed() throws {
    func forms(_ names: [String]) -> SmallProject {
      SmallProject(
        ["n\0one": "1", "n\0other": "2"],
        Dictionary(uniqueKeysWithValues: names.map { ("n\0\($0)", "形\($0)") }))
    }
    let found = try findings([
      forms(["one", "other"]), forms(["one", "few", "many", "other"]), forms(["one", "other"]),
    ])
    #expect(found.map(\.rule.id) == ["RB-PLURAL"])
    #expect(found.first?.severity == .warning && found.first?.matches == 1)
    #expect(found.first?.message.contains("few, many") == true)
    // A message that always had the forms lost them for the first time: another rule's matter.
    let root = self.root + "2"
    try forms(["one", "few", "other"]).publish(to: root)
    let reader = try StoreReader(root: root)
    let candidate = try Candidate(forms(["one", "other"]).input, parent: reader.snapshot(), store: reader)
    var rules = RollbackRules(
      reference: candidate.parent, candidate: candidate.content, difference: candidate.difference,
      nodes: candidate.nodes)
    #expect(try rules.findings() == [])
  }

  @Test func placeholdersThatComeBackAreNamed() throws {
    func project(_ english: String, _ japanese: String) -> SmallProject {
      SmallProject(["a": english, "b": "%@"], ["a": japanese, "b": "%@"])
    }
    let last = project("%d of %@", "%@ の %d")
    for state in [project("%d files", "%d 個"), project("Files", "ファイル"), last] { try state.publish(to: root) }
    // Another text, with what r1 had.
    let found = try findings(project("%d of %@", "%d こ"))
    #expect(found.map(\.rule.id) == ["RB-PLURAL"])
    #expect(found.first?.severity == .warning && found.first?.matches == 1)
    #expect(found.first?.key?.description == "m/a" && found.first?.message.contains("%") == false)
    #expect(try findings(project("%d of %@", "なし")).map(\.matches) == [2])
    // The same text is a return, which says more.
    #expect(try findings(project("%d of %@", "%d 個")).map(\.rule.id) == ["RB-VALUE"])
    // What the source has too is a correction, and what no revision had is no return.
    #expect(try findings(project("%d things", "%d こ")) == [])
    #expect(try findings(project("%d of %@", "%1$d と %2$d")) == [])
    // The order, or another spelling of the same, changes nothing.
    #expect(try findings(project("%d of %@", "%2$@ に %1$d")) == [])
    #expect(try findings(project("%d of %@", "%d こ"), dialects: ["m": .icu]) == [])
  }

  @Test func aRenamedKeyTakesItsHistoryAlong() throws {
    let first = project(["a": "古い", "b": "タイマー"])
    let second = project(["a": "新しい", "b": "タイマー"])
    var renamed = second
    renamed.english["z"] = renamed.english.removeValue(forKey: "a")
    renamed.japanese["z"] = renamed.japanese.removeValue(forKey: "a")
    #expect(try findings([first, second, renamed]) == [])
    try renamed.publish(to: root)
    var back = renamed
    back.japanese["z"] = "古い"
    let found = try findings(back)
    #expect(found.map(\.rule.id) == ["RB-VALUE"])
    #expect(found.first?.matches == 1 && found.first?.key?.description == "m/z")
  }

  @Test func twoKeysThatReadAlikeAreNoMove() throws {
    let first = SmallProject(["a": "OK", "b": "OK"], ["a": "はい", "b": "はい"])
    let second = SmallProject(["y": "OK", "z": "OK"], ["y": "はい", "z": "はい"])
    try first.publish(to: root)
    try second.publish(to: root)
    let reader = try StoreReader(root: root)
    let difference = try ContentDifference(
      from: reader.snapshot(revision: 1).content, to: reader.snapshot(revision: 2).content, nodes: reader)
    #expect(try MoveFinder.moves(in: difference[SmallProject.ja]!.values) == [])
  }

  @Test func aContentRecordThatReturnsIsAnError() throws {
    let first = project(texts)
    var second = first
    second.routes["a"] = "app://a"
    let found = try findings([first, second, first])
    #expect(found.map(\.rule.id) == ["RB-SOURCE"])
    #expect(found.first?.contentIDs.map(\.description) == ["c:a"] && found.first?.matches == 1)
    second.routes["a"] = "app://c"
    #expect(try findings(second) == [])
  }

  @Test func whatARollbackTookBackMayNotReturn() throws {
    let good = project(texts)
    var bad = good
    bad.japanese["a"] = "タップ"
    bad.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("誤")])]
    try good.publish(to: root)
    try bad.publish(to: root)
    let content = try StoreReader(root: root).snapshot(revision: 1).content.address
    try good.publish(to: root, restores: Head.Restored(revision: 1, content: content))
    let found = try findings(bad)
    #expect(found.map(\.rule.id) == ["RB-WITHDRAWN", "RB-WITHDRAWN"])
    #expect(found.map { $0.key?.description ?? $0.keywordKey?.string } == ["m/a", "k"])
    // Published again all the same, it is a value like any other.
    try bad.publish(to: root)
    #expect(try StoreReader(root: root).snapshot().ledger.withdrawn.count == 0)
    #expect(StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems == [])
  }

  @Test func aWithdrawalFollowsARename() throws {
    let good = project(texts)
    var bad = good
    bad.japanese["a"] = "タップ"
    try good.publish(to: root)
    try bad.publish(to: root)
    let content = try StoreReader(root: root).snapshot(revision: 1).content.address
    try good.publish(to: root, restores: Head.Restored(revision: 1, content: content))
    var renamed = good
    renamed.english["z"] = renamed.english.removeValue(forKey: "a")
    renamed.japanese["z"] = renamed.japanese.removeValue(forKey: "a")
    try renamed.publish(to: root)
    renamed.japanese["z"] = "タップ"
    #expect(try findings(renamed).map(\.rule.id) == ["RB-WITHDRAWN"])
  }

  @Test func anEmptyApprovedListInPlaceOfTermsIsAnError() throws {
    var before = project(texts)
    before.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("集中")])]
    var after = before
    after.keywords = [KeywordSet(key: "k", state: .approved, terms: [])]
    #expect(try findings([before, after]).map(\.rule.id) == ["RB-KEYWORDS"])
    after.keywords = [KeywordSet(key: "k", state: .retired, terms: [KeywordTerm("集中")])]
    #expect(try findings(after) == [])
  }
}
