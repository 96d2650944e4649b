package import Translations

/// What was read from the working files, ready to be published.
package struct CandidateInput: Sendable {
  package var sourceLocale: LanguageTag
  package var minimumState: TranslationState
  package var locales: [Locale]
  package var catalogs: [CatalogSet]
  package var records: [ContentRecord]
  /// The keyword sets of each locale, in file order.
  package var keywords: [LanguageTag: [KeywordSet]]

  /// A declared locale and its chains.
  package struct Locale: Sendable {
    package var locale: LanguageTag
    /// The locale itself, then what it falls back to.
    package var chain: [LanguageTag]
    /// The part of the chain in the same language and script.
    package var keywordChain: [LanguageTag]

    package init(locale: LanguageTag, chain: [LanguageTag], keywordChain: [LanguageTag]) {
      self.locale = locale
      self.chain = chain
      self.keywordChain = keywordChain
    }
  }

  /// One catalog of the project in all its locales.
  package struct CatalogSet: Sendable {
    package var name: String
    /// The source locale's texts, as targets.
    package var source: Catalog
    /// The other locales; one without a file is not in here.
    package var targets: [LanguageTag: Catalog]
    /// What texts were made against, where that is said outside their files; sorted by path.
    package var sourceDigests: [LanguageTag: [SourceDigest]] = [:]

    package init(name: String, source: Catalog, targets: [LanguageTag: Catalog]) {
      self.name = name
      self.source = source
      self.targets = targets
    }
  }

  /// How many bytes all keys and texts of the catalogs have, about.
  var textBytes: Int {
    catalogs.reduce(0) { sum, set in
      sum + set.source.arena.count + set.targets.values.reduce(0) { $0 + $1.arena.count }
    }
  }

  package init(
    sourceLocale: LanguageTag, minimumState: TranslationState, locales: [Locale], catalogs: [CatalogSet],
    records: [ContentRecord], keywords: [LanguageTag: [KeywordSet]]
  ) {
    self.sourceLocale = sourceLocale
    self.minimumState = minimumState
    self.locales = locales
    self.catalogs = catalogs
    self.records = records
    self.keywords = keywords
  }
}
