extension CatalogBuilder {
  /// Sorts rows stably by the number of their prefix, then by key, and says whether two neighbours are equal.
  ///
  /// Files come with the rows of one prefix together and often sorted, which one pass finds.
  static func sort(_ rows: inout [Catalog.Row], arena: [UInt8], prefixCount: Int) -> Bool {
    gatherPrefixes(&rows, count: prefixCount)
    var hasEqual = false
    unsafe arena.withUnsafeBytes { arena in
      unsafe rows.withUnsafeMutableBufferPointer { rows in
        var sorter = unsafe KeySorter(arena: arena)
        var start = 0
        while start < rows.count {
          var end = start + 1
          while end < rows.count, unsafe rows[end].prefix == rows[start].prefix { end += 1 }
          unsafe sorter.sort(UnsafeMutableBufferPointer(rebasing: rows[start..<end]))
          start = end
        }
        hasEqual = sorter.hasEqual
      }
    }
    return hasEqual
  }

  /// Brings the rows of each prefix together, in the order of the prefixes' numbers.
  private static func gatherPrefixes(_ rows: inout [Catalog.Row], count: Int) {
    var isInOrder = true
    for index in 1..<max(1, rows.count) where rows[index].prefix < rows[index - 1].prefix {
      isInOrder = false
      break
    }
    if isInOrder { return }
    var starts = [Int](repeating: 0, count: count + 1)
    for row in rows { starts[Int(row.prefix) + 1] += 1 }
    for index in 1...count { starts[index] += starts[index - 1] }
    var gathered = rows
    for row in rows {
      gathered[starts[Int(row.prefix)]] = row
      starts[Int(row.prefix)] += 1
    }
    rows = gathered
  }

  /// The sorted rows without those whose key equals that of the row before.
  static func withoutRepetitions(
    _ rows: [Catalog.Row], arena: [UInt8],
    onDuplicate: (_ first: Catalog.Row, _ second: Catalog.Row) -> Void
  ) -> [Catalog.Row] {
    var kept: [Catalog.Row] = []
    kept.reserveCapacity(rows.count)
    for row in rows {
      if let last = kept.last, last.prefix == row.prefix, arena[last.key.range] == arena[row.key.range] {
        onDuplicate(last, row)
      } else {
        kept.append(row)
      }
    }
    return kept
  }
}

/// Sorts rows of one prefix by key.
///
/// A key is compared by the eight bytes after what all keys share, which are kept beside its number; only ties
/// look into the arena.
private struct KeySorter {
  private struct Entry {
    /// The first bytes of the key that differ somewhere, as a number that orders like them.
    var head: UInt64
    var index: UInt32
  }

  private let keys: KeyBytes
  private(set) var hasEqual = false
  private var entries: [Entry] = []
  private var copy: [Catalog.Row] = []

  @unsafe init(arena: UnsafeRawBufferPointer) { keys = unsafe KeyBytes(arena: arena) }

  mutating func sort(_ rows: UnsafeMutableBufferPointer<Catalog.Row>) {
    var isSorted = true
    var hasNeighbours = false
    var shared = unsafe Int(rows.first?.key.count ?? 0)
    for index in 1..<max(1, rows.count) {
      let (order, common) = unsafe keys.compare(rows[index - 1].key, rows[index].key, from: 0)
      shared = min(shared, common)
      if order > 0 { isSorted = false }
      if order == 0 { hasNeighbours = true }
    }
    if isSorted {
      hasEqual = hasEqual || hasNeighbours
      return
    }

    entries.removeAll(keepingCapacity: true)
    copy.removeAll(keepingCapacity: true)
    for index in 0..<rows.count {
      let row = unsafe rows[index]
      copy.append(row)
      entries.append(Entry(head: keys.head(of: row.key, from: shared), index: UInt32(index)))
    }
    sortEntries(from: shared)
    for (position, entry) in entries.enumerated() { unsafe rows[position] = copy[Int(entry.index)] }
    for position in 1..<entries.count where !hasEqual && entries[position - 1].head == entries[position].head {
      hasEqual = unsafe keys.compare(rows[position - 1].key, rows[position].key, from: shared).order == 0
    }
  }

  private mutating func sortEntries(from shared: Int) {
    let keys = keys
    let copy = copy
    entries.sort { a, b in
      if a.head != b.head { return a.head < b.head }
      let order = keys.compare(copy[Int(a.index)].key, copy[Int(b.index)].key, from: shared).order
      return order == 0 ? a.index < b.index : order < 0
    }
  }
}

/// The bytes of keys, compared eight at a time.
///
/// It is safe outside as long as the arena is not changed, which the sorter's caller sees to.
@safe private struct KeyBytes {
  private let arena: UnsafeRawBufferPointer

  @unsafe init(arena: UnsafeRawBufferPointer) { unsafe self.arena = arena }

  /// Negative, zero or positive as `a` stands before, at or after `b`, and how many bytes they share.
  /// - Parameter start: how many bytes are known to be equal.
  func compare(_ a: Catalog.Slice, _ b: Catalog.Slice, from start: Int) -> (order: Int, common: Int) {
    let count = Int(min(a.count, b.count))
    var index = start
    while index + 8 <= count {
      let x = unsafe word(Int(a.offset) + index)
      let y = unsafe word(Int(b.offset) + index)
      if x != y { return (x < y ? -1 : 1, index + (x ^ y).leadingZeroBitCount / 8) }
      index += 8
    }
    while index < count {
      let x = unsafe arena[Int(a.offset) + index]
      let y = unsafe arena[Int(b.offset) + index]
      if x != y { return (x < y ? -1 : 1, index) }
      index += 1
    }
    return (Int(a.count) - Int(b.count), count)
  }

  /// Up to eight bytes of a key, filled up with zeros.
  func head(of key: Catalog.Slice, from start: Int) -> UInt64 {
    let rest = Int(key.count) - start
    guard rest < 8 else { return unsafe word(Int(key.offset) + start) }
    var head: UInt64 = 0
    for index in 0..<8 {
      head = head << 8 | (index < rest ? unsafe UInt64(arena[Int(key.offset) + start + index]) : 0)
    }
    return head
  }

  /// Eight bytes as a number that orders like them.
  @unsafe private func word(_ offset: Int) -> UInt64 {
    unsafe UInt64(bigEndian: arena.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
