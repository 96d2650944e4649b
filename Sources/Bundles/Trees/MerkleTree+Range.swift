extension MerkleTree {
  /// Calls `body` with each entry whose key stands at or behind `key`, in order, for as long as it answers `true`.
  /// - Returns: `false` if `body` ended it.
  /// - Complexity: one node a level, and the nodes of the entries that are passed on.
  @discardableResult
  static func forEach(
    in root: Digest, atOrBehind key: [UInt8], from source: some NodeSource,
    _ body: (TreeEntry) throws(BundleError) -> Bool
  ) throws(BundleError) -> Bool {
    try walk(root, NodeEntries.spelling(of: key[...]), source, body)
  }

  private static func walk(
    _ address: Digest, _ spelling: [UInt8], _ source: some NodeSource,
    _ body: (TreeEntry) throws(BundleError) -> Bool
  ) throws(BundleError) -> Bool {
    let node = try source.entries(of: address)
    if node.level == 0 {
      let first = node.index(of: spelling) ?? node.child(for: spelling).map { $0 + 1 } ?? 0
      for index in first..<node.count {
        guard try body(node.entry(at: index)) else { return false }
      }
    } else {
      for index in (node.child(for: spelling) ?? 0)..<node.count {
        guard try walk(node.address(at: index), spelling, source, body) else { return false }
      }
    }
    return true
  }

  /// The last entry whose key stands at or before `key`.
  /// - Complexity: one node a level.
  static func last(
    in root: Digest, atOrBefore key: [UInt8], from source: some NodeSource
  ) throws(BundleError) -> TreeEntry? {
    let spelling = NodeEntries.spelling(of: key[...])
    var node = try source.entries(of: root)
    while let index = node.child(for: spelling) {
      if node.level == 0 { return try node.entry(at: index) }
      node = try source.entries(of: node.address(at: index))
    }
    return nil
  }
}
