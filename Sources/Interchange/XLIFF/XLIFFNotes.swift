internal import Translations

/// What an XLIFF file tells the translator about its units.
///
/// The reader leaves notes out: they are no part of a bundle. An export reads them again for the units it hands out.
package enum XLIFFNotes {
  /// The notes of each unit by the path of its rows: the `note` elements of a unit in 1.x, those in its `notes` in 2.x.
  ///
  /// Empty notes and notes about places in the app's code are left out.
  /// - Parameter options: how the project reads the file.
  /// - Returns: nothing for a file that is not readable.
  /// - Complexity: O(n) in the size of the file; it is read twice.
  package static func notes(
    in bytes: [UInt8], path: String, options: XLIFFReader.Options
  ) throws -> [[UInt8]: [String]] {
    var source = BytesSource(bytes)
    let parsed = try XLIFFReader.read(&source, path: path, options: options, limits: .standard)
    guard parsed.isReadable, let document = EncodedDocument(bytes) else { return [:] }
    var notes: [[UInt8]: [String]] = [:]
    for catalog in parsed.catalogs {
      let offsets = document.offsets(of: catalog.rows)
      let outline = XLIFFOutline(document.text, unitsAt: offsets.sorted())
      for (row, offset) in zip(catalog.rows, offsets) {
        guard let unit = outline.unit(at: offset)?.element else { continue }
        let texts = texts(of: unit, in: document.text)
        if !texts.isEmpty { notes[catalog.pathBytes(row)] = texts }
      }
    }
    return notes
  }

  private static func texts(of unit: MarkupElement, in document: [UInt8]) -> [String] {
    let holders = [unit] + unit.children.filter { $0.localName == "notes" }
    return holders.flatMap(\.children).filter { note in
      note.localName == "note"
        && note.attribute("category").map { !document[$0.value].elementsEqual("location".utf8) } ?? true
    }.map { note in
      let text = note.nodes.flatMap { node -> [UInt8] in
        switch node {
        case .text(let range): XMLText.decoded(document[range])
        case .cdata(let range):
          Array(document[range].dropFirst("<![CDATA[".utf8.count).dropLast("]]>".utf8.count))
        case .element, .other: []
        }
      }
      return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
        separator: " ")
    }.filter { !$0.isEmpty }
  }
}
