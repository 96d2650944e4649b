internal import Diagnostics
internal import Translations

/// The rows of a map or list in the order of their keys, and the keys that stand in it twice.
///
/// Sorting level by level compares single short segments, and brings equal keys of one map together whatever
/// their values are: texts, maps or lists.
extension YAMLTable {
  /// One entry of a map or list.
  private struct Child {
    /// The first eight bytes of the segment, so that most comparisons are one of numbers.
    var head: UInt64
    var segment: Catalog.Slice
    /// A place in `rows`, or in `groups` if `isGroup`.
    var index: UInt32
    /// Its place among the entries as they stand in the file.
    var order: UInt32
    var isGroup: Bool

    /// Whether it stands before another entry by its segment, or behind that one in the file if they are equal.
    func precedes(_ other: Child, in arena: [UInt8]) -> Bool {
      if head != other.head { return head < other.head }
      if segment.count > 8 || other.segment.count > 8 {
        let mine = arena[segment.range]
        let others = arena[other.segment.range]
        if mine != others { return mine.lexicographicallyPrecedes(others) }
      } else if segment.count != other.segment.count {
        return segment.count < other.segment.count
      }
      return order < other.order
    }

    func isNamed(as other: Child, in arena: [UInt8]) -> Bool {
      head == other.head && segment.count == other.segment.count
        && (segment.count <= 8 || arena[segment.range] == arena[other.segment.range])
    }
  }

  /// What the levels of one pass share.
  private struct Pass {
    /// Places in `rows`.
    var order: [UInt32] = []
    /// A stack; each level uses what lies above its start.
    var children: [Child] = []
    /// Entries with the name of an earlier one, after that one.
    var duplicates: [(first: Child, second: Child)] = []
  }

  /// Every row under a group, sorted by key.
  ///
  /// Of equal keys the first in the file stays, with all it holds; the others are reported.
  /// - Parameter prefix: the bytes that are cut off the front of each key.
  mutating func sortedRows(of group: Int, droppingFirst prefix: Int) -> [Catalog.Row] {
    let order = sortedOrder(of: group, droppingFirst: prefix)
    return order.map { place in
      var row = rows[Int(place)]
      row.key = shortened(row.key, by: prefix)
      return row
    }
  }

  /// The same rows, taken out of the table, which has none afterwards: a large file needs no second copy of them.
  mutating func takeSortedRows(of group: Int, droppingFirst prefix: Int) -> [Catalog.Row] {
    var order = sortedOrder(of: group, droppingFirst: prefix)
    guard order.count == rows.count else { return sortedRows(of: group, droppingFirst: prefix) }
    var result: [Catalog.Row] = []
    swap(&result, &rows)
    // Each cycle of the order moves its rows by one place.
    for start in order.indices where order[start] != start {
      let first = result[start]
      var place = start
      while order[place] != start {
        let next = Int(order[place])
        result[place] = result[next]
        order[place] = UInt32(place)
        place = next
      }
      result[place] = first
      order[place] = UInt32(place)
    }
    if prefix > 0 {
      for index in result.indices { result[index].key = shortened(result[index].key, by: prefix) }
    }
    return result
  }

  private mutating func sortedOrder(of group: Int, droppingFirst prefix: Int) -> [UInt32] {
    var pass = Pass()
    pass.order.reserveCapacity(groups[group].rows.count)
    appendRows(of: group, to: &pass)
    for (first, second) in pass.duplicates {
      let key = second.isGroup ? groups[Int(second.index)].key : rows[Int(second.index)].key
      report(duplicate: shortened(key, by: prefix), first: mark(first), second: mark(second))
    }
    return pass.order
  }

  private func appendRows(of group: Int, to pass: inout Pass) {
    let start = pass.children.count
    let segmentStart = group == 0 ? 0 : Int(groups[group].key.count) + 1
    appendChildren(of: group, segmentStart: segmentStart, to: &pass.children)
    let end = pass.children.count
    let hasEqual = sort(&pass.children, from: start)
    var first = start
    for index in start..<end {
      let child = pass.children[index]
      if hasEqual, index > start {
        if child.isNamed(as: pass.children[first], in: arena) {
          pass.duplicates.append((pass.children[first], child))
          continue
        }
        first = index
      }
      if child.isGroup {
        appendRows(of: Int(child.index), to: &pass)
      } else {
        pass.order.append(child.index)
      }
    }
    pass.children.removeLast(pass.children.count - start)
  }

  private func shortened(_ key: Catalog.Slice, by count: Int) -> Catalog.Slice {
    Catalog.Slice(offset: Int(key.offset) + count, count: Int(key.count) - count)
  }

  /// Sorts the entries of one level and says whether two of them have the same name.
  private func sort(_ children: inout [Child], from start: Int) -> Bool {
    let arena = arena
    var isSorted = true
    for index in start..<max(start, children.count - 1)
    where !children[index].precedes(children[index + 1], in: arena) {
      isSorted = false
      break
    }
    if !isSorted {
      unsafe children.withUnsafeMutableBufferPointer { all in
        unsafe all[start...].sort { $0.precedes($1, in: arena) }
      }
    }
    for index in start..<max(start, children.count - 1)
    where children[index].isNamed(as: children[index + 1], in: arena) {
      return true
    }
    return false
  }

  /// The entries of a group, those that merge keys brought among them.
  private func appendChildren(of group: Int, segmentStart: Int, to children: inout [Child]) {
    var row = groups[group].rows.lowerBound
    var inner = groups[group].groups.lowerBound
    while true {
      let hasGroup = inner < groups[group].groups.upperBound
      let rowEnd = hasGroup ? groups[inner].rows.lowerBound : groups[group].rows.upperBound
      while row < rowEnd {
        if hiddenRows.isEmpty || hiddenRows[row] == nil {
          append(rows[row].key, from: segmentStart, index: row, isGroup: false, to: &children)
        }
        row += 1
      }
      guard hasGroup else { return }
      if groups[inner].isMerge {
        appendChildren(of: inner, segmentStart: segmentStart, to: &children)
      } else if hiddenGroups.isEmpty || hiddenGroups[inner] == nil {
        append(groups[inner].key, from: segmentStart, index: inner, isGroup: true, to: &children)
      }
      row = groups[inner].rows.upperBound
      inner = groups[inner].groups.upperBound
    }
  }

  private func append(
    _ key: Catalog.Slice, from start: Int, index: Int, isGroup: Bool, to children: inout [Child]
  ) {
    let segment = Catalog.Slice(offset: Int(key.offset) + start, count: Int(key.count) - start)
    let first = Int(segment.offset)
    var head: UInt64 = 0
    if segment.count >= 8 {
      head = unsafe UInt64(
        bigEndian: arena.span.bytes.unsafeLoadUnaligned(fromByteOffset: first, as: UInt64.self))
    } else {
      for position in 0..<Int(segment.count) {
        head |= UInt64(arena[first + position]) << (56 - 8 * UInt64(position))
      }
    }
    children.append(
      Child(
        head: head, segment: segment, index: UInt32(index), order: UInt32(children.count), isGroup: isGroup))
  }

  // MARK: Equal keys

  private func mark(_ child: Child) -> YAMLMark {
    if child.isGroup { return groups[Int(child.index)].mark }
    return YAMLMark(line: Int(rows[Int(child.index)].line), column: Int(rows[Int(child.index)].column))
  }

  /// Reports a key once, however often aliases repeat the map it stands in.
  mutating func report(duplicate key: Catalog.Slice, first: YAMLMark, second: YAMLMark) {
    guard reportedDuplicates.insert(second).inserted else { return }
    let printed = MessageKey.printed(
      path: arena[key.range].split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
    diagnostics.append(
      Diagnostic(
        YAMLRules.duplicateKey, "key `\(printed)` stands twice", at: second.location(in: path), key: printed,
        help: "remove one of the two",
        notes: [Diagnostic.Note("the first is here", at: first.location(in: path))]))
  }
}
