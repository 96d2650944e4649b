import Translations

/// Where units belong today whose keys the source does not have any more.
///
/// A unit moved if exactly one key of today's source has its id in another file element and its source text, or if
/// exactly one key that the hand-off does not have has its source text, and no other such unit has that text.
/// Anything else may be two messages that read alike.
struct HandoffMoves {
  private var destinations: [Int: Int] = [:]

  /// - Parameters:
  ///   - strangers: numbers of rows of `file`.
  ///   - source: today's source texts, as targets.
  /// - Complexity: O(n) in the rows of the source.
  init(_ strangers: [Int], of file: Catalog, to source: Catalog) {
    var byText: [[UInt8]: [Int]] = [:]
    for index in strangers {
      let row = file.rows[index]
      guard row.source.count > 0 else { continue }
      byText[HandoffText.normal(file.bytes(row.source)), default: []].append(index)
    }
    guard !byText.isEmpty else { return }

    let lengths = Set(strangers.map { file.rows[$0].source.count })
    let isExact = source.rows.count > 100_000
    var candidates: [[UInt8]: [Int]] = [:]
    for (number, row) in source.rows.enumerated() where row.target.count > 0 {
      // In a large table, only texts of a length that occurs are looked at.
      if isExact, !lengths.contains(row.target.count) { continue }
      let text = HandoffText.normal(source.bytes(row.target))
      if byText[text] != nil { candidates[text, default: []].append(number) }
    }
    for (text, units) in byText {
      let places = candidates[text] ?? []
      for unit in units {
        let id = file.bytes(file.rows[unit].key)
        let sameID = places.filter { source.bytes(source.rows[$0].key) == id }
        if sameID.count == 1 { destinations[unit] = sameID[0] }
      }
      guard units.count == 1, destinations[units[0]] == nil else { continue }
      let free = places.filter { file.row(path: source.pathBytes(source.rows[$0])[...]) == nil }
      if free.count == 1 { destinations[units[0]] = free[0] }
    }
    dropShared()
  }

  func destination(of unit: Int) -> Int? { destinations[unit] }

  /// Two units for one place are none.
  private mutating func dropShared() {
    var units: [Int: Int] = [:]
    for place in destinations.values { units[place, default: 0] += 1 }
    destinations = destinations.filter { units[$0.value] == 1 }
  }
}
