internal import Diagnostics
package import Translations

/// Changes records of a content map and leaves every other byte of it as it is.
///
/// Fields change in place, in the style they are in; a field that is missing becomes a line behind the others, and one
/// that goes takes its line with it. New records follow the last one.
package struct ContentMapEditor {
  private var file: ProjectFileEdits

  /// The bytes of a content map with the changes in it.
  ///
  /// The result is read again: it says exactly what the file said, and the changes.
  /// - Parameters:
  ///   - changes: the record as it shall be, or `nil` for one that goes; a record that is not in the file is added.
  ///   - bytes: the file in UTF-8.
  /// - Returns: no bytes if the file has errors, or a record cannot be edited; nothing is half done.
  package static func editing(
    _ changes: [ContentID: ContentRecord?], in bytes: [UInt8], path: String
  ) throws -> Parsed<[UInt8]?> {
    let before = try read(bytes, path)
    let (root, _) = try YAMLTreeReader.read(BytesSource(bytes), path: path, limits: .standard)
    guard !before.hasErrors, let list = root?["content"], let items = list.items else {
      return Parsed(nil, diagnostics: before.diagnostics)
    }
    var editor = ContentMapEditor(
      file: ProjectFileEdits(
        bytes, path: path, rule: ContentMapRules.notEditable, help: "edit the record by hand"))
    var diagnostics: [Diagnostic] = []
    for id in changes.keys.sorted() {
      let item = items.first { $0["contentID"]?.text.map { ExactString($0) } == id.text }
      do {
        switch (item, changes[id]!) {
        case (let item?, let record?):
          let old = before.value.first { $0.contentID == id }
          try editor.change(item, from: old ?? record, to: record)
        case (let item?, nil): try editor.remove(item, from: list)
        case (nil, let record?): try editor.append(record, to: list)
        case (nil, nil): continue
        }
      } catch let refusal as YAMLRefusal {
        diagnostics.append(refusal.diagnostic)
      }
    }
    guard diagnostics.isEmpty, let result = editor.file.result else {
      return Parsed(nil, diagnostics: diagnostics)
    }
    let after = try read(result, path)
    guard !after.hasErrors, after.value.map(\.withoutPlace) == wanted(before.value, changes) else {
      let refusal = editor.file.refusal(
        "the file cannot be edited without changing what else it says", at: nil)
      return Parsed(nil, diagnostics: [refusal.diagnostic])
    }
    return Parsed(result, diagnostics: [])
  }

  private static func read(_ bytes: [UInt8], _ path: String) throws -> Parsed<[ContentRecord]> {
    var reader = ContentMapReader()
    try reader.read(BytesSource(bytes), path: path)
    return reader.finish()
  }

  private static func wanted(
    _ records: [ContentRecord], _ changes: [ContentID: ContentRecord?]
  ) -> [ContentRecord] {
    var wanted: [ContentRecord] = []
    for record in records {
      if let change = changes[record.contentID] {
        if let change { wanted.append(change) }
      } else {
        wanted.append(record)
      }
    }
    let known = Set(records.map(\.contentID))
    for id in changes.keys.sorted() where !known.contains(id) {
      if let record = changes[id]! { wanted.append(record) }
    }
    return wanted.map(\.withoutPlace)
  }

  // MARK: - One record

  private mutating func change(_ item: YAMLNode, from old: ContentRecord, to record: ContentRecord) throws {
    try file.checkIsPlain(item)
    for ((name, before), (_, text)) in zip(old.fields, record.fields) where before != text {
      let known = item.entries?.first { $0.key.isSame(as: name) }
      switch (known, text) {
      case (let known?, .text(let text)?): try file.replaceText(known.value, with: text.string)
      case (let known?, .word(let word, _)?):
        try file.replace(known.value, with: Array(word.utf8), ifNot: word)
      case (let known?, .list(let texts)?):
        let places = file.places
        try file.editList(known.value, from: before?.texts ?? [], to: texts) { text, model in
          places.spelled(text.string, like: model)
        }
      case (let known?, nil): try removeField(known, of: item)
      case (nil, .word(_, isDefault: true)?): continue
      case (nil, let text?):
        guard
          let mark = item.entries?.first(where: { item.isFlow || file.places.isAfterIndentation($0.keyMark) })
        else { throw file.refusal("the record has no line of its own for a field", at: item.start) }
        try file.insertLast(Self.line(name, text), in: item, like: mark.keyMark)
      case (nil, nil): continue
      }
    }
  }

  private static func line(_ name: String, _ value: ContentRecord.Field) -> [UInt8] {
    let text =
      switch value {
      case .text(let text): YAMLText.scalar(text.string)
      case .word(let word, _): Array(word.utf8)
      case .list(let texts): YAMLText.flowList(texts.map { YAMLText.scalar($0.string) })
      }
    return Array("\(name): ".utf8) + text
  }

  private mutating func removeField(_ entry: YAMLNode.Entry, of item: YAMLNode) throws {
    guard !item.isFlow, file.places.isAfterIndentation(entry.keyMark) else {
      throw file.refusal("the field `\(entry.key)` has no line of its own to be taken out", at: entry.keyMark)
    }
    file.removeLines(from: entry.keyMark, through: entry.value)
  }

  private mutating func remove(_ item: YAMLNode, from list: YAMLNode) throws {
    guard !list.isFlow, (list.items?.count ?? 0) > 1, file.prefix(ofItem: item) != nil else {
      throw file.refusal("the record has no lines of its own to be taken out", at: item.start)
    }
    file.removeLines(from: item.start, through: item)
  }

  private mutating func append(_ record: ContentRecord, to list: YAMLNode) throws {
    guard !list.isFlow, let last = list.items?.last, let prefix = file.prefix(ofItem: last) else {
      throw file.refusal("the content map has no record in lines of its own to follow", at: list.start)
    }
    let lineEnd = file.lineEnd(near: last.start.line)
    let indentation = lineEnd + Array(repeating: 0x20, count: prefix.count)
    let fields = record.fields.compactMap { name, value in
      value.flatMap { $0.isDefault ? nil : Self.line(name, $0) }
    }
    file.insertLine(prefix + Array(fields.joined(separator: indentation)), behind: last, lineEnd)
  }
}

extension ContentRecord {
  enum Field: Equatable {
    case text(ExactString)
    /// A word of the format, never quoted. One that says what its absence says is not added to a record.
    case word(String, isDefault: Bool)
    case list([ExactString])

    var isDefault: Bool { if case .word(_, isDefault: true) = self { true } else { false } }

    var texts: [ExactString]? { if case .list(let texts) = self { texts } else { nil } }
  }

  /// The fields as a content map writes them, always the same ones; `nil` for one that there is not.
  fileprivate var fields: [(name: String, value: Field?)] {
    [
      ("contentID", .text(contentID.text)), ("domain", .text(ExactString(domain))),
      ("route", .text(ExactString(route))), ("titleKey", .text(ExactString(titleKey.description))),
      ("descriptionKey", descriptionKey.map { .text(ExactString($0.description)) }),
      ("keywordKeys", keywordKeys.isEmpty ? nil : .list(keywordKeys.map { ExactString($0) })),
      ("isSearchable", .word("\(isSearchable)", isDefault: isSearchable)),
      ("access", .word(access.rawValue, isDefault: access == .public)),
      ("formerIDs", formerIDs.isEmpty ? nil : .list(formerIDs.map(\.text))),
    ]
  }

  fileprivate var withoutPlace: ContentRecord {
    var record = self
    record.location = nil
    return record
  }
}
