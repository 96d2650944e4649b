package import Diagnostics
package import Translations

extension ProjectConfiguration {
  /// One catalog: the files of one set of keys, one for each locale.
  package struct CatalogEntry: Sendable {
    /// The first part of every key.
    package var name: String
    /// The file of the source locale; `nil` for XLIFF without one, whose targets carry the source texts.
    package var source: String?
    /// The path of a locale's file, with `{locale}` in it.
    package var target: String
    package var format: DocumentFormat
    /// `nil`: by the content.
    package var placeholders: PlaceholderSyntax?
    /// The most characters of a text, by the last segment of its key.
    package var limits: [ExactString: Int]
    /// Where the YAML files say their locale; `nil` to look at each.
    package var layout: CatalogLayout?
    package var key: XLIFFKey
    package var scope: XLIFFScope
    package var location: SourceLocation
  }

  /// The placeholder syntax of a catalog's texts.
  package enum PlaceholderSyntax: String, Sendable, CaseIterable {
    case apple
    case printf
    case icu
    case ruby
    case symfony
    case dotnet
    case none
  }

  /// What names a unit of an XLIFF file.
  package enum XLIFFKey: String, Sendable, CaseIterable {
    case id
    case resname
    case source
  }

  /// Whether a unit's path begins with the `original` of its file element.
  package enum XLIFFScope: String, Sendable, CaseIterable {
    case file
    case document
  }

  /// The file of a catalog in one locale; `nil` for the source locale of an XLIFF catalog without a source file.
  package func path(of catalog: CatalogEntry, in locale: LanguageTag) -> String? {
    locale == sourceLocale ? catalog.source : path(catalog.target, for: locale)
  }
}
