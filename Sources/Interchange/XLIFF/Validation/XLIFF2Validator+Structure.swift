internal import Diagnostics

/// What an element outside texts must be, at its start and at its end.
extension XLIFF2Validator {
  mutating func open(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    switch element {
    case .xliff: openScope(of: &frame)
    case .file, .group: openContainer(element, attributes, &frame, &cursor)
    case .unit: openUnit(attributes, &frame, &cursor)
    case .skeleton:
      frame.hasReference = has(.href)
      frame.position = cursor.tagPosition()
    case .notes, .originalData: frame.position = cursor.tagPosition()
    case .note: openNote(attributes, &cursor)
    case .data: openData(attributes, &cursor)
    case .segment, .ignorable: openSegment(element, attributes, &cursor)
    case .source, .target: openText(element, attributes, frame, &cursor)
    case .cp: checkCodePoint(attributes, &cursor)
    case .ph, .pc, .sc, .ec: openCode(element, attributes, &frame, &cursor)
    case .mrk, .sm, .em: openMarker(element, attributes, &cursor)
    default: openModule(element, attributes, &frame, &cursor)
    }
  }

  mutating func close(_ frame: Frame, _ cursor: inout XMLCursor) {
    switch frame.element {
    case .segment, .ignorable, .source, .target, .note: return
    case .file: closeFile()
    case .unit: closeUnit()
    case .skeleton:
      if frame.isFilled == frame.hasReference {
        report(
          XLIFFRules.skeleton,
          frame.isFilled ? "a skeleton with an href has content" : "a skeleton has neither href nor content",
          at: frame.position)
      }
    case .notes, .originalData:
      judgeRevisions()
      if frame.children == 0 {
        let child = frame.element == .notes ? "note" : "data"
        report(
          XLIFFRules.structure, "the element \(Self.name(of: frame.element)) has no \(child)",
          at: frame.position)
      }
    case .pc: closePair()
    default: closeModule(frame, &cursor)
    }
    if frame.hasScope { closeScope() }
  }

  private mutating func openScope(of frame: inout Frame) {
    frame.hasScope = true
    openScope()
  }

  // MARK: Files and groups

  private mutating func openContainer(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    judgeRevisions()
    openScope(of: &frame)
    if element == .file {
      groupIDs.removeAll()
      unitIDs.removeAll(keepingCapacity: true)
      subFlows.removeAll()
      hasSizeProfile = false
    }
    guard let id = value(.id, attributes) else {
      // The reader reports a file without an id.
      if element == .group { reportNoID(element, &cursor) }
      return
    }
    guard hasForm(id, &cursor) else { return }
    if element == .file {
      if !fileIDs.insert(id).isNew { reportRepeated(id, among: "file elements", &cursor) }
    } else if !groupIDs.insert(id).isNew {
      reportRepeated(id, among: "groups of the file", &cursor)
    }
  }

  private mutating func openUnit(
    _ attributes: XMLAttributes, _ frame: inout Frame, _ cursor: inout XMLCursor
  ) {
    judgeRevisions()
    openScope(of: &frame)
    unit.begin()
    if hasNamespaced {
      unit.isVariable = (0..<attributes.count).contains { index in
        let namespace = attributes.namespace(index)
        return !namespace.isNone && attributes.name(index).isNamed("switch")
          && namespaceKind(namespace) == .plural
      }
    }
    guard let id = value(.id, attributes), hasForm(id, &cursor) else { return }
    unitIDs.append(Self.hash(id))
  }

  /// Units may come after the code that names them.
  private mutating func closeFile() {
    guard !subFlows.isEmpty else { return }
    let known = Set(unitIDs)
    for flow in subFlows where !known.contains(flow.hash) {
      report(
        XLIFFRules.subFlow, "the code names a sub-flow that is no unit of its file", at: flow.position,
        help: "write the ids of units, separated by spaces")
    }
  }

  static func hash(_ id: some Sequence<UInt8>) -> Int { XLIFFNameSet.hash(id) }

  // MARK: Notes and extensions

  private mutating func openNote(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    scopes[scopeCount - 1].isUsed = true
    scopes[scopeCount - 1].noteCount += 1
    guard let id = value(.id, attributes), hasForm(id, &cursor) else { return }
    if !scopes[scopeCount - 1].notes.insert(id).isNew {
      reportRepeated(id, among: "notes of the element", &cursor)
    }
    revision.noteNote(id, attributes, names: attributeNames)
  }

  /// Elements of one extension have ids of their own in each file, group and unit.
  mutating func noteForeignID(
    _ attributes: XMLAttributes, _ namespace: XMLName, _ cursor: inout XMLCursor
  ) {
    let isForeign = namespaceKind(namespace) == .foreign
    for index in 0..<attributes.count where attributes.name(index).isNamed("id") {
      let owner = attributes.namespace(index)
      guard owner.isNone || namespaceKind(owner) == .xml else { continue }
      scopes[scopeCount - 1].isUsed = true
      let id = attributes.value(index)
      if isInSizeData { _ = scopes[scopeCount - 1].sizes.insert(id) }
      guard isForeign else { continue }
      let key = Array(namespace.text.utf8) + [0] + id
      if !scopes[scopeCount - 1].extensions.insert(key).isNew {
        reportRepeated(id, among: "extension elements of the file, group or unit", &cursor)
      }
    }
  }

  private var isInSizeData: Bool { frames.last?.element == .sizeData }

  // MARK: Original data

  private mutating func openData(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    guard let id = value(.id, attributes) else { return reportNoID(.data, &cursor) }
    guard hasForm(id, &cursor) else { return }
    if isCandidate {
      if !unit.candidateData.insert(id).isNew { reportRepeated(id, among: "data of the match", &cursor) }
    } else if !unit.data.insert(id).isNew {
      reportRepeated(id, among: "data of the unit", &cursor)
    }
  }

  /// Whether the text in hand is that of a translation candidate.
  var isCandidate: Bool { frames.last?.isCandidate ?? false }

  // MARK: Segments

  private mutating func openSegment(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ cursor: inout XMLCursor
  ) {
    unit.segments.append(SegmentFacts())
    if let id = value(.id, attributes), hasForm(id, &cursor) {
      let (number, _) = unit.names.insert(id)
      switch unit.claim(number, by: .segment) {
      case .free: break
      case .segment: reportRepeated(id, among: "segments and ignorables of the unit", &cursor)
      case .code: reportRepeated(id, among: "parts and codes of the unit", severity: .warning, &cursor)
      }
    }
    checkState(attributes, &cursor)
    if unit.isVariable, element == .segment, !hasPluralCase(attributes) {
      report(
        XLIFFRules.pluralCase, "the segment of a unit with a switch has no case", at: cursor.tagPosition(),
        help: "write pgs:case with one value for each part of the switch")
    }
  }

  private mutating func checkState(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    guard let subState = value(.subState, attributes) else { return }
    if !has(.state) {
      report(
        XLIFFRules.state, "a subState stands without a state", at: cursor.tagPosition(),
        help: "add the state", severity: .error)
    } else if !subState.isPrefixed || subState.isReserved {
      report(
        XLIFFRules.state, "the value of subState is not valid, expected prefix:value",
        at: cursor.tagPosition(), help: "use a prefix of your own; xlf belongs to the standard",
        severity: .error)
    }
  }

  // MARK: Sources and targets

  private mutating func openText(
    _ element: XLIFF2Element, _ attributes: XMLAttributes, _ frame: Frame, _ cursor: inout XMLCursor
  ) {
    checkLanguage(element, frame, &cursor)
    guard !frame.isCandidate else { return }
    unit.isTarget = element == .target
    guard !unit.segments.isEmpty else { return }
    let segment = unit.segments.count - 1
    if element == .source {
      unit.segments[segment].sourcePreserves = frame.preservesSpace
      unit.segments[segment].hasSource = true
      return
    }
    if !hasTargetLanguage, !unit.hasReportedLanguage {
      unit.hasReportedLanguage = true
      report(
        XLIFFRules.language, "a target, but the root element has no trgLang", at: cursor.tagPosition(),
        help: "add trgLang to xliff")
    }
    unit.segments[segment].hasTarget = true
    // The place is only of interest where something can be wrong with it.
    if segment > 0 || has(.order) || !unit.codes.isEmpty {
      unit.segments[segment].targetPosition = cursor.tagPosition()
    }
    if unit.segments[segment].hasSource, unit.segments[segment].sourcePreserves != frame.preservesSpace {
      report(
        XLIFFRules.space, "the target's xml:space is not that of its source", at: cursor.tagPosition(),
        help: "set it on the unit")
    }
    guard let order = value(.order, attributes) else { return }
    if let number = order.number, number > 0 {
      unit.segments[segment].order = number
      unit.hasOrder = true
    } else {
      report(XLIFFRules.order, "the order is not a positive number", at: cursor.tagPosition())
    }
  }

  /// The language of a text, its own or inherited, must be that of the document.
  private mutating func checkLanguage(
    _ element: XLIFF2Element, _ frame: Frame, _ cursor: inout XMLCursor
  ) {
    guard frame.language > 0 else { return }
    let isReference = frame.isCandidate && unit.candidateIsReference
    if element == .target, isReference || !hasTargetLanguage { return }
    let expected = element == .source ? sourceLanguage : targetLanguage
    let said = languages.name(Int(frame.language) - 1)
    guard !said.elementsEqual(expected) else { return }
    let (tag, wanted) = (String(decoding: said, as: UTF8.self), String(decoding: expected, as: UTF8.self))
    report(
      frame.isCandidate ? XLIFFRules.match : XLIFFRules.languageMismatch,
      "the language of the \(element == .source ? "source" : "target") is `\(tag)`, that of the document `\(wanted)`",
      at: cursor.tagPosition(),
      help: "remove xml:lang, or make it \(element == .source ? "srcLang" : "trgLang")")
  }

  private mutating func checkCodePoint(_ attributes: XMLAttributes, _ cursor: inout XMLCursor) {
    let hex = value(.hex, attributes)
    guard let hex, !hex.isEmpty, hex.count <= 8,
      let value = UInt32(String(decoding: hex, as: UTF8.self), radix: 16)
    else {
      return report(
        XLIFFRules.codePoint, "hex is not a hexadecimal number", at: cursor.tagPosition(), severity: .error)
    }
    let isAllowedInXML =
      value == 9 || value == 10 || value == 13 || (0x20...0xD7FF).contains(value)
      || (0xE000...0xFFFD).contains(value) || (0x10000...0x10FFFF).contains(value)
    if isAllowedInXML || value > 0x10FFFF {
      report(
        XLIFFRules.codePoint,
        isAllowedInXML ? "a cp stands for a character that XML can hold" : "there is no such character",
        at: cursor.tagPosition(), help: "write the character itself", severity: .error)
    }
  }
}
