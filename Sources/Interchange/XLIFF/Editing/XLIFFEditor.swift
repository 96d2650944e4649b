internal import Diagnostics
package import Translations

/// Changes texts and states in an existing XLIFF file and leaves every other byte of it as it is.
///
/// A `<target>` keeps what its old and its new text have in common as it was spelled, a missing one is inserted
/// behind its source in the layout around it, one that is to go is cut with its line. Codes are spelled as the unit
/// spells them.
package struct XLIFFEditor {
  let path: String
  let document: EncodedDocument
  let isVersion2: Bool
  let lineEnd: [UInt8]
  var edits = ByteEdits()

  /// Why one edit is not made.
  struct Refusal: Error {
    var rule = XLIFFEditorRules.notEditable
    var message: String
    var help = "make this change in the tool that wrote the file"
    var notes: [Diagnostic.Note] = []
  }

  /// The bytes of a file with the edits in it.
  ///
  /// The result is read again: it says exactly what the file said, and the edits; a file that cannot be edited so is
  /// refused with `XL-NOT-EDITABLE` or `XL-NO-UNIT`. Edits that want what is there already change nothing. Of two
  /// edits of one path the last one counts. A state without a text has no place and is not written.
  /// - Parameters:
  ///   - locale: the target locale; a file that names none gets it.
  ///   - options: how the project reads the file.
  /// - Returns: no bytes if the file is not readable or one edit cannot be made; nothing is half done.
  /// - Complexity: O(n) in the size of the file; it is read twice.
  package static func applying(
    _ edits: [CatalogEdit], to bytes: [UInt8], path: String, locale: LanguageTag,
    options: XLIFFReader.Options, limits: ReadingLimits
  ) throws -> Parsed<[UInt8]?> {
    let before = try read(bytes, path: path, options: options, limits: limits)
    guard before.isReadable else { return Parsed(nil, diagnostics: before.diagnostics) }
    let found = before.catalogs.first { $0.locale == locale } ?? before.catalogs.first { $0.locale == nil }
    guard let catalog = found, let document = EncodedDocument(bytes) else {
      let others = before.catalogs.compactMap { $0.locale?.description }.joined(separator: ", ")
      return Parsed(
        nil,
        diagnostics: [
          Diagnostic(
            XLIFFEditorRules.notEditable, "the file is for \(others), not for \(locale)",
            at: SourceLocation(path: path), locale: locale.description)
        ])
    }
    let wanted = WantedEdits(edits, in: catalog, locale: locale)
    guard wanted.diagnostics.isEmpty else { return Parsed(nil, diagnostics: wanted.diagnostics) }
    guard !wanted.edits.isEmpty else { return Parsed(bytes, diagnostics: []) }

    var editor = XLIFFEditor(path: path, document: document, isVersion2: before.isVersion2)
    let diagnostics = editor.edit(wanted.edits, in: catalog, locale: locale)
    guard diagnostics.isEmpty else { return Parsed(nil, diagnostics: diagnostics) }
    guard let text = editor.edits.applied(to: document.text) else {
      let meeting = Diagnostic(
        XLIFFEditorRules.notEditable, "two edits meet in one place", at: SourceLocation(path: path))
      return Parsed(nil, diagnostics: [meeting])
    }
    let result = document.encoded(text)
    let after = try read(result, path: path, options: options, limits: limits)
    if let problem = wanted.problem(turning: before.catalogs, into: after, locale: locale) {
      return Parsed(nil, diagnostics: [problem])
    }
    return Parsed(result, diagnostics: [])
  }

  private static func read(
    _ bytes: [UInt8], path: String, options: XLIFFReader.Options, limits: ReadingLimits
  ) throws -> ParsedDocument {
    var source = BytesSource(bytes)
    return try XLIFFReader.read(&source, path: path, options: options, limits: limits)
  }

  private init(path: String, document: EncodedDocument, isVersion2: Bool) {
    self.path = path
    self.document = document
    self.isVersion2 = isVersion2
    lineEnd = Self.lineEnd(of: document.text)
  }

  private static func lineEnd(of text: [UInt8]) -> [UInt8] {
    guard let first = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    if text[first] == 0x0A { return [0x0A] }
    return first + 1 < text.count && text[first + 1] == 0x0A ? [0x0D, 0x0A] : [0x0D]
  }

  // MARK: All edits

  private mutating func edit(
    _ wanted: [WantedEdits.Edit], in catalog: Catalog, locale: LanguageTag
  ) -> [Diagnostic] {
    let places = document.offsets(of: wanted.map(\.row))
    let outline = XLIFFOutline(document.text, unitsAt: places.sorted())
    if catalog.locale == nil { addLanguage(locale, to: outline) }
    var diagnostics: [Diagnostic] = []
    for (edit, offset) in zip(wanted, places) {
      do throws(Refusal) {
        guard let unit = outline.unit(at: offset) else {
          throw Refusal(message: "the place of the unit cannot be found in the file")
        }
        try apply(edit, to: unit)
      } catch {
        diagnostics.append(
          Diagnostic(
            error.rule, error.message, at: catalog.location(edit.row), locale: locale.description,
            key: edit.printedKey, help: error.help, notes: error.notes))
      }
    }
    return diagnostics.inFileOrder
  }

  /// Names the target language where the document does not.
  private mutating func addLanguage(_ locale: LanguageTag, to outline: XLIFFOutline) {
    if isVersion2 {
      guard let root = outline.root else { return }
      return setAttribute("trgLang", to: "\(locale)", of: root, after: "srcLang")
    }
    for file in outline.files where file.attribute("target-language")?.value.isEmpty ?? true {
      setAttribute("target-language", to: "\(locale)", of: file, after: "source-language")
    }
  }

  // MARK: Tags

  /// - Parameter value: letters, digits and hyphens.
  mutating func setAttribute(
    _ name: String, to value: String, of element: MarkupElement, after neighbour: String? = nil
  ) {
    if let attribute = element.attribute(name) {
      if !document.text[attribute.value].elementsEqual(value.utf8) {
        edits.replace(attribute.value, with: Array(value.utf8))
      }
      return
    }
    let last = neighbour.flatMap { element.attribute($0) } ?? element.attributes.last
    edits.insert(Array(" \(name)=\"\(value)\"".utf8), at: last?.range.upperBound ?? endOfName(element))
  }

  mutating func removeAttribute(_ name: String, of element: MarkupElement) {
    if let attribute = element.attribute(name) { edits.remove(attribute.range) }
  }

  func endOfName(_ element: MarkupElement) -> Int { element.range.lowerBound + 1 + element.name.utf8.count }

  /// The value of an attribute as it is meant.
  func value(_ name: String, of element: MarkupElement) -> String? {
    element.attribute(name).map { String(decoding: XMLText.decoded(document.text[$0.value]), as: UTF8.self) }
  }
}

extension ParsedDocument {
  fileprivate var isVersion2: Bool { version?.hasPrefix("2") ?? false }
}
