import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

@Suite struct KeywordFileEditorTermsTests {
  private func edited(
    _ text: String, _ key: String, _ terms: [KeywordTerm], state: KeywordSet.State = .approved
  ) throws -> String? {
    let parsed = try KeywordFileEditor.editing(
      [ExactString(key): .init(state: state, terms: terms, review: nil)], in: Array(text.utf8), path: "ja.yml"
    )
    return parsed.value.map { String(decoding: $0, as: UTF8.self) }
  }

  private let block = """
    locale: ja
    keywords:
      a:
        state: approved
        terms:
          - 集中
          - { text: x, note: "n" }   # why
      b: # stays
        state: retired
        terms: [y]
    """

  @Test func termsKeepTheStyleOfTheirList() throws {
    #expect(
      try edited(block, "a", [KeywordTerm("時計"), KeywordTerm("せってい", kind: .hidden)]) == """
        locale: ja
        keywords:
          a:
            state: approved
            terms:
              - 時計
              - { text: せってい, kind: hidden }   # why
          b: # stays
            state: retired
            terms: [y]
        """)
    #expect(
      try edited(block, "b", [KeywordTerm("no"), KeywordTerm("Wi-Fi", isLoanword: true)])?.hasSuffix(
        """
          b: # stays
            state: approved
            terms: ["no", { text: Wi-Fi, loanword: true }]
        """) == true)
  }

  @Test func termsThatStayKeepTheirBytes() throws {
    let text = """
      locale: de
      keywords:
        a:
          state: approved
          terms:
            # first the plain ones
            - kde one   # why
            - 'zwei'
            - { text: "drei", kind: hidden }   # no one types it
            - vier
        b: { state: approved, terms: [kde one, "two", drei] } # flow

      """
    let drei = KeywordTerm("drei", kind: .hidden)
    #expect(
      try edited(text, "a", [KeywordTerm("kde one"), KeywordTerm("it's"), drei, KeywordTerm("neu: ja")])
        == text.replacing("'zwei'", with: "'it''s'").replacing("- vier", with: "- \"neu: ja\""))
    #expect(
      try edited(text, "a", [KeywordTerm("nuller"), KeywordTerm("kde one"), drei, KeywordTerm("vier")])
        == text.replacing("      - 'zwei'\n", with: "")
        .replacing("      - kde one", with: "      - nuller\n      - kde one"))
    #expect(
      try edited(text, "b", [KeywordTerm("kde one"), KeywordTerm("drei"), KeywordTerm("kde four")])
        == text.replacing("[kde one, \"two\", drei]", with: "[kde one, drei, kde four]"))
    #expect(
      try edited(text, "b", [KeywordTerm("kde one")])
        == text.replacing("[kde one, \"two\", drei]", with: "[kde one]"))
  }

  private static let words = [
    "a", "b c", "it's", "no", "12", "é: #", "x # y", "d,e", "[f]", "-", "g\th", "\u{202E}i", " k", "a/b",
  ]

  /// A random list of words, spelled in a file.
  private func randomFile(isFlow: Bool, _ random: inout SeededGenerator) -> (words: [String], text: String) {
    var words: [String] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      words.append(Self.words.randomElement(using: &random)!)
    }
    let spelled = words.map { String(decoding: YAMLText.scalar($0), as: UTF8.self) }
    let separator = [", ", " ,\n     ", ",   # and\n     ", "  # and\n     , "].randomElement(using: &random)!
    let terms =
      isFlow
      ? " [ " + spelled.joined(separator: separator) + " ]"
      : spelled.map { "\n      - \($0)   # about \($0)" }.joined()
    return (
      words,
      "locale: ja\nkeywords:\n  k:\n    state: approved\n    terms:\(terms)\n  z: { state: retired, terms: [a] }\n"
    )
  }

  /// The editor reads its result again and gives nothing if that is another list.
  @Test(arguments: [true, false]) func aListBecomesAnyOther(isFlow: Bool) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let (_, text) = randomFile(isFlow: isFlow, &random)
      let (wanted, _) = randomFile(isFlow: isFlow, &random)
      #expect(
        try edited(text, "k", wanted.map { KeywordTerm($0) }) != nil, "seed \(seed): \(text) to \(wanted)")
    }
  }

  @Test func oneChangeLeavesAllOtherLines() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let (words, text) = randomFile(isFlow: false, &random)
      let index = words.indices.randomElement(using: &random)!
      var (wanted, lost) = (words, 1)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: wanted[index] = "new"
      case 1 where words.count > 1: wanted.remove(at: index)
      default:
        wanted.insert("new", at: index)
        lost = 0
      }
      let result = try #require(try edited(text, "k", wanted.map { KeywordTerm($0) }))
      let lines = text.split(separator: "\n")
      let kept = Set(lines).intersection(result.split(separator: "\n"))
      #expect(kept.count >= Set(lines).count - lost, "seed \(seed): \(text) to \(wanted)")
    }
  }

  @Test func anEmptyListIsWrittenInBrackets() throws {
    #expect(try edited(block, "a", [])?.contains("terms:\n      []") == true)
  }

  @Test func aNewSetFollowsTheLast() throws {
    #expect(
      try edited(block + "\n", "c.d", [KeywordTerm("z", note: "é: #")], state: .proposed)?.hasSuffix(
        """
            terms: [y]
          c.d:
            state: proposed
            terms: [{ text: z, note: "é: #" }]

        """) == true)
    let flow = try edited(
      "{ locale: ja, keywords: { a: { state: approved, terms: [x] } } }", "b", [KeywordTerm("z")])
    #expect(
      flow
        == "{ locale: ja, keywords: { a: { state: approved, terms: [x] }, b: { state: approved, terms: [z] } } }"
    )
  }

  @Test func whereNothingCanFollowItIsSaid() throws {
    let parsed = try KeywordFileEditor.editing(
      ["a": .init(state: .approved, terms: [KeywordTerm("x")], review: nil)],
      in: Array("locale: ja\nkeywords: {}\n".utf8), path: "ja.yml")
    #expect(parsed.value == nil && parsed.diagnostics.map(\.rule.id) == ["KW-NOT-EDITABLE"])
  }
}
