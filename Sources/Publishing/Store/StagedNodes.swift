package import Bundles

/// The new nodes of a revision in the making, over the store they will go into.
///
/// A node that the store has is not kept again. A class, because trees hand it on while others read from it.
package final class StagedNodes: NodeStore {
  private let base: StoreReader?
  private var places: [Digest: Range<Int>] = [:]
  private var bytes: [UInt8] = []
  /// The entries of new nodes, for as long as they are few.
  private var knownEntries: [Digest: NodeEntries] = [:]
  private var knownBytes = 0
  private static let mostKnownBytes = 16 << 20

  /// - Parameter base: the store below; `nil` for one that does not exist yet.
  package init(over base: StoreReader?) { self.base = base }

  /// Makes room for so many bytes of nodes, which are not used before they are written.
  func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  package func put(_ node: [UInt8]) throws(BundleError) -> Digest {
    let address = Digest(of: node)
    if places[address] != nil { return address }
    if let base, try base.contains(address) { return address }
    places[address] = bytes.count..<bytes.count + node.count
    bytes += node
    return address
  }

  package func put(_ node: NodeEntries) throws(BundleError) -> Digest {
    let address = try put(node.nodeBytes)
    if places[address] != nil { keep(node, at: address) }
    return address
  }

  private func keep(_ node: NodeEntries, at address: Digest) {
    // A first revision is asked for each of its nodes once.
    if base == nil { return }
    if knownBytes > Self.mostKnownBytes { (knownEntries, knownBytes) = ([:], 0) }
    knownBytes += node.nodeBytes.count
    knownEntries[address] = node
  }

  package func entries(_ address: Digest) throws(BundleError) -> NodeEntries {
    if let known = knownEntries[address] { return known }
    guard places[address] == nil, let base else {
      let entries = try NodeEntries(node(address))
      keep(entries, at: address)
      return entries
    }
    return try base.entries(address)
  }

  package func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    if let place = places[address] { return Array(bytes[place]) }
    guard let base else { throw BundleError(.missing, "node \(address) was not made") }
    return try base.node(address)
  }

  /// What some revisions of the store below say.
  /// - Complexity: one file a revision between the newest and the oldest of them.
  package func contents(of revisions: Set<Int>) throws(BundleError) -> [Int: ContentState] {
    guard let base, let first = revisions.min() else { return [:] }
    var contents: [Int: ContentState] = [:]
    try base.forEachHead { (head) throws(BundleError) in
      if revisions.contains(head.revision) {
        contents[head.revision] = try ContentState(base.node(head.content))
      }
      return head.revision > first
    }
    return contents
  }

  /// The store's index with the nodes of one more pack; `nil` if the index stands somewhere else or cannot be read.
  func index(
    adding lines: [PackLine], of pack: Digest, after parent: Head.Link?, covering head: Head.Link
  ) -> NodeIndex? {
    guard let base else {
      return parent == nil ? try? NodeIndex().adding(lines, of: pack, covering: head) : nil
    }
    guard base.head?.link == parent else { return nil }
    return try? base.index.adding(lines, of: pack, covering: head)
  }

  /// The bytes of a pack with the staged nodes that can be reached from `roots`, each once, in walking order; what
  /// was made on the way and is not needed stays out.
  package func pack(reachableFrom roots: [Digest]) throws(BundleError) -> (bytes: [UInt8], lines: [PackLine])
  {
    var pack: [UInt8] = []
    pack.reserveCapacity(bytes.count + places.count)
    var lines: [PackLine] = []
    var packed: Set<Digest> = []
    var open = Array(roots.reversed())
    while let address = open.popLast() {
      guard let place = places[address], packed.insert(address).inserted else { continue }
      lines.append(PackLine(digest: address, offset: pack.count, count: place.count))
      pack += bytes[place]
      pack.append(0x0A)
      // A leaf, as most nodes are, names no other.
      if Node.isLeaf(bytes[place]) { continue }
      open += try NodeReferences.of(Array(bytes[place])).reversed()
    }
    return (pack, lines)
  }
}
