import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

@Suite struct KeywordFileEditorTests {
  private static let review = KeywordSet.Review(
    by: "m.sato", at: "2026-12-01", digest: "aa11bb", source: "cc22dd")

  private func approve(
    _ text: String, _ keys: String..., review: KeywordSet.Review = review
  ) throws -> Parsed<[UInt8]?> {
    let reviews = Dictionary(uniqueKeysWithValues: keys.map { (ExactString($0), review) })
    return try KeywordFileEditor.approving(reviews, in: Array(text.utf8), path: "ja.yml")
  }

  private func edited(_ text: String, _ keys: String...) throws -> String? {
    let reviews = Dictionary(uniqueKeysWithValues: keys.map { (ExactString($0), Self.review) })
    let parsed = try KeywordFileEditor.approving(reviews, in: Array(text.utf8), path: "ja.yml")
    #expect(parsed.diagnostics.isEmpty)
    return parsed.value.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func onlyTheLinesOfTheSetChange() throws {
    let text = """
      # about the file
      locale: ja
      keywords:
        a:   # first
          state: proposed   # by hand
          terms:
            - 集中   # a term
            - { text: x, note: "n" }

          # trailing comment
        b:
          state: proposed
          terms: [y]
      """
    #expect(
      try edited(text, "a") == """
        # about the file
        locale: ja
        keywords:
          a:   # first
            state: approved   # by hand
            terms:
              - 集中   # a term
              - { text: x, note: "n" }
            reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd }

            # trailing comment
          b:
            state: proposed
            terms: [y]
        """)
  }

  @Test func anOldReviewIsReplacedFieldByField() throws {
    let text = """
      locale: ja
      keywords:
        a:
          state: "proposed"
          reviewed: {by: 'old',  at: 2020-01-01 , digest: 1, source: "2"} # note
          terms: [x]
        b:
          terms: [x]
          state: approved
          reviewed:
            by: old   # who
            # when
            at: 2020-01-01
            digest: 0
            source: 0
      """
    #expect(
      try edited(text, "a", "b") == """
        locale: ja
        keywords:
          a:
            state: approved
            reviewed: {by: m.sato,  at: 2026-12-01 , digest: aa11bb, source: cc22dd} # note
            terms: [x]
          b:
            terms: [x]
            state: approved
            reviewed:
              by: m.sato   # who
              # when
              at: 2026-12-01
              digest: aa11bb
              source: cc22dd
        """)
  }

  @Test func missingLinesComeInTheStyleAroundThem() throws {
    let text = "locale: ja\r\nkeywords:\r\n    a:\r\n       terms:\r\n       - x\r\n    b: {terms: [y]}"
    #expect(
      try edited(text, "a")
        == "locale: ja\r\nkeywords:\r\n    a:\r\n       state: approved\r\n       terms:\r\n       - x\r\n"
        + "       reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd }\r\n    b: {terms: [y]}"
    )
  }

  @Test func aFileWithoutAFinalLineEndStaysWithoutOne() throws {
    #expect(
      try edited("locale: ja\nkeywords:\n  a:\n    terms:\n    - x", "a")
        == "locale: ja\nkeywords:\n  a:\n    state: approved\n    terms:\n    - x\n"
        + "    reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd }")
  }

  @Test func aSetInBracesStaysInBraces() throws {
    let text =
      "locale: ja\nkeywords:\n  a: { state: proposed, terms: [x] }\n  b: {terms: [x]}\n  c: {\n    terms: [x], # c\n  }\n"
    #expect(
      try edited(text, "a", "b", "c")
        == "locale: ja\nkeywords:\n"
        + "  a: { state: approved, terms: [x], reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd } }\n"
        + "  b: {state: approved, terms: [x], reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd }}\n"
        + "  c: {\n    state: approved, terms: [x], reviewed: { by: m.sato, at: 2026-12-01, digest: aa11bb, source: cc22dd }, # c\n  }\n"
    )
  }

  @Test func aValueThatIsMissingIsWritten() throws {
    let text = "locale: ja\nkeywords:\n  a:\n    terms: [x]\n    state:\n"
    let parsed = try approve(text, "a")
    // A state without a value is an error of the file, which nobody should approve.
    #expect(parsed.value == nil)
    #expect(parsed.diagnostics.findings == ["KW-TYPE 5:11"])
  }

  @Test func blockTextsAtTheEndAreKept() throws {
    for indicator in ["|", "|-", "|+", ">-"] {
      let text =
        "locale: ja\nkeywords:\n  a:\n    state: proposed\n    terms:\n      - text: x\n        note: \(indicator)\n"
        + "          long\n          note\n\n  b:\n    terms: [y]\n"
      let result = try #require(try edited(text, "a"))
      #expect(result.contains("note\n") && result.contains("    reviewed: {"))
      #expect(result.replacing("state: approved", with: "state: proposed").split(separator: "\n").count == 12)
    }
  }

  @Test func approvingAgainChangesNothing() throws {
    let once = try #require(try edited("locale: ja\nkeywords:\n  a:\n    terms: [x]\n", "a"))
    #expect(try edited(once, "a") == once)
  }

  @Test func namesThatAreNoPlainScalarsAreQuoted() throws {
    for name in [
      "佐藤 ", "a: b", "\"q\"", "no", "Null", "123", "1e5", "0x1F", "- x", "a #b", "x\\y", "{", "~", "a\u{A0}b",
    ] {
      let review = KeywordSet.Review(by: name, at: "2026-12-01", digest: "12345678", source: "1e10")
      let parsed = try approve("locale: ja\nkeywords:\n  a:\n    terms: [x]\n", "a", review: review)
      let bytes = try #require(parsed.value)
      let file = try #require(try KeywordFileReader().read(BytesSource(bytes), path: "x").value)
      #expect(file.sets[0].review == review)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(
        text.contains("by: \"") && text.contains("digest: \"12345678\"") && text.contains("source: \"1e10\""))
    }
  }

  @Test func lettersOfAnyScriptNeedNoQuotes() throws {
    let review = KeywordSet.Review(by: "佐藤", at: "2026-12-01", digest: "aa11bb", source: "cc22dd")
    let parsed = try approve("locale: ja\nkeywords:\n  a:\n    terms: [x]\n", "a", review: review)
    #expect(parsed.value.map { String(decoding: $0, as: UTF8.self).contains("by: 佐藤,") } == true)
  }

  @Test(arguments: [
    ("  a: &x\n    terms: [y]\n", "KW-NOT-EDITABLE 3:6"),
    ("  b: &x { terms: [y] }\n  a: *x\n", "KW-NOT-EDITABLE 4:6"),
    ("  a:\n    state: &s proposed\n    terms: [y]\n", "KW-NOT-EDITABLE 4:12"),
    ("  b:\n    terms: [y]\n", "KW-NOT-EDITABLE"),
    ("  ? a\n  : terms: [y]\n", "KW-NOT-EDITABLE 4:5"),
    ("  a:\n    terms: y\n", "KW-TYPE 4:12"),
  ])
  func whatCannotBeEditedIsRefused(_ sets: String, _ finding: String) throws {
    let parsed = try approve("locale: ja\nkeywords:\n" + sets, "a")
    #expect(parsed.value == nil)
    #expect(parsed.diagnostics.findings == [finding])
  }

  @Test func oneSetThatCannotBeEditedStopsAll() throws {
    let parsed = try approve(
      "locale: ja\nkeywords:\n  a:\n    terms: [x]\n  b: &x\n    terms: [y]\n", "a", "b")
    #expect(parsed.value == nil)
  }

  /// Files of every shape: the result says what was wanted, and no line but those of the sets' state and review
  /// differs.
  @Test(arguments: 0..<40) func editsStayInTheirLines(_ round: Int) throws {
    let seed = UInt64(round) &+ 0x5EED
    var generator = SeededGenerator(seed: seed)
    let lineEnd = ["\n", "\r\n"][generator.below(2)]
    var lines = ["# head", "locale: ja", "keywords:"]
    var keys: [String] = []
    let indent = String(repeating: " ", count: 1 + generator.below(4))
    for index in 0..<1 + generator.below(6) {
      let key = ["set\(index)", "\"set \(index)\"", "é\(index)", "e\u{301}\(index)"][generator.below(4)]
      keys.append(key.replacing("\"", with: ""))
      if generator.below(5) == 0 {
        lines.append(
          "\(indent)\(key): { terms: [x\(index)]\(["", ", state: proposed"][generator.below(2)]) } # flow")
        continue
      }
      lines.append("\(indent)\(key):" + ["", "  # note"][generator.below(2)])
      let inner = indent + String(repeating: " ", count: 1 + generator.below(3))
      var fields: [[String]] = [
        [
          ["\(inner)terms: [a, 'b', \"c\"]"],
          ["\(inner)terms:", "\(inner)- 日本 # t", "", "\(inner)- {text: x}"],
          ["\(inner)terms: [a,", "\(inner)  b]"],
        ][generator.below(3)]
      ]
      if generator.below(3) > 0 {
        fields.append(["\(inner)state: \(["proposed", "'approved'"][generator.below(2)])"])
      }
      if generator.below(2) > 0 {
        fields.append(
          [
            ["\(inner)reviewed: {by: x, at: y, digest: z, source: w}"],
            [
              "\(inner)reviewed:", "\(inner)  source: w", "\(inner)  by: x # r", "\(inner)  digest: z",
              "\(inner)  at: y",
            ],
          ][generator.below(2)])
      }
      fields.shuffle(using: &generator)
      lines += fields.joined()
      if generator.below(3) == 0 { lines += ["", "\(indent)# between"] }
    }
    let text = lines.joined(separator: lineEnd) + ["", lineEnd][generator.below(2)]
    let before = try #require(
      try KeywordFileReader().read(BytesSource(text), path: "x").value, "seed \(seed)\n\(text)")
    let chosen = keys.filter { _ in generator.below(2) == 0 }
    let reviews = Dictionary(uniqueKeysWithValues: chosen.map { (ExactString($0), Self.review) })
    let parsed = try KeywordFileEditor.approving(reviews, in: Array(text.utf8), path: "x")
    let bytes = try #require(parsed.value, "seed \(seed)\n\(text)\n\(parsed.diagnostics)")
    let after = try #require(try KeywordFileReader().read(BytesSource(bytes), path: "x").value)
    for (old, new) in zip(before.sets, after.sets) {
      let isChosen = reviews[old.key] != nil
      #expect(new.state == (isChosen ? .approved : old.state), "seed \(seed)")
      #expect(new.review == (isChosen ? Self.review : old.review), "seed \(seed)")
      #expect(new.terms.map(\.text) == old.terms.map(\.text), "seed \(seed)")
    }
    // What is left when the lines of states and reviews are taken away is the same, byte for byte.
    let isEdited = { (line: Substring) in
      ["# flow", "state:", "reviewed:", "by:", "at:", "digest:", "source:"].contains { line.contains($0) }
    }
    let rest = { (text: String) in
      text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Substring($0) }
        .filter { !isEdited($0) }.map { Array($0.utf8) }
    }
    let edited = String(decoding: bytes, as: UTF8.self)
    let isBare = !text.hasSuffix("\n")
    // Without a final line end a line that is added gives one to the line before.
    #expect(
      rest(edited).map { isBare ? $0.filter { $0 != 0x0D } : $0 }
        == rest(text).map { isBare ? $0.filter { $0 != 0x0D } : $0 }, "seed \(seed)")
    #expect(edited.hasSuffix("\n") == text.hasSuffix("\n"), "seed \(seed)")
    if chosen.isEmpty { #expect(bytes == Array(text.utf8), "seed \(seed)") }
  }
}
