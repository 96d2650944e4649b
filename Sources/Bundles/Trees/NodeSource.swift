/// Where the nodes of trees are read from: a store, a bundle file, or memory.
public protocol NodeSource {
  /// The bytes of a node, checked against its address.
  /// - Throws: `BundleError`, if the node is missing or damaged.
  func node(_ address: Digest) throws(BundleError) -> [UInt8]
}

/// Where new nodes go. Putting a node that is already there changes nothing.
package protocol NodeSink {
  mutating func put(_ bytes: [UInt8]) throws(BundleError) -> Digest

  /// Puts a node whose entries are known.
  mutating func put(_ node: NodeEntries) throws(BundleError) -> Digest
}

extension NodeSink {
  package mutating func put(_ node: NodeEntries) throws(BundleError) -> Digest { try put(node.nodeBytes) }
}

/// Nodes in memory.
public struct MemoryNodes: NodeSource, NodeSink, Sendable {
  private var nodes: [Digest: [UInt8]] = [:]

  /// No nodes; not even that of the empty tree.
  public init() {}

  /// The bytes that were put under this address.
  /// - Throws: `BundleError` with `.missing` for any other address.
  public func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    guard let bytes = nodes[address] else { throw BundleError(.missing, "node \(address) is missing") }
    return bytes
  }

  package mutating func put(_ bytes: [UInt8]) -> Digest {
    let address = Digest(of: bytes)
    nodes[address] = bytes
    return address
  }
}
