import Diagnostics
import Translations

@testable import Interchange

/// What a test wants to know of a row.
struct YAMLRow: Equatable, CustomStringConvertible {
  var key: String
  var text: String?
  var line: Int

  var description: String { "\(key) = \(text.map { "“\($0)”" } ?? "nothing") at \(line)" }
}

extension Catalog {
  /// The rows in their order, keys printed without a catalog.
  var plainRows: [YAMLRow] {
    rows.map { row in
      let unit = unit(row)
      return YAMLRow(
        key: MessageKey.printed(path: unit.path), text: unit.target.map(\.description), line: unit.line)
    }
  }

  /// The texts by printed key; a missing text is "nothing at all".
  var texts: [String] { plainRows.map { "\($0.key)=\($0.text ?? "nothing at all")" } }
}

func readYAML(
  _ text: String, path: String = "test.yml", expected: String? = nil, limits: ReadingLimits = .standard,
  chunkSize: Int = .max
) throws -> ParsedDocument {
  try YAMLCatalogReader(limits: limits).read(
    BytesSource(text, chunkSize: chunkSize), path: path, expected: expected.flatMap { LanguageTag($0) })
}

func readYAML(bytes: [UInt8], path: String = "test.yml") throws -> ParsedDocument {
  try YAMLCatalogReader().read(BytesSource(bytes), path: path)
}

extension ParsedDocument {
  /// Rule and place of each diagnostic: `YM-TAB 2:1`.
  var findings: [String] { diagnostics.findings }

  var onlyTexts: [String] { catalogs.count == 1 ? catalogs[0].texts : ["\(catalogs.count) catalogs"] }
}

extension [Diagnostic] {
  var findings: [String] {
    map { diagnostic in
      let location = diagnostic.location
      let place = location?.line.map { " \($0):\(location?.column ?? 0)" } ?? ""
      return diagnostic.rule.id + place
    }
  }
}
