/// One key at which two trees differ; `nil` is no entry.
public struct TreeChange: Hashable, Sendable {
  public var key: [UInt8]
  public var before: TreeEntry?
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
      switch (before.entry, after.entry) {
      case (nil, nil): return changes
      case (let a?, nil):
        changes.append(TreeChange(key: a.key, before: a, after: nil))
        before.advance()
      case (nil, let b?):
        changes.append(TreeChange(key: b.key, before: nil, after: b))
        after.advance()
      case (let a?, let b?):
        if a.key == b.key {
          if a.payload != b.payload { changes.append(TreeChange(key: a.key, before: a, after: b)) }
          before.advance()
          after.advance()
        } else if a.key.lexicographicallyPrecedes(b.key) {
          changes.append(TreeChange(key: a.key, before: a, after: nil))
          before.advance()
        } else {
          changes.append(TreeChange(key: b.key, before: nil, after: b))
          after.advance()
        }
      }
    }
  }

  /// Moves both cursors to entries, or to the end, skipping nodes they share.
  private static func alignCursors(
    _ a: inout TreeCursor, _ b: inout TreeCursor, _ source: some NodeSource
  ) throws(BundleError) {
    while true {
      switch (a.reference, b.reference) {
      case (nil, nil): return
      case (let x?, let y?):
        if x.address == y.address {
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

/// A place in a tree: at a node that is not opened yet, at an entry, or past the end.
private struct TreeCursor {
  private enum Frame {
    case references(ArraySlice<NodeReference>, level: Int)
    case entries(ArraySlice<TreeEntry>)
  }

  private var frames: [Frame]

  init(root: Digest) {
    let reference = NodeReference(firstKey: [], address: root, count: 0)
    frames = [.references([reference], level: Node.highestLevel + 1)]
  }

  /// The node at the cursor, if it is not opened yet.
  var reference: NodeReference? {
    if case .references(let references, _)? = frames.last { references.first } else { nil }
  }

  /// The level of the node at the cursor; the root counts as higher than all.
  var height: Int {
    if case .references(_, let level)? = frames.last { level } else { -1 }
  }

  var entry: TreeEntry? {
    if case .entries(let entries)? = frames.last { entries.first } else { nil }
  }

  mutating func advance() {
    switch frames.popLast() {
    case .references(let references, let level)?:
      frames.append(.references(references.dropFirst(), level: level))
    case .entries(let entries)?: frames.append(.entries(entries.dropFirst()))
    case nil: return
    }
    while let frame = frames.last {
      switch frame {
      case .references(let references, _) where references.isEmpty: frames.removeLast()
      case .entries(let entries) where entries.isEmpty: frames.removeLast()
      default: return
      }
    }
  }

  /// Opens the node at the cursor.
  mutating func descend(_ source: some NodeSource) throws(BundleError) {
    guard case .references(let references, let level)? = frames.popLast(), let first = references.first
    else { return }
    let rest = references.dropFirst()
    if !rest.isEmpty { frames.append(.references(rest, level: level)) }
    switch try Node(source.node(first.address)) {
    case .leaf(let entries): if !entries.isEmpty { frames.append(.entries(entries[...])) }
    case .inner(let level, let children): frames.append(.references(children[...], level: level - 1))
    }
  }
}
