internal import Diagnostics
internal import Translations

/// Builds the tree of one document.
///
/// Two equal keys of a map are reported and the first stays; merge keys are refused, since in these files every
/// field is looked for where it belongs.
struct YAMLTreeReader {
  private struct Frame {
    var node: YAMLNode
    var anchor: [UInt8]?
    var entries: [YAMLNode.Entry] = []
    var items: [YAMLNode] = []
    /// The keys so far, once there are many.
    var keys: [ExactString: YAMLMark] = [:]
    var key: (text: String, mark: YAMLMark, isDuplicate: Bool)?
    var isMapping: Bool
    /// Whether its entries are handed over one by one and not kept.
    var isStreamed = false
    var end: YAMLMark

    /// The place of an equal key of the map; most maps are small enough to look at all keys.
    mutating func firstMark(ofKey key: String) -> YAMLMark? {
      if isStreamed { return firstMark(ofStreamedKey: key) }
      guard entries.count >= 16 else {
        let index = entries.indices.first { entries[$0].key.isSame(as: key) }
        return index.map { entries[$0].keyMark }
      }
      for entry in entries[keys.count...] { keys[ExactString(entry.key)] = entry.keyMark }
      return keys[ExactString(key)]
    }

    private mutating func firstMark(ofStreamedKey key: String) -> YAMLMark? {
      guard let mark = self.key?.mark else { return nil }
      let first = keys[ExactString(key)]
      if first == nil { keys[ExactString(key)] = mark }
      return first
    }
  }

  /// The long part of a document, whose entries are looked at one by one.
  struct Part {
    /// A field of the root.
    var field: StaticString
    /// Whether it is a map, or else a list; one of the other kind is kept as a whole.
    var isMapping: Bool

    static func map(_ field: StaticString) -> Part { Part(field: field, isMapping: true) }
    static func list(_ field: StaticString) -> Part { Part(field: field, isMapping: false) }
  }

  private let path: String
  private let limits: ReadingLimits
  private let part: Part?
  /// What was finished last of the part, until it is handed over.
  private var finished: YAMLNode.Entry?
  private var frames: [Frame] = []
  private var anchors: [[UInt8]: YAMLNode] = [:]
  private var root: YAMLNode?
  private var leavesFromAliases = 0
  private(set) var diagnostics: [Diagnostic] = []

  private init(path: String, limits: ReadingLimits, part: Part?) {
    self.path = path
    self.limits = limits
    self.part = part
  }

  /// The root of a document, `nil` for one without any node or one that was refused; then there is an error among
  /// the diagnostics.
  /// - Parameters:
  ///   - part: a part that may be too long to be kept. It is empty in the root, unless an anchor names it.
  ///   - take: is handed each entry of that part, an item of a list with an empty key; all are void if there is no
  ///     root in the end.
  /// - Throws: what the source throws.
  static func read(
    _ source: any ByteSource, path: String, limits: ReadingLimits, streaming part: Part? = nil,
    _ take: (YAMLNode.Entry) -> Void = { _ in }
  ) throws -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
    var reader = YAMLTreeReader(path: path, limits: limits, part: part)
    do {
      try reader.run(YAMLEventReader(source, path: path, limits: limits), take)
      return (reader.root, reader.diagnostics)
    } catch let refusal as YAMLRefusal {
      return (nil, reader.diagnostics + [refusal.diagnostic])
    }
  }

  private mutating func run(_ events: YAMLEventReader, _ take: (YAMLNode.Entry) -> Void) throws {
    while true {
      if let entry = finished {
        finished = nil
        take(entry)
      }
      switch try events.next() {
      case .scalar: try takeScalar(events)
      case .mappingStart, .sequenceStart: try open(events)
      case .mappingEnd, .sequenceEnd: try close(events)
      case .alias: try takeAlias(events)
      case .end: return
      }
    }
  }

  private func refusal(_ rule: Rule, _ message: String, at mark: YAMLMark, help: String? = nil) -> YAMLRefusal
  {
    YAMLRefusal(Diagnostic(rule, message, at: mark.location(in: path), help: help))
  }

  private var expectsKey: Bool {
    let last = frames.count - 1
    return last >= 0 && frames[last].isMapping && frames[last].key == nil
  }

  private var isInFlow: Bool {
    let last = frames.count - 1
    return last >= 0 && frames[last].node.isFlow
  }

  private mutating func takeScalar(_ events: YAMLEventReader) throws {
    let mark = events.start
    let text = unsafe events.withText { unsafe String(decoding: $0, as: UTF8.self) }
    var isNull = unsafe events.isUntaggedPlain && events.withText { unsafe $0.isNull }
    if events.hasProperties, let tag = events.tag {
      switch YAMLTag(scalar: tag) {
      case .null: isNull = true
      case .foreign:
        throw refusal(
          YAMLRules.tag, "\(YAMLTag.shown(tag)) is not for text", at: mark, help: "remove the tag")
      case .text, .type: break
      }
    }
    let node = YAMLNode(
      content: .scalar(text, isNull: isNull), start: mark, end: events.end, isFlow: isInFlow)
    if events.hasProperties, let anchor = events.anchor { anchors[anchor] = node }
    guard expectsKey else { return try add(node) }
    if isInFlow { try events.checkKeyInBraces() }
    if events.isUntaggedPlain, text == "<<" {
      throw refusal(
        YAMLRules.merge, "a merge key, which only catalogs may use", at: mark, help: "write the fields out")
    }
    try setKey(text, mark: mark)
  }

  private mutating func setKey(_ text: String, mark: YAMLMark) throws {
    if text.utf8.contains(0) { throw refusal(YAMLRules.key, "a key holds U+0000", at: mark) }
    let last = frames.count - 1
    frames[last].key = (text, mark, false)
    guard let first = frames[last].firstMark(ofKey: text) else { return }
    frames[last].key?.isDuplicate = true
    diagnostics.append(
      Diagnostic(
        YAMLRules.duplicateKey, "key `\(text)` stands twice", at: mark.location(in: path), key: text,
        help: "remove one of the two",
        notes: [Diagnostic.Note("the first is here", at: first.location(in: path))]))
  }

  /// Puts a finished node where it belongs.
  private mutating func add(_ node: YAMLNode) throws {
    guard let last = frames.indices.last else {
      root = node
      return
    }
    frames[last].node.weight += node.weight
    if frames[last].node.weight > limits.unitsPerDocument {
      throw refusal(
        LimitRules.unitCount, "the document has more than \(limits.unitsPerDocument) values", at: node.start)
    }
    if node.end.isBehind(frames[last].end) { frames[last].end = node.end }
    guard frames[last].isMapping else {
      if frames[last].isStreamed {
        finished = YAMLNode.Entry(key: "", keyMark: node.start, value: node)
      } else {
        frames[last].items.append(node)
      }
      return
    }
    guard let key = frames[last].key else { return }
    frames[last].key = nil
    if key.isDuplicate { return }
    let entry = YAMLNode.Entry(key: key.text, keyMark: key.mark, value: node)
    if frames[last].isStreamed { finished = entry } else { frames[last].entries.append(entry) }
  }

  /// Whether a collection that begins here is the part whose entries are handed over.
  private func isPart(isMapping: Bool, anchor: [UInt8]?) -> Bool {
    guard let part, part.isMapping == isMapping, anchor == nil, frames.count == 1, frames[0].anchor == nil,
      let key = frames[0].key, !key.isDuplicate
    else { return false }
    return key.text.isSame(as: part.field)
  }

  private mutating func open(_ events: YAMLEventReader) throws {
    let mark = events.start
    guard !expectsKey else { throw refusal(YAMLRules.key, "a map or list as a key", at: mark) }
    if events.hasProperties, let tag = events.tag, !YAMLTag.allows(collection: tag) {
      throw refusal(YAMLRules.tag, "\(YAMLTag.shown(tag)) is not for text", at: mark, help: "remove the tag")
    }
    let isMapping = events.isMapping
    let node = YAMLNode(
      content: isMapping ? .mapping([]) : .sequence([]), start: mark, end: mark,
      isFlow: isInFlow || events.isFlow)
    let anchor = events.hasProperties ? events.anchor : nil
    let isStreamed = isPart(isMapping: isMapping, anchor: anchor)
    frames.append(Frame(node: node, anchor: anchor, isMapping: isMapping, isStreamed: isStreamed, end: mark))
  }

  private mutating func close(_ events: YAMLEventReader) throws {
    guard let frame = frames.popLast() else { return }
    var node = frame.node
    node.content = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
    // A block collection ends for the parser where the next token begins.
    node.end = node.isFlow ? events.end : frame.end
    if let anchor = frame.anchor { anchors[anchor] = node }
    try add(node)
  }

  private mutating func takeAlias(_ events: YAMLEventReader) throws {
    let name = events.anchor ?? []
    let mark = events.start
    if frames.contains(where: { $0.anchor == name }) {
      throw refusal(YAMLRules.alias, "an alias inside the node it names", at: mark)
    }
    guard var node = anchors[name] else {
      throw refusal(
        YAMLRules.alias, "no anchor `&\(String(decoding: name, as: UTF8.self))` before this alias", at: mark)
    }
    leavesFromAliases += node.weight
    if leavesFromAliases > limits.leavesFromAliases {
      throw refusal(
        YAMLRules.aliasExpansion, "aliases add more than \(limits.leavesFromAliases) values", at: mark)
    }
    if expectsKey {
      guard let text = node.text else {
        throw refusal(YAMLRules.key, "an alias of something that is no text as a key", at: mark)
      }
      return try setKey(text, mark: mark)
    }
    node.start = mark
    node.end = events.end
    try add(node)
  }

}
