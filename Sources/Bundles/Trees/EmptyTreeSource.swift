/// A source that knows the empty tree even when no store ever held it.
package struct EmptyTreeSource<Nodes: NodeSource>: NodeSource {
  let nodes: Nodes

  package init(_ nodes: Nodes) { self.nodes = nodes }

  package func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    address == TreeRoot.empty.address ? Array("[0]".utf8) : try nodes.node(address)
  }
}
