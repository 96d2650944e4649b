package import Translations

/// Which part of a revision a bundle file holds.
package struct BundleScope: Hashable, Sendable {
  /// The chosen locales and all that they fall back to, sorted; each is complete.
  package let locales: [LanguageTag]

  /// - Throws: `BundleError` with `.unknownSelector` for a locale that the revision does not have.
  package init(_ chosen: [LanguageTag], in content: ContentState) throws(BundleError) {
    var open = chosen
    var found: Set<LanguageTag> = []
    while let locale = open.popLast() {
      guard let state = content[locale] else {
        throw BundleError(.unknownSelector, "the revision has no locale '\(locale)'")
      }
      if found.insert(locale).inserted { open += state.chain + state.keywordChain }
    }
    locales = found.sorted()
  }

  /// The trees that an app reads: the content map, and for each locale its values, keywords and ledger rows.
  package func trees(of snapshot: Snapshot) -> [TreeRoot] {
    [snapshot.content.content]
      + locales.flatMap { locale -> [TreeRoot] in
        guard let state = snapshot.content[locale] else { return [] }
        return state.catalogs.map(\.values) + [state.keywords]
          + (snapshot.ledger[locale].map { [$0.items] } ?? [])
      }
  }

  /// The addresses of all nodes, roots first, each once, in walking order.
  package func addresses(of snapshot: Snapshot, from source: some NodeSource) throws(BundleError) -> [Digest]
  {
    guard let head = snapshot.head else { return [] }
    var result = [head.content, head.ledger]
    var seen = Set(result)
    var open = Array(trees(of: snapshot).map(\.address).reversed())
    while let address = open.popLast() {
      guard seen.insert(address).inserted else { continue }
      result.append(address)
      open += try NodeReferences.of(source.node(address)).reversed()
    }
    return result
  }
}
