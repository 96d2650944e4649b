public import Translations

/// Reads what projections need from the trees of a content state, each node and each keyword set once as long as they
/// are few.
public struct TreeProjectionSource<Nodes: NodeSource>: ProjectionSource {
  private let content: ContentState
  private var lookup: TreeLookup<Nodes>
  /// The keyword sets that were read, for each locale by key; records share them.
  private var sets: [[ExactString: [PublishedTerm]?]]
  private static var mostSets: Int { 16_384 }

  /// Reads from the trees of `content`, whose nodes `nodes` has.
  /// - Parameter mostKeptBytes: how many bytes of nodes are kept in memory for the next projections.
  public init(_ content: ContentState, nodes: Nodes, keeping mostKeptBytes: Int = .max) {
    self.content = content
    lookup = TreeLookup(nodes, keeping: mostKeptBytes)
    sets = Array(repeating: [:], count: content.locales.count)
  }

  /// The text as `ProjectionSource` asks for it, if its state is at least the content's minimum state.
  /// - Throws: `BundleError`, if a node is missing or damaged.
  public mutating func text(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> String? {
    let path = key.pathBytes
    let name = key.bytes.dropLast(path.isEmpty ? 0 : path.count + 1)
    guard let state = index(of: locale),
      let catalog = content.locales[state].catalogs.first(where: { $0.name.utf8.elementsEqual(name) })?
        .values,
      catalog.count > 0, let payload = try lookup.payload(path, in: catalog.address)
    else { return nil }
    return try PublishedValue.text(of: payload, atLeast: content.minimumState)
  }

  /// The terms as `ProjectionSource` asks for them; each set is read once.
  /// - Throws: `BundleError`, if a node is missing or damaged.
  public mutating func terms(_ key: String, in locale: LanguageTag) throws(BundleError) -> [PublishedTerm]? {
    guard let state = index(of: locale) else { return nil }
    let keywords = content.locales[state].keywords
    guard keywords.count > 0 else { return nil }
    if let known = sets[state][ExactString(key)] { return known }
    let terms = try lookup.entry(Array(key.utf8)[...], in: keywords.address).map {
      (entry) throws(BundleError) in try PublishedTerm.terms(entry)
    }
    if sets[state].count >= Self.mostSets { sets[state].removeAll() }
    sets[state].updateValue(terms, forKey: ExactString(key))
    return terms
  }

  /// The projection of a record in a locale of the state.
  public mutating func projection(
    of record: ContentRecord, in locale: LanguageTag
  ) throws(BundleError) -> Projection? {
    guard let state = content[locale] else { return nil }
    return try Projection(of: record, chain: state.chain, keywordChain: state.keywordChain, from: &self)
  }

  private func index(of locale: LanguageTag) -> Int? {
    content.locales.firstIndex { $0.locale == locale }
  }
}
