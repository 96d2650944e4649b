internal import Diagnostics
internal import Translations

/// The texts of one YAML document with their paths, before anybody asks what its first keys mean.
///
/// A value with plain fields: the event loop changes it in place, without a class, a dictionary or a `String` for
/// what every file has. Aliases, merge keys, tags and anchors take the slow paths of the other files.
struct YAMLTable {
  /// A map or a list of the document.
  struct Group {
    var key: Catalog.Slice
    var isMapping: Bool
    /// The place of the key in front of it, of the bracket or of the first item.
    var mark: YAMLMark
    /// The rows and groups inside it.
    var rows: Range<Int>
    var groups: Range<Int>
    /// Stands under a merge key: what is in it belongs to the map around it.
    var isMerge = false
    /// Was the list of a merge key, whose items are no longer inside it.
    var isDissolved = false
  }

  /// A collection that is not closed yet.
  struct Frame {
    var isMapping = false
    var isFlow = false
    var expectsKey = false
    var isMerging = false
    /// The bytes of `path` that name the collection.
    var pathCount = 0
    var nextIndex = 0
    /// Its place in `groups`; the frame around the document has none.
    var group = -1
    var keyMark = YAMLMark(line: 1, column: 1)
  }

  /// What stands at the root.
  enum Root {
    case nothing
    /// Perhaps with a colon that is none to YAML.
    case text(YAMLMark, hasForeignColon: Bool)
    case sequence
    case mapping
  }

  let path: String
  let limits: ReadingLimits
  var arena: [UInt8] = []
  var rows: [Catalog.Row] = []
  var groups: [Group] = []
  var diagnostics: [Diagnostic] = []
  var root = Root.nothing

  /// Whether a key of the root has a text as its value.
  var rootHasText = false
  /// The groups directly under the root, and its keys without a value.
  var rootGroups: [Int] = []
  var rootNulls: [Int] = []

  /// The segments from the root to the current node, joined by 0.
  var current: [UInt8] = []
  var frames: [Frame] = []
  var top = Frame()

  var anchors: [[UInt8]: Anchor] = [:]
  /// Rows and groups that a merge key brought and the map itself overrides, with the map's place in `groups`.
  var hiddenRows: [Int: Int] = [:]
  var hiddenGroups: [Int: Int] = [:]
  var pendingMerges: [PendingMerge] = []
  var leavesFromAliases = 0
  /// The bytes of the keys and texts as the document has them.
  private var textBytes = 0
  var reportedDuplicates: Set<YAMLMark> = []

  /// - Parameter bytes: about the size of the file; only address ranges are reserved, so that nothing is moved later.
  init(path: String, limits: ReadingLimits, expectingBytes bytes: Int) {
    self.path = path
    self.limits = limits
    let bytes = min(bytes, 128 << 20)
    arena.reserveCapacity(2 * bytes)
    rows.reserveCapacity(bytes / 24)
    groups.reserveCapacity(bytes / 128)
    current.reserveCapacity(1024)
  }

  /// Reads the document to its end.
  mutating func read(_ events: YAMLEventReader) throws {
    while true {
      switch try events.next() {
      case .scalar:
        if top.expectsKey { try takeKey(events) } else { try takeText(events) }
      case .mappingStart: try open(events, isMapping: true)
      case .sequenceStart: try open(events, isMapping: false)
      case .mappingEnd, .sequenceEnd: try close()
      case .alias: try takeAlias(events)
      case .end: return
      }
    }
  }

  func refusal(
    _ rule: Rule, _ message: String, at mark: YAMLMark, help: String? = nil, notes: [Diagnostic.Note] = []
  ) -> YAMLRefusal {
    YAMLRefusal(Diagnostic(rule, message, at: mark.location(in: path), help: help, notes: notes))
  }

  // MARK: Keys and texts

  private mutating func takeKey(_ events: YAMLEventReader) throws {
    let mark = events.start
    top.keyMark = mark
    if top.isFlow { try events.checkKeyInBraces() }
    if events.hasProperties { try takeKeyProperties(events) }
    let start = beginKey()
    unsafe events.withText { text in
      unsafe current.append(contentsOf: text)
      textBytes += text.count
    }
    try finishKey(from: start, isPlain: events.isUntaggedPlain, mark: mark)
  }

  /// Cuts the path back to the open map; the next segment starts at the answer.
  mutating func beginKey() -> Int {
    current.removeLast(current.count - top.pathCount)
    if frames.count > 1 { current.append(0) }
    return current.count
  }

  mutating func finishKey(from start: Int, isPlain: Bool, mark: YAMLMark) throws {
    top.expectsKey = false
    let count = current.count - start
    if current.count > Self.longestPath {
      throw refusal(
        LimitRules.textSize, "a key is longer than \(Self.longestPath) bytes with its parents", at: mark)
    }
    if count > 0 {
      if isPlain, count <= 3 {
        if count == 2, current[start] == 0x3C, current[start + 1] == 0x3C {
          try beginMerge(mark)
        } else if current[start...].isYesOrNo {
          warnOfBoolean(mark, isKey: true)
        }
      }
      let hasUnusualEdge =
        current[start] == 0xC2 || current[start] == 0xE3 || current[current.count - 1] == 0xA0
        || current[current.count - 1] == 0x80
      if !hasUnusualEdge, !current[start...].contains(0) { return }
    }
    try checkKey(start, isPlain: isPlain, mark: mark)
  }

  private mutating func takeText(_ events: YAMLEventReader) throws {
    let mark = events.start
    let isPlain = events.isUntaggedPlain
    var isNull = unsafe isPlain && events.withText { unsafe $0.isNull }
    var anchor: [UInt8]?
    if events.hasProperties {
      anchor = events.anchor
      if let tag = events.tag { isNull = try isNullTag(tag, mark: mark) }
    }
    guard !frames.isEmpty else {
      let hasForeignColon = unsafe events.withText { unsafe $0.containsForeignColon }
      root = isNull ? .nothing : .text(mark, hasForeignColon: hasForeignColon)
      return
    }
    beginNode()
    let key = storeCurrent()
    var row = Catalog.Row(key: key, line: mark.line, column: mark.column, state: .absent)
    if isNull {
      if frames.count == 1 { rootNulls.append(rows.count) }
    } else {
      if frames.count == 1 { rootHasText = true }
      row.state = .translated
      let offset = arena.count
      unsafe events.withText { text in
        unsafe arena.append(contentsOf: text)
        textBytes += text.count
        if text.isEmpty { row.flags = .explicitlyEmpty }
        if isPlain, text.count <= 3, unsafe text.isYesOrNo { warnOfBoolean(mark, isKey: false) }
        if events.spansLines, events.style != .literal, unsafe text.hasFoldedSpace {
          warnOfFoldedSpace(mark)
        }
      }
      row.target = Catalog.Slice(offset: offset, count: arena.count - offset)
    }
    try append(row)
    if let anchor { anchors[anchor] = .row(rows.count - 1) }
    try endNode()
  }

  mutating func append(_ row: Catalog.Row) throws {
    rows.append(row)
    if rows.count > limits.unitsPerDocument {
      throw refusal(
        LimitRules.unitCount, "the document has more than \(limits.unitsPerDocument) units",
        at: YAMLMark(line: Int(row.line), column: Int(row.column)))
    }
    try checkSize(at: YAMLMark(line: Int(row.line), column: Int(row.column)))
  }

  /// Stops a document whose keys, written out with all their parents, grow far beyond what it says itself.
  func checkSize(at mark: YAMLMark) throws {
    guard arena.count > Self.freeBytes else { return }
    let isOutOfProportion = arena.count - Self.freeBytes > Self.bytesForEachByte * textBytes
    // A row holds places of 32 bits; one more path and text has to fit.
    if isOutOfProportion || arena.count > Int(UInt32.max) - (64 << 20) - limits.textBytes {
      throw refusal(
        LimitRules.unitCount, "keys and texts take more than \(arena.count >> 20) MiB when written out",
        at: mark,
        help: "split the file, or use shorter keys")
    }
  }

  private static let freeBytes = 16 << 20
  private static let bytesForEachByte = 64
  private static let longestPath = 64 << 10

  /// Puts the current path into the arena.
  mutating func storeCurrent() -> Catalog.Slice {
    let offset = arena.count
    arena.append(contentsOf: current)
    return Catalog.Slice(offset: offset, count: current.count)
  }

  mutating func store(_ bytes: ArraySlice<UInt8>) -> Catalog.Slice {
    let offset = arena.count
    arena.append(contentsOf: bytes)
    return Catalog.Slice(offset: offset, count: arena.count - offset)
  }

  // MARK: Collections

  /// Gives a node of a list its segment; a node of a map has its key already.
  mutating func beginNode() {
    guard !top.isMapping, !frames.isEmpty else { return }
    _ = beginKey()
    current.append(contentsOf: String(top.nextIndex).utf8)
    top.nextIndex += 1
  }

  mutating func endNode() throws {
    top.expectsKey = top.isMapping
    if top.isMerging { try endMergeValue() }
  }

  private mutating func open(_ events: YAMLEventReader, isMapping: Bool) throws {
    let mark = events.start
    if top.expectsKey, top.isFlow, isMapping, events.isFlow {
      throw refusal(
        YAMLRules.unquoted, "a plain value cannot start with `{{`", at: mark,
        help: "put the whole value in double quotes")
    }
    if top.expectsKey {
      throw refusal(
        YAMLRules.key, "a \(isMapping ? "map" : "list") as a key", at: mark,
        help: "quote a value or key that begins with a brace or bracket")
    }
    if frames.isEmpty { root = isMapping ? .mapping : .sequence }
    beginNode()
    if frames.count == 1 { rootGroups.append(groups.count) }
    let frame = Frame(
      isMapping: isMapping, isFlow: events.isFlow, expectsKey: isMapping, pathCount: current.count,
      group: groups.count)
    groups.append(
      Group(
        key: storeCurrent(), isMapping: isMapping, mark: top.isMapping ? top.keyMark : mark,
        rows: rows.count..<rows.count, groups: groups.count + 1..<groups.count + 1))
    if events.hasProperties {
      if let tag = events.tag { try checkCollectionTag(tag, mark: mark) }
      if let anchor = events.anchor { anchors[anchor] = .group(frame.group) }
    }
    try checkSize(at: mark)
    frames.append(top)
    top = frame
  }

  private mutating func close() throws {
    if top.isMapping, pendingMerges.last?.depth == frames.count { try resolveMerges() }
    groups[top.group].rows = groups[top.group].rows.lowerBound..<rows.count
    groups[top.group].groups = groups[top.group].groups.lowerBound..<groups.count
    current.removeLast(current.count - top.pathCount)
    top = frames.removeLast()
    try endNode()
  }

  /// Whether a group's end has not come yet.
  func isOpen(_ group: Int) -> Bool {
    group == top.group || frames.contains { $0.group == group }
  }
}
