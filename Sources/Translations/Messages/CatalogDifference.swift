/// What differs between two readings of one catalog, row by row; the places in the file do not count.
package struct CatalogDifference: Sendable {
  /// A row that is not the same in both, by its index; `nil` where it is not there. In the order of their paths.
  package var rows: [(old: Int?, new: Int?)] = []
  /// Whether both have the same keys with the same source texts.
  package var hasSameSources = true

  /// `nil` if the tables cannot be compared because they share their keys' prefixes in another way.
  /// - Complexity: O(rows), about one comparison of memory for each text.
  package init?(from old: Catalog, to new: Catalog) {
    guard old.prefixes == new.prefixes else { return nil }
    unsafe old.arena.withUnsafeBytes { a in
      unsafe new.arena.withUnsafeBytes { b in
        unsafe compare(old, TableTexts(a), new, TableTexts(b))
      }
    }
  }

  private mutating func compare(
    _ old: Catalog, _ oldTexts: TableTexts, _ new: Catalog, _ newTexts: TableTexts
  ) {
    let (oldRows, newRows) = (old.rows, new.rows)
    func isEqual(_ x: Catalog.Slice, _ y: Catalog.Slice) -> Bool { oldTexts.isEqual(x, newTexts, y) }
    var (i, j) = (0, 0)
    while i < oldRows.count && j < newRows.count {
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
    if i < oldRows.count || j < newRows.count { hasSameSources = false }
    rows += (i..<oldRows.count).map { ($0, nil) } + (j..<newRows.count).map { (nil, $0) }
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
