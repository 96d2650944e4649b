internal import Diagnostics

/// The nodes of one YAML document with the bytes that each stands in, for editing.
///
/// Aliases and merge keys are nodes like others: this is what is written, not what it means.
struct YAMLSyntax {
  enum Kind: Equatable {
    case text(YAMLEventReader.Style)
    case alias
    case mapping
    case sequence
  }

  struct Node {
    var kind: Kind
    /// Written with brackets or braces, or inside such a collection.
    var isFlow: Bool
    /// A plain scalar that stands for no value.
    var isNull = false
    /// The collection it is in; -1 for the root.
    var parent: Int
    /// The bytes of its key, quotes and properties included; empty for the items of lists and the root.
    var key = 0..<0
    /// The text of its key, in `texts`; `nil` for an alias as a key.
    var name: Range<Int>? = 0..<0
    var keyStyle = YAMLEventReader.Style.plain
    /// From its first byte, anchor and tag included, behind its last; without the blank lines after a block.
    var bytes: Range<Int>
    /// Where its text or its first bracket begins, behind anchor and tag.
    var content: Int
    /// The text of a scalar, in `texts`.
    var text = 0..<0
    var anchor: [UInt8]?
    var tag: Range<Int>?
    var children: [Int] = []
  }

  let lines: TextLines
  private(set) var nodes: [Node] = []
  private var texts: [UInt8] = []
  /// The anchors that aliases name.
  private(set) var usedAnchors: Set<[UInt8]> = []
  private var tables: [Int: [ArraySlice<UInt8>: [Int]]] = [:]

  var bytes: [UInt8] { lines.bytes }
  /// The root; `nil` for a document without any node.
  var root: Int? { nodes.isEmpty ? nil : 0 }

  func name(_ node: Int) -> ArraySlice<UInt8>? { nodes[node].name.map { texts[$0] } }

  func text(_ node: Int) -> ArraySlice<UInt8> { texts[nodes[node].text] }

  /// The entries of a map with a name, in the order of the file.
  mutating func children(of node: Int, named name: ArraySlice<UInt8>) -> [Int] {
    let children = nodes[node].children
    if children.count <= 8 { return children.filter { self.name($0) == name } }
    if tables[node] == nil {
      var table: [ArraySlice<UInt8>: [Int]] = [:]
      for child in children {
        if let name = self.name(child) { table[name, default: []].append(child) }
      }
      tables[node] = table
    }
    return tables[node]?[name] ?? []
  }

  /// Whether an entry is a merge key, which brings keys and is none.
  func isMerge(_ node: Int) -> Bool {
    nodes[node].keyStyle == .plain && name(node).map { $0.elementsEqual("<<".utf8) } == true
      && nodes[node].key.count == 2
  }

  /// The place behind the colon of an entry.
  func colonEnd(_ node: Int) -> Int {
    var offset = nodes[node].key.upperBound
    while offset < bytes.count, bytes[offset] != 0x3A { offset += 1 }
    return min(offset + 1, bytes.count)
  }

  /// The column of what a node's own lines are indented against: its key, its dash, or nothing.
  func column(_ node: Int) -> Int {
    if !nodes[node].key.isEmpty { return lines.column(nodes[node].key.lowerBound) }
    return dash(node).map { lines.column($0) } ?? lines.column(nodes[node].bytes.lowerBound)
  }

  /// The dash in front of an item of a block list.
  func dash(_ node: Int) -> Int? {
    var offset = nodes[node].bytes.lowerBound
    while offset > 0 {
      offset -= 1
      if bytes[offset] == 0x2D { return offset }
      if bytes[offset] != 0x20 { return nil }
    }
    return nil
  }

  // MARK: Building

  private struct Frame {
    var node: Int
    var isMapping: Bool
    var key: (bytes: Range<Int>, name: Range<Int>?, style: YAMLEventReader.Style)?
  }

  init(_ bytes: [UInt8], path: String, limits: ReadingLimits) throws {
    lines = TextLines(bytes: bytes)
    let events = try YAMLEventReader(BytesSource(bytes), path: path, limits: limits)
    var places = CharacterPlaces(bytes)
    var frames: [Frame] = []
    while true {
      let event = try events.next()
      guard event != .end else { return }
      let start = places.offset(ofCharacter: events.startIndex)
      let end = places.offset(ofCharacter: events.endIndex)
      if let last = frames.indices.last, frames[last].isMapping, frames[last].key == nil, event != .mappingEnd
      {
        frames[last].key = takeKey(events, start..<end, isAlias: event == .alias)
        continue
      }
      switch event {
      case .scalar:
        let kind = Kind.text(events.style)
        let node = add(kind, events, start..<end, to: &frames)
        nodes[node].text = takeText(events)
        nodes[node].isNull = unsafe events.isUntaggedPlain && events.withText { unsafe $0.isNull }
        if events.tag == "tag:yaml.org,2002:null" { nodes[node].isNull = true }
        if case .text(.literal) = kind { trimBlock(node) }
        if case .text(.folded) = kind { trimBlock(node) }
      case .alias:
        _ = add(.alias, events, start..<end, to: &frames)
        usedAnchors.insert(events.anchor ?? [])
      case .mappingStart, .sequenceStart:
        let isMapping = event == .mappingStart
        let node = add(isMapping ? .mapping : .sequence, events, start..<end, to: &frames)
        if events.isFlow { nodes[node].isFlow = true }
        frames.append(Frame(node: node, isMapping: isMapping))
      case .mappingEnd, .sequenceEnd: close(&frames, end: end)
      case .end: return
      }
    }
  }

  private mutating func takeKey(
    _ events: YAMLEventReader, _ range: Range<Int>, isAlias: Bool
  ) -> (Range<Int>, Range<Int>?, YAMLEventReader.Style) {
    guard !isAlias else {
      usedAnchors.insert(events.anchor ?? [])
      return (range, nil, .plain)
    }
    return (range, takeText(events), events.style)
  }

  private mutating func takeText(_ events: YAMLEventReader) -> Range<Int> {
    let start = texts.count
    unsafe events.withText { unsafe texts.append(contentsOf: $0) }
    return start..<texts.count
  }

  private mutating func add(
    _ kind: Kind, _ events: YAMLEventReader, _ range: Range<Int>, to frames: inout [Frame]
  ) -> Int {
    let parent = frames.last?.node ?? -1
    var node = Node(
      kind: kind, isFlow: parent >= 0 && nodes[parent].isFlow, parent: parent, bytes: range,
      content: range.lowerBound)
    if let last = frames.indices.last {
      if let key = frames[last].key {
        (node.key, node.name, node.keyStyle) = key
        frames[last].key = nil
      }
      nodes[parent].children.append(nodes.count)
    }
    if kind != .alias, events.hasProperties {
      node.anchor = events.anchor
      skipProperties(of: &node)
    }
    nodes.append(node)
    return nodes.count - 1
  }

  /// Finds the tag of a node, and where its text begins.
  private func skipProperties(of node: inout Node) {
    var offset = node.bytes.lowerBound
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      case 0x23: offset = lines.end(offset)
      case 0x26, 0x21:
        let start = offset
        while offset < bytes.count, !Self.endsProperty(bytes[offset], inFlow: node.isFlow) { offset += 1 }
        if bytes[start] == 0x21 { node.tag = start..<offset }
        node.content = offset
      default:
        // An empty node has nothing behind its properties.
        if offset < node.bytes.upperBound || node.kind == .mapping || node.kind == .sequence {
          node.content = offset
        }
        return
      }
    }
  }

  private static func endsProperty(_ byte: UInt8, inFlow: Bool) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      || (inFlow && (byte == 0x2C || byte == 0x5D || byte == 0x7D))
  }

  private mutating func close(_ frames: inout [Frame], end: Int) {
    guard let frame = frames.popLast() else { return }
    var last = nodes[frame.node].bytes.upperBound
    // A block collection ends for the parser where the next token begins.
    if nodes[frame.node].isFlow {
      last = end
    } else {
      for child in nodes[frame.node].children {
        last = max(last, nodes[child].bytes.upperBound)
        if nodes[child].bytes.isEmpty, !nodes[child].key.isEmpty { last = max(last, colonEnd(child)) }
      }
    }
    nodes[frame.node].bytes =
      nodes[frame.node].bytes.lowerBound..<max(last, nodes[frame.node].bytes.lowerBound)
  }

  /// Takes the blank lines behind a block text, which are part of it only if it says so, off its bytes.
  private mutating func trimBlock(_ node: Int) {
    let range = nodes[node].bytes
    let header = lines.end(nodes[node].content)
    guard !blockHeader(node).contains(0x2B) else { return }
    var line = lines.start(range.upperBound)
    while line > header, lines.isBlank(line..<min(lines.end(line), range.upperBound)),
      let above = lines.startOfLineAbove(line)
    {
      line = above
    }
    nodes[node].bytes = range.lowerBound..<max(header, min(lines.end(line), range.upperBound))
  }

  /// The `|` or `>` of a block text with its indicators.
  func blockHeader(_ node: Int) -> ArraySlice<UInt8> {
    bytes[nodes[node].content...].prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }
}

/// Turns the parser's count of characters into byte offsets, going forward and back.
private struct CharacterPlaces {
  private let bytes: [UInt8]
  private var index = 0
  private var offset: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func offset(ofCharacter wanted: Int) -> Int {
    while index < wanted, offset < bytes.count {
      repeat { offset += 1 } while offset < bytes.count && bytes[offset] & 0xC0 == 0x80
      index += 1
    }
    while index > wanted, offset > 0 {
      repeat { offset -= 1 } while offset > 0 && bytes[offset] & 0xC0 == 0x80
      index -= 1
    }
    return offset
  }
}
