internal import Diagnostics
internal import Translations

/// Turns the events of an XLIFF document into rows of catalogs.
///
/// The state is plain values. Which children count depends on `mode` alone, so most events are one
/// comparison: whatever is not wanted is skipped by counting depth. What happens for every unit is inlined
/// into the callbacks. A method that does not mutate and is not inlined gets a copy of the whole value, some thousand
/// bytes, so there is none on the way of every unit.
struct XLIFFHandler: ~Copyable, XMLHandler {
  enum Mode: UInt8 {
    /// Outside units; `structure` says in what.
    case structure
    case unit
    case segment
    /// In a source or target, whose text is collected.
    case text
    case skip
  }

  /// An open element outside units.
  struct Frame {
    var element: XLIFFElement
    var isUntranslatable = false
    /// Whether a child that the element must have has come.
    var hasContent = false
    var position = XMLPosition.start
  }

  /// A file element.
  struct File {
    var position = XMLPosition.start
    var original: [UInt8] = []
    var sourceLocale: LanguageTag?
    var targetLocale: LanguageTag?
    /// Whether a unit of it has come.
    var isEntered = false
  }

  var cursor: XMLCursor
  let options: XLIFFReader.Options
  let limits: ReadingLimits
  let names: XLIFFAttributeNames
  var version1Attributes: XLIFF1Attributes
  private let version2Elements: XMLNameTable<XLIFFKnownElement>

  // Where the reader is.
  var mode = Mode.structure
  var depth = 0
  private var skipDepth = 0
  private var modeAfterSkip = Mode.structure
  /// Set between two units of which the last one began as nearly all do, without a prefix or a declaration.
  private(set) var passing = XMLName.none
  /// Whether the tag in hand has neither a prefix nor a declaration.
  private(set) var isBareTag = false
  var structure = RecordStack<Frame>()

  // The document.
  var version: String?
  var isVersion2 = false
  /// The namespace of the root element; only its elements are XLIFF.
  var namespace = XMLName.none
  private(set) var elements: XMLNameTable<XLIFFKnownElement>
  var foreignNamespaces: [XMLName] = []
  var sourceLocale: LanguageTag?
  var unitCount = 0
  var hasFile = false

  // The catalogs; the one in use is taken out of the list.
  var builder: CatalogBuilder
  var parked: [(locale: LanguageTag?, builder: CatalogBuilder)] = []
  var places: [LanguageTag?: Int] = [:]
  var current = 0

  // The file element.
  var file = File()
  var firstFile: File?
  var targetLocale: LanguageTag?
  /// The last `xml:lang` of a target and of a source that was found to go with the file's language.
  var acceptedLanguage: [UInt8] = []
  var acceptedSourceLanguage: [UInt8] = []
  /// What the targets of 1.x say where the file elements say nothing.
  var spoken = SpokenLanguage()
  var prefix = 0
  var fileStarts: [XMLPosition] = []

  // The unit.
  /// Its key and texts, until they go to the catalog together.
  var buffer = ByteBuffer()
  var unit = Unit()
  var segment = Segment()
  var segments = RecordStack<Segment>()
  /// The `mid` values of the segmented source of a 1.2 unit.
  var sourceSegmentIDs = XLIFFNameSet()
  /// The kinds of a 2.2 plural switch, when the unit has one; its segments are variants, not parts.
  var variants: [[UInt8]] = []
  /// The values of the segment's plural case.
  var cases: [[UInt8]] = []
  var segmentPosition = XMLPosition.start

  // The text that is being collected.
  var textElement = XLIFFElement.source
  var textStart = 0
  var textHasCodes = false
  var inlines: [Inline] = []
  /// The closing tokens of the open inline elements, one after the other.
  var closings = ByteBuffer()
  /// The native code of the unit's inline codes, and whether it is being read.
  var natives = NativeCodes()
  var isInNativeCode = false

  var findings = XLIFFFindings()
  /// Judges a 2.x document; 1.x has few rules, which the reader sees to itself. It is no optional, because a value
  /// is called in place and an optional's is moved out and back.
  var validator: XLIFF2Validator

  init(cursor: XMLCursor, options: XLIFFReader.Options, limits: ReadingLimits, expectedByteCount: Int) {
    self.cursor = cursor
    self.options = options
    self.limits = limits
    names = XLIFFAttributeNames(cursor)
    version1Attributes = XLIFF1Attributes(cursor: cursor)
    version2Elements = XMLNameTable(XLIFFKnownElement.version2(cursor), missing: .unknown, cursor: cursor)
    elements = XMLNameTable(XLIFFKnownElement.version1, missing: .unknown, cursor: cursor)
    builder = CatalogBuilder(reservingBytes: expectedByteCount)
    validator = XLIFF2Validator(cursor: cursor)
  }

  static let callbacks = unsafe XMLCallbacks(
    start: { handler, name, prefix, namespace, declarationCount, _, count, _, attributes in
      let handler = unsafe at(handler)
      unsafe handler.pointee.isBareTag = prefix == nil && declarationCount == 0
      // After a complaint libxml2 delivers one more event, or none if a piece ends there.
      if unsafe !handler.pointee.cursor.isStopping {
        unsafe handler.pointee.start(
          XMLName(name), XMLName(namespace), XMLAttributes(attributes, count: count))
      }
      unsafe handler.pointee.cursor.endEvent()
    },
    end: { handler, _, _, _ in
      let handler = unsafe at(handler)
      if unsafe !handler.pointee.cursor.isStopping { unsafe handler.pointee.end() }
      unsafe handler.pointee.cursor.endEvent()
    },
    text: { handler, text, count in
      let handler = unsafe at(handler)
      unsafe handler.pointee.append(UnsafeBufferPointer(start: text, count: Int(count)))
      unsafe handler.pointee.cursor.endEvent()
    },
    cdata: { handler, text, count in
      let handler = unsafe at(handler)
      unsafe handler.pointee.appendVerbatim(UnsafeBufferPointer(start: text, count: Int(count)))
      unsafe handler.pointee.cursor.endEvent()
    },
    doctype: { handler, name, _, _ in
      let handler = unsafe at(handler)
      unsafe handler.pointee.cursor.refuseDoctype(name)
      unsafe handler.pointee.cursor.endEvent()
    },
    entity: { handler, _ in
      let handler = unsafe at(handler)
      unsafe handler.pointee.cursor.refuseEntity()
      unsafe handler.pointee.cursor.endEvent()
    },
    problem: { handler, error in unsafe at(handler).pointee.cursor.report(error) })

  @unsafe private static func at(_ handler: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XLIFFHandler> {
    unsafe handler.unsafelyUnwrapped.assumingMemoryBound(to: XLIFFHandler.self)
  }

  // MARK: Events

  @inline(__always) private mutating func start(
    _ name: XMLName, _ namespace: XMLName, _ attributes: XMLAttributes
  ) {
    depth += 1
    var known = XLIFFKnownElement.unknown
    if isVersion2 {
      known = elements[name]
      validateStart(name, known.core, namespace, attributes)
    }
    if mode == .skip {
      skipDepth += 1
      if depth > limits.xmlDepth { refuseDepth() }
      return
    }
    if structure.isEmpty { return beginDocument(name, namespace, attributes) }
    if depth > limits.xmlDepth { return refuseDepth() }
    guard namespace == self.namespace else {
      noteForeign(namespace)
      return skip()
    }
    if !isVersion2 { known = elements[name] }
    let element = known.element
    switch mode {
    case .unit: startInUnit(element, name, attributes)
    case .segment: startInSegment(element, name, attributes)
    case .text: startInText(element, name, attributes)
    case .structure, .skip:
      passing = .none
      startInStructure(element, name, attributes)
    }
  }

  @inline(__always) private mutating func end() {
    depth -= 1
    if isVersion2 { validateEnd() }
    switch mode {
    case .skip:
      skipDepth -= 1
      if skipDepth == 0 {
        mode = modeAfterSkip
        isInNativeCode = false
      }
    case .text: if inlines.isEmpty { endText() } else { endInline() }
    case .unit:
      if isVersion2 { endUnit2() } else { endUnit1() }
      if unit.isBare { passing = isVersion2 ? names.unit : names.transUnit }
    case .segment: endSegment()
    case .structure:
      passing = .none
      endStructure()
    }
  }

  var passingNamespace: XMLName { namespace }
  static let passingEndTags: [StaticString] = ["</trans-unit>", "</unit>"]

  @unsafe static func pass(
    _ handler: UnsafeMutablePointer<XLIFFHandler>, _ window: XMLPlainWindow, _ scanner: inout XMLPlainScanner
  ) -> XMLPassage {
    unsafe passElements(handler, window, &scanner)
  }

  /// Leaves out the element that has just started, with everything in it.
  mutating func skip() {
    modeAfterSkip = mode
    mode = .skip
    skipDepth = 1
  }

  mutating func useVersion2() {
    isVersion2 = true
    elements = version2Elements
  }

  // MARK: Validation

  @inline(__always) mutating func validateStart(
    _ name: XMLName, _ core: XLIFF2Element, _ namespace: XMLName, _ attributes: XMLAttributes
  ) {
    validator.start(name, core, namespace, attributes, &cursor)
    if validator.hasProblems { reportProblems() }
  }

  @inline(__always) private mutating func validateEnd() {
    validator.end(&cursor)
    if validator.hasProblems { reportProblems() }
  }

  private mutating func reportProblems() {
    let problems = validator.takeProblems()
    let key = mode == .structure ? nil : printedKey
    for problem in problems {
      report(
        problem.rule, problem.message, at: problem.position, key: key, help: problem.help,
        severity: problem.severity)
    }
  }

  private mutating func refuseDepth() {
    cursor.stop(
      LimitRules.depth, "elements nest deeper than \(limits.xmlDepth) levels", at: cursor.tagPosition())
  }

  // MARK: Findings

  mutating func report(
    _ rule: Rule, _ message: String, at position: XMLPosition, key: String? = nil, help: String? = nil,
    severity: Severity? = nil
  ) {
    var diagnostic = Diagnostic(
      rule, message, at: cursor.location(position), locale: targetLocale?.description, key: key, help: help)
    diagnostic.severity = severity ?? rule.severity
    findings.report(diagnostic)
  }

  /// Names a foreign namespace the first time it is met; modules of the standard are not foreign.
  mutating func noteForeign(_ namespace: XMLName) {
    if foreignNamespaces.count == Self.namespaceLimit || foreignNamespaces.contains(namespace) { return }
    foreignNamespaces.append(namespace)
    if XLIFFModule.isKnown(namespace.text) { return }
    let name = namespace.isNone ? "without a namespace" : "of the namespace \(namespace.label)"
    report(XLIFFRules.foreign, "elements and attributes \(name) are skipped", at: cursor.tagPosition())
  }

  /// Nobody reads more names than this, and each is compared with all before it.
  private static var namespaceLimit: Int { 256 }

  /// Passes over an element that may not stand here; in 2.x the validator says so.
  mutating func unexpected(_ name: XMLName, in parent: String) {
    if !isVersion2 {
      report(
        XLIFFRules.structure, "the element \(name.label) does not belong in \(parent)",
        at: cursor.tagPosition())
    }
    skip()
  }
}
