/// Checks that trees are cut where the format cuts them, each node once.
///
/// Without it two trees with the same entries could have different roots, and "says the same" would not be a
/// comparison of addresses any more.
struct TreeShape {
  /// What is known of a node: its level, its first key, and whether it ends on a border.
  private struct Known {
    var level: Int
    var firstKey: [UInt8]
    var endsOnBorder: Bool
    var count: Int
  }

  private var known: [Digest: Known] = [:]

  /// - Throws: `BundleError` with `.damaged` for a tree with a border in another place, an inner root with a single
  ///   child, or a reference that does not say what is below it.
  mutating func check(_ root: TreeRoot, _ nodes: some NodeSource) throws(BundleError) {
    if root.count == 0 && root == .empty { return }
    let top = try check(root.address, isLast: true, nodes)
    guard top.count == root.count else {
      throw BundleError(.damaged, "tree \(root.address) has \(top.count) entries and not \(root.count)")
    }
    if top.level > 0, case .inner(_, let children) = try Node(nodes.node(root.address)), children.count < 2 {
      throw BundleError(.damaged, "tree \(root.address) has a root with one child")
    }
  }

  private mutating func check(
    _ address: Digest, isLast: Bool, _ nodes: some NodeSource
  ) throws(BundleError) -> Known {
    let found: Known
    if let node = known[address] {
      found = node
    } else {
      found = try read(address, nodes)
      known[address] = found
    }
    guard isLast || found.endsOnBorder else {
      throw BundleError(.damaged, "node \(address) ends where there is no border")
    }
    return found
  }

  private mutating func read(_ address: Digest, _ nodes: some NodeSource) throws(BundleError) -> Known {
    let level: Int
    let keys: [[UInt8]]
    var count = 0
    switch try Node(nodes.node(address)) {
    case .leaf(let entries):
      level = 0
      keys = entries.map(\.key)
      count = keys.count
    case .inner(let own, let children):
      level = own
      keys = children.map(\.firstKey)
      for (index, child) in children.enumerated() {
        let below = try check(child.address, isLast: index == children.count - 1, nodes)
        guard below.level == level - 1, below.firstKey == child.firstKey, below.count == child.count else {
          throw BundleError(.damaged, "node \(address) says of \(child.address) what is not so")
        }
        count += below.count
      }
    }
    var border = ChunkBorder(level: level)
    guard keys.count <= ChunkBorder.most, !keys.dropLast().contains(where: { border.falls(after: $0[...]) })
    else { throw BundleError(.damaged, "node \(address) goes on behind a border") }
    let endsOnBorder =
      keys.count == ChunkBorder.most || keys.last.map { border.falls(after: $0[...]) } ?? false
    return Known(level: level, firstKey: keys.first ?? [], endsOnBorder: endsOnBorder, count: count)
  }
}
