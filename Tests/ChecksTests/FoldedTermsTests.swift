import TestSupport
import Testing
import TextAnalysis
import Translations

@testable import Checks

@Suite struct FoldedTermsTests {
  private static let pieces = [
    "Hafen", "hafen", "s", "S", "Düne", "dune", " ", "-", "+", ".", "港", "\u{301}", "9", "",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  @Test func numbersAreSpellings() {
    var random = SeededGenerator(seed: caseSeed())
    let analyzer = TextAnalyzer(locale: LanguageTag("de")!)
    var terms = FoldedTerms(analyzer)
    var known: [[UInt8]: Int] = [:]
    for _ in 0..<caseCount(full: 20_000) {
      let text = Self.text(&random)
      let spelling = analyzer.fold(text)
      let number = terms.number(of: text)
      #expect(number == known[spelling, default: known.count], "\(text)")
      known[spelling] = number
      #expect(Array(terms[number]) == spelling)
      if spelling.isEmpty { continue }
      #expect(terms.numberWithoutLastByte(of: number) == known[Array(spelling.dropLast())], "\(text)")
    }
    #expect(terms.count == known.count)
  }

  @Test func wordsAreWhole() {
    var random = SeededGenerator(seed: caseSeed())
    let words = ["a", "ab", "abc", "b", "bc"]
    for _ in 0..<caseCount(full: 5_000) {
      let (term, title) = (
        (0..<3).map { _ in words[random.below(5)] }, (0..<4).map { _ in words[random.below(5)] }
      )
      let (some, others) = (term.prefix(1 + random.below(3)), title.prefix(random.below(5)))
      let isIn = FoldedWords.areAll(
        of: Array(some.joined(separator: " ").utf8)[...], in: Array(others.joined(separator: " ").utf8)[...])
      #expect(isIn == some.allSatisfy(others.contains), "\(some) in \(others)")
    }
  }
}
