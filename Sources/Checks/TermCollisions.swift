package import Diagnostics
import TextAnalysis
package import Translations

/// How many terms stand in too many sets of a locale, before and after some of its sets changed.
package struct TermCollisions {
  package private(set) var before = 0
  package private(set) var after = 0

  /// - Parameters:
  ///   - old: the sets that changed, as they were.
  ///   - new: the same as they are.
  ///   - others: the sets that did not change.
  /// - Complexity: one look at each term.
  package init(
    from old: [KeywordSet], to new: [KeywordSet], beside others: some Sequence<KeywordSet>,
    in locale: LanguageTag
  ) {
    var counter = SpellingCounter(locale)
    let olds = counter.counts(in: old)
    let news = counter.counts(in: new)
    func number(_ counts: [Int], _ index: Int) -> Int { index < counts.count ? counts[index] : 0 }
    let spellings = 0..<max(olds.count, news.count)
    if spellings.allSatisfy({ number(olds, $0) == number(news, $0) }) { return }
    counter.isClosed = true
    let rest = counter.counts(in: others)
    for index in spellings {
      if number(olds, index) + number(rest, index) > KeywordCheck.mostSetsOfTerm { before += 1 }
      if number(news, index) + number(rest, index) > KeywordCheck.mostSetsOfTerm { after += 1 }
    }
  }

  /// The rule that these are findings of.
  package static var rule: Rule { KeywordRules.collision }
}

/// Counts the sets that have terms of a spelling.
private struct SpellingCounter {
  private var terms: FoldedTerms
  /// Whether spellings that did not come up so far are left out.
  var isClosed = false {
    didSet { known = terms.count }
  }
  private var known = Int.max
  /// A bit for each spelling of ASCII letters and digits that came up, by a hash of it.
  private var marks = [UInt64](repeating: 0, count: 1 << 10)
  private let hasOwnCapitals: Bool

  init(_ locale: LanguageTag) {
    terms = FoldedTerms(TextAnalyzer(locale: locale))
    // Languages in which the small form of a letter of ASCII is none.
    hasOwnCapitals = ["az", "tr"].contains(locale.language)
  }

  /// By the number of the spelling.
  mutating func counts(in sets: some Sequence<KeywordSet>) -> [Int] {
    var counts: [Int] = []
    var last: [Int] = []
    for (index, set) in sets.enumerated() where set.state == .approved || set.state == .proposed {
      for term in set.terms {
        guard let number = number(of: term.text.string) else { continue }
        while counts.count <= number {
          counts.append(0)
          last.append(-1)
        }
        if last[number] != index { counts[number] += 1 }
        last[number] = index
      }
    }
    return counts
  }

  /// - Returns: `nil` for a term of which nothing can be searched, or that is left out.
  private mutating func number(of term: String) -> Int? {
    // Most terms of the others are words that did not come up, which need not be folded to know that.
    if isClosed, !hasOwnCapitals, let hash = Self.hash(term.utf8), !isMarked(hash) { return nil }
    let number = terms.number(of: term)
    guard number < known, !terms[number].isEmpty else { return nil }
    if !isClosed, let hash = Self.hash(terms[number]) { marks[Int(hash >> 6 & 1023)] |= 1 << (hash & 63) }
    return number
  }

  private func isMarked(_ hash: UInt64) -> Bool { marks[Int(hash >> 6 & 1023)] >> (hash & 63) & 1 == 1 }

  /// The same for all words of ASCII letters and digits that fold alike, and for what they fold to; `nil` for another
  /// text.
  private static func hash(_ text: some Sequence<UInt8>) -> UInt64? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text {
      let isDigit = (0x30...0x39).contains(byte)
      guard isDigit || (0x61...0x7A).contains(byte | 0x20) else { return nil }
      hash = (hash ^ UInt64(isDigit ? byte : byte | 0x20)) &* 0x0000_0100_0000_01B3
    }
    return hash ^ hash >> 29
  }
}
