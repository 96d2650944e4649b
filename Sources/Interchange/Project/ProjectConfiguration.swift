package import Diagnostics
package import Translations

/// A project as `assets.yml` declares it.
///
/// Paths are relative to the folder of the file and stay inside it; no path is looked up.
package struct ProjectConfiguration: Sendable {
  package var project: String
  package var sourceLocale: LanguageTag
  /// In the order of the file, the source locale among them.
  package var locales: [LanguageTag]
  /// The chains that were written out; each is complete as it stands.
  package var fallbacks: [LanguageTag: [LanguageTag]]
  /// The end of every implicit chain.
  package var fallbackLocale: LanguageTag?
  package var catalogs: [CatalogEntry]
  /// The path or glob of the content map.
  package var content: String?
  package var keywords: Keywords?
  package var store: String
  package var publishing: Publishing
  package var importing: Importing
  package var checks: Checks
  /// Families of identifiers to migrate away from; `{contentID}` and `{locale}` stand for those.
  package var legacyIdentifiers: [String]
  /// How each locale is written in the file and so in file names, such as `pt_BR`.
  package var localeSpellings: [LanguageTag: String]
  package var location: SourceLocation
  /// Where the locales are declared.
  package var localesLocation: SourceLocation

  /// What is published, and who may.
  package struct Publishing: Sendable {
    /// What a projection may use.
    package var minimumState: TranslationState
    /// The public keys whose signatures count, as `ed25519:` and 64 hexadecimal digits.
    package var trustedKeys: [String]
  }

  /// How the keywords are kept.
  package struct Keywords: Sendable {
    package var path: String
    package var maxTerms: Int
    package var appStoreBytes: Int?
    package var location: SourceLocation
  }

  /// What an import does by default.
  package struct Importing: Sendable {
    package var onConflict: ConflictPolicy
    package var minimumState: TranslationState
  }

  package enum ConflictPolicy: String, Sendable, CaseIterable {
    case fail
    case ours
    case theirs
  }

  /// The path of a `{locale}` template for one locale.
  package func path(_ template: String, for locale: LanguageTag) -> String {
    let spelling = localeSpellings[locale] ?? locale.description
    return template.split(separator: "{locale}", omittingEmptySubsequences: false).joined(separator: spelling)
  }
}
