package import Bundles
package import Translations

/// One locale's table of a catalog that is not what was published, beside the table that was.
package struct CatalogChange: Sendable {
  package var locale: LanguageTag
  package var catalog: String
  /// The table that the published values were made from.
  package var old: Catalog
  package var new: Catalog
  package var difference: CatalogDifference
  /// The source locale's table, for formats that do not say what a text was made against.
  package var source: Catalog?

  package init(
    locale: LanguageTag, catalog: String, old: Catalog, new: Catalog, difference: CatalogDifference,
    source: Catalog?
  ) {
    self.locale = locale
    self.catalog = catalog
    self.old = old
    self.new = new
    self.difference = difference
    self.source = source
  }
}

extension Candidate {
  /// The candidate that differs from its parent in texts of some locales other than the source's, and in nothing else.
  ///
  /// The same as one built from all files, if the parent's content is what the old tables made.
  /// - Returns: `nil` if a catalog is or becomes empty in a locale.
  /// - Complexity: proportional to the change, plus one look at each row of the changed tables.
  package init?(
    _ changes: [CatalogChange], on parent: Snapshot, store: StoreReader
  ) throws(BundleError) {
    let nodes = StagedNodes(over: store)
    var staged = nodes
    var content = parent.content
    for change in changes {
      guard let locale = content.locales.firstIndex(where: { $0.locale == change.locale }),
        let catalog = content.locales[locale].catalogs.firstIndex(where: {
          $0.name == ExactString(change.catalog)
        })
      else { return nil }
      let root = try ValueTree.edit(content.locales[locale].catalogs[catalog], change, into: &staged)
      if root.values.count == 0 { return nil }
      content.locales[locale].catalogs[catalog] = root
    }
    try self.init(content, parent: parent, nodes: nodes)
  }
}

extension ValueTree {
  /// The tree with the rows of a change.
  fileprivate static func edit(
    _ root: ContentState.CatalogRoot, _ change: CatalogChange, into nodes: inout StagedNodes
  ) throws(BundleError) -> ContentState.CatalogRoot {
    let new = change.new
    let saysSources = new.rows.contains { !$0.source.isAbsent }
    var lookup = TreeLookup(nodes)
    var edits: [MerkleTree.Edit] = []
    for (oldRow, newRow) in change.difference.rows {
      let path = newRow.map { new.pathBytes(new.rows[$0]) } ?? change.old.pathBytes(change.old.rows[oldRow!])
      let before = try lookup.entry(path[...], in: root.values.address)
      var after = newRow.flatMap { entry(of: new.rows[$0], in: new, path: path, source: change.source) }
      if let published = before, let made = after {
        after = try keepSourceDigest(of: published, in: made, saysSources: saysSources) ?? made
      }
      if before != after { edits.append(.init(key: path, payload: after?.payload)) }
    }
    var result = root
    result.values = try MerkleTree.edit(root.values, edits, into: &nodes)
    result.approved = new.rows.count { $0.isValue && $0.state.isApproved }
    return result
  }

  /// The entry of a row; `nil` if it is no value.
  private static func entry(
    of row: Catalog.Row, in catalog: Catalog, path: [UInt8], source: Catalog?
  ) -> TreeEntry? {
    guard row.isValue else { return nil }
    var position = source.map { $0.lowerBound(of: path[...]) } ?? 0
    let digest = source.flatMap {
      madeAgainst(row, of: catalog, key: path, source: $0, position: &position)
    }
    let ownDigest =
      row.source.isAbsent
      ? nil : Fingerprint.value(catalog.bytes(row.source), hasCodes: row.flags.contains(.sourceHasCodes))
    var writer = CanonicalJSONWriter()
    PublishedValue.write(
      message: catalog.bytes(row.target), hasCodes: row.flags.contains(.targetHasCodes), state: row.state,
      sourceDigest: digest ?? ownDigest, to: &writer)
    // What is written begins with the comma behind the key.
    return TreeEntry(key: path, payload: Array(writer.bytes.dropFirst()))
  }
}
