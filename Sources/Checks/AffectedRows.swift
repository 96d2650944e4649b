package import Translations

/// The rows of a catalog whose findings can be others because some rows changed.
///
/// Every rule about texts looks at one row, at its source and at the other forms of the same plural message; so a part
/// of a catalog with these rows has the findings about them that the whole has.
package struct AffectedRows {
  package private(set) var old: [Int]
  package private(set) var new: [Int]
  /// Of the source locale's table.
  package private(set) var source: [Int]

  /// - Returns: `nil` if the change may reach further than can be told.
  package init?(
    _ difference: CatalogDifference, from old: Catalog, to new: Catalog, source: Catalog?
  ) {
    let tables = [old, new] + [source].compactMap { $0 }
    var rows = tables.map { _ in Set<Int>() }
    func include(_ path: [UInt8]) {
      for (index, table) in tables.enumerated() {
        let row = table.lowerBound(of: path[...])
        if row < table.count, table.compare(table.rows[row], path[...]) == 0 { rows[index].insert(row) }
      }
    }
    func include(below stem: ArraySlice<UInt8>) {
      for (index, table) in tables.enumerated() {
        var row = table.lowerBound(of: stem)
        while row < table.count, table.path(of: table.rows[row]).starts(with: stem) {
          rows[index].insert(row)
          row += 1
        }
      }
    }
    for (oldRow, newRow) in difference.rows {
      let path = newRow.map { new.pathBytes(new.rows[$0]) } ?? old.pathBytes(old.rows[oldRow!])
      include(path)
      if let form = PluralPath(path[...]) { include(below: path.prefix(form.stemCount)) }
      guard oldRow == nil || newRow == nil else { continue }
      // A row that came or went below the name of a plural message decides whether it is one.
      if path.contains(UInt8(ascii: "/")) { return nil }
      for border in path.indices where path[border] == 0 {
        let stem = path[...border]
        let isName = Self.forms.contains { form in
          let key = stem + form
          return tables.contains { table in
            let row = table.lowerBound(of: key)
            return row < table.count && table.compare(table.rows[row], key) == 0
          }
        }
        if isName { include(below: stem) }
      }
    }
    let sorted = rows.map { $0.sorted() }
    (self.old, self.new, self.source) = (sorted[0], sorted[1], sorted.count > 2 ? sorted[2] : [])
  }

  /// The beginnings of the paths whose rows a change can touch in any of the tables; `nil` if that may be all.
  package static func stems(
    _ difference: CatalogDifference, from old: Catalog, to new: Catalog
  ) -> [[UInt8]]? {
    var stems: [[UInt8]] = []
    for (oldRow, newRow) in difference.rows {
      guard oldRow != nil, let newRow else { return nil }
      let path = new.pathBytes(new.rows[newRow])
      stems.append(path)
      if let form = PluralPath(path[...]) { stems.append(Array(path.prefix(form.stemCount))) }
    }
    return stems
  }

  private static let forms = PluralCategory.allCases.map { Array($0.rawValue.utf8) } + [[0x30], [0x31]]
}
