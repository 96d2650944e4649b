internal import Translations

/// Texts at paths that are not in the file yet.
extension YAMLEditing {
  /// A new entry of a map, or a new item of a list.
  indirect enum NewValue {
    case text([UInt8])
    case null
    case mapping([(name: [UInt8], value: NewValue)])
    case sequence([NewValue])
  }

  typealias NewEntry = (name: [UInt8], value: NewValue)

  /// The file with all texts of the changes set; removals wait for `removing(_:)`.
  mutating func setting(_ changes: YAMLModelChanges) throws -> [UInt8] {
    var edits = ByteEdits()
    var missing: [Int: [(segments: [[UInt8]], text: [UInt8])]] = [:]
    for change in changes.changes {
      guard let text = change.text else { continue }
      switch try place(of: change.segments) {
      case .node(let node):
        switch syntax.nodes[node].kind {
        case .text, .alias: try replaceValue(node, with: text, in: &edits)
        case .mapping, .sequence:
          guard !syntax.nodes[node].children.isEmpty else {
            try replaceCollection(node, with: text, in: &edits)
            continue
          }
          guard isRemoved(change.path, changes) else {
            throw refusal(
              "a group of keys stands where the text is to be", at: syntax.nodes[node].bytes.lowerBound,
              change)
          }
          try replaceCollection(node, with: text, in: &edits)
        }
      case .missing(let container, let segments):
        missing[container ?? -1, default: []].append((segments, text))
      }
    }
    // Of collections that end at the same place the inner one comes first.
    for (container, entries) in missing.sorted(by: { $0.key > $1.key }) {
      try insert(entries, into: container, changes, in: &edits)
    }
    guard let result = edits.applied(to: bytes) else { throw refusal("two edits meet in one place") }
    return result
  }

  /// Whether the edits remove every message below a path.
  private func isRemoved(_ path: [UInt8], _ changes: YAMLModelChanges) -> Bool {
    let below = path + [0]
    return catalog?.rows.allSatisfy { row in
      guard let rowPath = catalog?.pathBytes(row), rowPath.starts(with: below) else { return true }
      return row.target.isAbsent || changes[rowPath[...]] == .gone
    } ?? true
  }

  private mutating func insert(
    _ entries: [(segments: [[UInt8]], text: [UInt8])], into container: Int, _ changes: YAMLModelChanges,
    in edits: inout ByteEdits
  ) throws {
    var tree: [NewEntry] = []
    for entry in entries { Self.add(entry.segments[...], entry.text, to: &tree) }
    tree = tree.map { ($0.name, Self.withLists($0.value)) }
    guard container >= 0 else { return try insertAtRoot(tree, in: &edits) }
    let node = syntax.nodes[container]
    switch node.kind {
    case .mapping where node.children.isEmpty: try fillEmptyMap(container, tree, in: &edits)
    case .mapping:
      try node.isFlow
        ? insertInFlow(tree, into: container, in: &edits) : insertInBlock(tree, into: container, in: &edits)
    case .sequence: try insertItems(tree, into: container, in: &edits)
    case .alias:
      throw refusal("the group comes through an alias", at: node.bytes.lowerBound)
    case .text:
      let isGoing = node.isNull || isReplaced(container, entries, changes)
      guard isGoing else {
        throw refusal("a text stands where a group of keys is to be", at: node.bytes.lowerBound)
      }
      if container == 0 { return try insertAtRoot(tree, in: &edits) }
      try replaceText(container, with: tree, in: &edits)
    }
  }

  /// Whether a text goes in the same list of edits as the keys below it come.
  private func isReplaced(
    _ node: Int, _ entries: [(segments: [[UInt8]], text: [UInt8])], _ changes: YAMLModelChanges
  ) -> Bool {
    for change in changes.changes where change.outcome == .gone {
      var copy = self
      if case .node(node)? = try? copy.place(of: change.segments) { return true }
    }
    return false
  }

  private static func add(_ segments: ArraySlice<[UInt8]>, _ text: [UInt8], to tree: inout [NewEntry]) {
    guard let first = segments.first else { return }
    let rest = segments.dropFirst()
    guard !rest.isEmpty else { return tree.append((first, .text(text))) }
    let index = tree.firstIndex { $0.name == first }
    var inner: [NewEntry] = []
    if let index, case .mapping(let entries) = tree[index].value { inner = entries }
    add(rest, text, to: &inner)
    if let index { tree[index].value = .mapping(inner) } else { tree.append((first, .mapping(inner))) }
  }

  /// Makes lists of groups whose names are places: all from 0, or 1 to 12 as the names of months.
  private static func withLists(_ value: NewValue) -> NewValue {
    guard case .mapping(let entries) = value else { return value }
    let inner = entries.map { (name: $0.name, value: withLists($0.value)) }
    let places = inner.compactMap { entry -> (Int, NewValue)? in
      let text = String(decoding: entry.name, as: UTF8.self)
      return Int(text).flatMap { String($0) == text ? ($0, entry.value) : nil }
    }.sorted { $0.0 < $1.0 }
    if places.count == inner.count, places.count > 1 {
      if places.map(\.0) == Array(0..<places.count) { return .sequence(places.map(\.1)) }
      if places.map(\.0) == Array(1...12) { return .sequence([.null] + places.map(\.1)) }
    }
    return .mapping(inner)
  }

  // MARK: Block maps

  private mutating func insertInBlock(
    _ entries: [NewEntry], into container: Int, in edits: inout ByteEdits
  ) throws {
    let children = syntax.nodes[container].children
    let column = syntax.lines.column(syntax.nodes[children[0]].key.lowerBound)
    let writer = writer(near: container, column: column)
    for (predecessor, group) in places(for: entries, among: children) {
      let lines = group.flatMap { writer.lines($0, indentation: column) }
      guard let predecessor else {
        try insertFirst(lines, before: children[0], column: column, writer.lineEnd, in: &edits)
        continue
      }
      try insertLines(lines, behind: predecessor, writer.lineEnd, in: &edits)
    }
  }

  /// New entries by the child they follow; `nil` for those in front of all.
  private func places(
    for entries: [NewEntry], among children: [Int]
  ) -> [(predecessor: Int?, entries: [NewEntry])] {
    let named = children.filter { !syntax.isMerge($0) }
    let names = named.map { Array(syntax.name($0) ?? []) }
    let isSorted =
      names.count > 1 && zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
    guard isSorted else { return [(children.last, entries)] }
    var groups: [Int: [NewEntry]] = [:]
    for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      var low = 0
      var high = names.count
      while low < high {
        let middle = (low + high) / 2
        if names[middle].lexicographicallyPrecedes(entry.name) { low = middle + 1 } else { high = middle }
      }
      groups[low - 1, default: []].append(entry)
    }
    return groups.sorted { $0.key < $1.key }.map { index, group in
      // Merge keys stand in front.
      let first = children.last { child in syntax.isMerge(child) && child < (named.first ?? 0) }
      return (index < 0 ? first : named[index], group)
    }
  }

  /// Inserts whole lines behind the last line of an entry.
  private func insertLines(
    _ lines: [[UInt8]], behind node: Int, _ lineEnd: [UInt8], in edits: inout ByteEdits
  ) throws {
    insert(lines, behind: try endOfEntry(node), lineEnd, in: &edits)
  }

  /// Where an entry ends: behind its value, or its colon if it has none.
  func endOfEntry(_ node: Int) throws -> Int {
    let value = syntax.nodes[node]
    var end = value.bytes.upperBound
    if !value.key.isEmpty, value.bytes.isEmpty { end = max(end, syntax.colonEnd(node)) }
    guard isAtLineStart(end) || syntax.lines.isBlankOrComment(after: end) else {
      throw refusal("other text follows an entry in its line", at: end)
    }
    return end
  }

  /// Whether an offset is behind a line end, as that of a block text with its blank lines is.
  func isAtLineStart(_ offset: Int) -> Bool {
    offset > 0 && syntax.lines.start(offset) == offset
  }

  private func insert(_ lines: [[UInt8]], behind end: Int, _ lineEnd: [UInt8], in edits: inout ByteEdits) {
    let text = Array(lines.joined(separator: lineEnd))
    if isAtLineStart(end) { return edits.insert(text + lineEnd, at: end) }
    let lineBreak = syntax.lines.end(end)
    edits.insert(lineEnd + text, at: lineBreak)
  }

  private func insertFirst(
    _ lines: [[UInt8]], before child: Int, column: Int, _ lineEnd: [UInt8], in edits: inout ByteEdits
  ) throws {
    let text = Array(lines.joined(separator: lineEnd))
    let key = syntax.nodes[child].key.lowerBound
    guard syntax.lines.isIndentation(before: key) else {
      // The first key of an item stands behind its dash.
      let indentation = [UInt8](repeating: 0x20, count: column)
      return edits.insert(Array(text.dropFirst(column)) + lineEnd + indentation, at: key)
    }
    edits.insert(text + lineEnd, at: startOfComments(above: key))
  }

  /// The start of the comment lines right above a key, or of its own line if there are none; a comment at the top of
  /// the file is about the file.
  private func startOfComments(above key: Int) -> Int {
    let own = syntax.lines.start(key)
    var start = own
    while let above = syntax.lines.startOfLineAbove(start), syntax.lines.isComment(above) { start = above }
    let isAtTop = syntax.lines.startOfLineAbove(start).map { bytes[$0...].starts(with: "---".utf8) } ?? true
    return isAtTop ? own : start
  }

  // MARK: Where nothing was

  private mutating func insertAtRoot(_ entries: [NewEntry], in edits: inout ByteEdits) throws {
    let lineEnd = syntax.lines.lineEnd(near: 0)
    let writer = YAMLEntryWriter(step: step, lineEnd: lineEnd)
    var lines: [[UInt8]] = []
    switch layout {
    case .messageList: lines = entries.flatMap { writer.itemLines(Self.message($0), indentation: 0) }
    case .localeLeaves:
      if syntax.root == nil { lines = [Array("_version: 2".utf8)] }
      lines += entries.flatMap { writer.lines($0, indentation: 0) }
    case .localeRoot, .plain: lines = entries.flatMap { writer.lines($0, indentation: 0) }
    }
    if let root = syntax.root, !syntax.nodes[root].bytes.isEmpty {
      throw refusal("the file says that it has no value", at: syntax.nodes[root].bytes.lowerBound)
    }
    let isUnended = !bytes.isEmpty && !isAtLineStart(bytes.count) && bytes != [0xEF, 0xBB, 0xBF]
    edits.insert((isUnended ? lineEnd : []) + lines.flatMap { $0 + lineEnd }, at: bytes.count)
  }

  /// A new message of a list as an item: `id`, then `translation`.
  private static func message(_ entry: NewEntry) -> NewValue {
    .mapping([(Array("id".utf8), .text(entry.name)), (Array("translation".utf8), entry.value)])
  }

  /// Puts entries under a key that has no value, or into `{}`.
  private mutating func replaceText(_ node: Int, with entries: [NewEntry], in edits: inout ByteEdits) throws {
    let value = syntax.nodes[node]
    let content = contentRange(node)
    let writer = writer(near: value.parent, column: syntax.column(node))
    let isInFlow = value.parent >= 0 && syntax.nodes[value.parent].isFlow
    if isInFlow || value.key.isEmpty {
      let text = writer.flow(Self.withLists(.mapping(entries)))
      return edits.replace(content, with: spaced(text, at: content.lowerBound))
    }
    guard isAtLineStart(content.upperBound) || syntax.lines.isBlankOrComment(after: content.upperBound) else {
      throw refusal("other text follows the value in its line", at: content.upperBound)
    }
    var start = content.lowerBound
    if value.anchor == nil, value.tag == nil, syntax.lines.isBlank(syntax.colonEnd(node)..<start) {
      start = syntax.colonEnd(node)
    }
    if isBlockText(node) {
      throw refusal("a block text stands where a group of keys is to be", at: content.lowerBound)
    }
    if let tag = value.tag { edits.remove(tag.lowerBound..<start) }
    edits.remove(start..<content.upperBound)
    let lines = writer.children(of: Self.withLists(.mapping(entries)), indentation: syntax.column(node))
    insert(lines, behind: content.upperBound, writer.lineEnd, in: &edits)
  }

  private mutating func fillEmptyMap(
    _ node: Int, _ entries: [NewEntry], in edits: inout ByteEdits
  ) throws {
    let value = syntax.nodes[node]
    let isInFlow = value.parent >= 0 && syntax.nodes[value.parent].isFlow
    let braces = value.content..<value.bytes.upperBound
    let holdsMore = !syntax.lines.isBlank(braces.lowerBound + 1..<braces.upperBound - 1)
    let writer = writer(near: value.parent, column: syntax.column(node))
    if isInFlow || holdsMore || (value.key.isEmpty && value.parent >= 0) {
      let text = entries.map { writer.flowEntry($0) }.joined(separator: Array(", ".utf8))
      return edits.insert(Array(text), at: braces.lowerBound + 1)
    }
    guard value.key.isEmpty else { return try replaceText(node, with: entries, in: &edits) }
    let lines = entries.flatMap { writer.lines($0, indentation: 0) }
    guard syntax.lines.isIndentation(before: value.bytes.lowerBound) else {
      throw refusal("the root map does not stand in a line of its own", at: value.bytes.lowerBound)
    }
    edits.replace(braces, with: Array(lines.joined(separator: writer.lineEnd)))
  }

  // MARK: Lists

  private mutating func insertItems(
    _ entries: [NewEntry], into container: Int, in edits: inout ByteEdits
  ) throws {
    let node = syntax.nodes[container]
    let isMessages = layout == .messageList && container == 0
    var entries = entries
    if !isMessages {
      let place = { (entry: NewEntry) in Int(String(decoding: entry.name, as: UTF8.self)) ?? .max }
      entries.sort { place($0) < place($1) }
      for (index, entry) in entries.enumerated()
      where Array(String(node.children.count + index).utf8) != entry.name {
        throw refusal(
          "the list has another number of items than the path of the text says", at: node.bytes.lowerBound)
      }
    }
    let values = entries.map { isMessages ? Self.message($0) : $0.value }
    let writer = writer(near: container, column: 0)
    if node.isFlow {
      let text = values.map { writer.flow($0) }.joined(separator: Array(", ".utf8))
      guard let last = node.children.last else { return edits.insert(Array(text), at: node.content + 1) }
      return edits.insert(Array(", ".utf8) + text, at: syntax.nodes[last].bytes.upperBound)
    }
    guard let last = node.children.last, let dash = syntax.dash(last) else {
      throw refusal("the list has no item to stand behind", at: node.bytes.lowerBound)
    }
    let column = syntax.lines.column(dash)
    try insertLines(
      values.flatMap { writer.itemLines($0, indentation: column) }, behind: last, writer.lineEnd, in: &edits)
  }

  // MARK: Flow maps

  private mutating func insertInFlow(
    _ entries: [NewEntry], into container: Int, in edits: inout ByteEdits
  ) throws {
    let node = syntax.nodes[container]
    guard bytes[node.content] == 0x7B else {
      throw refusal("the map has no braces", at: node.content)
    }
    let writer = writer(near: container, column: syntax.lines.column(node.content))
    for (predecessor, group) in places(for: entries, among: node.children) {
      let texts = group.map { writer.flowEntry($0) }
      guard let predecessor else {
        let first = syntax.nodes[node.children[0]].key.lowerBound
        edits.insert(texts.flatMap { $0 + Array(", ".utf8) }, at: first)
        continue
      }
      insertInFlow(texts, behind: predecessor, in: container, writer.lineEnd, &edits)
    }
  }

  /// Inserts entries behind one, on lines of their own if that one stands so.
  private func insertInFlow(
    _ texts: [[UInt8]], behind node: Int, in container: Int, _ lineEnd: [UInt8], _ edits: inout ByteEdits
  ) {
    let key = syntax.nodes[node].key.lowerBound
    let end = max(
      syntax.nodes[node].bytes.upperBound,
      syntax.nodes[node].bytes.isEmpty ? syntax.nodes[node].key.upperBound : 0)
    let comma = comma(behind: end)
    let hasOwnLine = syntax.lines.isIndentation(before: key)
    let rest = comma.map { $0 + 1 } ?? end
    if hasOwnLine, syntax.lines.isBlankOrComment(after: rest) {
      let indentation = [UInt8](repeating: 0x20, count: syntax.lines.column(key))
      let isLast = node == syntax.nodes[container].children.last
      if comma == nil { edits.insert([0x2C], at: end) }
      let lines = texts.map { indentation + $0 }.joined(separator: [0x2C] + lineEnd)
      edits.insert(
        lineEnd + Array(lines) + (isLast && comma == nil ? [] : [0x2C]), at: syntax.lines.end(rest))
      return
    }
    edits.insert(texts.flatMap { Array(", ".utf8) + $0 }, at: end)
  }

  /// The comma behind an entry of a flow collection.
  func comma(behind end: Int) -> Int? {
    var offset = end
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x2C: return offset
      case 0x20, 0x09, 0x0A, 0x0D, 0x3A: offset += 1
      case 0x23: offset = syntax.lines.end(offset)
      default: return nil
      }
    }
    return nil
  }

  // MARK: Style

  /// A writer that follows the customs of a collection.
  private func writer(near container: Int, column: Int) -> YAMLEntryWriter {
    let offset = container >= 0 ? syntax.nodes[container].content : 0
    var writer = YAMLEntryWriter(step: step, lineEnd: syntax.lines.lineEnd(near: min(offset, bytes.count)))
    guard container >= 0 else { return writer }
    let children = syntax.nodes[container].children
    writer.isFlow = syntax.nodes[container].isFlow
    writer.model = quotedModel(among: children.reversed())
    if children.count > 1, let last = children.last {
      let areQuoted = [children[0], last].allSatisfy { child in
        guard let name = syntax.name(child) else { return false }
        return syntax.nodes[child].keyStyle != .plain
          && YAMLPlainText.isSafe(name, replacing: nil, inFlow: writer.isFlow)
      }
      if areQuoted { writer.keyStyle = syntax.nodes[last].keyStyle }
    }
    return writer
  }
}
