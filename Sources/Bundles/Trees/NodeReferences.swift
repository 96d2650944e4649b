/// The addresses a node names: children of an inner node, trees of a root node, nothing of a leaf.
public enum NodeReferences {
  /// - Throws: `BundleError`, if the bytes are no node of a kind this version knows.
  public static func of(_ bytes: [UInt8]) throws(BundleError) -> [Digest] {
    // Most nodes are leaves, and those name nothing.
    if bytes.starts(with: [UInt8(ascii: "["), UInt8(ascii: "0")]) { return [] }
    // Root nodes start with their schema, tree nodes with their level.
    if bytes.starts(with: Array("[\"assets.content/".utf8)) {
      let content = try ContentState(bytes)
      return [content.content.address]
        + content.locales.flatMap { $0.catalogs.map(\.values.address) + [$0.keywords.address] }
    }
    if bytes.starts(with: Array("[\"assets.ledger/".utf8)) {
      let ledger = try Ledger(bytes)
      return ledger.locales.flatMap { [$0.items.address, $0.history.address] }
        + [ledger.sources.address, ledger.withdrawn.address, ledger.acceptances.address]
    }
    return if case .inner(_, let children) = try Node(bytes) { children.map(\.address) } else { [] }
  }
}
