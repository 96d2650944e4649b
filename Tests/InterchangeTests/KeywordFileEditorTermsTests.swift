import Diagnostics
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
