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

/// Sorts rows of one prefix by key, eight bytes of the key at a time.
///
/// The rows are ordered by their first eight bytes, which are kept beside their numbers as integers; each run
/// of rows that agree so far is then ordered by the next eight. Keys share long beginnings, and no byte of
/// those is looked at more than once a level.
private struct KeySorter {
  private struct Entry {
    /// Eight bytes of the key as a number that orders like them, filled up with zeros after its end.
    var word: UInt64
    var key: Catalog.Slice
    var index: UInt32
  }

  private typealias Entries = UnsafeMutableBufferPointer<Entry>

  private let bytes: KeyBytes
  private(set) var hasEqual = false

  @unsafe init(arena: UnsafeRawBufferPointer) { bytes = unsafe KeyBytes(arena: arena) }

  mutating func sort(_ rows: UnsafeMutableBufferPointer<Catalog.Row>) {
    if unsafe isSorted(rows) { return }
    unsafe withUnsafeTemporaryAllocation(of: Entry.self, capacity: rows.count) { entries in
      for index in 0..<rows.count {
        unsafe entries.initializeElement(
          at: index, to: Entry(word: 0, key: rows[index].key, index: UInt32(index)))
      }
      unsafe sortRun(entries, from: 0, level: 0)
      unsafe withUnsafeTemporaryAllocation(of: Catalog.Row.self, capacity: rows.count) { copy in
        _ = unsafe copy.initialize(fromContentsOf: rows)
        for index in 0..<rows.count { unsafe rows[index] = copy[Int(entries[index].index)] }
      }
    }
  }

  private mutating func isSorted(_ rows: UnsafeMutableBufferPointer<Catalog.Row>) -> Bool {
    var found = hasEqual
    for index in 1..<max(1, rows.count) {
      let order = unsafe bytes.compare(rows[index - 1].key, rows[index].key, from: 0)
      if order > 0 { return false }
      if order == 0 { found = true }
    }
    hasEqual = found
    return true
  }

  /// Sorts entries that agree in their first `start` bytes, none of which is shorter.
  private mutating func sortRun(_ run: Entries, from start: Int, level: Int) {
    var start = start
    while unsafe loadWords(run, from: start) {
      guard unsafe hasWord(run, from: start) else { return unsafe sortByComparing(run, from: start) }
      start += 8
    }
    // Keys that get longer and longer would nest without end.
    if level == 32 { return unsafe sortByComparing(run, from: start) }
    unsafe Self.sortByWord(run)
    var first = 0
    while first < run.count {
      var end = first + 1
      while end < run.count, unsafe run[end].word == run[first].word { end += 1 }
      if end - first > 1 {
        let part = unsafe Entries(rebasing: run[first..<end])
        if unsafe hasWord(part, from: start) {
          unsafe sortRun(part, from: start + 8, level: level + 1)
        } else {
          unsafe sortByComparing(part, from: start)
        }
      }
      first = end
    }
  }

  /// Loads the words after `start` and says whether they are all the same.
  private func loadWords(_ run: Entries, from start: Int) -> Bool {
    let first = unsafe bytes.word(of: run[0].key, from: start)
    var differences: UInt64 = 0
    for position in 0..<run.count {
      let word = unsafe bytes.word(of: run[position].key, from: start)
      differences |= word ^ first
      unsafe run[position].word = word
    }
    return differences == 0
  }

  /// Whether no key of a run ends within its word, so that equal words are equal bytes.
  private func hasWord(_ run: Entries, from start: Int) -> Bool {
    for position in 0..<run.count where unsafe Int(run[position].key.count) < start + 8 { return false }
    return true
  }

  private mutating func sortByComparing(_ run: Entries, from start: Int) {
    let bytes = bytes
    unsafe Self.sort(run) { a, b in
      let order = bytes.compare(a.key, b.key, from: start)
      return order == 0 ? a.index < b.index : order < 0
    }
    for position in 1..<max(1, run.count) where !hasEqual {
      hasEqual = unsafe bytes.compare(run[position - 1].key, run[position].key, from: start) == 0
    }
  }

  private static let blockCount = 16

  /// Sorts by the words alone and keeps the order of equal ones: blocks by insertion, which are then merged.
  private static func sortByWord(_ run: Entries) {
    var start = 0
    while start < run.count {
      let end = min(start + blockCount, run.count)
      unsafe insert(Entries(rebasing: run[start..<end])) { $0.word < $1.word }
      start = end
    }
    if run.count <= blockCount { return }
    // No temporary allocation with a closure: optimised, it was taken to have thrown when it had not (Swift 6.3.1).
    let scratch = Entries.allocate(capacity: run.count)
    defer { unsafe scratch.deallocate() }
    _ = unsafe scratch.initialize(fromContentsOf: run)
    var isInScratch = false
    var width = blockCount
    while width < run.count {
      let (source, target) = unsafe isInScratch ? (scratch, run) : (run, scratch)
      var start = 0
      while start < run.count {
        let (middle, end) = (min(start + width, run.count), min(start + 2 * width, run.count))
        unsafe merge(source, start..<middle, middle..<end, into: target)
        start = end
      }
      isInScratch.toggle()
      width *= 2
    }
    if isInScratch { _ = unsafe run.update(fromContentsOf: scratch) }
  }

  /// Merges two neighbouring runs; of equal words those of the first come first.
  private static func merge(_ source: Entries, _ a: Range<Int>, _ b: Range<Int>, into target: Entries) {
    var (i, j) = (a.lowerBound, b.lowerBound)
    for place in a.lowerBound..<b.upperBound {
      let isSecond = unsafe j < b.upperBound && (i == a.upperBound || source[j].word < source[i].word)
      unsafe target[place] = source[isSecond ? j : i]
      if isSecond { j += 1 } else { i += 1 }
    }
  }

  /// Short runs, of which there are many, are sorted by insertion.
  private static func sort(_ run: Entries, by areInOrder: (Entry, Entry) -> Bool) {
    guard run.count <= 24 else {
      var run = unsafe run
      return unsafe run.sort(by: areInOrder)
    }
    unsafe insert(run, by: areInOrder)
  }

  private static func insert(_ run: Entries, by areInOrder: (Entry, Entry) -> Bool) {
    for position in 1..<max(1, run.count) {
      let entry = unsafe run[position]
      var hole = position
      while hole > 0, unsafe areInOrder(entry, run[hole - 1]) {
        unsafe run[hole] = run[hole - 1]
        hole -= 1
      }
      unsafe run[hole] = entry
    }
  }
}

/// The bytes of keys, read eight at a time.
///
/// It is safe outside as long as the arena is not changed, which the sorter's caller sees to.
@safe private struct KeyBytes {
  private let arena: UnsafeRawBufferPointer

  @unsafe init(arena: UnsafeRawBufferPointer) { unsafe self.arena = arena }

  /// Negative, zero or positive as `a` stands before, at or after `b`.
  /// - Parameter start: how many bytes are known to be equal.
  func compare(_ a: Catalog.Slice, _ b: Catalog.Slice, from start: Int) -> Int {
    var index = start
    let end = Int(min(a.count, b.count))
    while index < end {
      let x = word(of: a, from: index)
      let y = word(of: b, from: index)
      if x != y { return x < y ? -1 : 1 }
      index += 8
    }
    return Int(a.count) - Int(b.count)
  }

  /// Up to eight bytes of a key as a number that orders like them, filled up with zeros.
  func word(of key: Catalog.Slice, from start: Int) -> UInt64 {
    let rest = Int(key.count) - start
    let offset = Int(key.offset) + start
    if rest >= 8 {
      return unsafe UInt64(bigEndian: arena.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    if rest <= 0 { return 0 }
    if unsafe offset + 8 <= arena.count {
      let word = unsafe UInt64(bigEndian: arena.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      return word & ~(UInt64.max >> UInt64(rest * 8))
    }
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | (index < rest ? unsafe UInt64(arena[offset + index]) : 0) }
    return word
  }
}
