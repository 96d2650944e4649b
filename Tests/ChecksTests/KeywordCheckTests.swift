import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct KeywordCheckTests {
  private func set(
    _ key: String = "articles/1", _ state: KeywordSet.State = .approved, _ terms: [String],
    review: KeywordSet.Review? = KeywordSet.Review(
      by: "m.sato", at: "2026-11-20", digest: "current", source: "source")
  ) -> KeywordSet {
    KeywordSet(
      key: key, state: state,
      terms: terms.enumerated().map { index, term in
        KeywordTerm(term, location: SourceLocation(path: "de.yml", line: index + 10, column: 5))
      }, review: review, location: SourceLocation(path: "de.yml", line: 3, column: 3))
  }

  private func check(
    _ sets: [KeywordSet], locale: String = "en", maxTerms: Int = 12, appStoreBytes: Int? = nil,
    sourceSets: [KeywordSet] = [], fallbackSets: [KeywordSet] = [], usedKeys: Set<ExactString>? = nil,
    titles: [String] = []
  ) -> [Diagnostic] {
    var collector = DiagnosticCollector()
    // Each title is of content that uses all sets that are used at all.
    let keys = usedKeys.map { $0.map(\.string) } ?? Swift.Set(sets.map(\.key.string)).sorted()
    let titles: [String?] = titles.isEmpty ? [nil] : titles
    let users = titles.map { _ in
      ContentRecord(
        contentID: ContentID("a")!, domain: "a", route: "a", titleKey: MessageKey("a/a")!, keywordKeys: keys)
    }
    let context = KeywordContext(
      locale: LanguageTag(locale)!, sourceLocale: LanguageTag("en")!, maxTerms: maxTerms,
      appStoreBytes: appStoreBytes, sourceSets: sourceSets, fallbackSets: fallbackSets,
      users: KeywordUsers(users), knowsAllUsers: usedKeys != nil, titles: titles,
      currentDigest: { _ in "current" }, currentSource: { _ in "source" })
    checkKeywords(sets, context: context, at: SourceLocation(path: "de.yml"), into: &collector)
    return collector.diagnostics
  }

  private func rules(_ terms: [String], locale: String = "en") -> [String] {
    check([set(.init("articles/1"), .approved, terms)], locale: locale).map(\.rule.id)
  }

  @Test func aDuplicateNamesBothPlaces() throws {
    let found = check([set("articles/1", .approved, ["Café", "tea", "CAFE"])])
    let only = try #require(found.first)
    #expect(found.count == 1)
    #expect(only.rule.id == "KW-DUPLICATE-AFTER-FOLD")
    #expect(only.severity == .error)
    #expect(only.location?.line == 12)
    #expect(only.notes.map(\.location?.line) == [10])
    #expect(only.key == "articles/1")
    #expect(only.locale == "en")
  }

  @Test func foldingIsThatOfTheLocale() {
    #expect(rules(["ISIK", "isik"], locale: "en") == ["KW-DUPLICATE-AFTER-FOLD"])
    #expect(rules(["ISIK", "isik"], locale: "tr").isEmpty)
    #expect(rules(["straße", "STRASSE"], locale: "de") == ["KW-DUPLICATE-AFTER-FOLD"])
    #expect(rules(["メール", "ﾒｰﾙ"], locale: "ja") == ["KW-NOT-NORMALISED", "KW-DUPLICATE-AFTER-FOLD"])
    #expect(rules(["c++", "c#", ".net", "net"]).isEmpty)
    #expect(rules(["ﾀｲﾏｰ"], locale: "ja") == ["KW-NOT-NORMALISED"])
  }

  @Test func oneTermIsUnderOneLabel() {
    var labelled = set("articles/1", .approved, ["wifi", "WiFi"])
    labelled.terms[1].kind = .hidden
    #expect(check([labelled]).map(\.rule.id) == ["KW-LABEL-CLASS-OVERLAP"])
  }

  @Test func theApprovalIsBoundToTheTerms() {
    #expect(check([set("k", .approved, ["a1"], review: nil)]).map(\.rule.id) == ["KW-UNREVIEWED"])
    let edited = KeywordSet.Review(by: "x", at: "2026-01-01", digest: "old", source: "source")
    #expect(check([set("k", .approved, ["a1"], review: edited)]).map(\.rule.id) == ["KW-PENDING"])
    #expect(check([set("k", .approved, ["a1"], review: edited)]).map(\.severity) == [.warning])
    let stale = KeywordSet.Review(by: "x", at: "2026-01-01", digest: "current", source: "old")
    #expect(check([set("k", .approved, ["a1"], review: stale)]).map(\.rule.id) == ["KW-STALE-CURATION"])
    let proposed = check([set("k", .proposed, ["a1"], review: nil)])
    #expect(proposed.map(\.rule.id) == ["KW-PENDING"])
    #expect(proposed.map(\.severity) == [.note])
    #expect(check([set("k", .rejected, ["a", "A"]), set("l", .retired, ["-"])]).isEmpty)
    #expect(check([set("k", .approved, [])]).isEmpty)
  }

  @Test func budgetsCountTermsAndBytes() {
    let three = set("k", .approved, ["集中", "タイマー", "休憩"])
    #expect(check([three], locale: "ja", maxTerms: 3, appStoreBytes: 26).isEmpty)
    let found = check([three], locale: "ja", maxTerms: 2, appStoreBytes: 25)
    #expect(found.map(\.rule.id) == ["KW-COUNT-BUDGET", "KW-LENGTH-BUDGET"])
    #expect(found[1].message == "26 bytes with the commas between the terms, at most 25 are allowed")
  }

  @Test(arguments: [
    (["wifi "], ["KW-WHITESPACE"]), (["a  b"], ["KW-WHITESPACE"]), (["one, two"], ["KW-WHITESPACE"]),
    (["一、二三"], ["KW-WHITESPACE"]), (["a\nb"], ["KW-WHITESPACE"]), (["wi\u{200B}fi"], ["KW-INVISIBLE"]),
    (["wi\u{AD}fi"], ["KW-INVISIBLE"]), (["a\u{A0}b"], ["KW-INVISIBLE"]), (["\u{202E}abc"], ["KW-INVISIBLE"]),
    (["a\u{200D}b"], ["KW-INVISIBLE"]), (["می\u{200C}خواهم"], []), (["👩\u{200D}💻"], []), (["❤\u{FE0F}"], []),
    (["-"], ["KW-UNSEARCHABLE"]), (["a"], ["KW-UNSEARCHABLE"]), (["中"], []), (["5G"], []),
    (["cafe\u{301}"], ["KW-NOT-NORMALISED"]), (["か\u{3099}"], ["KW-NOT-NORMALISED"]),
    (["Ｗｉｆｉ"], ["KW-NOT-NORMALISED"]),
    (["p\u{430}ypal"], ["KW-MIXED-SCRIPT-TOKEN"]), (["Wi-Fi роутер"], []), (["TODO"], ["KW-PLACEHOLDER"]),
    (["%{name}"], ["KW-PLACEHOLDER"]), (["100%"], []), (["m.sato@example.com"], ["KW-PERSONAL-DATA"]),
    (["+49 30 1234567"], ["KW-PERSONAL-DATA"]), (["2026"], []), (["SETTINGS"], ["KW-CASE-STYLE"]),
    (["HTML"], []),
    ([""], ["KW-WHITESPACE", "KW-UNSEARCHABLE"]), (["für", "über"], []), (["टाइमर"], []),
  ])
  func formOfATerm(terms: [String], expected: [String]) {
    // The terms are in all scripts; which are foreign is tested below.
    #expect(rules(terms).filter { $0 != "KW-WRONG-SCRIPT" } == expected)
  }

  @Test func aTermOfTheTitleFindsNothingNew() {
    let found = check([set("k", .approved, ["timer", "Focus", "pomodoro"])], titles: ["Focus Timer"])
    #expect(found.map(\.rule.id) == ["KW-EQUALS-TITLE", "KW-EQUALS-TITLE"])
  }

  @Test func aTermOfTheSourceLocaleNeedsAMark() {
    let source = [set("k", .approved, ["settings", "Wi-Fi"]), set("l", .approved, ["timer"])]
    var german = set("k", .approved, ["Settings", "Wi-Fi"])
    german.terms[1].isLoanword = true
    #expect(
      check([german], locale: "de", sourceSets: source).map(\.rule.id) == [
        "KW-LITERAL-SOURCE", "KW-MISSING-LOCALE",
      ])
    #expect(check(source, locale: "en", sourceSets: source).isEmpty)
  }

  @Test func keysAreThoseOfTheContent() {
    let used: Set<ExactString> = ["k"]
    let found = check([set("k", .approved, ["one1"]), set("q", .approved, ["two2"])], usedKeys: used)
    #expect(found.map { "\($0.rule.id) \($0.key!)" } == ["KW-UNKNOWN-KEY q"])
    // What nothing uses is not missed.
    #expect(check([], locale: "de", sourceSets: [set("q", .approved, ["two2"])], usedKeys: used).isEmpty)
    #expect(check([], locale: "de", sourceSets: [set("k", .approved, ["two2"])], usedKeys: used).count == 1)
  }

  @Test(arguments: [
    ("ru", "設定", ["KW-WRONG-SCRIPT"]), ("ru", "таймер", []), ("ru", "Wi-Fi", []),
    ("ja", "таймер", ["KW-WRONG-SCRIPT"]),
    ("ja", "集中タイマー", []), ("zh-Hans", "タイマー", ["KW-WRONG-SCRIPT"]), ("en", "東京", ["KW-WRONG-SCRIPT"]),
    ("ko", "시간", []), ("hi", "समय", []), ("ta", "東京", []), ("sr", "време", []),
    ("sr-Latn", "време", ["KW-WRONG-SCRIPT"]),
    ("en", "the", ["KW-STOP-WORD"]), ("de", "für das", ["KW-STOP-WORD"]), ("de", "the", []),
    ("en", "the end", []),
  ])
  func scriptsAndStopWordsAreThoseOfTheLocale(locale: String, term: String, expected: [String]) {
    #expect(rules([term], locale: locale) == expected)
  }

  @Test func aLoanwordMayBeInAnotherScript() {
    var loan = set("k", .approved, ["設定"])
    loan.terms[0].isLoanword = true
    #expect(check([loan], locale: "ru").isEmpty)
  }

  @Test func setsAreComparedWithEachOther() {
    #expect(rules(["maps", "map"]) == ["KW-PLURAL-OF"])
    #expect(rules(["maps", "map"], locale: "de").isEmpty)
    let sets = (0..<6).map { set("k\($0)", .approved, ["help", "topic\($0)"]) }
    #expect(check(sets).map { "\($0.rule.id) \($0.key!)" } == ["KW-COLLISION k0"])
    #expect(check(Array(sets.dropLast())).isEmpty)
    let german = [set("k", .approved, ["Zeit"])]
    #expect(check(german, locale: "de-CH", fallbackSets: german).map(\.rule.id) == ["KW-FALLBACK-SHADOW"])
    #expect(check(german, locale: "de-CH", fallbackSets: [set("k", .approved, ["Uhr"])]).isEmpty)
  }

  @Test func aTitleInHanWantsItsReading() {
    let gap = check([set("k", .approved, ["環境"])], locale: "ja", titles: ["設定"])
    #expect(gap.map(\.rule.id) == ["KW-TRANSLITERATION-GAP"])
    #expect(check([set("k", .approved, ["環境", "せってい"])], locale: "ja", titles: ["設定"]).isEmpty)
    #expect(check([set("k", .approved, ["環境"])], locale: "ja", titles: ["アプリ"]).isEmpty)
    #expect(check([set("k", .approved, ["环境"])], locale: "zh-Hans", titles: ["设定"]).isEmpty)
  }

  @Test func messagesNeverHoldTheTerm() {
    let secret = "geheim\u{200B}wort"
    let found = check([set("k", .approved, [secret, "GEHEIMWORT ", "geheimwort"])], appStoreBytes: 3)
    #expect(found.count > 4)
    for diagnostic in found {
      let text = ([diagnostic.message, diagnostic.help ?? ""] + diagnostic.notes.map(\.message)).joined()
      #expect(!text.lowercased().contains("geheim"))
    }
  }
}
