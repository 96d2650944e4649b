/// A source that need not look through the bytes of a node again to find its entries.
package protocol NodeEntriesSource: NodeSource {
  func entries(_ address: Digest) throws(BundleError) -> NodeEntries
}

extension NodeSource {
  /// The entries of a node.
  /// - Throws: `BundleError`, if the node is missing or damaged.
  package func entries(of address: Digest) throws(BundleError) -> NodeEntries {
    if let source = self as? any NodeEntriesSource { return try source.entries(address) }
    return try NodeEntries(node(address))
  }
}

extension EmptyTreeSource: NodeEntriesSource {
  package func entries(_ address: Digest) throws(BundleError) -> NodeEntries {
    address == TreeRoot.empty.address ? try NodeEntries(node(address)) : try nodes.entries(of: address)
  }
}
