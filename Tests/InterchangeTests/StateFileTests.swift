import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct StateFileTests {
  private static let a = String(repeating: "0a", count: 16)
  private static let b = String(repeating: "12", count: 16)

  private func read(_ text: String) throws -> Parsed<StateFile?> {
    try StateFile.read(BytesSource(text), path: ".state/no.yml", expected: LanguageTag("no")!)
  }

  @Test func theFileLiesBesideTheCatalog() throws {
    let de = try #require(LanguageTag("de"))
    #expect(
      StateFile.path(beside: "Catalogs/articles/de.yml", locale: de) == "Catalogs/articles/.state/de.yml")
    #expect(StateFile.path(beside: "de.yml", locale: de) == ".state/de.yml")
  }

  @Test func whatIsWrittenIsRead() throws {
    let odd = MessageKey(catalog: "app", path: ["a.b", "it's \"q\"", "back\\slash", "é: #"])
    let file = StateFile(
      locale: try #require(LanguageTag("no")),
      entries: [
        MessageKey(catalog: "b", path: ["x"]): .init(state: .needsReview, source: nil, value: Self.a),
        odd: .init(state: .final, source: Self.b, value: Self.a),
      ])
    let text = String(decoding: file.bytes, as: UTF8.self)
    let parsed = try read(text)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.value == file)
    #expect(parsed.value?.bytes == file.bytes)
    // Digits alone are still text to every reader, and `no` is a language.
    #expect(text.contains("locale: \"no\"\n"))
    #expect(text.hasSuffix("  \"b/x\": { state: needs-review, value: \"\(Self.a)\" }\n"))
    #expect(
      try read(String(decoding: StateFile(locale: LanguageTag("no")!).bytes, as: UTF8.self)).value != nil)
  }

  @Test(
    arguments: [
      ("", "the side file is empty", nil),
      ("locale: no\n", "the side file has no `states`", "add `states`"),
      ("locale: de\nstates: {}\n", "the file says locale `de`, its name says `no`", nil),
      (
        "locale: no\nstates: {}\nstate: {}\n", "unknown field `state` in the side file",
        "did you mean `states`?"
      ),
      ("locale: no\nstates: []\n", "expected a map for states and found a list", nil),
      (
        "locale: no\nstates: { a: { state: final, value: 1 } }\n",
        "a key without a catalog or with half an escape", nil
      ),
      ("locale: no\nstates: { a/b: final }\n", "expected a map for an entry and found a text", nil),
      ("locale: no\nstates: { a/b: { state: absent, value: x } }\n", "unknown state `absent`", nil),
      (
        "locale: no\nstates: { a/b: { state: finale, value: x } }\n", "unknown state `finale`",
        "did you mean `final`?"
      ),
      ("locale: no\nstates: { a/b: { state: final } }\n", "an entry has no `value`", "add `value`"),
      (
        "locale: no\nstates: { a/b: { state: final, value: 0A } }\n",
        "value is not 32 lower-case hexadecimal digits", nil
      ),
      (
        "locale: no\nstates:\n  a/b: { state: final, value: x }\n  a/b: { state: final, value: x }\n",
        "key `a/b` stands twice", "remove one of the two"
      ),
      ("locale: no\n\tstates: {}\n", "tab used as indentation", "indent with spaces"),
    ] as [(String, String, String?)])
  func anErrorIsNamed(_ text: String, _ message: String, _ help: String?) throws {
    let parsed = try read(text)
    #expect(parsed.value == nil)
    let finding = try #require(
      parsed.diagnostics.first { $0.message == message }, "\(parsed.diagnostics.map(\.message))")
    if let help { #expect(finding.help == help) }
  }
}
