import TextAnalysis
package import Translations

/// What keyword rules read of a title that became another one.
package struct TitleChange {
  private let analyzer: TextAnalyzer
  private let old: Title?
  private let new: Title?

  private struct Title: Hashable {
    var words: Set<[UInt8]>
    var hasHan: Bool
  }

  /// - Parameter old: `nil` if there was no title.
  package init(from old: String?, to new: String?, in locale: LanguageTag) {
    let analyzer = TextAnalyzer(locale: locale)
    self.analyzer = analyzer
    let hasReadings = LocaleTraits(locale).hasReadings
    func title(_ text: String) -> Title {
      Title(
        words: Set(analyzer.fold(text).split(separator: 0x20).map(Array.init)),
        hasHan: hasReadings && text.unicodeScalars.contains { Script($0) == .han })
    }
    self.old = old.map(title)
    self.new = new.map(title)
  }

  /// Whether the keyword rules can say something else of a set whose content has the title.
  ///
  /// They ask of a term whether all its words are in one of the titles, and in Japanese whether one of the titles is in
  /// Han characters.
  package func canTouch(_ set: KeywordSet) -> Bool {
    if old == new { return false }
    if old?.hasHan ?? false != new?.hasHan ?? false { return true }
    return set.terms.contains { term in
      let words = analyzer.fold(term.text.string).split(separator: 0x20).map(Array.init)
      return words.allSatisfy { old?.words.contains($0) ?? false }
        != words.allSatisfy { new?.words.contains($0) ?? false }
    }
  }
}
