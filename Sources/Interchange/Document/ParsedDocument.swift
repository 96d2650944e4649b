package import Diagnostics
package import Translations

/// What a reader found in one file.
package struct ParsedDocument: Sendable {
  package var format: DocumentFormat
  /// The version the document declares, such as `1.2`.
  package var version: String?
  package var sourceLocale: LanguageTag?
  /// How a YAML file says its locales; `nil` for other formats, and for a file that says nothing.
  package var layout: CatalogLayout?
  /// One for each target locale of the file, in the order of their tags; a file that names no target locale
  /// has one whose locale is `nil`.
  package var catalogs: [Catalog]
  /// The units of the file, those without a translation and those of every locale included.
  package var unitCount: Int
  /// In the order of the file.
  package var diagnostics: [Diagnostic]
  /// Whether the file may be used; when it is false, `catalogs` is empty and at least one diagnostic is an
  /// error. An error about one text alone leaves the file usable.
  package var isReadable: Bool

  package init(
    format: DocumentFormat, version: String? = nil, sourceLocale: LanguageTag? = nil,
    layout: CatalogLayout? = nil, catalogs: [Catalog] = [],
    unitCount: Int = 0, diagnostics: [Diagnostic] = [], isReadable: Bool
  ) {
    self.format = format
    self.version = version
    self.sourceLocale = sourceLocale
    self.layout = layout
    self.catalogs = catalogs
    self.unitCount = unitCount
    self.diagnostics = diagnostics
    self.isReadable = isReadable
  }
}
