/// The elements the reader tells apart.
enum XLIFFElement: UInt8 {
  /// Not an element of this version of XLIFF.
  case unknown
  /// An element of the standard that holds nothing the reader wants.
  case ignored

  case xliff, file, body, group
  /// `trans-unit` or `unit`.
  case unit
  case binaryUnit
  case segment, ignorable
  case source, target
  case segmentedSource

  // Inline. The empty codes and those of 1.2 whose content is native code read alike.
  case code
  case pair
  case endCode
  case codePoint
  case marker

  static let version1: [(StaticString, XLIFFElement)] = [
    ("xliff", .xliff), ("file", .file), ("body", .body), ("group", .group), ("trans-unit", .unit),
    ("bin-unit", .binaryUnit), ("source", .source), ("target", .target), ("seg-source", .segmentedSource),
    ("header", .ignored), ("note", .ignored), ("alt-trans", .ignored), ("context-group", .ignored),
    ("count-group", .ignored), ("prop-group", .ignored), ("skl", .ignored), ("glossary", .ignored),
    ("reference", .ignored), ("phase-group", .ignored), ("tool", .ignored), ("prop", .ignored),
    ("x", .code), ("bx", .code), ("ex", .code), ("bpt", .code), ("ept", .code), ("ph", .code), ("it", .code),
    ("g", .pair), ("mrk", .marker),
  ]

  static let version2: [(StaticString, XLIFFElement)] = [
    ("xliff", .xliff), ("file", .file), ("group", .group), ("unit", .unit), ("segment", .segment),
    ("ignorable", .ignorable), ("source", .source), ("target", .target), ("skeleton", .ignored),
    ("notes", .ignored), ("originalData", .ignored),
    ("ph", .code), ("sc", .code), ("ec", .endCode), ("pc", .pair), ("cp", .codePoint), ("mrk", .marker),
    ("sm", .marker), ("em", .marker),
  ]
}

/// What an element is to the reader and, in 2.x, to the validator.
struct XLIFFKnownElement {
  var element: XLIFFElement
  var core: XLIFF2Element

  static let unknown = XLIFFKnownElement(element: .unknown, core: .unknown)

  static var version1: [(StaticString, XLIFFKnownElement)] {
    XLIFFElement.version1.map { ($0.0, XLIFFKnownElement(element: $0.1, core: .unknown)) }
  }

  /// The core of 2.x.
  static func version2(_ cursor: XMLCursor) -> [(StaticString, XLIFFKnownElement)] {
    let elements = XMLNameTable(XLIFFElement.version2, missing: .unknown, cursor: cursor)
    return XLIFF2Element.list(.core).map { name, core in
      (name, XLIFFKnownElement(element: elements[cursor.intern(name)], core: core))
    }
  }
}

/// The attributes the reader looks at, interned.
struct XLIFFAttributeNames {
  let id, resname, name, translate, approved: XMLName
  let state, subState, stateQualifier, order, lang, markerType, markerID: XMLName
  let equivText, equiv, equivStart, equivEnd, startRef, hex: XMLName
  let original, sourceLanguage, targetLanguage, srcLang, trgLang, version: XMLName
  let switchName, caseName: XMLName
  /// The elements of units, in 1.x and 2.x.
  let transUnit, unit: XMLName
  /// The namespace that the prefix `xml` always means.
  let xmlNamespace: XMLName

  init(_ cursor: XMLCursor) {
    id = cursor.intern("id")
    resname = cursor.intern("resname")
    name = cursor.intern("name")
    translate = cursor.intern("translate")
    approved = cursor.intern("approved")
    state = cursor.intern("state")
    subState = cursor.intern("subState")
    stateQualifier = cursor.intern("state-qualifier")
    order = cursor.intern("order")
    lang = cursor.intern("lang")
    markerType = cursor.intern("mtype")
    markerID = cursor.intern("mid")
    equivText = cursor.intern("equiv-text")
    equiv = cursor.intern("equiv")
    equivStart = cursor.intern("equivStart")
    equivEnd = cursor.intern("equivEnd")
    startRef = cursor.intern("startRef")
    hex = cursor.intern("hex")
    original = cursor.intern("original")
    sourceLanguage = cursor.intern("source-language")
    targetLanguage = cursor.intern("target-language")
    srcLang = cursor.intern("srcLang")
    trgLang = cursor.intern("trgLang")
    version = cursor.intern("version")
    switchName = cursor.intern("switch")
    caseName = cursor.intern("case")
    transUnit = cursor.intern("trans-unit")
    unit = cursor.intern("unit")
    xmlNamespace = cursor.intern("http://www.w3.org/XML/1998/namespace")
  }
}
