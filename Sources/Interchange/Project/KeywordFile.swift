package import Translations

/// The curated keywords of one locale.
package struct KeywordFile: Sendable {
  package var locale: LanguageTag
  /// In the order of the file; keys are unique.
  package var sets: [KeywordSet]

  package init(locale: LanguageTag, sets: [KeywordSet]) {
    self.locale = locale
    self.sets = sets
  }
}
