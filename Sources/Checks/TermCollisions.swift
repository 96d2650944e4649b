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
    var terms = FoldedTerms(TextAnalyzer(locale: locale))
    /// The number of sets that have each spelling.
    func counts(_ sets: some Sequence<KeywordSet>, upTo known: Int) -> [Int] {
      var counts: [Int] = []
      var last: [Int] = []
      for (index, set) in sets.enumerated() where set.state == .approved || set.state == .proposed {
        for term in set.terms {
          let number = terms.number(of: term.text.string)
          guard number < known, !terms[number].isEmpty else { continue }
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
    let olds = counts(old, upTo: .max)
    let news = counts(new, upTo: .max)
    let count = terms.count
    func number(_ counts: [Int], _ index: Int) -> Int { index < counts.count ? counts[index] : 0 }
    if (0..<count).allSatisfy({ number(olds, $0) == number(news, $0) }) { return }
    let rest = counts(others, upTo: count)
    for index in 0..<count {
      if number(olds, index) + number(rest, index) > KeywordCheck.mostSetsOfTerm { before += 1 }
      if number(news, index) + number(rest, index) > KeywordCheck.mostSetsOfTerm { after += 1 }
    }
  }

  /// The rule that these are findings of.
  package static var rule: Rule { KeywordRules.collision }
}
