internal import Diagnostics
package import Translations

/// Sets, adds, renames and removes keys of a YAML catalog that people keep by hand, and leaves every other byte of
/// the file as it is.
///
/// - A value keeps its style (plain, quotes, literal, folded) if that can hold the new text; otherwise it gets the
///   quotes that no reader misunderstands, or becomes a literal block if it has several lines.
/// - A new key stands where its neighbours' order wants it, or at the end of its map, with their indentation, quotes
///   and line ends. Comments stay above the key they stood above.
/// - A removed key takes the comment in its own line with it, never one in a line of its own. A map whose last key
///   went goes too, unless comments are left in it, it is an item of a list or the map of a locale: then it becomes
///   `{}`. An item of a list becomes `~`, since the place of its neighbours counts.
/// - What aliases or merge keys tie to other keys is edited only if nothing else changes by it.
///
/// Every result is read again and compared with the wanted model; a difference is refused as `YM-NOT-EDITABLE`.
package struct YAMLCatalogEditor {
  /// A key that gets another last segment.
  package struct Renaming: Hashable, Sendable {
    package var path: [ExactString]
    package var name: ExactString

    package init(path: [ExactString], name: ExactString) {
      self.path = path
      self.name = name
    }
  }

  /// The bytes of a catalog with the edits in it.
  ///
  /// Setting what is there already, or removing what is not, gives the same bytes.
  /// - Parameters:
  ///   - edits: one for each path at most; the `state` of an edit is not for YAML and is ignored.
  ///   - bytes: the file in UTF-8; `nil` or nothing for one that is to be made.
  ///   - path: the file's name as it is shown.
  ///   - locale: the locale whose texts are edited.
  ///   - layout: what the project says of the file; `nil` to look, and locales as first keys for a new file.
  /// - Returns: no bytes, and the reasons, if the file is not readable or one edit cannot be done.
  package static func applying(
    _ edits: [CatalogEdit], to bytes: [UInt8]?, path: String, locale: LanguageTag, layout: CatalogLayout?
  ) throws -> Parsed<[UInt8]?> {
    try run(bytes, path, locale, layout) { document in
      let changes = YAMLModelChanges(edits, in: document.catalog)
      if let code = changes.lostCode {
        throw document.refusal("the text has an inline code that YAML cannot hold", key: code)
      }
      guard !changes.isEmpty else { return document.bytes }
      var result = try document.setting(changes)
      if changes.hasRemovals {
        var intermediate = try YAMLEditing(result, path: path, locale: locale, layout: document.layout)
        result = try intermediate.removing(changes)
      }
      try document.verify(result, says: changes)
      return result
    }
  }

  /// The bytes of a catalog with other names for some of its keys, which stay where they are.
  ///
  /// A path may name a text or a whole group. The parameters are those of `applying(_:to:path:locale:layout:)`.
  package static func renaming(
    _ renamings: [Renaming], in bytes: [UInt8], path: String, locale: LanguageTag, layout: CatalogLayout?
  ) throws -> Parsed<[UInt8]?> {
    try run(bytes, path, locale, layout) { document in
      let result = try document.renaming(renamings)
      try document.verify(result, says: YAMLModelChanges(renaming: renamings, in: document.catalog))
      return result
    }
  }

  private static func run(
    _ bytes: [UInt8]?, _ path: String, _ locale: LanguageTag, _ layout: CatalogLayout?,
    _ body: (inout YAMLEditing) throws -> [UInt8]
  ) throws -> Parsed<[UInt8]?> {
    do {
      var document = try YAMLEditing(bytes ?? [], path: path, locale: locale, layout: layout)
      return Parsed(try body(&document), diagnostics: [])
    } catch let refusal as YAMLRefusal {
      return Parsed(nil, diagnostics: [refusal.diagnostic])
    }
  }
}
