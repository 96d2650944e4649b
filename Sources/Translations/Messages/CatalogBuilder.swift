/// Collects the rows of a catalog in any order and sorts them once.
///
/// A reader writes bytes into `arena` and appends rows that point to them. It is a value with plain fields,
/// so a parser callback can hold it behind a pointer without a class or an exclusivity check.
public struct CatalogBuilder: Sendable {
  /// The bytes of all keys and texts so far; slices of appended rows point into it, so it must only grow.
  public var arena: [UInt8] = []
  /// Shared prefixes in the order of their numbers; the first is empty and means none.
  public private(set) var prefixes: [[UInt8]] = [[]]
  /// In the order in which they were appended.
  public private(set) var rows: [Catalog.Row] = []
  private var prefixNumbers: [[UInt8]: Int] = [:]

  /// - Parameter bytes: about how many bytes of keys and texts will come; only address ranges are reserved.
  public init(reservingBytes bytes: Int = 0) {
    guard bytes > 0 else { return }
    arena.reserveCapacity(min(bytes, Int(UInt32.max) - 1))
    rows.reserveCapacity(bytes / 128)
    Self.adviseLargePages(&arena)
    Self.adviseLargePages(&rows)
  }

  /// How many rows were appended.
  public var count: Int { rows.count }

  /// Appends a row whose slices point into `arena`; keys may come in any order.
  public mutating func append(_ row: Catalog.Row) { rows.append(row) }

  /// The number of a shared prefix, which is one whole key segment.
  /// - Precondition: at most 65,534 different prefixes that are not empty.
  public mutating func prefix(_ bytes: [UInt8]) -> Int {
    if bytes.isEmpty { return 0 }
    if let known = prefixNumbers[bytes] { return known }
    precondition(prefixes.count < Int(UInt16.max), "more file elements than a catalog can hold")
    prefixNumbers[bytes] = prefixes.count
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
    var rows: [Catalog.Row] = []
    swap(&rows, &self.rows)
    // A row's prefix becomes its rank among the sorted prefixes, so that rows compare by number first.
    let order = prefixes.indices.sorted { prefixes[$0].lexicographicallyPrecedes(prefixes[$1]) }
    if order != Array(prefixes.indices) {
      var rank = [UInt16](repeating: 0, count: order.count)
      for (position, old) in order.enumerated() { rank[old] = UInt16(position) }
      for index in rows.indices { rows[index].prefix = rank[Int(rows[index].prefix)] }
    }
    let sortedPrefixes = order.map { prefixes[$0] }
    if Self.sort(&rows, arena: arena, prefixCount: prefixes.count) {
      rows = Self.withoutRepetitions(rows, arena: arena, onDuplicate: onDuplicate)
    }
    return Catalog(
      arena: arena, prefixes: sortedPrefixes, rows: rows, locale: locale, sourceLocale: sourceLocale,
      path: path)
  }
}
