import Bundles
import Diagnostics
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct RollbackTests {
  /// Publishes states one after the other and judges the last of them instead of publishing it.
  private func findings(_ states: [SmallProject]) throws -> [RollbackFinding] {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    for state in states.dropLast() { try state.publish(to: root) }
    let store = try StoreReader(root: root)
    let candidate = try Candidate(states.last!.input, parent: store.snapshot(), store: store)
    var rules = RollbackRules(
      reference: candidate.parent, candidate: candidate.content, difference: candidate.difference,
      nodes: candidate.nodes)
    return try rules.findings()
  }

  private func texts(_ count: Int, _ prefix: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", "\(prefix)\($0)") })
  }

  private func project(_ japanese: [String: String], source: Int = 12) -> SmallProject {
    SmallProject(texts(source, "en"), japanese)
  }

  @Test func aValueThatReturnsIsNamedWithItsRevision() throws {
    var (a, b) = (texts(12, "x"), texts(12, "x"))
    a["k3"] = "古い"
    b["k3"] = "新しい"
    let found = try findings([project(a), project(b), project(a)])
    #expect(found.map(\.rule.id) == ["RB-VALUE"])
    #expect(found.first?.matches == 1 && found.first?.key?.description == "m/k3")
    #expect(found.first?.contentIDs.map(\.description) == ["c:k3"])
  }

  @Test func onlyWhiteSpaceOrTheSourceTextIsNoReturn() throws {
    var (a, b) = (texts(12, "x"), texts(12, "x"))
    a["k3"] = "two  words"
    b["k3"] = "two words\n"
    #expect(try findings([project(a), project(b), project(a)]) == [])
    a["k3"] = "en3"
    b["k3"] = "三"
    #expect(try findings([project(a), project(b), project(a)]) == [])
    // An ideographic space is text.
    a["k3"] = "二\u{3000}語"
    b["k3"] = "二 語"
    #expect(try findings([project(a), project(b), project(a)]).map(\.rule.id) == ["RB-VALUE"])
  }

  @Test func canonicallyEquivalentTextsAreDifferentValues() throws {
    var (a, b) = (texts(12, "x"), texts(12, "x"))
    a["k3"] = "caf\u{E9}"
    b["k3"] = "cafe\u{301}"
    #expect(try findings([project(a), project(b), project(a)]).map(\.rule.id) == ["RB-VALUE"])
  }

  @Test func anOldFileIsOneFinding() throws {
    let (a, b) = (texts(12, "old"), texts(12, "new"))
    let found = try findings([project(a), project(b), project(a)])
    #expect(found.map(\.rule.id) == ["RB-STALE-HANDOFF"])
    #expect(found.first?.matches == 1)
    #expect(found.first?.message.hasPrefix("12 of 12 changed keys") == true)
    // It stands for all of them, and for whatever they show.
    let keys = (0..<12).map { "k\($0)" }.sorted()
    #expect(found.first?.keys.map(\.description) == keys.map { "m/\($0)" })
    #expect(found.first?.contentIDs.map(\.description) == keys.map { "c:\($0)" })
  }

  @Test func aCollapseNamesWhatWasLostAndWhatWasThere() throws {
    var left = texts(12, "x")
    for index in 0..<6 { left["k\(index)"] = nil }
    let found = try findings([project(texts(12, "x")), project(left)])
    #expect(found.map(\.rule.id) == ["RB-KEY-COLLAPSE"] && found.first?.current == 1)
    #expect(found.first?.keys.map(\.description) == (0..<6).map { "m/k\($0)" })
    #expect(found.first?.contentIDs.map(\.description) == (0..<6).map { "c:k\($0)" })
    #expect(found.first?.message.contains("6 of the 12 values that 'ja' has at r1") == true)
  }

  @Test func aFindingForPrintersHasBothRevisionsAndALikelyCause() throws {
    var (a, b) = (texts(12, "x"), texts(12, "x"))
    a["k3"] = "古い"
    b["k3"] = "新しい"
    let finding = try #require(try findings([project(a), project(b), project(a)]).first)
    let diagnostic = finding.diagnostic(at: nil)
    #expect(diagnostic.comparison == .init(older: 1, current: 2))
    #expect(diagnostic.likelyCause == RollbackRuleSet.value.cause)
    let resurrected = try #require(
      try findings([project(a), project(a.filter { $0.key != "k3" }), project(a)]).first)
    #expect(resurrected.rule == RollbackRuleSet.resurrect)
    #expect(resurrected.help.contains("assets restore") && resurrected.help.contains("assets accept"))
  }

  private func acceptance(of finding: RollbackFinding) -> Acceptance {
    Acceptance(
      rule: finding.rule.id, locale: finding.locale, key: finding.printedKey, digest: finding.digest,
      reason: "r", by: "b", at: "2026-01-01")
  }

  @Test func aDecisionIsAboutOneKeyAndAboutWhatIsPublishedThere() throws {
    func state(_ text: String) -> SmallProject {
      var texts = texts(12, "x")
      texts["k3"] = text
      return project(texts)
    }
    let first = try #require(try findings([state("一"), state("二"), state("一")]).first)
    let decision = acceptance(of: first)
    #expect(decision.covers(first))
    var other = decision
    other.key = "m/k4"
    #expect(!other.covers(first))
    // Another locale's publish in between, and one of another key, change nothing.
    var elsewhere = state("二")
    elsewhere.japanese["k7"] = "七"
    var returning = state("一")
    returning.japanese["k7"] = "七"
    let same = try findings([state("一"), state("二"), elsewhere, returning])
    #expect(same.count == 1 && same.allSatisfy { decision.covers($0) })
    // The same text after others is another return, even where the same text is published again.
    for between in [["二", "三", "四"], ["二", "三", "二"]] {
      let later = try findings([state("一")] + between.map { state($0) } + [state("一")])
      #expect(later.map(\.rule.id) == ["RB-VALUE"])
      #expect(!later.contains { decision.covers($0) }, "\(between)")
    }
  }

  @Test func aDecisionAboutALocaleIsAboutWhatIsPublishedThere() throws {
    let (old, new, newer) = (texts(12, "old"), texts(12, "new"), texts(12, "newer"))
    let first = try #require(try findings([project(old), project(new), project(old)]).first)
    let decision = acceptance(of: first)
    #expect(decision.covers(first))
    let later = try findings([project(old), project(new), project(newer), project(old)])
    #expect(later.map(\.rule.id) == ["RB-STALE-HANDOFF"] && !later.contains { decision.covers($0) })
  }

  @Test func fourInFiveAreEnoughAndFourAreTooFew() throws {
    var (a, b) = (texts(12, "x"), texts(12, "x"))
    for index in 0..<5 {
      a["k\(index)"] = "old\(index)"
      b["k\(index)"] = "new\(index)"
    }
    var c = a
    c["k9"] = "edited"
    #expect(try findings([project(a), project(b), project(c)]).map(\.rule.id) == ["RB-STALE-HANDOFF"])
    c["k8"] = "edited"
    #expect(Set(try findings([project(a), project(b), project(c)]).map(\.rule.id)) == ["RB-VALUE"])
    a["k4"] = b["k4"]
    #expect(Set(try findings([project(a), project(b), project(a)]).map(\.rule.id)) == ["RB-VALUE"])
  }

  @Test func returnToAbsenceCountsWhileTheSourceIsThere() throws {
    let few = texts(4, "x")
    let many = texts(12, "x")
    #expect(
      try findings([project(few), project(many), project(few)]).map(\.rule.id).sorted() == [
        "RB-KEY-COLLAPSE", "RB-STALE-HANDOFF",
      ])
    // The feature was removed with its source: nothing to say.
    #expect(try findings([project(few, source: 4), project(many), project(few, source: 4)]) == [])
  }

  /// A language without plurals turns forms into one text, or the other way round: nothing is lost.
  @Test func aMessageInAnotherShapeIsNotLost() throws {
    var forms: [String: String] = [:]
    var plain: [String: String] = [:]
    var source: [String: String] = [:]
    for index in 0..<20 {
      forms["k\(index)\0one"] = "f\(index)"
      forms["k\(index)\0other"] = "g\(index)"
      plain["k\(index)"] = "g\(index)"
      source["k\(index)\0one"] = "one"
      source["k\(index)\0other"] = "other"
    }
    #expect(try findings([SmallProject(source, forms), SmallProject(source, plain)]) == [])
    #expect(try findings([SmallProject(source, plain), SmallProject(source, forms)]) == [])
    let fewer = forms.filter { !$0.key.hasSuffix("one") }
    #expect(try findings([SmallProject(source, forms), SmallProject(source, fewer)]) == [])
    let none = plain.filter { $0.key < "k10" }
    #expect(
      try findings([SmallProject(source, forms), SmallProject(source, none)]).map(\.rule.id) == [
        "RB-KEY-COLLAPSE"
      ])
  }

  @Test func aKeyThatComesBackIsAWarning() throws {
    var gone = texts(12, "x")
    gone["k5"] = nil
    let found = try findings([project(texts(12, "x")), project(gone), project(texts(12, "x"))])
    #expect(found.map(\.rule.id) == ["RB-RESURRECT"])
    #expect(found.first?.rule.severity == .warning)
  }

  @Test func aLostLocaleIsNamed() throws {
    let found = try findings([project(texts(12, "x")), project([:])])
    #expect(found.map(\.rule.id) == ["RB-LOCALE-DROP"])
    #expect(found.first?.locale == SmallProject.ja)
    #expect(found.first?.contentIDs.count == 12 && found.first?.cause != nil)
  }

  @Test func translationsOverwrittenByTheSourceAreACollapse() throws {
    var overwritten = texts(12, "x")
    for index in 0..<6 { overwritten["k\(index)"] = "en\(index)" }
    #expect(
      try findings([project(texts(12, "x")), project(overwritten)]).map(\.rule.id) == ["RB-KEY-COLLAPSE"])
    overwritten["k5"] = "x5"
    #expect(try findings([project(texts(12, "x")), project(overwritten)]) == [])
  }

  @Test func keywordsThatReturnAreNamed() throws {
    func state(_ terms: [String]) -> SmallProject {
      var project = project(texts(3, "x"), source: 3)
      project.keywords = [KeywordSet(key: "k", state: .approved, terms: terms.map { KeywordTerm($0) })]
      return project
    }
    let found = try findings([state(["時計"]), state(["時計", "集中"]), state(["時計"])])
    #expect(found.map(\.rule.id) == ["RB-KEYWORDS"])
    #expect(found.first?.matches == 1 && found.first?.contentIDs.count == 3)
    #expect(try findings([state(["時計"]), state(["時計", "集中"]), state(["集中", "時計"])]) == [])
  }

  @Test func ordinaryWorkIsNoFinding() throws {
    var a = texts(40, "x")
    let source = 40
    var states = [project(a, source: source)]
    for step in 0..<4 {
      for index in 0..<10 { a["k\(step * 10 + index)"] = "edit\(step).\(index)" }
      states.append(project(a, source: source))
    }
    a["k1"] = nil
    states.append(project(a, source: source))
    #expect(try findings(states) == [])
  }
}
