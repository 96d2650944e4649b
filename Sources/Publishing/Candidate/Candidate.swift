package import Bundles
import Translations

/// The content a publish would make the head, with its new nodes and its difference from the parent.
package struct Candidate {
  package var content: ContentState
  package var difference: ContentDifference
  package var nodes: StagedNodes
  package var parent: Snapshot

  /// Whether the parent says the same already.
  package var isUnchanged: Bool { parent.revision > 0 && parent.content == content }

  /// A candidate whose trees are there already.
  package init(
    _ content: ContentState, parent: Snapshot, nodes: StagedNodes
  ) throws(BundleError) {
    self.content = content
    self.parent = parent
    self.nodes = nodes
    difference =
      parent.revision == 0 ? .none : try ContentDifference(from: parent.content, to: content, nodes: nodes)
  }

  /// Builds the trees of a candidate.
  /// - Parameters:
  ///   - parent: the published head, or the empty state.
  ///   - store: where the parent's nodes are; `nil` if there is no store yet.
  /// - Complexity: proportional to the units read; the parent is read where it differs.
  package init(
    _ input: CandidateInput, parent: Snapshot, store: StoreReader?
  ) throws(BundleError) {
    let nodes = StagedNodes(over: store)
    self.nodes = nodes
    self.parent = parent
    if parent.revision == 0 { nodes.reserve(input.textBytes * 2) }
    var staged = nodes
    let records = input.records.map(\.entry).sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var locales: [ContentState.Locale] = []
    for locale in input.locales {
      let before = parent.content[locale.locale]
      var catalogs: [ContentState.CatalogRoot] = []
      for set in input.catalogs.sorted(by: { ExactString($0.name) < ExactString($1.name) }) {
        let isSource = locale.locale == input.sourceLocale
        guard let catalog = isSource ? set.source : set.targets[locale.locale] else { continue }
        let digests = isSource ? [] : set.sourceDigests[locale.locale] ?? []
        var root = try ValueTree.build(
          catalog, named: set.name, source: isSource ? nil : set.source, digests: digests, into: &staged)
        if let old = before?.catalog(set.name), !isSource {
          let saysSources = catalog.rows.contains { !$0.source.isAbsent }
          root.values = try ValueTree.keepSourceDigests(
            of: old, in: root.values, digests: digests, saysSources: saysSources, into: &staged)
        }
        if root.values.count > 0 { catalogs.append(root) }
      }
      let keywords = try KeywordTree.build(
        input.keywords[locale.locale] ?? [], onto: before?.keywords ?? .empty, into: &staged)
      locales.append(
        .init(
          locale: locale.locale, chain: locale.chain, keywordChain: locale.keywordChain, catalogs: catalogs,
          keywords: keywords))
    }
    content = ContentState(
      sourceLocale: input.sourceLocale, minimumState: input.minimumState,
      content: try MerkleTree.build(records, into: &staged), locales: locales)
    difference =
      parent.revision == 0
      ? .none : try ContentDifference(from: parent.content, to: content, nodes: nodes)
  }
}
