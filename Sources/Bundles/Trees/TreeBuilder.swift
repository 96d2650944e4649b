/// The root of a tree and how many entries it holds.
public struct TreeRoot: Hashable, Sendable {
  /// The SHA-256 of the root node.
  public var address: Digest
  /// Entries in all leaves.
  public var count: Int

  public init(address: Digest, count: Int) {
    self.address = address
    self.count = count
  }

  /// The tree without entries.
  public static let empty = TreeRoot(address: Digest(of: Array("[0]".utf8)), count: 0)
}

/// Builds a tree from entries in key order, reusing whole subtrees of an older one where it can.
///
/// Entries are written into the bytes of their node as they come; a node is put away when its border is known.
/// A border is acted on only when the next entry arrives, so that a level never wraps a single node.
package struct TreeBuilder<Nodes: NodeSink & NodeSource> {
  private var leaf = CanonicalJSONWriter()
  private var leafFirstKey: [UInt8] = []
  private var leafCount = 0
  private var leafIsClosed = false
  private var levels: [Level] = []
  private var leafBorder = ChunkBorder(level: 0)

  /// What is pending for one node above the leaves.
  private struct Level {
    var pending: [NodeReference] = []
    var isClosed = false
    /// How many references ever came to this level.
    var total = 0
    var border: ChunkBorder
  }

  package init() {}

  /// Appends one entry; `payload` writes the JSON after the key, with a comma before each value.
  /// - Precondition: keys come in order and once each.
  package mutating func append(
    _ key: ArraySlice<UInt8>, into nodes: inout Nodes, payload: (inout CanonicalJSONWriter) -> Void
  ) throws(BundleError) {
    if leafIsClosed { try flushLeaf(into: &nodes) }
    if leafCount == 0 {
      leaf.bytes.removeAll(keepingCapacity: true)
      leaf.raw("[0")
      leafFirstKey = Array(key)
    }
    leaf.raw(",[")
    leaf.key(key)
    payload(&leaf)
    leaf.raw("]")
    leafCount += 1
    leafIsClosed = leafCount == ChunkBorder.most || leafBorder.falls(after: key)
  }

  package mutating func append(_ entry: TreeEntry, into nodes: inout Nodes) throws(BundleError) {
    try append(entry.key[...], into: &nodes) { writer in
      if !entry.payload.isEmpty {
        writer.comma()
        writer.bytes.append(contentsOf: entry.payload)
      }
    }
  }

  /// Appends all entries below a node of an older tree.
  ///
  /// The node is taken as it is when a chunk starts here on every level below. The last nodes of the older tree
  /// (`isOpen`) may have ended for want of entries, so they are always taken apart.
  package mutating func append(
    subtree: NodeReference, level: Int, isOpen: Bool, into nodes: inout Nodes
  ) throws(BundleError) {
    try flushClosed(through: level, into: &nodes)
    let isAtStart = leafCount == 0 && levels.prefix(level).allSatisfy { $0.pending.isEmpty }
    if isAtStart && !isOpen { return try push(subtree, onto: level, into: &nodes) }
    switch try Node(nodes.node(subtree.address)) {
    case .leaf(let entries):
      for entry in entries { try append(entry, into: &nodes) }
    case .inner(_, let children):
      for (index, child) in children.enumerated() {
        try append(
          subtree: child, level: level - 1, isOpen: isOpen && index == children.count - 1, into: &nodes)
      }
    }
  }

  /// The finished tree.
  package consuming func finish(
    into nodes: inout Nodes
  ) throws(BundleError) -> TreeRoot {
    if leafCount > 0 { try flushLeaf(into: &nodes) }
    guard let lowest = levels.firstIndex(where: { $0.total > 0 }) else {
      return TreeRoot(address: try nodes.put(Array("[0]".utf8)), count: 0)
    }
    var level = lowest
    while !isTop(level) {
      if !levels[level].pending.isEmpty { try flush(level, into: &nodes) }
      level += 1
    }
    var root = levels[level].pending[0]
    // Deletions can leave a reused node as the only one; a root with a single child is never kept.
    while level > 0 {
      guard case .inner(_, let children) = try Node(nodes.node(root.address)), children.count == 1 else {
        break
      }
      root = children[0]
      level -= 1
    }
    return TreeRoot(address: root.address, count: root.count)
  }

  private func isTop(_ level: Int) -> Bool {
    levels[level].total == 1 && levels[level].pending.count == 1
      && levels[(level + 1)...].allSatisfy { $0.total == 0 }
  }

  private mutating func flushLeaf(into nodes: inout Nodes) throws(BundleError) {
    leaf.raw("]")
    let reference = NodeReference(
      firstKey: leafFirstKey, address: try nodes.put(leaf.bytes), count: leafCount)
    leafCount = 0
    leafIsClosed = false
    try push(reference, onto: 0, into: &nodes)
  }

  private mutating func flushClosed(through level: Int, into nodes: inout Nodes) throws(BundleError) {
    if leafIsClosed { try flushLeaf(into: &nodes) }
    for index in 0..<min(level, levels.count) where levels[index].isClosed { try flush(index, into: &nodes) }
  }

  /// Adds a node of level `index` to the node above it.
  private mutating func push(
    _ reference: NodeReference, onto index: Int, into nodes: inout Nodes
  ) throws(BundleError) {
    while levels.count <= index {
      levels.append(Level(border: ChunkBorder(level: levels.count + 1)))
    }
    if levels[index].isClosed { try flush(index, into: &nodes) }
    levels[index].pending.append(reference)
    levels[index].total += 1
    levels[index].isClosed =
      levels[index].pending.count == ChunkBorder.most
      || levels[index].border.falls(after: reference.firstKey[...])
  }

  private mutating func flush(_ index: Int, into nodes: inout Nodes) throws(BundleError) {
    let pending = levels[index].pending
    levels[index].pending = []
    levels[index].isClosed = false
    let address = try nodes.put(Node.innerBytes(level: index + 1, pending))
    let count = pending.reduce(0) { $0 + $1.count }
    try push(
      NodeReference(firstKey: pending[0].firstKey, address: address, count: count), onto: index + 1,
      into: &nodes)
  }
}
