/// One key at which two trees differ; `nil` is no entry.
public struct TreeChange: Hashable, Sendable {
  /// In byte form, segments joined by 0.
  public var key: [UInt8]
  /// The older tree's entry.
  public var before: TreeEntry?
  /// The newer tree's entry.
  public var after: TreeEntry?
}

extension MerkleTree {
  /// The keys at which two trees differ, in key order.
  /// - Complexity: nodes read are proportional to the nodes that differ; equal subtrees are never opened.
  public static func difference(
    from old: Digest, to new: Digest, source: some NodeSource
  ) throws(BundleError) -> [TreeChange] {
    if old == new { return [] }
    var before = TreeCursor(root: old)
    var after = TreeCursor(root: new)
    var changes: [TreeChange] = []
    while true {
      try alignCursors(&before, &after, source)
      switch (before.leaf, after.leaf) {
      case (nil, nil): return changes
      case (let a?, nil):
        changes.append(try TreeChange(before: a.entry, after: nil))
        before.advance()
      case (nil, let b?):
        changes.append(try TreeChange(before: nil, after: b.entry))
        after.advance()
      case (let a?, let b?):
        // Most entries of two nodes are the same, and are not decoded to see it.
        if a.spelling == b.spelling {
          before.advance()
          after.advance()
          continue
        }
        let order = a.node.compareKey(at: a.index, with: b.node, at: b.index)
        changes.append(try TreeChange(before: order <= 0 ? a.entry : nil, after: order >= 0 ? b.entry : nil))
        if order <= 0 { before.advance() }
        if order >= 0 { after.advance() }
      }
    }
  }

  /// Moves both cursors to entries, or to the end, skipping nodes they share.
  private static func alignCursors(
    _ a: inout TreeCursor, _ b: inout TreeCursor, _ source: some NodeSource
  ) throws(BundleError) {
    while true {
      // Most entries of two inner nodes are the same, and their addresses are not decoded to see it.
      if a.standsAtSameEntry(as: b) {
        a.advance()
        b.advance()
        continue
      }
      switch (try a.address, try b.address) {
      case (nil, nil): return
      case (let x?, let y?):
        if x == y {
          a.advance()
          b.advance()
        } else if a.height >= b.height {
          let descendBoth = a.height == b.height
          try a.descend(source)
          if descendBoth { try b.descend(source) }
        } else {
          try b.descend(source)
        }
      case (_?, nil):
        // The other side stands at an entry: open nodes until this side does too.
        try a.descend(source)
      case (nil, _?): try b.descend(source)
      }
    }
  }
}

extension TreeChange {
  /// - Precondition: one side is an entry, and if both are, they have the same key.
  fileprivate init(before: TreeEntry?, after: TreeEntry?) {
    self.init(key: (before ?? after)!.key, before: before, after: after)
  }
}

/// A place in a tree: at a node that is not opened yet, at an entry, or past the end.
private struct TreeCursor {
  /// A node on the way, and where in it the way goes on.
  struct Frame {
    let node: NodeEntries
    var index = 0

    var spelling: ArraySlice<UInt8> { node.spelling(at: index) }
    var entry: TreeEntry { get throws(BundleError) { try node.entry(at: index) } }
  }

  /// The root while it is not opened.
  private var root: Digest?
  private var frames: [Frame] = []

  init(root: Digest) { self.root = root }

  /// The node at the cursor, if it is not opened yet.
  var address: Digest? {
    get throws(BundleError) {
      if let root { return root }
      guard let frame = frames.last, frame.node.level > 0 else { return nil }
      return try frame.node.address(at: frame.index)
    }
  }

  /// Whether both stand before nodes of one level that are named by entries with the same bytes.
  func standsAtSameEntry(as other: TreeCursor) -> Bool {
    guard root == nil, other.root == nil, let frame = frames.last, let otherFrame = other.frames.last,
      frame.node.level > 0, frame.node.level == otherFrame.node.level
    else { return false }
    return frame.spelling == otherFrame.spelling
  }

  /// The level of the node at the cursor; the root counts as higher than all.
  var height: Int {
    root != nil ? Node.highestLevel + 1 : (frames.last?.node.level ?? 0) - 1
  }

  /// The entry at the cursor, in its leaf.
  var leaf: Frame? { frames.last.flatMap { $0.node.level == 0 ? $0 : nil } }

  mutating func advance() {
    root = nil
    while !frames.isEmpty {
      frames[frames.count - 1].index += 1
      if frames[frames.count - 1].index < frames[frames.count - 1].node.count { return }
      frames.removeLast()
    }
  }

  /// Opens the node at the cursor.
  mutating func descend(_ source: some NodeSource) throws(BundleError) {
    guard let address = try address else { return }
    let node = try source.entries(of: address)
    root = nil
    if node.count > 0 { frames.append(Frame(node: node)) }
  }
}
