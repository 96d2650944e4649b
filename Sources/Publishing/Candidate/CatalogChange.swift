package import Bundles
package import Translations

/// One locale's table of a catalog that is not what was published, beside the table that was.
package struct CatalogChange: Sendable {
  package var locale: LanguageTag
  package var catalog: String
  /// The table that the published values were made from, or as much of it as differs.
  package var old: Catalog
  package var new: Catalog
  package var difference: CatalogDifference
  /// Whether these are the texts of the source locale.
  package var isSource: Bool
  /// The source locale's table, for formats that do not say what a text was made against.
  package var source: Catalog?

  package init(
    locale: LanguageTag, catalog: String, old: Catalog, new: Catalog, difference: CatalogDifference,
    isSource: Bool = false, source: Catalog? = nil
  ) {
    self.locale = locale
    self.catalog = catalog
    self.old = old
    self.new = new
    self.difference = difference
    self.isSource = isSource
    self.source = source
  }
}

/// The keyword sets of a locale that are not what they were.
package struct KeywordChange: Sendable {
  package var locale: LanguageTag
  /// Sorted by key; `nil` for a set that is gone.
  package var sets: [(key: ExactString, set: KeywordSet?)]

  package init(locale: LanguageTag, sets: [(key: ExactString, set: KeywordSet?)]) {
    self.locale = locale
    self.sets = sets
  }
}

extension Candidate {
  /// The candidate that differs from its parent in texts and keyword sets of some locales, and in nothing else.
  ///
  /// The same as one built from all files, if the parent's content is what the old tables and sets made: a text that
  /// stands still keeps the source it was made against, whatever became of that.
  /// - Returns: `nil` if a catalog is or becomes empty in a locale, or a locale has no keywords yet.
  /// - Complexity: proportional to the change.
  package init?(
    _ changes: [CatalogChange], _ keywords: [KeywordChange] = [], on parent: Snapshot, store: StoreReader
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
    for change in keywords {
      guard let locale = content.locales.firstIndex(where: { $0.locale == change.locale }),
        content.locales[locale].keywords.count > 0
      else { return nil }
      let root = try KeywordTree.edit(content.locales[locale].keywords, change.sets, into: &staged)
      if root.count == 0 { return nil }
      content.locales[locale].keywords = root
    }
    try self.init(content, parent: parent, nodes: nodes)
  }
}

extension KeywordTree {
  /// The tree with the sets that changed.
  fileprivate static func edit(
    _ root: TreeRoot, _ sets: [(key: ExactString, set: KeywordSet?)], into nodes: inout StagedNodes
  ) throws(BundleError) -> TreeRoot {
    var lookup = TreeLookup(nodes)
    var edits: [MerkleTree.Edit] = []
    for (key, set) in sets {
      let path = Array(key.utf8)
      let before = try lookup.entry(path[...], in: root.address)
      var after: TreeEntry?
      switch set.map(standing) {
      case .inForce(let terms), .unreviewed(let terms): after = PublishedTerm.entry(key: key, terms)
      case .pending: after = before
      case .withdrawn, nil: after = nil
      }
      if before != after { edits.append(.init(key: path, payload: after?.payload)) }
    }
    return try MerkleTree.edit(root, edits, into: &nodes)
  }
}

extension ValueTree {
  /// The tree with the rows of a change.
  fileprivate static func edit(
    _ root: ContentState.CatalogRoot, _ change: CatalogChange, into nodes: inout StagedNodes
  ) throws(BundleError) -> ContentState.CatalogRoot {
    let new = change.new
    let saysSources = !change.isSource && new.rows.contains { !$0.source.isAbsent }
    var lookup = TreeLookup(nodes)
    var edits: [MerkleTree.Edit] = []
    var result = root
    for (oldRow, newRow) in change.difference.rows {
      let path = newRow.map { new.pathBytes(new.rows[$0]) } ?? change.old.pathBytes(change.old.rows[oldRow!])
      if let oldRow, change.isApproved(change.old.rows[oldRow]) { result.approved -= 1 }
      if let newRow, change.isApproved(new.rows[newRow]) { result.approved += 1 }
      let before = try lookup.entry(path[...], in: root.values.address)
      var after = newRow.flatMap { entry(of: new.rows[$0], path: path, change) }
      if !change.isSource, let published = before, let made = after {
        after = try keepSourceDigest(of: published, in: made, saysSources: saysSources) ?? made
      }
      if before != after { edits.append(.init(key: path, payload: after?.payload)) }
    }
    result.values = try MerkleTree.edit(root.values, edits, into: &nodes)
    return result
  }

  /// The entry of a row; `nil` if it is no value.
  private static func entry(of row: Catalog.Row, path: [UInt8], _ change: CatalogChange) -> TreeEntry? {
    guard change.isValue(row) else { return nil }
    let catalog = change.new
    var sourceDigest: Fingerprint?
    if let source = change.source {
      var position = source.lowerBound(of: path[...])
      var fields = FingerprintFields()
      sourceDigest = madeAgainst(
        row, of: catalog, key: path, source: source, position: &position, &fields)
    }
    if !change.isSource, !row.source.isAbsent {
      sourceDigest = .value(catalog.bytes(row.source), hasCodes: row.flags.contains(.sourceHasCodes))
    }
    var writer = CanonicalJSONWriter()
    PublishedValue.write(
      message: catalog.bytes(row.target), hasCodes: row.flags.contains(.targetHasCodes),
      state: change.isSource ? .final : row.state, sourceDigest: sourceDigest, to: &writer)
    // What is written begins with the comma behind the key.
    return TreeEntry(key: path, payload: Array(writer.bytes.dropFirst()))
  }
}

extension CatalogChange {
  /// Whether a row is published: in the source locale every text is.
  fileprivate func isValue(_ row: Catalog.Row) -> Bool { row.isValue || isSource && !row.target.isAbsent }

  fileprivate func isApproved(_ row: Catalog.Row) -> Bool {
    isValue(row) && (isSource ? TranslationState.final : row.state).isApproved
  }
}
