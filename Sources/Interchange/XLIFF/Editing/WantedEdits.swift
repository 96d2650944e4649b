internal import Diagnostics
internal import Translations

/// The edits of a file that change something, with their rows.
struct WantedEdits {
  struct Edit {
    var path: [UInt8]
    var row: Catalog.Row
    var source: Message?
    var old: Message?
    var new: Message?
    var state: TranslationState?

    var segments: [[UInt8]] {
      path.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    }

    var printedKey: String {
      MessageKey.printed(path: segments.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// In the order of the file.
  private(set) var edits: [Edit] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let path: String

  init(_ wanted: [CatalogEdit], in catalog: Catalog, locale: LanguageTag) {
    path = catalog.path
    var places: [[UInt8]: Int] = [:]
    for edit in wanted {
      let path = Array(edit.path.map { Array($0.utf8) }.joined(separator: [0]))
      guard let row = catalog.row(path: path[...]) else {
        let key = MessageKey.printed(path: edit.path.map(\.string))
        diagnostics.append(
          Diagnostic(
            XLIFFEditorRules.noUnit, "the file has no unit for `\(key)`",
            at: SourceLocation(path: catalog.path), locale: locale.description, key: key,
            help: "export the file again from the texts of today"))
        continue
      }
      let found = Edit(
        path: path, row: row, source: catalog.source(row), old: catalog.target(row), new: edit.message,
        state: edit.message == nil ? nil : edit.state)
      if let place = places[path] {
        edits[place] = found
      } else {
        places[path] = edits.count
        edits.append(found)
      }
    }
    edits.removeAll { $0.isThere }
    edits.sort { a, b in
      let (x, y) = ((a.row.line, a.row.column), (b.row.line, b.row.column))
      return x == y ? a.path.lexicographicallyPrecedes(b.path) : x < y
    }
  }

  // MARK: The result

  /// What an edited document says that it should not, if anything.
  func problem(
    turning before: [Catalog], into after: ParsedDocument, locale: LanguageTag
  ) -> Diagnostic? {
    let wanted = Dictionary(edits.map { ($0.path, $0) }) { first, _ in first }
    let isNamed = before.contains { $0.locale == locale }
    guard after.isReadable, before.count == after.catalogs.count else {
      return refusal(of: nil, locale: locale, because: after)
    }
    for old in before {
      let isEdited = old.locale == (isNamed ? locale : nil)
      let name = isEdited ? locale : old.locale
      guard let new = after.catalogs.first(where: { $0.locale == name }), new.count == old.count else {
        return refusal(of: nil, locale: locale, because: after)
      }
      for (row, changed) in zip(old.rows, new.rows) {
        let path = old.pathBytes(row)
        let edit = isEdited ? wanted[path] : nil
        guard path == new.pathBytes(changed), old.source(row) == new.source(changed),
          edit.map({ $0.isMet(by: changed, in: new) }) ?? old.says(row, asMuchAs: changed, in: new)
        else { return refusal(of: edit, locale: locale, because: after) }
      }
    }
    return nil
  }

  private func refusal(of edit: Edit?, locale: LanguageTag, because after: ParsedDocument) -> Diagnostic {
    let cause = after.diagnostics.first { $0.severity == .error }
    let culprit = edit ?? (edits.count == 1 ? edits.first : nil)
    let message =
      edit == nil
      ? "the file cannot be edited without changing what else it says"
      : "the text or state cannot be written in this place of the file"
    let location = SourceLocation(
      path: path, line: culprit.map { Int($0.row.line) }, column: culprit.map { Int($0.row.column) })
    return Diagnostic(
      XLIFFEditorRules.notEditable, message, at: location, locale: locale.description,
      key: culprit?.printedKey, help: "make this change in the tool that wrote the file",
      notes: cause.map { [Diagnostic.Note("\($0.rule.id): \($0.message)", at: $0.location)] } ?? [])
  }
}

extension WantedEdits.Edit {
  /// Whether the file says so already.
  fileprivate var isThere: Bool { old == new && (state == nil || state == row.state) }

  fileprivate func isMet(by row: Catalog.Row, in catalog: Catalog) -> Bool {
    catalog.target(row) == new && (state == nil || state == row.state)
      && row.flags.contains(.untranslatable) == self.row.flags.contains(.untranslatable)
  }
}

extension Catalog {
  /// Whether a row of this catalog and one of another have the same target, state and marks.
  fileprivate func says(_ row: Row, asMuchAs other: Row, in catalog: Catalog) -> Bool {
    row.state == other.state && row.flags == other.flags && target(row) == catalog.target(other)
  }
}
