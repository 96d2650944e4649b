/// Looks entries up by key and keeps the nodes it opened, for many keys of the same trees.
///
/// Where a limit is given and reached, all are let go and the few on the way are opened again, so that walking through
/// trees of any size needs little memory.
package struct TreeLookup<Nodes: NodeSource> {
  private let nodes: Nodes
  private var trees = OpenedTrees()
  private var keptBytes = 0
  private let mostKeptBytes: Int

  /// - Parameter mostKeptBytes: how many bytes of nodes are kept.
  package init(_ nodes: Nodes, keeping mostKeptBytes: Int = .max) {
    self.nodes = nodes
    self.mostKeptBytes = mostKeptBytes
  }

  /// - Complexity: one node a level, each read once.
  package mutating func entry(
    _ key: ArraySlice<UInt8>, in root: Digest
  ) throws(BundleError) -> TreeEntry? {
    if keptBytes > mostKeptBytes {
      trees = OpenedTrees()
      keptBytes = 0
    }
    let spelling = NodeEntries.spelling(of: key)
    while true {
      switch try trees.find(spelling, in: root) {
      case .entry(let entry): return entry
      case .unopened(let address, let place):
        let bytes = try nodes.node(address)
        keptBytes += bytes.count
        trees.add(try NodeEntries(bytes), at: place)
      }
    }
  }
}

/// The nodes of trees that were opened so far.
private struct OpenedTrees {
  private var nodes: [NodeEntries] = []
  /// For each entry of each node the number of the node below it, or -1.
  private var children: [[Int]] = []
  private var roots: [Digest: Int] = [:]

  /// Where a node hangs.
  enum Place {
    case root(Digest)
    case entry(Int, of: Int)
  }

  enum Answer {
    case entry(TreeEntry?)
    /// The way goes through a node that must be added first.
    case unopened(Digest, Place)
  }

  func find(_ spelling: [UInt8], in root: Digest) throws(BundleError) -> Answer {
    guard var node = roots[root] else { return .unopened(root, .root(root)) }
    while nodes[node].level > 0 {
      guard let index = nodes[node].child(for: spelling) else { return .entry(nil) }
      let child = children[node][index]
      guard child >= 0 else { return .unopened(try nodes[node].address(at: index), .entry(index, of: node)) }
      node = child
    }
    guard let index = nodes[node].index(of: spelling) else { return .entry(nil) }
    return .entry(try nodes[node].entry(at: index))
  }

  mutating func add(_ node: NodeEntries, at place: Place) {
    switch place {
    case .root(let digest): roots[digest] = nodes.count
    case .entry(let index, let parent): children[parent][index] = nodes.count
    }
    nodes.append(node)
    children.append(node.level > 0 ? Array(repeating: -1, count: node.count) : [])
  }
}
