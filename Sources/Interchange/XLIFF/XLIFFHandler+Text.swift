internal import Diagnostics
internal import Translations

/// Sources and targets: text and inline codes.
extension XLIFFHandler {
  /// An inline element that is open and whose end matters.
  struct Inline {
    /// Where in `closings` the token to write at its end begins; a marker has none.
    var closingStart: Int
    /// Where the text of a marked segment of 1.2 begins; `nil` for any other element.
    var segmentStart: Int?
  }

  // MARK: The whole text

  @inline(__always) mutating func beginText(
    _ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes
  ) {
    let isRepeated =
      element == .source && !segment.source.isAbsent || element == .target && !segment.target.isAbsent
    if isRepeated {
      report(
        XLIFFRules.twoTargets, "a second \(element == .source ? "source" : "target")",
        at: cursor.tagPosition(),
        key: printedKey, help: "keep one of them")
      return skip()
    }
    if element == .target {
      segment.targetPosition = cursor.tagPosition()
      readTarget(attributes)
    } else if attributes.count > 0 {
      noteForeignAttributes(attributes)
      if !isVersion2 { readSource(element, name, attributes) }
    }
    mode = .text
    textElement = element
    textStart = buffer.count
    textHasCodes = false
  }

  @inline(__always) private mutating func readTarget(_ attributes: XMLAttributes) {
    for index in 0..<attributes.count {
      let attribute = attributes.name(index)
      let namespace = attributes.namespace(index)
      if !namespace.isNone {
        if namespace != names.xmlNamespace {
          noteForeign(namespace)
        } else if attribute == names.lang, !isVersion2 {
          if spoken.isWanted { spoken.begin(attributes.string(index)) }
          checkLanguage(attributes, index)
        }
      } else if attribute == names.state {
        if !isVersion2 { readState(attributes, index) }
      } else if attribute == names.stateQualifier {
        segment.qualifier = unsafe XLIFFQualifier(attributes.rawValue(index))
      } else if isVersion2 {
        if attribute == names.order { readOrder(attributes.string(index)) }
      } else if !version1Attributes.has(attribute, on: .target) {
        reportUnknown(attribute, on: .target, "target")
      }
    }
  }

  /// Says nothing of a value that is no number; the validator does.
  private mutating func readOrder(_ text: String) {
    if let order = Int32(text), order > 0 { segment.order = order }
  }

  /// Looks at the attributes of a source of 1.x.
  private mutating func readSource(
    _ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes
  ) {
    checkAttributes(element, name, attributes)
    for index in 0..<attributes.count {
      let namespace = attributes.namespace(index)
      if namespace == names.xmlNamespace, attributes.name(index) == names.lang, element == .source {
        checkSourceLanguage(attributes, index)
      }
    }
  }

  /// A target in another language than its file would be stored under the wrong locale.
  ///
  /// A tag that only adds a region or a script, or lacks one, is the same language. In 2.x it must be equal, to
  /// which the validator sees.
  private mutating func checkLanguage(_ attributes: XMLAttributes, _ index: Int) {
    guard let locale = targetLocale, unsafe !attributes.rawValue(index).elementsEqual(acceptedLanguage) else {
      return
    }
    if let text = agreeing(attributes, index, with: locale) {
      acceptedLanguage = text
      return
    }
    report(
      XLIFFRules.languageMismatch,
      "the target's xml:lang is \(Self.tag(attributes, index)), the file's target language \(locale)",
      at: segment.targetPosition, key: printedKey)
  }

  /// A source in another language than its file: the texts are what they are, but something was mixed up.
  private mutating func checkSourceLanguage(_ attributes: XMLAttributes, _ index: Int) {
    guard let locale = file.sourceLocale,
      unsafe !attributes.rawValue(index).elementsEqual(acceptedSourceLanguage)
    else { return }
    if let text = agreeing(attributes, index, with: locale) {
      acceptedSourceLanguage = text
      return
    }
    report(
      XLIFFRules.languageMismatch,
      "the source's xml:lang is \(Self.tag(attributes, index)), the file's source language \(locale)",
      at: cursor.tagPosition(), key: printedKey, severity: .warning)
  }

  /// The bytes of an `xml:lang` that is the same language as a locale, or at most adds or lacks a region or script.
  private func agreeing(
    _ attributes: XMLAttributes, _ index: Int, with locale: LanguageTag
  ) -> [UInt8]? {
    let text = attributes.string(index)
    guard let tag = LanguageTag(text), tag.isRange(of: locale) || locale.isRange(of: tag) else { return nil }
    return Array(text.utf8)
  }

  private static func tag(_ attributes: XMLAttributes, _ index: Int) -> String {
    LanguageTag(attributes.string(index))?.description ?? "no language tag"
  }

  @inline(__always) mutating func endText() {
    mode = isVersion2 ? .segment : .unit
    if buffer.count > Self.unitLimit { return refuseText() }
    let text = piece(from: textStart)
    switch textElement {
    case .source:
      segment.source = text
      if textHasCodes { segment.flags.insert(.sourceHasCodes) }
    case .target:
      segment.target = text
      if textHasCodes { segment.flags.insert(.targetHasCodes) }
      if spoken.isWanted { spoken.end(hasText: text.count > 0) }
    default:
      // Only the markers of a segmented source are of interest.
      buffer.truncate(to: textStart)
    }
  }

  // MARK: Characters

  @inline(__always) @unsafe mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    if isVersion2 { unsafe validator.text(text, &cursor) }
    guard mode == .text else {
      if isInNativeCode { unsafe appendNative(text) }
      return
    }
    unsafe buffer.append(text.baseAddress.unsafelyUnwrapped, count: text.count)
    if buffer.count - textStart > limits.textBytes { refuseText() }
  }

  /// Text of a CDATA section, whose line ends libxml2 leaves as they are when it is fed in pieces, and whose
  /// sequences it does not check for overlong forms.
  @unsafe mutating func appendVerbatim(_ text: UnsafeBufferPointer<UInt8>) {
    if isVersion2 { unsafe validator.text(text, &cursor) }
    guard mode == .text else {
      if isInNativeCode { unsafe appendNative(text) }
      return
    }
    guard unsafe String(validating: text, as: UTF8.self) != nil else {
      return cursor.stop(
        XLIFFRules.malformed, "a byte here is not valid UTF-8", at: cursor.currentPosition(),
        help: "save the file as UTF-8")
    }
    for index in 0..<text.count {
      let byte = unsafe text[index]
      if byte == 0x0A, unsafe index > 0 ? text[index - 1] == 0x0D : cursor.isAfterReturn { continue }
      buffer.append(byte == 0x0D ? 0x0A : byte)
    }
    if buffer.count - textStart > limits.textBytes { refuseText() }
  }

  private mutating func refuseText() {
    let limit = min(limits.textBytes, Self.unitLimit)
    cursor.stop(
      Diagnostic(
        LimitRules.textSize, "a text of the unit is longer than \(limit) bytes",
        at: cursor.location(cursor.markedPosition(.unit)), locale: targetLocale?.description, key: printedKey)
    )
  }

  /// All segments of a unit together must stay well within the numbers of `Piece`.
  private static var unitLimit: Int { 512 << 20 }

  // MARK: Inline elements

  mutating func startInText(_ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes) {
    if !isVersion2, element != .unknown, element != .ignored { checkAttributes(element, name, attributes) }
    switch element {
    case .code:
      appendCode(name, attributes, id: names.id, equivalent: isVersion2 ? names.equiv : names.equivText)
      if !isVersion2 { beginNative(name, attributes) }
      skip()
    case .endCode:
      let id = string(attributes, names.startRef) == nil ? names.id : names.startRef
      appendCode(name, attributes, id: id, equivalent: names.equiv)
      skip()
    case .pair: beginPair(name, attributes)
    case .marker: beginMarker(attributes)
    case .codePoint:
      appendCodePoint(name, attributes)
      skip()
    default: unexpected(name, in: textElement == .target ? "target" : "source")
    }
  }

  /// Begins to remember the native code in a `ph`, `it`, `bpt` or `ept` of 1.2.
  private mutating func beginNative(_ name: XMLName, _ attributes: XMLAttributes) {
    guard textElement != .segmentedSource,
      let index = (0..<attributes.count).first(where: { attributes.name($0) == names.id })
    else { return }
    natives.begin(
      attributes.value(index), name, isTarget: textElement == .target, at: cursor.tagPosition())
    isInNativeCode = true
  }

  @unsafe private mutating func appendNative(_ text: UnsafeBufferPointer<UInt8>) {
    guard natives.contentCount < limits.textBytes else { return refuseText() }
    unsafe natives.append(text)
  }

  /// A code of a target holds what the code of its source holds; the program reads it, nobody translates it.
  mutating func compareNatives() {
    for position in natives.takeChanged() {
      report(
        XLIFFRules.codeContent, "the native code in an inline code is not that of the source",
        at: position, key: printedKey, help: "copy the code from the source")
    }
  }

  private mutating func appendCode(
    _ name: XMLName, _ attributes: XMLAttributes, id: XMLName, equivalent: XMLName
  ) {
    textHasCodes = true
    appendToken(name, attributes, id: id, equivalent: equivalent, isClosing: false)
  }

  /// Writes the canonical form of an inline code.
  private mutating func appendToken(
    _ name: XMLName, _ attributes: XMLAttributes, id: XMLName, equivalent: XMLName, isClosing: Bool
  ) {
    buffer.append(Message.codeStart)
    if isClosing { buffer.append(UInt8(ascii: "/")) }
    name.append(to: &buffer)
    buffer.append(Message.codeField)
    append(attributes, id)
    buffer.append(Message.codeField)
    append(attributes, equivalent)
    buffer.append(Message.codeEnd)
  }

  private mutating func append(_ attributes: XMLAttributes, _ name: XMLName) {
    for index in 0..<attributes.count
    where attributes.name(index) == name && attributes.namespace(index).isNone {
      attributes.append(index, to: &buffer)
      return
    }
  }

  private mutating func beginPair(_ name: XMLName, _ attributes: XMLAttributes) {
    textHasCodes = true
    // The attributes are gone when the element ends, so its closing token is made here.
    let start = buffer.count
    appendToken(
      name, attributes, id: names.id, equivalent: isVersion2 ? names.equivEnd : .none, isClosing: true)
    inlines.append(Inline(closingStart: closings.count))
    closings.append(buffer, from: start)
    buffer.truncate(to: start)
    appendToken(
      name, attributes, id: names.id, equivalent: isVersion2 ? names.equivStart : names.equivText,
      isClosing: false)
  }

  private mutating func beginMarker(_ attributes: XMLAttributes) {
    var start: Int?
    if !isVersion2, string(attributes, names.markerType) == "seg" {
      start = buffer.count
      if textElement == .target { unit.targetSegments.total += 1 } else { unit.sourceSegments.total += 1 }
      readSegmentID(attributes)
    }
    inlines.append(Inline(closingStart: closings.count, segmentStart: start))
  }

  /// Every segment of a target is one of the segmented source, which comes before it.
  private mutating func readSegmentID(_ attributes: XMLAttributes) {
    guard let index = (0..<attributes.count).first(where: { attributes.name($0) == names.markerID }) else {
      return
    }
    let id = attributes.value(index)
    if textElement == .segmentedSource {
      _ = sourceSegmentIDs.insert(id)
    } else if textElement == .target, !sourceSegmentIDs.isEmpty, sourceSegmentIDs.find(id) == nil {
      report(
        XLIFFRules.segments, "the segment of the target is none of the source", at: cursor.tagPosition(),
        key: printedKey, help: "give it the mid of the segment it translates")
    }
  }

  mutating func endInline() {
    let inline = inlines.removeLast()
    buffer.append(closings, from: inline.closingStart)
    closings.truncate(to: inline.closingStart)
    guard let start = inline.segmentStart, start == buffer.count else { return }
    if textElement == .target { unit.targetSegments.empty += 1 } else { unit.sourceSegments.empty += 1 }
  }

  /// The character that XML cannot hold; one that has a meaning in our own texts stays a code.
  private mutating func appendCodePoint(_ name: XMLName, _ attributes: XMLAttributes) {
    // The validator refuses what is no number of a character.
    let value = string(attributes, names.hex).flatMap { UInt32($0, radix: 16) }
    guard let scalar = value.flatMap(Unicode.Scalar.init) else { return }
    guard !Self.reserved.contains(scalar.value) else {
      textHasCodes = true
      return appendToken(name, attributes, id: names.hex, equivalent: .none, isClosing: false)
    }
    buffer.append(contentsOf: String(Character(scalar)).utf8)
  }

  /// The end of a segment of a key, and the marks of a code.
  static let reserved: [UInt32] = [
    0, UInt32(Message.codeStart), UInt32(Message.codeEnd), UInt32(Message.codeField),
  ]
}

extension LanguageTag {
  /// Whether `other` begins with the subtags of this tag.
  fileprivate func isRange(of other: LanguageTag) -> Bool { other.subtags.starts(with: subtags) }
}
