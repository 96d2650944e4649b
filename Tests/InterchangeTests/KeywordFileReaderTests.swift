import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

@Suite struct KeywordFileReaderTests {
  private func read(_ text: String, expected: String? = "ja") throws -> Parsed<KeywordFile?> {
    try KeywordFileReader().read(
      BytesSource(text), path: "ja.yml", expected: expected.flatMap { LanguageTag($0) })
  }

  private func findings(_ set: String) throws -> [String] {
    try read("locale: ja\nkeywords:\n  k: \(set)\n").diagnostics.findings
  }

  @Test func aFileSaysWhatItSays() throws {
    let parsed = try read(
      """
      locale: ja
      keywords:
        articles/focus-timer:
          state: approved
          terms: [集中, { text: タイマー, note: 問い合わせで多い }, { text: せってい, kind: hidden }, { text: Wi-Fi, loanword: true }, no, 1.10]
          reviewed: { by: m.sato, at: 2026-11-20, digest: 5f1c, source: 9f3a }
        none: { state: rejected, terms: [] }
        new: { terms: [a] }
      """)
    #expect(parsed.diagnostics.isEmpty)
    let file = try #require(parsed.value)
    #expect(file.locale.description == "ja")
    #expect(file.sets.map(\.key) == ["articles/focus-timer", "none", "new"])
    let set = file.sets[0]
    #expect(set.state == .approved)
    #expect(set.terms.map(\.text) == ["集中", "タイマー", "せってい", "Wi-Fi", "no", "1.10"])
    #expect(
      set.terms.map(\.kind) == [
        .alternative, .alternative, .hidden, .alternative, .alternative, .alternative,
      ])
    #expect(set.terms.map(\.isLoanword) == [false, false, false, true, false, false])
    #expect(set.terms[1].note == "問い合わせで多い")
    #expect(set.review == KeywordSet.Review(by: "m.sato", at: "2026-11-20", digest: "5f1c", source: "9f3a"))
    #expect(set.location == SourceLocation(path: "ja.yml", line: 3, column: 3))
    #expect(set.terms[0].location == SourceLocation(path: "ja.yml", line: 5, column: 13))
    #expect(file.sets[1].state == .rejected && file.sets[1].terms.isEmpty)
    #expect(file.sets[2].state == .proposed && file.sets[2].review == nil)
  }

  /// The sets are handed over one by one while the file is read; whatever else is in it must not show that.
  @Test func itMattersNotHowTheSetsAreWritten() throws {
    let usual = try read("locale: ja\nkeywords:\n  a: { terms: [x] }\n  b: { terms: [y] }\n").value?.sets
    let first = try read("keywords:\n  a: { terms: [x] }\n  b: { terms: [y] }\nlocale: ja\n")
    let named = try read("locale: ja\nkeywords: &all\n  a: { terms: [x] }\n  b: { terms: [y] }\n")
    let reused = try read("locale: ja\nkeywords:\n  a: { terms: &t [x] }\n  b: { terms: *t }\n")
    for parsed in [first, named] {
      #expect(parsed.diagnostics.isEmpty)
      #expect(parsed.value?.sets.map(\.key) == usual?.map(\.key))
      #expect(parsed.value?.sets.map { $0.terms.map(\.text) } == usual?.map { $0.terms.map(\.text) })
    }
    #expect(reused.value?.sets.map { $0.terms.map(\.text) } == [["x"], ["x"]])
  }

  @Test func aSetThatStandsTwiceIsReportedAndTheFirstStays() throws {
    let parsed = try read(
      "locale: ja\nkeywords:\n  a: { terms: [x] }\n  b: { terms: [y] }\n  a: { terms: [z] }\n")
    #expect(parsed.diagnostics.findings == ["YM-DUPLICATE-KEY 5:3"])
    #expect(parsed.diagnostics[0].notes.map(\.location?.line) == [3])
    #expect(parsed.value?.sets.map { $0.terms.map(\.text) } == [["x"], ["y"]])
    let twice = try read("locale: ja\nkeywords:\n  a: { terms: [x] }\nkeywords:\n  b: { terms: [y] }\n")
    #expect(twice.value?.sets.map(\.key) == ["a"])
  }

  @Test func nothingOfAFileThatBreaksOffIsUsed() throws {
    let parsed = try read("locale: ja\nkeywords:\n  a: { terms: [], more: 1 }\n  b: { terms: [x\n")
    #expect(parsed.value == nil)
    #expect(parsed.diagnostics.map(\.rule.family) == ["YM"])
  }

  @Test(arguments: [
    ("{ state: aproved, terms: [] }", "KW-VALUE 3:15"),
    ("{ state: proposed }", "KW-MISSING-FIELD 3:6"),
    ("{ terms: timer }", "KW-TYPE 3:15"),
    ("{ terms: [~] }", "KW-TYPE 3:16"),
    ("{ terms: [[a]] }", "KW-TYPE 3:16"),
    ("{ terms: [{ note: x }] }", "KW-MISSING-FIELD 3:16"),
    ("{ terms: [{ text: [a] }] }", "KW-TYPE 3:24"),
    ("{ terms: [{ text: a, kind: alt }] }", "KW-VALUE 3:33"),
    ("{ terms: [{ text: a, loanword: yes }] }", "KW-TYPE 3:37"),
    ("{ terms: [{ text: a, lonword: true }] }", "KW-UNKNOWN-FIELD 3:27"),
    ("{ terms: [], status: approved }", "KW-UNKNOWN-FIELD 3:19"),
    ("{ terms: [], reviewed: { by: x } }", "KW-MISSING-FIELD 3:29"),
    ("{ terms: [], reviewed: x }", "KW-TYPE 3:29"),
    ("{ terms: [], reviewed: { by: \"\", at: a, digest: d, source: s } }", "KW-VALUE 3:35"),
    ("{ terms: [], reviewed: { by: \"a\\u0001\", at: a, digest: d, source: s } }", "KW-VALUE 3:35"),
    ("[timer]", "KW-TYPE 3:6"),
    ("timer", "KW-TYPE 3:6"),
    ("{ terms: [] }\n  k: { terms: [x] }", "YM-DUPLICATE-KEY 4:3"),
    ("{ terms: [] }\n  \"\": { terms: [x] }", "KW-VALUE 4:3"),
    ("{ terms: [], terms: [x] }", "YM-DUPLICATE-KEY 3:19"),
  ])
  func whatIsWrongIsReportedWithItsPlace(_ set: String, _ finding: String) throws {
    #expect(try findings(set) == [finding])
  }

  @Test func theLocaleIsThatOfTheFile() throws {
    let parsed = try read("locale: de\nkeywords: {}\n")
    #expect(parsed.value == nil)
    #expect(parsed.diagnostics.findings == ["KW-LOCALE 1:9"])
    #expect(try read("locale: de\nkeywords: {}\n", expected: nil).value?.locale.description == "de")
    #expect(try read("locale: JA\nkeywords: {}\n").value != nil)
    #expect(try read("locale: x!\nkeywords: {}\n").diagnostics.findings == ["KW-VALUE 1:9"])
  }

  @Test(arguments: [
    ("", "KW-MISSING-FIELD 1:1"), ("keywords: {}\n", "KW-MISSING-FIELD 1:1"),
    ("locale: ja\n", "KW-MISSING-FIELD 1:1"),
    ("locale: ja\nkeywords: []\n", "KW-TYPE 2:11"), ("[a]\n", "KW-TYPE 1:1"),
    ("locale: \"ja\n", "YM-UNCLOSED-QUOTE 1:9"),
    ("locale: ja\nkeywords:\n  <<: { a: b }\n", "YM-MERGE 3:3"),
  ])
  func filesThatAreNoKeywordFile(_ text: String, _ finding: String) throws {
    #expect(try read(text).diagnostics.findings.first == finding)
  }

  @Test func aSetThatIsNotUsableDoesNotHideTheOthers() throws {
    let parsed = try read("locale: ja\nkeywords:\n  a: text\n  b: { terms: [x] }\n")
    #expect(parsed.value?.sets.map(\.key) == ["b"])
    #expect(parsed.hasErrors)
  }

  @Test func equalKeysFarApartAreFound() throws {
    let sets = (0..<50).map { "  k\($0): { terms: [] }\n" }.joined()
    let parsed = try read("locale: ja\nkeywords:\n\(sets)  k3: { terms: [] }\n  k49: { terms: [] }\n")
    #expect(parsed.diagnostics.findings == ["YM-DUPLICATE-KEY 53:3", "YM-DUPLICATE-KEY 54:3"])
    #expect(parsed.diagnostics.map { $0.notes[0].location?.line } == [6, 52])
    #expect(parsed.value?.sets.count == 50)
  }

  /// A file without anything unusual is read without a tree, and says the same.
  @Test func theShortWayAndTheTreeSayTheSame() throws {
    var random = SeededGenerator(seed: caseSeed())
    func any(_ texts: [String]) -> String { texts[random.below(texts.count)] }
    func scalar() -> String {
      any([
        "timer", "'it''s'", "\"a\\tb\"", "集中", "no", "1.10", "two words", "Wi-Fi", "a", "b-c", "x", "y", "z",
        any([
          "~", "\"\"", "null", "!!str 1", "&t x", "*t", "\"\\u0001\"", "[a]", "{a: b}", "", "a: b",
          "\"x\ny\"",
        ]),
      ])
    }
    func field(_ name: String, _ value: String) -> String {
      random.below(40) == 0 ? "\(name)x: \(value)" : "\(name): \(value)"
    }
    func term() -> String {
      if random.below(3) > 0 { return scalar() }
      var fields = [field("text", scalar())]
      if random.below(2) == 0 {
        fields.append(field("kind", any(["hidden", "hidden", "alternative", "other"])))
      }
      if random.below(3) == 0 { fields.append(field("loanword", any(["true", "false", "true", "yes"]))) }
      if random.below(3) == 0 { fields.append(field("note", scalar())) }
      return "{ \(fields.joined(separator: ", ")) }"
    }
    func set() -> String {
      let terms = (0..<random.below(4)).map { _ in term() }
      let state =
        random.below(4) > 0 ? [field("state", any(["approved", "proposed", "retired", "aproved"]))] : []
      let review =
        random.below(3) == 0
        ? [
          field(
            "reviewed",
            "{ by: \(scalar()), at: 2026-11-20, digest: 5f1c, source: \(any(["9f3a", "9f3a", "~"])) }")
        ]
        : []
      if random.below(2) == 0 {
        return " { "
          + (state + ["terms: [\(terms.joined(separator: ", "))]"] + review).joined(separator: ", ") + " }\n"
      }
      let list = terms.isEmpty ? " []" : "\n" + terms.map { "      - \($0)" }.joined(separator: "\n")
      return "\n" + (state + ["terms:" + list] + review).map { "    \($0)\n" }.joined()
    }
    var plain = 0
    for _ in 0..<caseCount(full: 4_000) {
      var text = any(["", "# a remark\n", "---\n"])
      if random.below(10) > 0 { text += "locale: \(any(["ja", "ja", "ja", "ja", "de", "x!"]))\n" }
      text += "keywords:\(any(["", "", "", " &all"]))\n"
      for index in 0..<random.below(4) {
        text += "  \(random.below(20) == 0 ? scalar() : any(["k\(index)", "\"k \(index)\"", "k"])):" + set()
      }
      if random.below(20) == 0 { text += any(["locale: ja\n", "more: x\n", "...\n", "--- x\n", " x\n"]) }
      let path = "ja.yml"
      let expected = LanguageTag("ja")
      let read = try KeywordFileReader().read(BytesSource(text), path: path, expected: expected)
      let tree = try KeywordFileReader().readTree(BytesSource(text), path: path, expected: expected)
      #expect(
        read.value?.sets == tree.value?.sets && read.value?.locale == tree.value?.locale
          && read.diagnostics == tree.diagnostics, "\(text)")
      if PlainKeywordFile(Array(text.utf8), path: path, limits: .standard) != nil { plain += 1 }
    }
    #expect(plain * 20 > caseCount(full: 4_000))
  }
}
