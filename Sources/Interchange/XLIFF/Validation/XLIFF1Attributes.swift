internal import Diagnostics

/// The attributes that XLIFF 1.0, 1.1 or 1.2 gives the elements the reader looks at.
///
/// The three are taken together, and so are the kinds of inline codes: tools write what they knew from another version,
/// and nothing is lost by that. Attributes of a namespace are not in the list.
struct XLIFF1Attributes {
  private let elements: XMLNameTable<UInt32>
  /// Names that were reported.
  private var reported: [XMLName] = []

  init(cursor: XMLCursor) {
    var masks: [(name: XMLName, spelling: StaticString, elements: UInt32)] = []
    for (element, list) in Self.lists {
      for spelling in list {
        let name = cursor.intern(spelling)
        if let index = masks.firstIndex(where: { $0.name == name }) {
          masks[index].elements |= Self.bit(element)
        } else {
          masks.append((name, spelling, Self.bit(element)))
        }
      }
    }
    elements = XMLNameTable(masks.map { ($0.spelling, $0.elements) }, missing: 0, cursor: cursor)
  }

  @inline(__always) func has(_ name: XMLName, on element: XLIFFElement) -> Bool {
    elements[name] & Self.bit(element) != 0
  }

  /// Whether the name is met for the first time; nobody reads more names than a few.
  mutating func isNew(_ name: XMLName) -> Bool {
    if reported.count == 64 || reported.contains(name) { return false }
    reported.append(name)
    return true
  }

  /// The attribute of the element that a name is most likely a slip of.
  static func nearest(to name: String, on element: XLIFFElement) -> String? {
    // Two letters are a slip of everything.
    guard name.utf8.count > 4 else { return nil }
    let names = lists.filter { $0.0 == element }.flatMap(\.1).map { "\($0)" }
    return nearestName(to: name, in: names)
  }

  @inline(__always) private static func bit(_ element: XLIFFElement) -> UInt32 {
    1 << UInt32(element.rawValue)
  }

  private static let shown: [StaticString] = [
    "restype", "resname", "coord", "font", "css-style", "style", "exstyle",
  ]
  private static let container: [StaticString] =
    shown + [
      "id", "datatype", "ts", "extradata", "extype", "help-id", "menu", "menu-option", "menu-name",
      "translate", "reformat", "maxbytes", "minbytes", "size-unit", "maxheight", "minheight", "maxwidth",
      "minwidth", "charclass",
    ]
  private static let lists: [(XLIFFElement, [StaticString])] = [
    (.xliff, ["version"]),
    (
      .file,
      [
        "original", "source-language", "datatype", "tool", "tool-id", "date", "ts", "category",
        "target-language", "product-name", "product-version", "build-num",
      ]
    ),
    (.body, []),
    (.group, container + ["merged-trans"]),
    (.unit, container + ["approved", "phase-name"]),
    (.source, ["ts"]),
    (.segmentedSource, ["ts"]),
    (.target, shown + ["state", "state-qualifier", "phase-name", "ts", "equiv-trans"]),
    (.code, ["id", "rid", "ctype", "ts", "crc", "clone", "assoc", "pos", "xid", "equiv-text"]),
    (.pair, ["id", "ctype", "ts", "clone", "xid", "equiv-text"]),
    (.marker, ["mtype", "mid", "ts", "comment"]),
  ]
}

extension XLIFFHandler {
  /// Names each attribute of 1.x that the standard does not know once, where it is first met.
  mutating func checkAttributes(_ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes) {
    for index in 0..<attributes.count where attributes.namespace(index).isNone {
      let attribute = attributes.name(index)
      if !version1Attributes.has(attribute, on: element) {
        reportUnknown(attribute, on: element, name.label)
      }
    }
  }

  /// Reports an attribute that its element does not have.
  ///
  /// Tools write data of their own so, which is no translation and is left out. A misspelt attribute is something
  /// else: what it should say is not heard.
  mutating func reportUnknown(_ attribute: XMLName, on element: XLIFFElement, _ name: String) {
    guard version1Attributes.isNew(attribute) else { return }
    let meant = XLIFF1Attributes.nearest(to: attribute.text, on: element)
    report(
      XLIFFRules.attribute, "the element \(name) has no attribute \(attribute.label)",
      at: cursor.tagPosition(), key: mode == .structure ? nil : printedKey,
      help: meant.map { "write \($0)" } ?? "data of a tool belongs in a namespace of its own",
      severity: meant == nil ? .note : .warning)
  }
}
