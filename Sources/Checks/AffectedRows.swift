package import Translations

/// A table as it was and as it is, or as much of both as a change can touch.
package struct ComparedTable: Sendable {
  package var old: Catalog
  package var new: Catalog
  package var difference: CatalogDifference
  /// Whether all rows are there.
  package var isWhole: Bool

  package init(from old: Catalog, to new: Catalog, _ difference: CatalogDifference, isWhole: Bool = true) {
    self.old = old
    self.new = new
    self.difference = difference
    self.isWhole = isWhole
  }

  /// Rows of a table that did not change.
  package init(unchanged rows: Catalog, isWhole: Bool) {
    self.init(from: rows, to: rows, CatalogDifference(), isWhole: isWhole)
  }
}

/// The rows of a catalog whose findings can be others because some rows of it or of its source changed.
///
/// Every rule about texts looks at one row, at its source and at the other forms of the same plural message; so a part
/// of a catalog with these rows has the findings about them that the whole has.
package struct AffectedRows {
  package private(set) var old: [Int]
  package private(set) var new: [Int]
  /// Of the source locale's table as it was.
  package private(set) var oldSource: [Int]
  /// Of the source locale's table as it is.
  package private(set) var newSource: [Int]

  /// - Returns: `nil` if the change may reach further than can be told.
  package init?(_ target: ComparedTable, source: ComparedTable?) {
    let compared = [target] + [source].compactMap { $0 }
    let tables = compared.flatMap { [$0.old, $0.new] }
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
    for changed in compared {
      for (oldRow, newRow) in changed.difference.rows {
        let path = changed.path(oldRow, newRow)
        include(path)
        if let form = PluralPath(path[...]) { include(below: path.prefix(form.stemCount)) }
        guard oldRow == nil || newRow == nil else { continue }
        // A row that came or went below the name of a plural message decides whether it is one.
        if path.contains(UInt8(ascii: "/")) { return nil }
        for stem in Self.stems(of: path) where Self.isName(stem, in: tables[...]) {
          // Where only a part is there, it has what was known before to be needed.
          let known = compared.filter(\.isWhole).flatMap { [$0.old, $0.new] }
          guard known.count == tables.count || Self.isName(stem, in: known[...]) else { return nil }
          include(below: stem)
        }
      }
    }
    let sorted = rows.map { $0.sorted() }
    (old, new) = (sorted[0], sorted[1])
    (oldSource, newSource) = sorted.count > 2 ? (sorted[2], sorted[3]) : ([], [])
  }

  /// The beginnings of the paths whose rows changes can touch in other tables.
  /// - Parameter changed: whole tables.
  package static func stems(_ changed: [ComparedTable]) -> [[UInt8]] {
    let tables = changed.flatMap { [$0.old, $0.new] }
    var stems: [[UInt8]] = []
    for table in changed {
      for (oldRow, newRow) in table.difference.rows {
        let path = table.path(oldRow, newRow)
        stems.append(path)
        if let form = PluralPath(path[...]) { stems.append(Array(path.prefix(form.stemCount))) }
        guard oldRow == nil || newRow == nil else { continue }
        for stem in Self.stems(of: path) {
          if isName(stem, in: tables[...]) {
            stems.append(Array(stem))
          } else {
            stems += forms.map { stem + $0 }
          }
        }
      }
    }
    return stems
  }

  /// The beginnings of a path that can be the name of a plural message.
  private static func stems(of path: [UInt8]) -> [ArraySlice<UInt8>] {
    path.indices.filter { path[$0] == 0 }.map { path[...$0] }
  }

  /// Whether one of the tables has a plural form of that name.
  private static func isName(_ stem: ArraySlice<UInt8>, in tables: ArraySlice<Catalog>) -> Bool {
    forms.contains { form in
      let key = stem + form
      return tables.contains { table in
        let row = table.lowerBound(of: key)
        return row < table.count && table.compare(table.rows[row], key) == 0
      }
    }
  }

  private static let forms = PluralCategory.allCases.map { Array($0.rawValue.utf8) } + [[0x30], [0x31]]
}

extension ComparedTable {
  /// The path of a row that is not the same in both.
  package func path(_ oldRow: Int?, _ newRow: Int?) -> [UInt8] {
    newRow.map { new.pathBytes(new.rows[$0]) } ?? old.pathBytes(old.rows[oldRow!])
  }
}
