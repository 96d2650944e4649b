internal import Diagnostics
internal import Translations

extension XLIFFHandler {
  /// The unit that is being read.
  struct Unit {
    /// `nil` until it is known; with the source as key that is at the end of the unit.
    var key: Piece?
    var hasID = false
    /// Whether the key ends with an Xcode variation, whose source may be left out.
    var isVariation = false
    var isUntranslatable = false
    var isApproved = false
    /// Whether its tag has neither a prefix nor a declaration.
    var isBare = false
    /// The segments of a 1.2 unit that the markers of `seg-source` and of the target show.
    var sourceSegments = SegmentCount()
    var targetSegments = SegmentCount()
  }

  /// A part of the unit's buffer.
  struct Piece {
    private let start: Int32
    private let storedCount: Int32

    init(start: Int, count: Int) {
      self.start = Int32(truncatingIfNeeded: start)
      storedCount = Int32(truncatingIfNeeded: count)
    }

    /// No text at all.
    static var absent: Piece { Piece(start: -1, count: 0) }
    var isAbsent: Bool { start < 0 }
    var count: Int { Int(storedCount) }
    /// - Precondition: the piece is not absent.
    var range: Range<Int> { Int(start)..<Int(start) + count }
  }

  struct SegmentCount {
    var total: Int32 = 0
    var empty: Int32 = 0
  }

  /// A source and target; a 1.2 unit has one, a 2.x unit has one or more.
  struct Segment {
    var source = Piece.absent
    var target = Piece.absent
    var targetPosition = XMLPosition.start
    var flags: Catalog.Flags = []
    var state = XLIFFState.none
    var qualifier = XLIFFQualifier.none
    /// 0 if there is none.
    var order: Int32 = 0
    var isIgnorable = false
  }

  // MARK: Start

  mutating func beginUnit(_ attributes: XMLAttributes) {
    cursor.markTag(.unit)
    unitCount += 1
    guard unitCount <= limits.unitsPerDocument else {
      return cursor.stop(
        LimitRules.unitCount, "the document has more than \(limits.unitsPerDocument) units",
        at: cursor.markedPosition(.unit))
    }
    if !file.isEntered { enterFile() }
    mode = .unit
    buffer.truncate(to: 0)
    unit = Unit()
    unit.isUntranslatable = structure[structure.count - 1].isUntranslatable
    unit.isBare = isBareTag
    if isVersion2 {
      structure[structure.count - 1].hasContent = true
      segments.removeAll()
      if !variants.isEmpty { variants = [] }
    } else {
      segment = Segment()
      sourceSegmentIDs.removeAll()
    }
    readUnit(attributes)
    if !unit.hasID {
      report(
        XLIFFRules.noID, "the unit has no id", at: cursor.markedPosition(.unit),
        help: "give it an id that is unique in its file element")
    }
  }

  @inline(__always) private mutating func readUnit(_ attributes: XMLAttributes) {
    let developerKey = isVersion2 ? names.name : names.resname
    var id: Int?
    var name: Int?
    for index in 0..<attributes.count {
      let attribute = attributes.name(index)
      let namespace = attributes.namespace(index)
      if !namespace.isNone {
        if namespace != names.xmlNamespace { readForeign(attributes, index, attribute, namespace) }
      } else if attribute == names.id {
        id = index
      } else if attribute == developerKey {
        name = index
      } else if attribute == names.translate {
        unit.isUntranslatable = attributes.value(index, is: "no")
      } else if attribute == names.approved, !isVersion2 {
        unit.isApproved = attributes.value(index, is: "yes")
      } else if !isVersion2, !version1Attributes.has(attribute, on: .unit) {
        reportUnknown(attribute, on: .unit, "trans-unit")
      }
    }
    unit.hasID = id != nil
    switch options.key {
    case .id: storeKey(attributes, id)
    case .resname: storeKey(attributes, name ?? id)
    case .source: storeKey(attributes, name ?? (variants.isEmpty ? nil : id))
    }
  }

  @inline(__always) private mutating func storeKey(_ attributes: XMLAttributes, _ index: Int?) {
    guard let index else { return }
    beginKey()
    let start = buffer.count
    if attributes.append(index, to: &buffer, lookingFor: UInt8(ascii: "|")),
      let path = XLIFFVariation.path(of: buffer[start..<buffer.count])
    {
      unit.isVariation = true
      buffer.truncate(to: start)
      buffer.append(contentsOf: path)
    }
    unit.key = piece(from: 0)
  }

  /// An `original` that is empty is a segment like any other, but no prefix.
  mutating func beginKey() {
    if options.scope == .file, prefix == 0 { buffer.append(0) }
  }

  /// What the buffer holds from `start` on.
  @inline(__always) func piece(from start: Int) -> Piece { Piece(start: start, count: buffer.count - start) }

  private mutating func readForeign(
    _ attributes: XMLAttributes, _ index: Int, _ name: XMLName, _ namespace: XMLName
  ) {
    guard isVersion2, name == names.switchName, namespace.text == XLIFFModule.plural else {
      return noteForeign(namespace)
    }
    variants = attributes.string(index).split(separator: " ").map { part in
      Array(part.prefix { $0 != ":" }.utf8)
    }
  }

  // MARK: Children

  @inline(__always) mutating func startInUnit(
    _ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes
  ) {
    if isVersion2 {
      switch element {
      case .segment, .ignorable: beginSegment(attributes, isIgnorable: element == .ignorable)
      case .ignored: skip()
      default: unexpected(name, in: "unit")
      }
    } else {
      switch element {
      case .source, .target, .segmentedSource: beginText(element, name, attributes)
      case .ignored: skip()
      default: unexpected(name, in: "trans-unit")
      }
    }
  }

  @inline(__always) mutating func startInSegment(
    _ element: XLIFFElement, _ name: XMLName, _ attributes: XMLAttributes
  ) {
    switch element {
    case .source, .target: beginText(element, name, attributes)
    default: unexpected(name, in: segment.isIgnorable ? "ignorable" : "segment")
    }
  }

  private mutating func beginSegment(_ attributes: XMLAttributes, isIgnorable: Bool) {
    mode = .segment
    segment = Segment()
    segment.isIgnorable = isIgnorable
    if !variants.isEmpty {
      cases = []
      segmentPosition = cursor.tagPosition()
    }
    var subState: XLIFFSubState?
    for index in 0..<attributes.count {
      let attribute = attributes.name(index)
      let namespace = attributes.namespace(index)
      if namespace.isNone {
        if attribute == names.state, !isIgnorable { readState(attributes, index) }
        if attribute == names.subState, !isIgnorable { subState = XLIFFSubState(attributes.string(index)) }
      } else if namespace != names.xmlNamespace {
        if attribute == names.caseName, namespace.text == XLIFFModule.plural {
          cases = attributes.string(index).split(separator: " ").map { Array($0.utf8) }
        } else {
          noteForeign(namespace)
        }
      }
    }
    if let subState {
      if subState.state != .none { segment.state = subState.state }
      segment.qualifier = subState.qualifier
    }
  }

  mutating func readState(_ attributes: XMLAttributes, _ index: Int) {
    let (state, isStandard) = unsafe XLIFFState.parse(attributes.rawValue(index), isVersion2: isVersion2)
    segment.state = state
    guard !isStandard else { return }
    report(
      XLIFFRules.state, "the state `\(attributes.string(index))` is not one of XLIFF \(version ?? "")",
      at: cursor.tagPosition(),
      key: printedKey,
      help: isVersion2
        ? "use initial, translated, reviewed or final"
        : "use a state of the standard, or one that starts with x-",
      severity: isVersion2 ? .error : nil)
  }

  // MARK: End

  @inline(__always) mutating func endUnit1() {
    mode = .structure
    if !natives.isEmpty { compareNatives() }
    guard unit.hasID else { return }
    defer { storeUnit() }
    let isPartial =
      unit.targetSegments.total > 0
      && (unit.targetSegments.total < unit.sourceSegments.total
        || unit.targetSegments.empty > unit.sourceSegments.empty)
    finishUnit(segment, isPartial: isPartial)
  }

  @inline(__always) mutating func endSegment() {
    mode = .unit
    if segment.source.isAbsent {
      let element = segment.isIgnorable ? "ignorable" : "segment"
      report(
        XLIFFRules.noSource, "the \(element) has no source", at: cursor.markedPosition(.unit), key: printedKey
      )
    }
    if variants.isEmpty {
      segments.append(segment)
    } else if !segment.isIgnorable {
      segments.append(segment)
      finishVariant()
    }
  }

  @inline(__always) mutating func endUnit2() {
    mode = .structure
    let isPlain = segments.count == 1 && !segments[0].isIgnorable
    guard isPlain || segments.contains(where: { !$0.isIgnorable }) else {
      return report(
        XLIFFRules.structure, "the unit has no segment", at: cursor.markedPosition(.unit), key: printedKey)
    }
    guard unit.hasID else { return }
    defer { storeUnit() }
    guard variants.isEmpty else { return }
    if segments.count == 1 { return finishUnit(segments[0], isPartial: false) }
    let isPartial =
      segments.contains { $0.isIgnorable == false && $0.target.isAbsent }
      && segments.contains { $0.isIgnorable == false && !$0.target.isAbsent }
    finishJoined(isPartial: isPartial)
  }

  /// A segment of a unit with a plural switch is a message of its own: the unit's key, then kind and case.
  private mutating func finishVariant() {
    guard unit.hasID, let key = unit.key else { return }
    guard cases.count == variants.count, zip(variants, cases).allSatisfy(Self.isCase)
    else {
      return report(
        XLIFFRules.pluralCase, "the case of a segment does not fit the switch of its unit",
        at: segmentPosition,
        key: printed(key.range))
    }
    let start = buffer.count
    buffer.append(contentsOf: buffer[key.range])
    for (kind, value) in zip(variants, cases) {
      buffer.append(0)
      buffer.append(contentsOf: kind)
      buffer.append(0)
      buffer.append(contentsOf: value)
    }
    emit(segment, key: piece(from: start), isPartial: false)
  }

  private static func isCase(kind: [UInt8], value: [UInt8]) -> Bool {
    switch String(decoding: kind, as: UTF8.self) {
    case "plural", "ordinal":
      ["zero", "one", "two", "few", "many", "other"].contains(String(decoding: value, as: UTF8.self))
        || value.allSatisfy { (0x30...0x39).contains($0) }
    case "gender", "select": true
    default: false
    }
  }
}
