internal import Diagnostics

/// Judges the events of a 2.x document by the rules of the standard, beside the reader that takes the texts.
///
/// The reader reports what it stumbles over itself: missing ids and sources, second targets, states, text that it
/// cannot hold. Everything else is found here. Nothing is kept but the open elements, the ids of the open file,
/// group and unit, and the codes of the open unit.
struct XLIFF2Validator: ~Copyable {
  struct Problem {
    var rule: Rule
    var message: String
    var position: XMLPosition
    var help: String?
    /// `nil`: that of the rule.
    var severity: Severity?
  }

  /// An open element.
  struct Frame {
    var element: XLIFF2Element
    /// How far its children have come in the order they must have.
    var stage: UInt8 = 0
    /// Children of the kind that it must have.
    var children: Int32 = 0
    /// Whether its condition on its content is met: text, or a translation of a glossary entry.
    var isFilled = false
    /// Whether it has the attribute that its content excludes.
    var hasReference = false
    var preservesSpace = false
    /// The number of the language that texts in it have, 0 for that of the document.
    var language: Int32 = 0
    var position = XMLPosition.start
    /// Whether a scope of ids ends with it.
    var hasScope = false
    /// Where the group's part of the fragment path stands.
    var isCandidate = false
  }

  /// The ids of one file, group or unit.
  struct Scope {
    /// Whether anything is in it.
    var isUsed = false
    var notes = XLIFFNameSet()
    /// How many notes there are, those without ids too.
    var noteCount = 0
    var extensions = XLIFFNameSet()
    var resources = XLIFFNameSet()
    var metadata = XLIFFNameSet()
    /// Everything inside the size data of the element.
    var sizes = XLIFFNameSet()

    @inline(__always) mutating func removeAll() {
      if isUsed { clear() }
    }

    private mutating func clear() {
      isUsed = false
      notes.removeAll()
      noteCount = 0
      extensions.removeAll()
      resources.removeAll()
      metadata.removeAll()
      sizes.removeAll()
    }
  }

  private(set) var problems: [Problem] = []
  var hasProblems: Bool { !problems.isEmpty }
  var frames = RecordStack<Frame>()
  /// Only the first `scopeCount` are open; the others keep their memory.
  var scopes: [Scope] = []
  var scopeCount = 0

  // The document.
  private(set) var hasTargetLanguage = false
  private(set) var sourceLanguage: [UInt8] = []
  private(set) var targetLanguage: [UInt8] = []
  /// Languages that `xml:lang` gave, in lower case; a frame counts them from 1.
  var languages = XLIFFNameSet()
  var fileIDs = XLIFFNameSet()

  // The file.
  var groupIDs = XLIFFNameSet()
  /// Hashes of the ids of all units; a set of texts would take as much memory as the catalog.
  var unitIDs: [Int] = []
  var subFlows: [(hash: Int, position: XMLPosition)] = []
  var hasSizeProfile = false

  var unit = UnitFacts()
  var glossaryIDs = XLIFFNameSet()
  var matchIDs = XLIFFNameSet()
  var revision = RevisionFacts()

  // Names.
  private var coreNamespace = XMLName.none
  private var coreURI = ""
  private var namespaces: [(name: XMLName, kind: XLIFF2Namespace)] = []
  private let elements: [XMLNameTable<XLIFF2Element>]
  let attributeNames: XMLNameTable<XLIFF2Attribute>
  /// The attributes that nearly every unit and segment has.
  let plainNames: (id: XMLName, name: XMLName, state: XMLName)
  /// For each element what may stand in it, once the version is known.
  var places = PlaceTable()
  /// For each element the attributes that it may have and whose values are not judged by themselves.
  private let plainAttributes = XLIFF2Element.allCases.map(XLIFF2Attribute.plain)
  let allowedAttributes = XLIFF2Element.allCases.map { XLIFF2AttributeSet(XLIFF2Attribute.allowed(on: $0)) }
  var tag = XLIFF2TagAttributes()
  /// Whether text in the innermost element can be a finding.
  var watchesText = false
  /// Where in a unit without anything to judge the document is.
  var plain = PlainState.none
  /// The element whose start tag is being judged.
  var elementInHand: XLIFF2Element?
  /// Whether an end code in hand is isolated.
  var endIsIsolated = false
  /// Levels of an element that nothing is expected of any more.
  private var skipDepth = 0
  private var skipsForeign = false

  init(cursor: XMLCursor) {
    elements = XLIFF2Namespace.allCases.map {
      XMLNameTable(XLIFF2Element.list($0), missing: .unknown, cursor: cursor)
    }
    attributeNames = XMLNameTable(XLIFF2Attribute.list, missing: .unknown, cursor: cursor)
    plainNames = (cursor.intern("id"), cursor.intern("name"), cursor.intern("state"))
  }

  /// Tells what the root element says; before that there are no events.
  /// - Parameters:
  ///   - namespace: that of the root element.
  ///   - sourceLanguage: as it is written; `targetLanguage` is `nil` if there is none.
  mutating func begin(namespace: XMLName, sourceLanguage: String, targetLanguage: String?) {
    places = PlaceTable(is22: namespace.text.hasSuffix("2.2"))
    coreNamespace = namespace
    coreURI = namespace.text
    hasTargetLanguage = targetLanguage != nil
    self.sourceLanguage = Array(sourceLanguage.lowercased().utf8)
    self.targetLanguage = Array((targetLanguage ?? "").lowercased().utf8)
  }

  // MARK: Events

  /// - Parameter core: what the name is in the namespace of the core, whatever `namespace` is.
  @inline(__always) mutating func start(
    _ name: XMLName, _ core: XLIFF2Element, _ namespace: XMLName, _ attributes: XMLAttributes,
    _ cursor: inout XMLCursor
  ) {
    if plain != .none, startPlain(isCore(namespace) ? core : .foreign, attributes, &cursor) { return }
    judgeStart(name, core, namespace, attributes, &cursor)
  }

  @inline(__always) mutating func end(_ cursor: inout XMLCursor) {
    if plain != .none, endPlain(&cursor) { return }
    judgeEnd(&cursor)
  }

  @inline(__always) mutating func text(_ text: UnsafeBufferPointer<UInt8>, _ cursor: inout XMLCursor) {
    guard watchesText, let start = text.baseAddress, unsafe start.hasInk(in: text.count) else { return }
    unsafe judgeText(text, &cursor)
  }

  private mutating func judgeStart(
    _ name: XMLName, _ core: XLIFF2Element, _ namespace: XMLName, _ attributes: XMLAttributes,
    _ cursor: inout XMLCursor
  ) {
    if skipDepth > 0 {
      skipDepth += 1
      if skipsForeign { noteForeignID(attributes, namespace, &cursor) }
      return
    }
    if let last = frames.last, last.element.isOpaque {
      frames[frames.count - 1].isFilled = true
      noteForeignID(attributes, namespace, &cursor)
      return skip(foreign: true)
    }
    let kind = self.kind(namespace)
    let element = kind == .core ? core : element(name, kind)
    guard frames.isEmpty || admit(element, name, kind, &cursor) else { return skip(foreign: false) }
    if element == .foreign {
      noteForeignID(attributes, namespace, &cursor)
      return skip(foreign: true)
    }
    if element == .its { return skip(foreign: true) }
    tag.read(attributes, attributeNames)
    elementInHand = element
    endIsIsolated = element == .ec && value(.isolated, attributes)?.is("yes") ?? false
    var frame = Frame(element: element)
    if let parent = frames.last {
      frame.preservesSpace = parent.preservesSpace
      frame.language = parent.language
      frame.isCandidate = parent.isCandidate
    }
    if tag.hasNamespaced { readNamespaced(attributes, &frame, &cursor) }
    if !tag.names.isSubset(of: plainAttributes[Int(element.rawValue)]) {
      checkAttributes(element, attributes, &cursor)
    }
    open(element, attributes, &frame, &cursor)
    frames.append(frame)
    watchesText = Self.watchesText(element)
    resumePlain()
  }

  @inline(__always) private func element(_ name: XMLName, _ kind: XLIFF2Namespace) -> XLIFF2Element {
    switch kind {
    case .foreign: .foreign
    case .its: .its
    default: elements[Int(kind.rawValue)][name]
    }
  }

  private mutating func judgeEnd(_ cursor: inout XMLCursor) {
    if skipDepth > 0 {
      skipDepth -= 1
      if skipDepth == 0 { resumePlain() }
      return
    }
    let frame = frames.removeLast()
    close(frame, &cursor)
    watchesText = frames.last.map { Self.watchesText($0.element) } ?? false
    resumePlain()
  }

  /// Text that is not only white space has come.
  @unsafe private mutating func judgeText(_ text: UnsafeBufferPointer<UInt8>, _ cursor: inout XMLCursor) {
    if skipDepth > 0 { return }
    leavePlain(&cursor)
    guard let frame = frames.last, !frame.isFilled else { return }
    frames[frames.count - 1].isFilled = true
    if !frame.element.isMixed, frame.element != .glossEntry {
      report(
        Self.rule(of: frame.element),
        "text stands where only elements may, in \(Self.name(of: frame.element))",
        at: unsafe cursor.tagPosition(before: text),
        help: "delete the text; what it says belongs in a source, target or note")
    }
  }

  @inline(__always) private static func watchesText(_ element: XLIFF2Element) -> Bool {
    element != .source && element != .target && element != .pc && element != .mrk
  }

  private mutating func skip(foreign: Bool) {
    skipDepth = 1
    skipsForeign = foreign
  }

  @inline(__always) private mutating func kind(_ namespace: XMLName) -> XLIFF2Namespace {
    namespace == coreNamespace ? .core : otherKind(namespace)
  }

  private mutating func otherKind(_ namespace: XMLName) -> XLIFF2Namespace {
    if let known = namespaces.first(where: { $0.name == namespace }) { return known.kind }
    let kind = XLIFF2Namespace(namespace.text, core: coreURI)
    if namespaces.count < 64 { namespaces.append((namespace, kind)) }
    return kind
  }

  @inline(__always) func isCore(_ namespace: XMLName) -> Bool { namespace == coreNamespace }

  mutating func namespaceKind(_ namespace: XMLName) -> XLIFF2Namespace { kind(namespace) }

  // MARK: Findings

  mutating func report(
    _ rule: Rule, _ message: String, at position: XMLPosition, help: String? = nil, severity: Severity? = nil
  ) {
    problems.append(
      Problem(rule: rule, message: message, position: position, help: help, severity: severity))
  }

  /// Hands over what was found since the last time.
  mutating func takeProblems() -> [Problem] {
    defer { problems = [] }
    return problems
  }

  // MARK: Scopes

  mutating func openScope() {
    if scopeCount == scopes.count { scopes.append(Scope()) } else { scopes[scopeCount].removeAll() }
    scopeCount += 1
  }

  mutating func closeScope() { scopeCount -= 1 }

  // MARK: Attributes

  /// Whether the tag in hand has attributes with a namespace.
  var hasNamespaced: Bool { tag.hasNamespaced }

  /// The attributes of the tag in hand that have no namespace.
  var attributesInHand: XLIFF2AttributeSet { tag.names }

  @inline(__always) func has(_ attribute: XLIFF2Attribute) -> Bool { tag.has(attribute) }

  @inline(__always) func value(_ attribute: XLIFF2Attribute, _ attributes: XMLAttributes) -> XMLValue? {
    tag.index(attribute).map { attributes.value($0) }
  }
}
