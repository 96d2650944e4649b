/// What is done with trees: build, edit, look up, walk.
///
/// A tree is its root's address; all functions are pure in the nodes that `source` gives.
public enum MerkleTree {
  /// Builds a tree of sorted, unique entries.
  package static func build<Nodes: NodeSink & NodeSource>(
    _ entries: some Sequence<TreeEntry>, into nodes: inout Nodes
  ) throws(BundleError) -> TreeRoot {
    var builder = TreeBuilder<Nodes>()
    for entry in entries { try builder.append(entry, into: &nodes) }
    return try builder.finish(into: &nodes)
  }

  /// One change of a tree: an entry's new payload, or `nil` to remove it.
  package struct Edit: Sendable {
    package var key: [UInt8]
    package var payload: [UInt8]?

    package init(key: [UInt8], payload: [UInt8]?) {
      self.key = key
      self.payload = payload
    }

    package init(_ entry: TreeEntry) { self.init(key: entry.key, payload: entry.payload) }
  }

  /// The tree with `edits` applied; reads and writes nodes in proportion to the edits.
  /// - Precondition: `edits` are sorted by key and name each key once.
  package static func edit<Nodes: NodeSink & NodeSource>(
    _ root: TreeRoot, _ edits: [Edit], into nodes: inout Nodes
  ) throws(BundleError) -> TreeRoot {
    if edits.isEmpty { return root }
    if try holds(edits[...], below: root.address, nodes) {
      return TreeRoot(address: try replace(edits[...], below: root.address, &nodes), count: root.count)
    }
    var builder = TreeBuilder<Nodes>()
    try apply(edits[...], below: root.address, isOpen: true, to: &builder, &nodes)
    return try builder.finish(into: &nodes)
  }

  /// Whether the edits give other payloads to keys that are there, and do nothing else.
  private static func holds(
    _ edits: ArraySlice<Edit>, below address: Digest, _ nodes: some NodeSource
  ) throws(BundleError) -> Bool {
    let node = try nodes.entries(of: address)
    if node.level == 0 {
      return edits.allSatisfy {
        $0.payload != nil && node.index(of: NodeEntries.spelling(of: $0.key[...])) != nil
      }
    }
    var rest = edits
    while let (index, own) = split(&rest, over: node) {
      guard let index, try holds(own, below: node.address(at: index), nodes) else { return false }
    }
    return true
  }

  /// The address of the node with other payloads behind keys that it has: borders follow from keys, so nothing but
  /// those payloads and the addresses above them changes.
  private static func replace<Nodes: NodeSink & NodeSource>(
    _ edits: ArraySlice<Edit>, below address: Digest, _ nodes: inout Nodes
  ) throws(BundleError) -> Digest {
    let node = try nodes.entries(of: address)
    if node.level == 0 {
      guard let leaf = node.replacing(edits) else {
        throw BundleError(.damaged, "node \(address) lost a key")
      }
      return try nodes.put(leaf)
    }
    var replaced: [(index: Int, address: Digest)] = []
    var rest = edits
    while case (let index?, let own)? = split(&rest, over: node) {
      replaced.append((index, try replace(own, below: node.address(at: index), &nodes)))
    }
    return try nodes.put(node.replacing(replaced))
  }

  /// Takes the first edits that belong below one entry of an inner node; `nil` if there are none, no entry for those
  /// before all.
  private static func split(
    _ edits: inout ArraySlice<Edit>, over node: NodeEntries
  ) -> (index: Int?, edits: ArraySlice<Edit>)? {
    guard let first = edits.first else { return nil }
    guard let index = node.child(for: NodeEntries.spelling(of: first.key[...])) else { return (nil, edits) }
    let isLast = index + 1 == node.count
    let own =
      isLast
      ? edits : edits.prefix { !node.begins(index + 1, atOrBefore: NodeEntries.spelling(of: $0.key[...])) }
    edits = edits[own.endIndex...]
    return (index, own)
  }

  private static func apply<Nodes: NodeSink & NodeSource>(
    _ edits: ArraySlice<Edit>, below address: Digest, isOpen: Bool, to builder: inout TreeBuilder<Nodes>,
    _ nodes: inout Nodes
  ) throws(BundleError) {
    let bytes = try nodes.node(address)
    if Node.isLeaf(bytes), let replaced = try nodes.entries(of: address).replacing(edits) {
      // Borders follow from keys, so a leaf with the same keys ends where it ended.
      let leaf = NodeReference(
        firstKey: try replaced.key(at: 0), address: try nodes.put(replaced), count: replaced.count)
      return try builder.append(subtree: leaf, level: 0, isOpen: isOpen, into: &nodes)
    }
    switch try Node(bytes) {
    case .leaf(let entries): try merge(edits, with: entries, into: &builder, &nodes)
    case .inner(let level, let children):
      var rest = edits
      for (index, child) in children.enumerated() {
        let isLast = index == children.count - 1
        let border = isLast ? nil : children[index + 1].firstKey
        let own = border.map { border in rest.prefix { $0.key.lexicographicallyPrecedes(border) } } ?? rest
        rest = rest.dropFirst(own.count)
        if own.isEmpty {
          try builder.append(
            subtree: child, level: level - 1, isOpen: isOpen && isLast, into: &nodes)
        } else {
          try apply(own, below: child.address, isOpen: isOpen && isLast, to: &builder, &nodes)
        }
      }
    }
  }

  private static func merge<Nodes: NodeSink & NodeSource>(
    _ edits: ArraySlice<Edit>, with entries: [TreeEntry], into builder: inout TreeBuilder<Nodes>,
    _ nodes: inout Nodes
  ) throws(BundleError) {
    var edits = edits
    for entry in entries {
      while let edit = edits.first, edit.key.lexicographicallyPrecedes(entry.key) {
        edits.removeFirst()
        if let payload = edit.payload {
          try builder.append(TreeEntry(key: edit.key, payload: payload), into: &nodes)
        }
      }
      if let edit = edits.first, edit.key == entry.key {
        edits.removeFirst()
        if let payload = edit.payload {
          try builder.append(TreeEntry(key: edit.key, payload: payload), into: &nodes)
        }
      } else {
        try builder.append(entry, into: &nodes)
      }
    }
    for edit in edits {
      if let payload = edit.payload {
        try builder.append(TreeEntry(key: edit.key, payload: payload), into: &nodes)
      }
    }
  }

  /// The entry with a key.
  /// - Complexity: one node a level.
  public static func entry(
    _ key: [UInt8], in root: Digest, from source: some NodeSource
  ) throws(BundleError) -> TreeEntry? {
    var lookup = TreeLookup(source)
    return try lookup.entry(key[...], in: root)
  }

  /// Calls `body` with each leaf in key order.
  static func forEachLeaf(
    in root: Digest, from source: some NodeSource, _ body: (NodeEntries) throws(BundleError) -> Void
  ) throws(BundleError) {
    let node = try source.entries(of: root)
    if node.level == 0 { return try body(node) }
    for index in 0..<node.count { try forEachLeaf(in: node.address(at: index), from: source, body) }
  }

  /// Calls `body` with each entry in key order.
  public static func forEach(
    in root: Digest, from source: some NodeSource, _ body: (TreeEntry) throws(BundleError) -> Void
  ) throws(BundleError) {
    let node = try source.entries(of: root)
    for index in 0..<node.count {
      if node.level == 0 {
        try body(node.entry(at: index))
      } else {
        try forEach(in: node.address(at: index), from: source, body)
      }
    }
  }
}
