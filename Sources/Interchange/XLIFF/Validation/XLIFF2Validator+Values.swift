internal import Diagnostics

/// Validation rules and tracked changes; attributes that modules put on elements of the core.
extension XLIFF2Validator {
  // MARK: Validation

  mutating func openRule(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    let position = cursor.tagPosition()
    let conditions = [XLIFF2Attribute.isPresent, .isNotPresent, .startsWith, .endsWith].filter { has($0) }
    let hasCustom = (0..<attributes.count).contains { index in
      let namespace = attributes.namespace(index)
      return !namespace.isNone && namespaceKind(namespace) == .foreign
    }
    if conditions.count + (hasCustom ? 1 : 0) != 1 {
      let found = conditions.isEmpty && !hasCustom ? "no condition" : "more than one condition"
      report(
        XLIFFRules.validation, "a rule has \(found)", at: position,
        help: "write one of isPresent, isNotPresent, startsWith and endsWith")
    }
    if has(.existsInSource), conditions.isEmpty || has(.isNotPresent) {
      report(
        XLIFFRules.validation, "existsInSource stands without a condition that looks for a text",
        at: position, help: "add isPresent, startsWith or endsWith")
    }
    if let occurs = value(.occurs, attributes), !(occurs.number.map { $0 > 0 } ?? false) {
      report(XLIFFRules.validation, "occurs is not a positive number", at: position)
    }
    for attribute in [XLIFF2Attribute.caseSensitive, .existsInSource, .disabled] {
      guard let value = value(attribute, attributes), !value.is("yes"), !value.is("no") else { continue }
      report(
        XLIFFRules.validation, "the value of \(attribute) is not valid, expected yes or no", at: position)
    }
    if let form = value(.normalization, attributes), !form.is("none"), !form.is("nfc"), !form.is("nfd") {
      report(
        XLIFFRules.validation, "the value of normalization is not valid, expected none, nfc or nfd",
        at: position)
    }
  }

  // MARK: Format style

  mutating func readFormatStyle(
    _ attributes: XMLAttributes, _ index: Int, _ frame: Frame, _ found: inout (hasName: Bool, hasSub: Bool),
    _ cursor: inout XMLCursor
  ) {
    let name = attributes.name(index)
    var message: String?
    if name.isNamed("fs") {
      found.hasName = true
      if !Self.htmlElements.contains(attributes.string(index)) {
        message = "fs names no element of HTML that the module has"
      }
    } else if name.isNamed("subFs") {
      found.hasSub = true
    } else {
      message = "the module has no attribute \(name.label)"
    }
    switch frame.element {
    case .ec:
      if !(value(.isolated, attributes)?.is("yes") ?? false) {
        message = "an ec that is not isolated may not have \(name.label)"
      }
    case .segment, .ignorable, .source, .target, .cp, .em, .data, .originalData, .notes, .skeleton:
      message = "the element \(Self.name(of: frame.element)) may not have \(name.label)"
    default: break
    }
    if let message { report(XLIFFRules.formatStyle, message, at: cursor.tagPosition()) }
  }

  private static let htmlElements = Set(
    """
    a b bdo big blockquote body br button caption center cite code col colgroup dd del div dl dt em h1 h2 h3 h4 \
    h5 h6 head hr html i img input ins kbd label legend li link map menu meta object ol optgroup option p param \
    pre q s samp script select small span strike strong style sub sup table tbody td textarea tfoot th thead \
    title tr tt u ul var abbr acronym address applet area base basefont dfn dir fieldset font form frame \
    frameset iframe isindex noframes noscript
    """.split(separator: " ").map(String.init))

  // MARK: Sizes

  /// The attributes of the size module on one element.
  struct SizeAttributes {
    var hasInfo = false
    var reference: [UInt8]?
    /// Whether one stands there that an end code may only have when it is isolated.
    var hasAny = false
  }

  mutating func readSize(
    _ attributes: XMLAttributes, _ index: Int, _ sizes: inout SizeAttributes, _ cursor: inout XMLCursor
  ) {
    let name = attributes.name(index)
    let value = attributes.value(index)
    sizes.hasAny = true
    var message: String?
    if name.isNamed("sizeRestriction") || name.isNamed("storageRestriction") {
      if !value.isSizeRestriction {
        message = "the value of \(name.label) is not valid, expected *, a number, or two of them with a comma"
      }
    } else if name.isNamed("equivStorage") {
      if !value.isSizeList { message = "equivStorage is not a whole number" }
    } else if name.isNamed("sizeInfo") {
      sizes.hasInfo = true
      // What it says is up to the profile; those of the standard count in whole numbers.
      let looksLikeNumber = value.first.map { (0x30...0x39).contains($0) } ?? false
      if !value.isSizeList, looksLikeNumber || hasSizeProfile {
        message = "sizeInfo is not a whole number"
      }
    } else if name.isNamed("sizeInfoRef") {
      sizes.reference = Array(value)
    } else {
      message = "the module has no attribute \(name.label)"
    }
    // Some tools write an empty value where there is no restriction.
    if let message {
      report(XLIFFRules.size, message, at: cursor.tagPosition(), severity: value.isEmpty ? .warning : nil)
    }
  }

  mutating func finishSizes(_ sizes: SizeAttributes, _ element: XLIFF2Element, _ cursor: inout XMLCursor) {
    guard sizes.hasAny else { return }
    if sizes.hasInfo, sizes.reference != nil {
      report(
        XLIFFRules.size, "sizeInfo and sizeInfoRef stand together", at: cursor.tagPosition(),
        help: "keep one of them")
    }
    if let reference = sizes.reference,
      !scopes[..<scopeCount].contains(where: { $0.sizes.find(reference) != nil })
    {
      report(
        XLIFFRules.size, "sizeInfoRef names nothing in the size data of the element or one around it",
        at: cursor.tagPosition())
    }
    if element == .ec, !endIsIsolated {
      report(
        XLIFFRules.size, "an ec that is not isolated may not have a size", at: cursor.tagPosition(),
        help: "write it on the sc")
    }
  }

  // MARK: ITS

  mutating func readITS(_ attributes: XMLAttributes, _ index: Int, _ cursor: inout XMLCursor) {
    let name = attributes.name(index)
    let limit: Double
    if name.isNamed("mtConfidence") || name.isNamed("taConfidence") || name.isNamed("termConfidence") {
      limit = 1
    } else if name.isNamed("locQualityIssueSeverity") || name.isNamed("locQualityRatingScore") {
      limit = 100
    } else {
      return
    }
    let value = Double(attributes.string(index))
    if !(value.map { $0 >= 0 && $0 <= limit } ?? false) {
      report(
        XLIFFRules.its, "\(name.label) is not a number from 0 to \(Int(limit))", at: cursor.tagPosition())
    }
  }

  // MARK: Plurals

  mutating func hasPluralCase(_ attributes: XMLAttributes) -> Bool {
    (0..<attributes.count).contains { index in
      let namespace = attributes.namespace(index)
      return !namespace.isNone && attributes.name(index).isNamed("case")
        && namespaceKind(namespace) == .plural
    }
  }

  // MARK: Tracked changes

  mutating func openRevisions(_ attributes: XMLAttributes, _ position: XMLPosition) {
    guard revision.open.count < 256 else { return }
    revision.open.append(
      RevisionFacts.Revisions(
        position: position, appliesToNote: value(.appliesTo, attributes)?.is("note") ?? false,
        reference: value(.ref, attributes).map(Array.init)))
  }

  mutating func openItem(_ attributes: XMLAttributes, _ position: XMLPosition) {
    guard let property = value(.property, attributes).map(Array.init) else {
      return report(XLIFFRules.changeTracking, "an item has no property", at: position)
    }
    // Elements have a handful of attributes; longer lists are not worth a search.
    guard revision.properties.count < 64 else { return }
    if revision.properties.contains(property) {
      report(
        XLIFFRules.changeTracking, "a revision has two items for one property", at: position,
        help: "keep one of them")
    }
    revision.properties.append(property)
    if !revision.open.isEmpty { revision.open[revision.open.count - 1].properties.append(property) }
  }

  /// Compares the changes of an element with its notes, once those are known.
  mutating func judgeRevisions() {
    guard !revision.open.isEmpty else { return }
    let noteCount = scopeCount > 0 ? scopes[scopeCount - 1].noteCount : 0
    for revisions in revision.open {
      guard let reference = revisions.reference else {
        if revisions.appliesToNote, noteCount > 1 {
          report(
            XLIFFRules.changeTracking, "revisions do not say which of several notes they are of",
            at: revisions.position, help: "add ref")
        }
        continue
      }
      guard let note = revision.notes.first(where: { $0.id == reference }) else {
        report(
          XLIFFRules.changeTracking, "the ref of revisions names nothing in the element",
          at: revisions.position)
        continue
      }
      let content = Array("content".utf8)
      if revisions.properties.contains(where: { $0 != content && !note.attributes.contains($0) }) {
        report(
          XLIFFRules.changeTracking, "a property is neither content nor an attribute of the note",
          at: revisions.position)
      }
    }
    revision.open.removeAll()
    revision.notes.removeAll()
  }
}

extension XMLValue {
  /// `*`, `5`, `5,10` or `5,*`.
  var isSizeRestriction: Bool {
    if self.is("*") { return true }
    let parts = split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, Self.isNumber(first) else { return false }
    return parts.count == 1 || Self.isNumber(parts[1]) || parts[1].elementsEqual("*".utf8)
  }

  /// Whole numbers separated by commas.
  var isSizeList: Bool {
    split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).allSatisfy(Self.isNumber)
  }

  private static func isNumber(_ part: some Collection<UInt8>) -> Bool {
    !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A decimal number from 0 to 100.
  var isPercentage: Bool {
    Double(String(decoding: self, as: UTF8.self)).map { $0 >= 0 && $0 <= 100 } ?? false
  }
}
