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
    do throws(Refusal) {
      let table = try Table(bytes)
      return (try table.document(path: path), table.origin)
    } catch {
      var document = ParsedDocument(format: .xliff, isReadable: false)
      document.diagnostics = [
        Diagnostic(
          ToolRules.unreadableFile, "cannot read \(path): \(error.message)",
          at: SourceLocation(path: path, line: error.line),
          help: "save the table as CSV in UTF-8, with the header it came with")
      ]
      return (document, HandoffOrigin())
    }
  }

  /// Why a file is no table of a hand-off.
  private struct Refusal: Error {
    var message: String
    var line: Int?
  }

  /// The records of a table, found by the names of their columns.
  private struct Table {
    private let records: [CommaSeparatedValues.Record]
    private let names: [String]
    private let locale: Int
    private let key: Int
    private let target: Int

    init(_ bytes: [UInt8]) throws(Refusal) {
      guard let records = CommaSeparatedValues.records(bytes), let header = records.first?.cells else {
        throw Refusal(message: "it is no table of comma-separated values in UTF-8", line: nil)
      }
      names = header.map { $0.lowercased() }
      guard let locale = names.firstIndex(of: "locale"), let key = names.firstIndex(of: "key"),
        let target = names.firstIndex(of: "target")
      else { throw Refusal(message: "it lacks one of the columns locale, key and target", line: 1) }
      (self.locale, self.key, self.target) = (locale, key, target)
      self.records = Array(records.dropFirst())
    }

    /// A cell of a column that may not be there.
    private func cell(_ name: String, of record: CommaSeparatedValues.Record) -> String? {
      names.firstIndex(of: name).map { record.cells[$0] }
    }

    func document(path: String) throws(Refusal) -> ParsedDocument {
      var document = ParsedDocument(format: .xliff, isReadable: true)
      var builders: [LanguageTag: CatalogBuilder] = [:]
      for record in records {
        let tag = try self.tag(of: record)
        var builder = builders.removeValue(forKey: tag) ?? CatalogBuilder()
        try append(record, to: &builder)
        builders[tag] = builder
        document.unitCount += 1
      }
      for (tag, builder) in builders.sorted(by: { $0.key < $1.key }) {
        document.catalogs.append(
          builder.finish(locale: tag, sourceLocale: nil, path: path) { _, second in
            document.isReadable = false
            document.diagnostics.append(
              Diagnostic(
                XLIFFRules.duplicateID, "the same key as another line",
                at: SourceLocation(path: path, line: Int(second.line)), locale: tag.description,
                help: "keep one of them"))
          })
      }
      if !document.isReadable { document.catalogs = [] }
      return document
    }

    private func tag(of record: CommaSeparatedValues.Record) throws(Refusal) -> LanguageTag {
      guard record.cells.count == names.count else {
        throw Refusal(
          message: "the line has \(record.cells.count) cells, the header \(names.count)", line: record.line)
      }
      guard let tag = LanguageTag(record.cells[locale]) else {
        throw Refusal(message: "'\(record.cells[locale])' is not a language tag", line: record.line)
      }
      return tag
    }

    private func append(
      _ record: CommaSeparatedValues.Record, to builder: inout CatalogBuilder
    ) throws(Refusal) {
      let word = cell("state", of: record) ?? ""
      guard let state = word.isEmpty ? .translated : TranslationState(name: word) else {
        throw Refusal(message: "'\(word)' is not a state", line: record.line)
      }
      let text = record.cells[target]
      var row = Catalog.Row(
        key: builder.store(Catalog.path(printed: Array(record.cells[key].utf8)[...])), line: record.line,
        column: 1, state: text.isEmpty ? .absent : state)
      if let source = cell("source", of: record) { row.source = builder.store(source.utf8) }
      if !text.isEmpty { row.target = builder.store(text.utf8) }
      builder.append(row)
    }

    /// What the first line says of the hand-off; every line says the same.
    var origin: HandoffOrigin {
      func first(_ name: String) -> String? {
        records.first.flatMap { cell(name, of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
      }
      return HandoffOrigin(
        handoff: first("handoff"), base: first("base").flatMap { Int($0.drop { $0 == "r" }) },
        lineage: first("lineage"), catalog: first("catalog"))
    }
  }
}
