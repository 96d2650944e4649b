public import Translations

/// Reads what projections need from the trees of a content state, each node once.
public struct TreeProjectionSource<Nodes: NodeSource>: ProjectionSource {
  private let content: ContentState
  private let nodes: Nodes
  private var opened: [Digest: Node] = [:]

  public init(_ content: ContentState, nodes: Nodes) {
    self.content = content
    self.nodes = nodes
  }

  public mutating func text(_ key: MessageKey, in locale: LanguageTag) throws(BundleError) -> String? {
    guard let catalog = content[locale]?.catalog(key.catalog), catalog.count > 0,
      let entry = try entry(Array(key.pathBytes), in: catalog.address)
    else { return nil }
    return try PublishedValue.text(of: entry, atLeast: content.minimumState)
  }

  public mutating func terms(_ key: String, in locale: LanguageTag) throws(BundleError) -> [PublishedTerm]? {
    guard let keywords = content[locale]?.keywords, keywords.count > 0,
      let entry = try entry(Array(key.utf8), in: keywords.address)
    else { return nil }
    return try PublishedTerm.terms(entry)
  }

  /// The projection of a record in a locale of the state.
  public mutating func projection(
    of record: ContentRecord, in locale: LanguageTag
  ) throws(BundleError) -> Projection? {
    guard let state = content[locale] else { return nil }
    return try Projection(of: record, chain: state.chain, keywordChain: state.keywordChain, from: &self)
  }

  private mutating func entry(_ key: [UInt8], in root: Digest) throws(BundleError) -> TreeEntry? {
    var address = root
    while true {
      let node: Node
      if let known = opened[address] {
        node = known
      } else {
        node = try Node(nodes.node(address))
        opened[address] = node
      }
      switch node {
      case .leaf(let entries):
        let index = entries.partitionPoint { $0.key.lexicographicallyPrecedes(key) }
        return index < entries.count && entries[index].key == key ? entries[index] : nil
      case .inner(_, let children):
        let index = children.partitionPoint { !key.lexicographicallyPrecedes($0.firstKey) }
        guard index > 0 else { return nil }
        address = children[index - 1].address
      }
    }
  }
}

extension Array {
  /// The number of elements before the first for which `isBefore` is false.
  /// - Precondition: the elements are partitioned by `isBefore`.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
