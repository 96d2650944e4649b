internal import Translations

/// Keys that go, and the maps that become empty by it.
extension YAMLEditing {
  /// What becomes of the nodes of the file.
  private struct Removals {
    /// Entries that go whole.
    var entries: Set<Int> = []
    /// Maps and lists that lose all entries and stay, empty.
    var emptied: Set<Int> = []
    /// Items of lists that lose their text and keep their place.
    var nulled: Set<Int> = []
  }

  /// The file without the keys that the changes remove.
  mutating func removing(_ changes: YAMLModelChanges) throws -> [UInt8] {
    var removals = Removals()
    for change in changes.changes where change.outcome == .gone {
      guard case .node(let node) = try place(of: change.segments) else {
        // It went when something else took its place, or a merge key brings it.
        let isStillThere = catalog?.row(path: change.path[...]).flatMap { catalog?.target($0) } != nil
        if isStillThere { throw refusal("the key comes through a merge key", at: nil, change) }
        continue
      }
      switch syntax.nodes[node].kind {
      case .mapping, .sequence: continue
      case .text, .alias:
        let parent = syntax.nodes[node].parent
        let isItem = parent >= 0 && syntax.nodes[parent].kind == .sequence
        if isItem { removals.nulled.insert(node) } else { removals.entries.insert(node) }
      }
    }
    spread(&removals)
    return try apply(removals)
  }

  /// Lets maps go that have lost their last key, or empties those that have to stay.
  private func spread(_ removals: inout Removals) {
    let localeRoot: Int? = layout == .localeRoot ? syntax.root : nil
    for node in syntax.nodes.indices.reversed() where !syntax.nodes[node].children.isEmpty {
      let value = syntax.nodes[node]
      let isMessage = layout == .messageList && value.parent == 0
      let remaining = value.children.filter { !removals.entries.contains($0) }
      let isEmptied =
        isMessage
        ? remaining.allSatisfy { syntax.name($0)?.elementsEqual("id".utf8) == true }
          && remaining.count < value.children.count
        : remaining.isEmpty
      guard isEmptied else { continue }
      let isItem = value.parent >= 0 && syntax.nodes[value.parent].kind == .sequence
      let isLocale = localeRoot != nil && value.parent == localeRoot
      let isTied = value.anchor != nil || value.tag != nil
      if value.parent < 0 || isLocale || isTied || (isItem && !isMessage) || leavesComments(node) {
        removals.emptied.insert(node)
      } else {
        removals.entries.insert(node)
      }
      if isMessage { removals.entries.formUnion(value.children) }
    }
  }

  /// Whether comments of their own stand in a map all of whose entries go, or behind its key.
  private func leavesComments(_ node: Int) -> Bool {
    let value = syntax.nodes[node]
    if value.key.isEmpty { return holdsOwnComment(value.bytes, value.children) }
    let keyLine = syntax.lines.end(value.key.lowerBound)
    // The colon of an explicit key stands in a later line.
    let colon = syntax.colonEnd(node)
    if !value.isFlow, colon < keyLine, bytes[colon..<keyLine].contains(0x23) { return true }
    return holdsOwnComment(min(keyLine, value.content)..<value.bytes.upperBound, value.children)
  }

  /// Whether lines of a range that belong to no node are comments.
  private func holdsOwnComment(_ range: Range<Int>, _ children: [Int]) -> Bool {
    var position = range.lowerBound
    for child in children {
      let start = startOfEntry(child)
      if position < start, bytes[position..<start].contains(0x23) { return true }
      if !syntax.nodes[child].children.isEmpty, leavesComments(child) { return true }
      // The comment in the line of an entry goes with it.
      position =
        syntax.nodes[child].isFlow
        ? syntax.nodes[child].bytes.upperBound : syntax.lines.end(syntax.nodes[child].bytes.upperBound)
    }
    return position < range.upperBound && bytes[position..<range.upperBound].contains(0x23)
  }

  private func startOfEntry(_ node: Int) -> Int {
    let value = syntax.nodes[node]
    return value.key.isEmpty
      ? (value.isFlow ? nil : syntax.dash(node)) ?? value.bytes.lowerBound : value.key.lowerBound
  }

  // MARK: Bytes

  private func apply(_ removals: Removals) throws -> [UInt8] {
    var edits = ByteEdits()
    for node in removals.nulled where !isInside(node, removals) {
      try writeNull(node, in: &edits)
    }
    for node in removals.emptied where !isInside(node, removals) {
      try empty(node, in: &edits)
    }
    var handled: Set<Int> = []
    for node in removals.entries.sorted() where !isInside(node, removals) && !handled.contains(node) {
      let parent = syntax.nodes[node].parent
      guard parent >= 0, handled.insert(parent).inserted else { continue }
      try removeEntries(
        of: parent, removals.entries, keepsNone: removals.emptied.contains(parent), in: &edits)
    }
    guard let result = edits.applied(to: bytes) else { throw refusal("two edits meet in one place") }
    return result
  }

  /// Whether a node lies in one that goes whole, or in a flow collection that is emptied.
  private func isInside(_ node: Int, _ removals: Removals) -> Bool {
    var parent = syntax.nodes[node].parent
    while parent >= 0 {
      if removals.entries.contains(parent) { return true }
      parent = syntax.nodes[parent].parent
    }
    return false
  }

  private func writeNull(_ node: Int, in edits: inout ByteEdits) throws {
    let content = contentRange(node)
    if isBlockText(node) {
      edits.replace(
        content.lowerBound..<content.lowerBound + syntax.blockHeader(node).count, with: [0x7E])
      return edits.remove(syntax.lines.end(content.lowerBound)..<endOfBlock(node))
    }
    edits.replace(content, with: spaced([0x7E], at: content.lowerBound))
  }

  /// Writes `{}` or `[]` for a collection whose entries all go.
  private func empty(_ node: Int, in edits: inout ByteEdits) throws {
    let value = syntax.nodes[node]
    // The braces of a flow map are there already.
    if bytes[value.content] == 0x7B || bytes[value.content] == 0x5B, value.isFlow { return }
    let braces = Array((value.kind == .mapping ? "{}" : "[]").utf8)
    let first = startOfEntry(value.children[0])
    if value.parent < 0 {
      let start = syntax.lines.start(first)
      return edits.insert(braces + syntax.lines.lineEnd(near: first), at: start)
    }
    if value.key.isEmpty {
      return edits.insert(braces + (syntax.lines.isIndentation(before: first) ? [] : []), at: first)
    }
    var place = syntax.colonEnd(node)
    for property in propertyEnds(node) { place = max(place, property) }
    edits.insert([0x20] + braces, at: place)
  }

  /// Where the anchor and the tag of a node end.
  private func propertyEnds(_ node: Int) -> [Int] {
    let value = syntax.nodes[node]
    guard value.anchor != nil || value.tag != nil else { return [] }
    var end = value.content
    while end > value.bytes.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return [end]
  }

  /// Takes entries out of one collection.
  private func removeEntries(
    of parent: Int, _ gone: Set<Int>, keepsNone: Bool, in edits: inout ByteEdits
  ) throws {
    if syntax.nodes[parent].isFlow { return try removeFlowEntries(of: parent, gone, in: &edits) }
    let children = syntax.nodes[parent].children
    var index = 0
    while index < children.count {
      let child = children[index]
      index += 1
      guard gone.contains(child) else { continue }
      let start = startOfEntry(child)
      if syntax.lines.isIndentation(before: start) {
        edits.remove(try wholeLines(child))
        continue
      }
      // The first key of an item, behind its dash.
      guard isDashBefore(start) else { throw refusal("other text precedes the key in its line", at: start) }
      if keepsNone {
        let end = try endOfEntry(child)
        edits.remove(start..<(isAtLineStart(end) ? syntax.lines.end(end - 1) : syntax.lines.end(end)))
        continue
      }
      var next = index
      while next < children.count, gone.contains(children[next]) { next += 1 }
      guard next < children.count else { throw refusal("the last key of an item", at: start) }
      let key = startOfEntry(children[next])
      if holdsOwnComment(start..<key, Array(children[(index - 1)..<next])) {
        throw refusal("a comment stands between the removed key and the next one", at: start)
      }
      edits.remove(start..<key)
      index = next
    }
  }

  private func isDashBefore(_ offset: Int) -> Bool {
    let before = bytes[syntax.lines.start(offset)..<offset]
    return before.last == 0x20 && before.allSatisfy { $0 == 0x20 || $0 == 0x2D }
  }

  /// The lines of an entry, from its key to the comment behind its value.
  private func wholeLines(_ node: Int) throws -> Range<Int> {
    let start = startOfEntry(node)
    guard !syntax.lines.isExplicitKey(start) else { throw refusal("an explicit key", at: start) }
    let end = try endOfEntry(node)
    return syntax.lines.start(start)..<(isAtLineStart(end) && end > start ? end : syntax.lines.next(end))
  }

  /// Takes entries out of a flow map with the commas between them.
  private func removeFlowEntries(of parent: Int, _ gone: Set<Int>, in edits: inout ByteEdits) throws {
    let children = syntax.nodes[parent].children
    let opener = bytes[syntax.nodes[parent].content]
    guard opener == 0x7B || opener == 0x5B else {
      throw refusal("the map has no braces", at: syntax.nodes[parent].content)
    }
    var index = 0
    while index < children.count {
      guard gone.contains(children[index]) else {
        index += 1
        continue
      }
      var end = index
      while end < children.count, gone.contains(children[end]) { end += 1 }
      let run = children[index..<end]
      let range: Range<Int>
      if end < children.count {
        range = startOfEntry(children[index])..<startOfEntry(children[end])
      } else if index > 0 {
        range = endOfFlowEntry(children[index - 1])..<endOfFlowEntry(children[end - 1])
      } else {
        range = startOfEntry(children[0])..<endOfFlowEntry(children[end - 1])
      }
      if holdsFlowComment(range, run) {
        for child in run {
          let last = endOfFlowEntry(child)
          edits.remove(startOfEntry(child)..<(comma(behind: last).map { $0 + 1 } ?? last))
        }
      } else {
        edits.remove(range)
      }
      index = end
    }
  }

  private func endOfFlowEntry(_ node: Int) -> Int {
    let value = syntax.nodes[node]
    return value.bytes.isEmpty ? max(value.key.upperBound, value.bytes.upperBound) : value.bytes.upperBound
  }

  private func holdsFlowComment(_ range: Range<Int>, _ nodes: ArraySlice<Int>) -> Bool {
    var position = range.lowerBound
    for node in nodes {
      let start = startOfEntry(node)
      if position < start, bytes[position..<start].contains(0x23) { return true }
      if !syntax.nodes[node].children.isEmpty,
        holdsFlowComment(
          syntax.nodes[node].content..<syntax.nodes[node].bytes.upperBound, syntax.nodes[node].children[...])
      {
        return true
      }
      position = max(position, endOfFlowEntry(node))
    }
    return position < range.upperBound && bytes[position..<range.upperBound].contains(0x23)
  }
}

extension TextLines {
  /// Whether a key stands behind a question mark.
  func isExplicitKey(_ offset: Int) -> Bool {
    let before = bytes[start(offset)..<offset]
    return before.contains(0x3F)
  }
}
