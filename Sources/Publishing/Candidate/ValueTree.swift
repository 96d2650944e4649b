import Bundles
import Translations

/// The values of one catalog in one locale as a tree.
enum ValueTree {
  /// Builds the tree of a catalog's texts.
  ///
  /// A missing text, an empty one that nobody marked as finished, and a text in an untranslated state are no values.
  /// - Parameter source: the source locale's table, for formats that do not say what a text was made against; `nil`
  ///   in the source locale, whose texts are final.
  /// - Parameter digests: what texts were made against, where that is known from elsewhere.
  static func build(
    _ catalog: Catalog, named name: String, source: Catalog?, digests: [CandidateInput.SourceDigest],
    into nodes: inout StagedNodes
  ) throws(BundleError) -> ContentState.CatalogRoot {
    var builder = TreeBuilder<StagedNodes>()
    var approved = 0
    var key: [UInt8] = []
    var position = 0
    var fields = FingerprintFields()
    for row in catalog.rows {
      guard row.isValue || source == nil && !row.target.isAbsent else { continue }
      key.removeAll(keepingCapacity: true)
      if row.prefix != 0 {
        key += catalog.prefixes[Int(row.prefix)]
        key.append(0)
      }
      key += catalog.arena[row.key.range]
      let sourceDigest =
        digests.digest(of: key[...])
        ?? source.flatMap {
          madeAgainst(row, of: catalog, key: key, source: $0, position: &position, &fields)
        }
      let state = source == nil ? .final : row.state
      if state.isApproved { approved += 1 }
      try builder.append(key[...], into: &nodes) { writer in
        PublishedValue.write(
          message: catalog.arena[row.target.range], hasCodes: row.flags.contains(.targetHasCodes),
          state: state,
          sourceDigest: sourceDigest, to: &writer)
      }
    }
    return .init(name: ExactString(name), values: try builder.finish(into: &nodes), approved: approved)
  }

  /// The digest of the source a text was made against: what its own file says, else today's source.
  static func madeAgainst(
    _ row: Catalog.Row, of catalog: Catalog, key: [UInt8], source: Catalog, position: inout Int,
    _ fields: inout FingerprintFields
  ) -> Fingerprint? {
    if !row.source.isAbsent {
      return .value(
        catalog.arena[row.source.range], hasCodes: row.flags.contains(.sourceHasCodes), &fields)
    }
    // Both tables are sorted, so the source's row is found by walking on.
    while position < source.count, source.compare(source.rows[position], key[...]) < 0 { position += 1 }
    guard position < source.count, source.compare(source.rows[position], key[...]) == 0 else { return nil }
    let twin = source.rows[position]
    if twin.target.isAbsent { return nil }
    return .value(
      source.arena[twin.target.range], hasCodes: twin.flags.contains(.targetHasCodes), &fields)
  }

  /// Puts the older source digest back where nothing but that digest changed: a text that stands still was made
  /// against the source it always was made against.
  ///
  /// Where the files do not say what a text was made against, that holds for a text that got another state too.
  /// - Parameter digests: texts for which it is said; these stay as they are.
  /// - Parameter saysSources: whether the files carry the sources of their texts.
  static func keepSourceDigests(
    of old: TreeRoot, in new: TreeRoot, digests: [CandidateInput.SourceDigest], saysSources: Bool,
    into nodes: inout StagedNodes
  ) throws(BundleError) -> TreeRoot {
    guard old.count > 0, new.count > 0 else { return new }
    var edits: [MerkleTree.Edit] = []
    for change in try MerkleTree.difference(from: old.address, to: new.address, source: nodes) {
      guard let before = change.before, let after = change.after else { continue }
      guard digests.digest(of: before.key[...]) == nil else { continue }
      if let kept = try keepSourceDigest(of: before, in: after, saysSources: saysSources) {
        edits.append(.init(kept))
      }
    }
    return try MerkleTree.edit(new, edits, into: &nodes)
  }

  /// The entry to keep of a value that differs; `nil` if it is the new one.
  static func keepSourceDigest(
    of before: TreeEntry, in after: TreeEntry, saysSources: Bool
  ) throws(BundleError) -> TreeEntry? {
    let (a, b) = (try PublishedValue(before), try PublishedValue(after))
    guard a.message == b.message else { return nil }
    if a.state == b.state { return before }
    guard !saysSources, a.sourceDigest != b.sourceDigest else { return nil }
    return PublishedValue(message: b.message, state: b.state, sourceDigest: a.sourceDigest)
      .entry(path: after.key)
  }
}

extension Catalog.Row {
  /// Whether the row has a text that somebody translated.
  var isValue: Bool {
    !target.isAbsent && state > .untranslated && (target.count > 0 || flags.contains(.explicitlyEmpty))
  }
}
