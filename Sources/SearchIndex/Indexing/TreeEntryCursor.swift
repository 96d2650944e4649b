/// Walks the entries of a tree in key order, one at a time, holding one node a level.
struct TreeEntryCursor<Nodes: NodeSource> {
  private let nodes: Nodes
  private var references: [ArraySlice<NodeReference>] = []
  private var entries: ArraySlice<TreeEntry> = []

  init(_ root: TreeRoot, in nodes: Nodes) throws(BundleError) {
    self.nodes = nodes
    if root.count > 0 { try open(root.address) }
  }

  mutating func next() throws(BundleError) -> TreeEntry? {
    while entries.isEmpty {
      guard var level = references.popLast() else { return nil }
      guard let reference = level.popFirst() else { continue }
      references.append(level)
      try open(reference.address)
    }
    return entries.removeFirst()
  }

  private mutating func open(_ address: Digest) throws(BundleError) {
    switch try Node(nodes.node(address)) {
    case .leaf(let found): entries = found[...]
    case .inner(_, let children): references.append(children[...])
    }
  }
}

/// Looks entries up by key and keeps the nodes it opened, for many keys that lie close together.
struct TreeLookup<Nodes: NodeSource> {
  private let nodes: Nodes
  private var opened: [Digest: Node] = [:]

  init(_ nodes: Nodes) { self.nodes = nodes }

  mutating func entry(_ key: [UInt8], in root: TreeRoot) throws(BundleError) -> TreeEntry? {
    if root.count == 0 { return nil }
    var address = root.address
    while true {
      switch try node(address) {
      case .leaf(let entries): return entries.first { $0.key == key }
      case .inner(_, let children):
        guard let child = children.last(where: { !key.lexicographicallyPrecedes($0.firstKey) }) else {
          return nil
        }
        address = child.address
      }
    }
  }

  private mutating func node(_ address: Digest) throws(BundleError) -> Node {
    if let known = opened[address] { return known }
    let node = try Node(nodes.node(address))
    opened[address] = node
    return node
  }
}
