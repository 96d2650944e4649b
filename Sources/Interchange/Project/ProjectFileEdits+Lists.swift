/// Lists whose items change one by one.
extension ProjectFileEdits {
  /// Makes a list say something else and leaves the bytes and comments of every item that stays as they are.
  ///
  /// An item in the place of another takes over its line; the others come as lines, or between commas, of their own,
  /// and go the same way.
  /// - Parameters:
  ///   - old: what the items say, one for each.
  ///   - spelled: an item as it is to be written, given the one it replaces or follows.
  mutating func editList<Value: Equatable>(
    _ node: YAMLNode, from old: [Value], to new: [Value], spelled: (Value, YAMLNode?) -> [UInt8]
  ) throws {
    if old == new { return }
    guard let items = node.items, items.count == old.count, !items.isEmpty, !new.isEmpty,
      node.isFlow || items.allSatisfy({ prefix(ofItem: $0) != nil && !isBlockText($0) })
    else {
      return try replaceList(node, with: new.map { spelled($0, node.items?.first) })
    }
    try checkIsPlain(node)
    var (gone, index) = (Set<Int>(), 0)
    for step in ListStep.steps(from: old, to: new) {
      switch step {
      case .keep: break
      case .replace(let value):
        try checkIsPlain(items[index])
        replace(range(items[index]), with: spelled(value, items[index]))
      case .remove:
        try checkIsPlain(items[index])
        gone.insert(index)
      case .insert(let value):
        insert(spelled(value, items[max(0, index - 1)]), at: index, of: items, inFlow: node.isFlow)
        continue
      }
      index += 1
    }
    for index in gone {
      if node.isFlow {
        removeFlowItem(index, of: items, gone: gone)
      } else {
        removeLines(from: items[index].start, through: items[index])
      }
    }
  }

  private func range(_ node: YAMLNode) -> Range<Int> { places.offset(node.start)..<places.offset(node.end) }

  private func isBlockText(_ node: YAMLNode) -> Bool {
    let offset = places.offset(node.start)
    return node.text != nil && offset < places.bytes.count && [0x7C, 0x3E].contains(places.bytes[offset])
  }

  private mutating func insert(_ item: [UInt8], at index: Int, of items: [YAMLNode], inFlow: Bool) {
    let first = items[0]
    switch (inFlow, index) {
    case (true, 0): replace(at: places.offset(first.start), with: item + Array(", ".utf8))
    case (true, _): replace(at: places.offset(items[index - 1].end), with: Array(", ".utf8) + item)
    case (false, 0):
      let line = (prefix(ofItem: first) ?? []) + item + lineEnd(near: first.start.line)
      replace(at: places.start(ofLine: first.start.line), with: line)
    case (false, _):
      let before = items[index - 1]
      insertLine((prefix(ofItem: before) ?? []) + item, behind: before, lineEnd(near: before.start.line))
    }
  }

  private mutating func replace(at offset: Int, with text: [UInt8]) { replace(offset..<offset, with: text) }

  /// Takes an item out of brackets with one of the commas beside it.
  private mutating func removeFlowItem(_ index: Int, of items: [YAMLNode], gone: Set<Int>) {
    let item = range(items[index])
    guard index > 0, (index..<items.count).allSatisfy(gone.contains) else {
      guard let comma = comma(behind: item.upperBound) else { return replace(item, with: []) }
      if places.bytes[item.upperBound..<comma].contains(where: { $0 != 0x20 }) {
        // A comment in between stays.
        replace(item, with: [])
        return replace(comma..<comma + 1, with: [])
      }
      let end = places.bytes[(comma + 1)...].firstIndex { $0 != 0x20 } ?? places.bytes.count
      return replace(item.lowerBound..<end, with: [])
    }
    let before = places.offset(items[index - 1].end)
    if places.bytes[before..<item.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x2C }) {
      return replace(before..<item.upperBound, with: [])
    }
    // What stands in between may be a comment on the item before. One comma may stay behind the last item.
    replace(item, with: [])
    if gone.contains(index - 1), let comma = comma(behind: before) { replace(comma..<comma + 1, with: []) }
  }

  /// The comma behind an item, with nothing but blanks, line ends and comments in between.
  private func comma(behind offset: Int) -> Int? {
    var isComment = false
    for index in offset..<places.bytes.count {
      switch places.bytes[index] {
      case 0x0A, 0x0D: isComment = false
      case _ where isComment: continue
      case 0x23: isComment = true
      case 0x20, 0x09: continue
      case 0x2C: return index
      default: return nil
      }
    }
    return nil
  }
}

/// One step of a walk through the items of a list that makes it another one.
private enum ListStep<Value> {
  case keep
  case replace(Value)
  case remove
  /// In front of the next item; the walk does not go on.
  case insert(Value)

  /// The fewest changes, those at one place paired as replacements.
  static func steps(from old: [Value], to new: [Value]) -> [ListStep] where Value: Equatable {
    let difference = new.difference(from: old)
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var steps: [ListStep] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      let (goes, comes) = (removed.contains(from), inserted.contains(to))
      switch (goes, comes) {
      case (true, true): steps.append(.replace(new[to]))
      case (true, false): steps.append(.remove)
      case (false, true): steps.append(.insert(new[to]))
      case (false, false): steps.append(.keep)
      }
      if goes || !comes { from += 1 }
      if comes || !goes { to += 1 }
    }
    return steps
  }
}
