import TestSupport
import Testing
import Translations

@Suite struct MessageKeyTests {
  @Test func partsAreKept() {
    let key = MessageKey(catalog: "articles", path: ["a.b", "title"])
    #expect(key.segments == ["articles", "a.b", "title"])
    #expect(key.catalog == "articles")
    #expect(Array(key.pathBytes) == Array("a.b\0title".utf8))
    #expect(key.appending("x", "y").segments == ["articles", "a.b", "title", "x", "y"])
    #expect(MessageKey(catalog: "c", path: []).pathBytes.isEmpty)
  }

  @Test(arguments: [
    (["articles", "focus-timer", "title"], "articles/focus-timer.title"),
    (["app", "a.b/c", "d\\e"], #"app/a\.b\/c.d\\e"#),
    (["app", ""], "app/"),
    (["app", "", ""], "app/."),
    (["a/b", "x"], #"a\/b/x"#),
  ])
  func printedFormAndBack(segments: [String], printed: String) {
    let key = MessageKey(catalog: segments[0], path: Array(segments.dropFirst()))
    #expect(key.description == printed)
    #expect(MessageKey(printed) == key)
  }

  @Test(arguments: ["", "articles", "/x", #"articles/x\"#, "a/b\0c", #"a\/b"#])
  func whatIsNoKeyIsRefused(text: String) {
    #expect(MessageKey(text) == nil)
  }

  @Test func composedAndDecomposedNamesDiffer() {
    #expect(MessageKey(catalog: "c", path: ["\u{E9}"]) != MessageKey(catalog: "c", path: ["e\u{301}"]))
  }

  @Test func orderIsSegmentBySegmentPrefixFirst() {
    let keys = [["a"], ["a", "b"], ["a", "b", "c"], ["a", "bb"], ["a-b"], ["a.b"], ["b"], ["é"]].map {
      MessageKey(catalog: "c", path: $0)
    }
    #expect(keys.shuffled().sorted() == keys)
  }

  @Test func everyKeySurvivesPrinting() {
    let seed = caseSeed()
    var random = SeededGenerator(seed: seed)
    let letters = Array("a./\\é|= ".unicodeScalars)
    for _ in 0..<2_000 {
      let segments = (0..<1 + random.below(4)).map { _ in
        String(
          String.UnicodeScalarView((0..<random.below(4)).map { _ in letters[random.below(letters.count)] }))
      }
      let key = MessageKey(catalog: "c" + segments[0], path: Array(segments.dropFirst()))
      if segments.count > 1 { #expect(MessageKey(key.description) == key, "seed \(seed)") }
    }
  }
}
