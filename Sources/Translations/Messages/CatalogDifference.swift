/// What differs between two readings of one catalog, row by row; the places in the file do not count.
package struct CatalogDifference: Sendable {
  /// A row that is not the same in both, by its index; `nil` where it is not there. In the order of their paths.
  package var rows: [(old: Int?, new: Int?)] = []
  /// Whether both have the same keys with the same source texts.
  package var hasSameSources = true

  /// No difference.
  package init() {}

  /// `nil` if the tables cannot be compared because they share their keys' prefixes in another way.
  /// - Complexity: O(rows), about one comparison of memory for each text.
  package init?(from old: Catalog, to new: Catalog) {
    guard old.prefixes == new.prefixes else { return nil }
    self.init(from: old, to: new, in: [(0..<old.count, 0..<new.count)])
  }

  /// The difference of tables that are known to be the same outside of some stretches of neighbouring rows.
  ///
  /// Both share their keys' prefixes in the same way.
  init(from old: Catalog, to new: Catalog, in stretches: [(old: Range<Int>, new: Range<Int>)]) {
    unsafe old.arena.withUnsafeBytes { a in
      unsafe new.arena.withUnsafeBytes { b in
        for stretch in stretches {
          unsafe compare(old, TableTexts(a), stretch.old, new, TableTexts(b), stretch.new)
        }
      }
    }
  }

  private mutating func compare(
    _ old: Catalog, _ oldTexts: TableTexts, _ oldRange: Range<Int>, _ new: Catalog, _ newTexts: TableTexts,
    _ newRange: Range<Int>
  ) {
    let (oldRows, newRows) = (old.rows, new.rows)
    func isEqual(_ x: Catalog.Slice, _ y: Catalog.Slice) -> Bool { oldTexts.isEqual(x, newTexts, y) }
    var (i, j) = (oldRange.lowerBound, newRange.lowerBound)
    while i < oldRange.upperBound && j < newRange.upperBound {
      let (a, b) = (oldRows[i], newRows[j])
      guard a.prefix == b.prefix, isEqual(a.key, b.key) else {
        let order = Self.order(old.pathBytes(a), new.pathBytes(b))
        hasSameSources = false
        rows.append((order < 0 ? i : nil, order > 0 ? j : nil))
        if order < 0 { i += 1 } else { j += 1 }
        continue
      }
      let hasSameSource =
        a.flags.contains(.sourceHasCodes) == b.flags.contains(.sourceHasCodes) && isEqual(a.source, b.source)
      if !hasSameSource { hasSameSources = false }
      if !hasSameSource || a.state != b.state || a.flags != b.flags || !isEqual(a.target, b.target) {
        rows.append((i, j))
      }
      i += 1
      j += 1
    }
    if i < oldRange.upperBound || j < newRange.upperBound { hasSameSources = false }
    rows += (i..<oldRange.upperBound).map { ($0, nil) } + (j..<newRange.upperBound).map { (nil, $0) }
  }

  /// Never 0: the same path under another prefix cannot be, as prefixes are whole segments and the same in both.
  private static func order(_ a: [UInt8], _ b: [UInt8]) -> Int { a.lexicographicallyPrecedes(b) ? -1 : 1 }
}

/// The texts of a table, for comparing many of them.
@safe private struct TableTexts {
  private let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: outlives this value.
  @unsafe init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  func isEqual(_ slice: Catalog.Slice, _ other: TableTexts, _ otherSlice: Catalog.Slice) -> Bool {
    guard slice.count == otherSlice.count, slice.isAbsent == otherSlice.isAbsent else { return false }
    if slice.count == 0 { return true }
    let a = unsafe UnsafeRawBufferPointer(rebasing: bytes[slice.range])
    let b = unsafe UnsafeRawBufferPointer(rebasing: other.bytes[otherSlice.range])
    var index = 0
    while index + 8 <= a.count {
      let (x, y) = unsafe (
        a.loadUnaligned(fromByteOffset: index, as: UInt64.self),
        b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      )
      if x != y { return false }
      index += 8
    }
    while index < a.count {
      if unsafe a[index] != b[index] { return false }
      index += 1
    }
    return true
  }
}

extension Catalog {
  /// The catalog with some of its rows alone.
  /// - Parameter indices: sorted.
  package func restricted(to indices: some Sequence<Int>) -> Catalog {
    Catalog(
      arena: arena, prefixes: prefixes, rows: indices.map { rows[$0] }, locale: locale,
      sourceLocale: sourceLocale, path: path)
  }
}
