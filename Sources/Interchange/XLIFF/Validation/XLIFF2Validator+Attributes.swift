internal import Diagnostics
internal import Translations

/// Attributes: which may stand on an element, and what values they can have.
extension XLIFF2Validator {
  // MARK: Without a namespace

  /// Judges a tag whose attributes are not all plain.
  mutating func checkAttributes(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    guard Self.isCore(element) else { return }
    let allowed = allowedAttributes[Int(element.rawValue)]
    for index in 0..<attributes.count where attributes.namespace(index).isNone {
      let name = attributes.name(index)
      let attribute = attributeNames[name]
      guard allowed.contains(attribute) else {
        // One that the standard has elsewhere would be lost with what it says; others are a tool's own.
        report(
          XLIFFRules.attribute,
          "the element \(Self.name(of: element)) has no attribute \(name.label)", at: cursor.tagPosition(),
          severity: attribute == .unknown ? .warning : nil)
        continue
      }
      let value = attributes.value(index)
      guard !Self.isAllowed(value, of: attribute, on: element) else { continue }
      let label = Self.values(of: attribute, on: element).map { "expected \($0)" } ?? "expected another value"
      report(
        attribute == .type || attribute == .subType ? XLIFFRules.codeType : XLIFFRules.attribute,
        "the value of \(name.label) is not valid, \(label)", at: cursor.tagPosition())
    }
  }

  /// Ids, references and `hex` have rules of their own; the reader looks at states.
  static func isAllowed(
    _ value: XMLValue, of attribute: XLIFF2Attribute, on element: XLIFF2Element
  ) -> Bool {
    switch attribute {
    case .canResegment, .translate, .canCopy, .canDelete, .canOverlap, .isolated:
      value.is("yes") || value.is("no")
    case .canReorder: value.is("yes") || value.is("firstNo") || value.is("no")
    case .srcDir, .trgDir, .dir: value.is("ltr") || value.is("rtl") || value.is("auto")
    case .appliesTo: value.is("source") || value.is("target")
    case .priority: value.number.map { (1...10).contains($0) } ?? false
    case .type: isType(value, on: element)
    case .subType: value.isPrefixed
    default: true
    }
  }

  private static func isType(_ value: XMLValue, on element: XLIFF2Element) -> Bool {
    switch element {
    case .mrk, .sm:
      value.is("generic") || value.is("comment") || value.is("term") || value.isPrefixed && !value.isReserved
    case .group, .unit: value.isPrefixed && !value.isReserved
    default:
      value.is("fmt") || value.is("ui") || value.is("quote") || value.is("link") || value.is("image")
        || value.is("other")
    }
  }

  private static func values(of attribute: XLIFF2Attribute, on element: XLIFF2Element) -> String? {
    switch attribute {
    case .canResegment, .translate, .canCopy, .canDelete, .canOverlap, .isolated: "yes or no"
    case .canReorder: "yes, firstNo or no"
    case .srcDir, .trgDir, .dir: "ltr, rtl or auto"
    case .appliesTo: "source or target"
    case .priority: "a number from 1 to 10"
    case .subType: "prefix:value"
    case .type:
      switch element {
      case .mrk, .sm: "generic, comment, term or prefix:value"
      case .group, .unit: "prefix:value"
      default: "fmt, ui, quote, link, image or other"
      }
    default: nil
    }
  }

  /// What goes with a type; the names with `xlf:` belong to the standard.
  mutating func checkSubType(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    guard let subType = value(.subType, attributes) else { return }
    guard let type = value(.type, attributes) else {
      return report(
        XLIFFRules.codeType, "a subType stands without a type", at: cursor.tagPosition(), help: "add the type"
      )
    }
    guard subType.isReserved else { return }
    let isKnown =
      type.is("fmt")
      ? subType.is("xlf:b") || subType.is("xlf:i") || subType.is("xlf:u") || subType.is("xlf:lb")
        || subType.is("xlf:pb")
      : type.is("ui") && subType.is("xlf:var")
    if !isKnown {
      report(
        XLIFFRules.codeType, "the subType \(subType.label) does not go with the type \(type.label)",
        at: cursor.tagPosition(),
        help: "fmt has xlf:b, xlf:i, xlf:u, xlf:lb and xlf:pb, ui has xlf:var; use a prefix of your own")
    }
  }

  // MARK: With a namespace

  /// Reads languages and white space, and judges attributes of modules and extensions.
  mutating func readNamespaced(
    _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    var formatStyle = (hasName: false, hasSub: false)
    var sizes = SizeAttributes()
    for index in 0..<attributes.count where !attributes.namespace(index).isNone {
      switch namespaceKind(attributes.namespace(index)) {
      case .xml: readXML(attributes, index, &frame, &cursor)
      case .formatStyle: readFormatStyle(attributes, index, frame, &formatStyle, &cursor)
      case .sizes: readSize(attributes, index, &sizes, &cursor)
      case .its: readITS(attributes, index, &cursor)
      case .foreign, .core: checkExtensionPlace(frame.element, &cursor)
      case .plural: checkPluralPlace(frame.element, attributes.name(index), &cursor)
      case .matches, .glossary, .metadata, .resources, .validation, .changes, .schemaInstance: break
      }
    }
    if formatStyle.hasSub, !formatStyle.hasName {
      report(XLIFFRules.formatStyle, "subFs stands without fs", at: cursor.tagPosition(), help: "add fs")
    }
    finishSizes(sizes, frame.element, &cursor)
  }

  private mutating func readXML(
    _ attributes: XMLAttributes, _ index: Int, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    let value = attributes.value(index)
    if attributes.name(index).isNamed("space") {
      frame.preservesSpace = value.is("preserve")
      let isFixed = frame.element == .data && !frame.preservesSpace
      if isFixed || !frame.preservesSpace && !value.is("default") {
        report(
          XLIFFRules.attribute,
          "the value of xml:space is not valid, expected \(isFixed ? "" : "default or ")preserve",
          at: cursor.tagPosition())
      }
    } else if attributes.name(index).isNamed("lang") {
      frame.language = languageNumber(value)
      if frame.element == .match {
        report(
          XLIFFRules.match, "a match may not have xml:lang", at: cursor.tagPosition(),
          help: "put it on the source or target")
      } else if !value.isEmpty, LanguageTag(attributes.string(index)) == nil {
        frame.language = 0
        report(
          XLIFFRules.language, "xml:lang holds no language tag", at: cursor.tagPosition(),
          help: "write a BCP 47 tag such as de or pt-BR")
      }
    }
  }

  private mutating func languageNumber(_ value: XMLValue) -> Int32 {
    Int32(languages.insert(value.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }).index + 1)
  }

  private mutating func checkExtensionPlace(_ element: XLIFF2Element, _ cursor: inout XMLCursor) {
    switch element {
    case .segment, .ignorable, .source, .target, .cp, .ph, .pc, .sc, .ec, .em, .data, .originalData, .notes,
      .skeleton:
      report(
        XLIFFRules.extensionPlace,
        "the element \(Self.name(of: element)) may not have attributes of extensions",
        at: cursor.tagPosition(), help: "put them on the unit, a note or a marker")
    default: break
    }
  }

  private mutating func checkPluralPlace(
    _ element: XLIFF2Element, _ name: XMLName, _ cursor: inout XMLCursor
  ) {
    let isRight = name.isNamed("switch") ? element == .unit || element == .group : element == .segment
    if !isRight {
      report(
        XLIFFRules.pluralCase, "the attribute \(name.label) may not stand on \(Self.name(of: element))",
        at: cursor.tagPosition(), help: "a switch stands on a unit, a case on a segment")
    }
  }

  // MARK: Ids

  /// Whether an id can be used; reports it if it is no name token.
  ///
  /// Ids with spaces or brackets are common in files made from key-value catalogs, and nothing goes wrong with
  /// them. Those with the signs of references are refused.
  mutating func hasForm(_ id: XMLValue, rule: Rule = XLIFFRules.idForm, _ cursor: inout XMLCursor) -> Bool {
    if id.isNameToken { return true }
    let isUsable = !id.isEmpty && !id.hasReferenceSign
    report(
      rule, "the id is not a name token", at: cursor.tagPosition(),
      help: "use letters, digits, dots, hyphens, underscores and colons",
      severity: isUsable ? .warning : nil)
    return isUsable
  }

  /// Reports an id that stood in its scope before.
  mutating func reportRepeated(
    _ id: XMLValue, among scope: String, rule: Rule = XLIFFRules.idUnique, severity: Severity? = nil,
    _ cursor: inout XMLCursor
  ) {
    report(
      rule, "the id \(id.label) stands twice among the \(scope)", at: cursor.tagPosition(),
      help: "give each its own id", severity: severity)
  }

  /// Reports an id that an element must have and does not.
  mutating func reportNoID(_ element: XLIFF2Element, _ cursor: inout XMLCursor) {
    report(
      XLIFFRules.noID, "the element \(Self.name(of: element)) has no id", at: cursor.tagPosition())
  }
}

extension XMLName {
  func isNamed(_ word: StaticString) -> Bool {
    guard var next = unsafe address else { return false }
    for index in 0..<word.utf8CodeUnitCount {
      guard unsafe next.pointee == word.utf8Start[index] else { return false }
      unsafe next += 1
    }
    return unsafe next.pointee == 0
  }
}

extension XMLValue {
  /// Whether one of the signs `#`, `/`, `=` and `\` is in it, which mean something in references.
  var hasReferenceSign: Bool {
    indices.contains { index in
      switch self[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\\"): true
      // An ampersand is spelled with one.
      case UInt8(ascii: "#"): index == 0 || self[index - 1] != UInt8(ascii: "&")
      default: false
      }
    }
  }

  /// `prefix:value`, neither part of which is empty.
  var isPrefixed: Bool {
    guard let colon = firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon > 0 && colon + 1 < count
  }

  /// Whether the prefix is that of the standard.
  var isReserved: Bool {
    count >= 4 && self[0] == UInt8(ascii: "x") && self[1] == UInt8(ascii: "l") && self[2] == UInt8(ascii: "f")
      && self[3] == UInt8(ascii: ":")
  }

  /// A whole number without a sign.
  var number: Int? {
    guard !isEmpty, count < 10, allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
