/// Walks the entries of a tree in key order, one at a time, holding one node a level.
struct TreeEntryCursor<Nodes: NodeSource> {
  private let nodes: Nodes
  /// The nodes from the root down to a leaf, with the next entry of each.
  private var frames: [(node: NodeEntries, next: Int)] = []

  init(_ root: TreeRoot, in nodes: Nodes) throws(BundleError) {
    self.nodes = nodes
    if root.count > 0 { try open(root.address) }
  }

  mutating func next() throws(BundleError) -> TreeEntry? {
    while let (node, next) = frames.last {
      guard next < node.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      if node.level == 0 { return try node.entry(at: next) }
      try open(node.address(at: next))
    }
    return nil
  }

  private mutating func open(_ address: Digest) throws(BundleError) {
    frames.append((try NodeEntries(nodes.node(address)), 0))
  }
}
