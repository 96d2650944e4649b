internal import Diagnostics
internal import Interchange
internal import Translations

/// A hand-off as a table, one unit a line, for translators who work in spreadsheets.
enum HandoffTable {
  static let columns = [
    "handoff", "base", "lineage", "catalog", "locale", "key", "source", "target", "state", "note", "limit",
    "previous source", "previous target",
  ]

  /// Reads a table; it needs the columns locale, key and target, and takes the others where they are.
  static func read(_ bytes: [UInt8], path: String) -> (document: ParsedDocument, origin: HandoffOrigin) {
    var document = ParsedDocument(format: .xliff, isReadable: false)
    func refuse(_ message: String, line: Int?) -> (ParsedDocument, HandoffOrigin) {
      document.diagnostics = [
        Diagnostic(
          ToolRules.unreadableFile, "cannot read \(path): \(message)",
          at: SourceLocation(path: path, line: line),
          help: "save the table as CSV in UTF-8, with the header it came with")
      ]
      return (document, HandoffOrigin())
    }
    guard let records = CommaSeparatedValues.records(bytes), let header = records.first?.cells else {
      return refuse("it is no table of comma-separated values in UTF-8", line: nil)
    }
    let names = header.map { $0.lowercased() }
    guard let locale = names.firstIndex(of: "locale"), let key = names.firstIndex(of: "key"),
      let target = names.firstIndex(of: "target")
    else { return refuse("it lacks one of the columns locale, key and target", line: 1) }
    var builders: [LanguageTag: CatalogBuilder] = [:]
    for record in records.dropFirst() {
      guard record.cells.count == header.count else {
        return refuse(
          "the line has \(record.cells.count) cells, the header \(header.count)", line: record.line)
      }
      guard let tag = LanguageTag(record.cells[locale]) else {
        return refuse("'\(record.cells[locale])' is not a language tag", line: record.line)
      }
      func cell(_ name: String) -> String? { names.firstIndex(of: name).map { record.cells[$0] } }
      guard
        let state = cell("state").map({ $0.isEmpty ? .translated : TranslationState(name: $0) })
          ?? .translated
      else { return refuse("'\(cell("state") ?? "")' is not a state", line: record.line) }
      var builder = builders.removeValue(forKey: tag) ?? CatalogBuilder()
      let text = record.cells[target]
      var row = Catalog.Row(
        key: builder.store(Catalog.path(printed: Array(record.cells[key].utf8)[...])), line: record.line,
        column: 1,
        state: text.isEmpty ? .absent : state)
      if let source = cell("source") { row.source = builder.store(source.utf8) }
      if !text.isEmpty { row.target = builder.store(text.utf8) }
      builder.append(row)
      builders[tag] = builder
      document.unitCount += 1
    }
    document.isReadable = true
    for (tag, builder) in builders.sorted(by: { $0.key < $1.key }) {
      document.catalogs.append(
        builder.finish(locale: tag, sourceLocale: nil, path: path) { _, second in
          document.isReadable = false
          document.diagnostics.append(
            Diagnostic(
              XLIFFRules.duplicateID, "the same key as another line",
              at: SourceLocation(path: path, line: Int(second.line)),
              locale: tag.description, help: "keep one of them"))
        })
    }
    if !document.isReadable { document.catalogs = [] }
    func first(_ name: String) -> String? {
      guard let column = names.firstIndex(of: name), records.count > 1 else { return nil }
      return records[1].cells[column].isEmpty ? nil : records[1].cells[column]
    }
    let origin = HandoffOrigin(
      handoff: first("handoff"), base: first("base").flatMap { Int($0.drop { $0 == "r" }) },
      lineage: first("lineage"),
      catalog: first("catalog"))
    return (document, origin)
  }
}
