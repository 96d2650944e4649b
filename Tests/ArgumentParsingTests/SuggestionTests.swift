import ArgumentParsing
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "the nearest name is offered, a far one is not",
    arguments: [
      ("lcoale", "locale"), ("locales", "locale"), ("loc", "locale"), ("lokale", "locale"),
      ("formt", "format"),
      ("dryrun", "dry-run"), ("publish", nil), ("xyz", nil), ("q", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    let names = ["locale", "format", "dry-run", "output", "publish"]
    #expect(Suggestion.nearest(to: word, among: names) == expected)
  }

  @Test("a common beginning of several names is no abbreviation")
  func ambiguous() {
    #expect(Suggestion.nearest(to: "re", among: ["report", "restore"]) == nil)
  }

  @Test("the first of equally near names is taken")
  func ties() {
    #expect(Suggestion.nearest(to: "cat", among: ["car", "cap"]) == "car")
  }

  @Test("an endless word costs nothing")
  func endless() {
    #expect(Suggestion.nearest(to: String(repeating: "a", count: 1_000_000), among: ["aaaa"]) == nil)
  }
}
