import Translations

/// Finds rows of a sorted table for paths that come in order, by walking on.
struct CatalogCursor {
  private let catalog: Catalog
  private var position = 0

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// The number of the row of a path; paths come in ascending order.
  mutating func row(at path: [UInt8]) -> Int? {
    while position < catalog.count {
      let order = catalog.compare(catalog.rows[position], path[...])
      if order == 0 { return position }
      if order > 0 { return nil }
      position += 1
    }
    return nil
  }
}

extension Catalog {
  /// `pathBytes` without an allocation for each row.
  func path(of row: Row, into path: inout [UInt8]) {
    path.removeAll(keepingCapacity: true)
    if row.prefix != 0 {
      path += prefixes[Int(row.prefix)]
      path.append(0)
    }
    path += arena[row.key.range]
  }
}
