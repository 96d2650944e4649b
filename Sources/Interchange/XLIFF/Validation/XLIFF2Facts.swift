/// What the rules need to know of one segment or ignorable of a unit.
struct SegmentFacts {
  var hasSource = false
  var hasTarget = false
  var sourcePreserves = false
  /// 0 if the target says none.
  var order = 0
  var targetPosition = XMLPosition.start
}

/// An inline code, a marker or an end of one.
struct CodeFacts {
  struct Hints: OptionSet {
    var rawValue: UInt8
    static let noCopy = Hints(rawValue: 1)
    static let noDelete = Hints(rawValue: 2)
    static let overlap = Hints(rawValue: 4)
    /// `canReorder` is `no` or `firstNo`.
    static let noReorder = Hints(rawValue: 8)
    static let first = Hints(rawValue: 16)
    /// The element itself says what `canCopy`, `canDelete`, `canOverlap` are.
    static let saysCopy = Hints(rawValue: 32)
    static let saysDelete = Hints(rawValue: 64)
    static let saysOverlap = Hints(rawValue: 128)
  }

  var element: XLIFF2Element
  var isTarget: Bool
  var segment: Int
  var position: XMLPosition
  /// The number of its id among the names of the unit, or -1.
  var id = -1
  /// The number of the id that `startRef` names, or -1.
  var start = -1
  var hints: Hints = []
  var isIsolated = false
  /// Whether this is the end tag of a `pc`.
  var isEnd = false
  /// Whether something about it was reported that makes other rules pointless.
  var isBroken = false
}

/// A reference that can only be looked up at the end of the unit.
struct ReferenceFacts {
  enum Kind {
    case copy(isTarget: Bool)
    case match, entry
  }

  var kind: Kind
  var name: Int
  var position: XMLPosition
}

/// The open unit; cleared for each, so that units cost no allocation.
struct UnitFacts: ~Copyable {
  enum Owner: UInt8 { case segment, source, target }

  var data = XLIFFNameSet()
  var candidateData = XLIFFNameSet()
  /// Every id and reference of the unit, numbered.
  var names = XLIFFNameSet()
  /// For each name, a bit for each owner.
  private var owners: [UInt8] = []
  var codes: [CodeFacts] = []
  var segments = RecordStack<SegmentFacts>()
  var references: [ReferenceFacts] = []
  /// Open `pc` elements, as indices of `codes`.
  var pairs: [Int] = []
  var isTarget = false
  var isVariable = false
  var hasReportedLanguage = false
  /// Whether a target says its place.
  var hasOrder = false
  /// Whether one of the codes is a half of a pair.
  var hasHalves = false
  var candidateIsReference = false

  @inline(__always) mutating func begin() {
    data.removeAll()
    names.removeAll()
    if !owners.isEmpty { owners.removeAll(keepingCapacity: true) }
    if !codes.isEmpty { codes.removeAll(keepingCapacity: true) }
    segments.removeAll()
    if !references.isEmpty { references.removeAll(keepingCapacity: true) }
    if !pairs.isEmpty { pairs.removeAll(keepingCapacity: true) }
    isVariable = false
    hasReportedLanguage = false
    hasOrder = false
    hasHalves = false
  }

  func isOwned(_ name: Int, by owner: Owner) -> Bool {
    name < owners.count && owners[name] & 1 << owner.rawValue != 0
  }

  /// Whether anything has the id.
  func isOwned(_ name: Int) -> Bool { name < owners.count && owners[name] != 0 }

  /// Gives an id to a segment or code.
  /// - Returns: who has it already. A code of a target may have the id of a code of a source.
  mutating func claim(_ name: Int, by owner: Owner) -> Claim {
    while owners.count <= name { owners.append(0) }
    let taken = owners[name]
    owners[name] |= 1 << owner.rawValue
    let codes: UInt8 = owner == .segment ? 6 : 1 << owner.rawValue
    if owner == .segment, taken & 1 != 0 { return .segment }
    if taken & codes != 0 { return .code }
    return taken & 1 != 0 ? .segment : .free
  }

  enum Claim { case free, segment, code }
}

/// Tracked changes, which come before the notes they refer to.
struct RevisionFacts {
  struct Revisions {
    var position: XMLPosition
    var appliesToNote: Bool
    var reference: [UInt8]?
    /// The attributes that its items name.
    var properties: [[UInt8]] = []
  }

  var open: [Revisions] = []
  /// The properties of the revision in hand.
  var properties: [[UInt8]] = []
  /// The notes of the element so far: id and names of attributes.
  var notes: [(id: [UInt8], attributes: [[UInt8]])] = []

  mutating func noteNote(
    _ id: XMLValue, _ attributes: XMLAttributes, names: XMLNameTable<XLIFF2Attribute>
  ) {
    guard !open.isEmpty, notes.count < 1024 else { return }
    var list: [[UInt8]] = []
    for index in 0..<attributes.count where attributes.namespace(index).isNone {
      list.append(Array(attributes.name(index).text.utf8))
    }
    notes.append((Array(id), list))
  }
}
