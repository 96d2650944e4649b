/// Collects the rows of a catalog in any order and sorts them once.
///
/// A reader writes bytes into `arena` and appends rows that point to them. It is a value with plain fields, so a
/// parser callback can hold it behind a pointer without a class or an exclusivity check.
public struct CatalogBuilder: Sendable {
  public var arena: [UInt8] = []
  public private(set) var prefixes: [[UInt8]] = [[]]
  public private(set) var rows: [Catalog.Row] = []

  /// - Parameter bytes: about how many bytes of keys and texts will come; only an address range is reserved.
  public init(reservingBytes bytes: Int = 0) {
    if bytes > 0 { arena.reserveCapacity(min(bytes, Int(UInt32.max) - 1)) }
  }

  public var count: Int { rows.count }

  public mutating func append(_ row: Catalog.Row) { rows.append(row) }

  /// The number of a shared prefix, which is one whole key segment.
  /// - Precondition: at most 65,535 different prefixes.
  public mutating func prefix(_ bytes: [UInt8]) -> Int {
    if bytes.isEmpty { return 0 }
    if let known = prefixes.lastIndex(of: bytes) { return known }
    precondition(prefixes.count < Int(UInt16.max), "more file elements than a catalog can hold")
    prefixes.append(bytes)
    return prefixes.count - 1
  }

  /// Appends bytes to the arena and says where they are.
  public mutating func store(_ bytes: some Sequence<UInt8>) -> Catalog.Slice {
    let offset = arena.count
    arena.append(contentsOf: bytes)
    return Catalog.Slice(offset: offset, count: arena.count - offset)
  }

  /// The sorted catalog. Of rows with the same key the first in reading order stays and each later one is
  /// handed to `onDuplicate` together with it.
  /// - Complexity: O(n) when the rows came in order, else O(n log n).
  public consuming func finish(
    locale: LanguageTag?, sourceLocale: LanguageTag?, path: String,
    onDuplicate: (_ first: Catalog.Row, _ second: Catalog.Row) -> Void
  ) -> Catalog {
    let prefixes = self.prefixes
    let arena = self.arena
    var rows = self.rows
    self.rows = []
    // A row's prefix becomes its rank among the sorted prefixes, so that rows compare by number first.
    let order = prefixes.indices.sorted { prefixes[$0].lexicographicallyPrecedes(prefixes[$1]) }
    if order != Array(prefixes.indices) {
      var rank = [UInt16](repeating: 0, count: order.count)
      for (position, old) in order.enumerated() { rank[old] = UInt16(position) }
      for index in rows.indices { rows[index].prefix = rank[Int(rows[index].prefix)] }
    }
    let sortedPrefixes = order.map { prefixes[$0] }
    let hasDuplicates = Self.sort(&rows, arena: arena)
    if hasDuplicates {
      var kept: [Catalog.Row] = []
      kept.reserveCapacity(rows.count)
      for row in rows {
        if let last = kept.last, Self.compare(last, row, arena) == 0 {
          onDuplicate(last, row)
        } else {
          kept.append(row)
        }
      }
      rows = kept
    }
    return Catalog(
      arena: arena, prefixes: sortedPrefixes, rows: rows, locale: locale, sourceLocale: sourceLocale,
      path: path)
  }

  private static func compare(_ a: Catalog.Row, _ b: Catalog.Row, _ arena: [UInt8]) -> Int {
    if a.prefix != b.prefix { return a.prefix < b.prefix ? -1 : 1 }
    let span = arena.span
    let countA = Int(a.key.count)
    let countB = Int(b.key.count)
    let startA = Int(a.key.offset)
    let startB = Int(b.key.offset)
    for index in 0..<min(countA, countB) {
      let x = span[startA + index]
      let y = span[startB + index]
      if x != y { return x < y ? -1 : 1 }
    }
    return countA - countB
  }

  /// Sorts stably and says whether two neighbours are equal.
  ///
  /// Files usually come sorted, which one pass finds. Else rows are ordered by the eight bytes after what all
  /// keys share, and only ties look at the rest.
  private static func sort(_ rows: inout [Catalog.Row], arena: [UInt8]) -> Bool {
    guard rows.count > 1 else { return false }
    var isSorted = true
    var hasEqual = false
    for index in 1..<rows.count {
      let order = compare(rows[index - 1], rows[index], arena)
      if order > 0 {
        isSorted = false
        break
      }
      if order == 0 { hasEqual = true }
    }
    if isSorted { return hasEqual }

    let first = arena[rows[0].key.range]
    var shared = first.count
    for row in rows where shared > 0 {
      let key = arena[row.key.range]
      shared = min(shared, key.count)
      var same = 0
      while same < shared, key[key.startIndex + same] == first[first.startIndex + same] { same += 1 }
      shared = same
    }
    var order: [(head: UInt64, prefix: UInt16, index: UInt32)] = []
    order.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      var head: UInt64 = 0
      let start = Int(row.key.offset) + shared
      let end = Int(row.key.offset) + Int(row.key.count)
      for position in 0..<8 {
        head = head << 8 | (start + position < end ? UInt64(arena[start + position]) : 0)
      }
      order.append((head, row.prefix, UInt32(index)))
    }
    let unsorted = rows
    order.sort { a, b in
      if a.prefix != b.prefix { return a.prefix < b.prefix }
      if a.head != b.head { return a.head < b.head }
      let order = compare(unsorted[Int(a.index)], unsorted[Int(b.index)], arena)
      return order != 0 ? order < 0 : a.index < b.index
    }
    hasEqual = false
    for (position, entry) in order.enumerated() {
      rows[position] = unsorted[Int(entry.index)]
      if position > 0, !hasEqual, compare(rows[position - 1], rows[position], arena) == 0 { hasEqual = true }
    }
    return hasEqual
  }
}
