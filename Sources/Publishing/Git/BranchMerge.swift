package import Bundles
import Translations

/// What a branch would publish after it is merged: a published state with the branch's own edits and nothing else.
///
/// Rollback rules that look at this see what the branch did. What the branch merely does not have yet, because it
/// began before somebody else published, is not in it.
package struct BranchMerge {
  package private(set) var content: ContentState

  private let base: ContentState
  private let branch: ContentState
  private let published: ContentState

  /// - Parameters:
  ///   - base: the working files where the branch began.
  ///   - branch: the working files now.
  ///   - published: what it will be merged into.
  ///   - sources: the nodes of `base` and `branch`.
  ///   - nodes: the nodes of `published`, and where new ones go.
  /// - Complexity: proportional to what the branch changed.
  package init(
    of branch: ContentState, since base: ContentState, into published: ContentState,
    sources: some NodeSource, nodes: inout StagedNodes
  ) throws(BundleError) {
    self.base = base
    self.branch = branch
    self.published = published
    content = published
    if branch.sourceLocale != base.sourceLocale { content.sourceLocale = branch.sourceLocale }
    if branch.minimumState != base.minimumState { content.minimumState = branch.minimumState }
    // Trees that hold nothing are edited like others, and no store need ever have held one.
    _ = try nodes.put(Array("[0]".utf8))
    let edits = try ContentDifference(from: base, to: branch, nodes: sources)
    content.content = try MerkleTree.edit(
      published.content, edits.records.map { .init(key: $0.key, payload: $0.after?.payload) }, into: &nodes)
    let tags = Set((base.locales + branch.locales + published.locales).map(\.locale))
    var locales: [ContentState.Locale] = []
    for tag in tags.sorted() {
      if let locale = try locale(tag, edits[tag], &nodes) { locales.append(locale) }
    }
    content.locales = locales
  }

  private func locale(
    _ tag: LanguageTag, _ edits: ContentDifference.Locale?, _ nodes: inout StagedNodes
  ) throws(BundleError) -> ContentState.Locale? {
    guard let now = branch[tag] else {
      // Taken out by the branch, or not there when it began.
      return base[tag] == nil ? published[tag] : nil
    }
    guard var result = published[tag] else {
      // New in the branch; or taken out by others, and the branch does not bring it back.
      return base[tag] == nil ? now : nil
    }
    if now.chain != base[tag]?.chain { result.chain = now.chain }
    if now.keywordChain != base[tag]?.keywordChain { result.keywordChain = now.keywordChain }
    guard let edits else { return result }
    result.keywords = try MerkleTree.edit(
      result.keywords, edits.keywords.map { .init(key: $0.key, payload: $0.after?.payload) }, into: &nodes)
    for (name, values) in Dictionary(grouping: edits.values, by: { ExactString($0.key.catalog) }) {
      let old =
        result.catalogs.first { $0.name == name } ?? .init(name: name, values: .empty, approved: 0)
      let new = try apply(values, to: old, &nodes)
      result.catalogs.removeAll { $0.name == name }
      if new.values.count > 0 { result.catalogs.append(new) }
    }
    result.catalogs.sort { $0.name < $1.name }
    return result
  }

  private func apply(
    _ changes: [(key: MessageKey, before: TreeEntry?, after: TreeEntry?)], to old: ContentState.CatalogRoot,
    _ nodes: inout StagedNodes
  ) throws(BundleError) -> ContentState.CatalogRoot {
    var result = old
    var edits: [MerkleTree.Edit] = []
    for change in changes.sorted(by: { $0.key < $1.key }) {
      let path = Array(change.key.pathBytes)
      let entry =
        old.values.count == 0 ? nil : try MerkleTree.entry(path, in: old.values.address, from: nodes)
      let published = try entry.map { (entry) throws(BundleError) in try PublishedValue(entry) }
      let before = try change.before.map { (entry) throws(BundleError) in try PublishedValue(entry) }
      let after = try change.after.map { (entry) throws(BundleError) in try PublishedValue(entry) }
      guard Self.isEdit(from: before, to: after, published: published) else { continue }
      if published?.state.isApproved == true { result.approved -= 1 }
      if after?.state.isApproved == true { result.approved += 1 }
      edits.append(.init(key: path, payload: change.after?.payload))
    }
    result.values = try MerkleTree.edit(old.values, edits, into: &nodes)
    return result
  }

  /// Whether a change of the branch changes what is published.
  private static func isEdit(
    from before: PublishedValue?, to after: PublishedValue?, published: PublishedValue?
  ) -> Bool {
    guard let after else { return published != nil }
    guard let before, before.message == after.message else {
      // Somebody else already published this very text.
      return published?.message != after.message || published?.state != after.state
    }
    // The same text in another state, or seen against another source: of no weight where others changed the text.
    return published?.message == after.message
  }
}
