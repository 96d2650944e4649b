/// Looks entries up by key and keeps the nodes it opened, for many keys of the same trees.
///
/// Where a limit is given and reached, all are let go and the few on the way are opened again, so that walking through
/// trees of any size needs little memory.
package struct TreeLookup<Nodes: NodeSource> {
  private let nodes: Nodes
  private var trees = OpenedTrees()
  /// The key that is looked for, as it is written.
  private var spelling = CanonicalJSONWriter()
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
    guard let place = try find(key, in: root) else { return nil }
    return try trees.entry(at: place)
  }

  /// What stands behind the key of an entry, which is not made; `nil` if there is none.
  /// - Complexity: one node a level, each read once.
  package mutating func payload(
    _ key: ArraySlice<UInt8>, in root: Digest
  ) throws(BundleError) -> ArraySlice<UInt8>? {
    try find(key, in: root).map { trees.payload(at: $0) }
  }

  private mutating func find(
    _ key: ArraySlice<UInt8>, in root: Digest
  ) throws(BundleError) -> OpenedTrees.EntryPlace? {
    if keptBytes > mostKeptBytes {
      trees = OpenedTrees()
      keptBytes = 0
    }
    spelling.bytes.removeAll(keepingCapacity: true)
    spelling.key(key)
    while true {
      switch try trees.find(spelling.bytes, in: root) {
      case .entry(let place): return place
      case .unopened(let address, let place):
        let node = try nodes.entries(of: address)
        keptBytes += node.byteCount
        trees.add(node, at: place)
      }
    }
  }
}

/// The nodes of trees that were opened so far.
private struct OpenedTrees {
  private var nodes: [NodeEntries] = []
  /// For each entry of each node the number of the node below it, or -1.
  private var children: [[Int]] = []
  private var trees: [Tree] = []
  private var numbers: [Digest: Int] = [:]
  /// The tree that was asked last.
  private var recent = 0

  private struct Tree {
    var root: Digest
    /// The numbers of nodes; the leaf is the one that was looked into last, or -1.
    var rootNode: Int
    var leaf = -1
  }

  /// Where a node hangs.
  enum Place {
    case root(Digest)
    case entry(Int, of: Int)
  }

  /// Where an entry stands.
  struct EntryPlace {
    fileprivate var node: Int
    fileprivate var index: Int
  }

  enum Answer {
    case entry(EntryPlace?)
    /// The way goes through a node that must be added first.
    case unopened(Digest, Place)
  }

  mutating func find(_ spelling: [UInt8], in root: Digest) throws(BundleError) -> Answer {
    if recent >= trees.count || trees[recent].root != root {
      guard let number = numbers[root] else { return .unopened(root, .root(root)) }
      recent = number
    }
    // Keys that are asked for one after the other often stand in one leaf.
    let leaf = trees[recent].leaf
    if leaf >= 0, nodes[leaf].spans(spelling) { return .entry(place(of: spelling, in: leaf)) }
    var node = trees[recent].rootNode
    while nodes[node].level > 0 {
      guard let index = nodes[node].child(for: spelling) else { return .entry(nil) }
      let child = children[node][index]
      guard child >= 0 else { return .unopened(try nodes[node].address(at: index), .entry(index, of: node)) }
      node = child
    }
    trees[recent].leaf = node
    return .entry(place(of: spelling, in: node))
  }

  private func place(of spelling: [UInt8], in leaf: Int) -> EntryPlace? {
    nodes[leaf].index(of: spelling).map { EntryPlace(node: leaf, index: $0) }
  }

  func entry(at place: EntryPlace) throws(BundleError) -> TreeEntry {
    try nodes[place.node].entry(at: place.index)
  }

  func payload(at place: EntryPlace) -> ArraySlice<UInt8> { nodes[place.node].payload(at: place.index) }

  mutating func add(_ node: NodeEntries, at place: Place) {
    switch place {
    case .root(let digest):
      numbers[digest] = trees.count
      trees.append(Tree(root: digest, rootNode: nodes.count))
    case .entry(let index, let parent): children[parent][index] = nodes.count
    }
    nodes.append(node)
    children.append(node.level > 0 ? Array(repeating: -1, count: node.count) : [])
  }
}
