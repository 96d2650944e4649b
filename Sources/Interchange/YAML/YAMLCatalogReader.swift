internal import Diagnostics
package import Translations

/// Reads YAML catalogs: Rails files with the locale as their first key, plain nested files, several locales in one
/// file, message lists of go-i18n, and locales as the last keys.
///
/// A catalog is text. No type is ever resolved: `no` is the text `no`, `1.10` the text `1.10`. A value that is
/// missing (`~`, `null`, nothing) gives a row without a text; `""` is a text.
package struct YAMLCatalogReader {
  package var limits: ReadingLimits

  package init(limits: ReadingLimits = .standard) {
    self.limits = limits
  }

  /// Reads one file.
  ///
  /// A key that stands twice is an error among the diagnostics, and the first of the two is in the catalog; so is a
  /// locale that is not the expected one, and its catalog keeps the locale that the file says. Anything that makes
  /// the rest of the file doubtful leaves the document unreadable.
  /// - Parameter path: the file's name as it is shown; a locale in it counts where the content names none.
  /// - Parameter expected: the locale the project keeps in this file, `nil` to let the file say.
  /// - Parameter layout: the layout the project says the file has, `nil` to look.
  /// - Parameter sizeHint: about how many bytes will come.
  /// - Throws: what the source throws.
  package func read(
    _ source: any ByteSource, path: String, expected: LanguageTag? = nil, layout: CatalogLayout? = nil,
    sizeHint: Int = 0
  ) throws -> ParsedDocument {
    var table = YAMLTable(path: path, limits: limits, expectingBytes: sizeHint)
    do {
      try table.read(YAMLEventReader(source, path: path, limits: limits))
    } catch let refusal as YAMLRefusal {
      return unreadable(table.diagnostics + [refusal.diagnostic])
    }
    return try document(consume table, expected: expected, layout: layout)
  }

  private func document(
    _ table: consuming YAMLTable, expected: LanguageTag?, layout wanted: CatalogLayout?
  ) throws -> ParsedDocument {
    let early = table.diagnostics
    var layout = YAMLLayout(consume table, expected: expected, wanted: wanted)
    do {
      try layout.resolve()
    } catch let refusal as YAMLRefusal {
      return unreadable(early + [refusal.diagnostic])
    }
    return ParsedDocument(
      format: .yaml, layout: layout.found, catalogs: layout.catalogs,
      unitCount: layout.catalogs.reduce(0) { $0 + $1.count },
      diagnostics: layout.table.diagnostics.inFileOrder, isReadable: true)
  }

  private func unreadable(_ diagnostics: [Diagnostic]) -> ParsedDocument {
    ParsedDocument(format: .yaml, diagnostics: diagnostics.inFileOrder, isReadable: false)
  }
}
