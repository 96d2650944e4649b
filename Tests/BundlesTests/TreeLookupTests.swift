import TestSupport
import Testing

@testable import Bundles

/// Letting nodes go changes how often they are read and nothing else.
@Suite struct TreeLookupTests {
  private final class Counted: NodeSource {
    let nodes: MemoryNodes
    private(set) var reads = 0

    init(_ nodes: MemoryNodes) { self.nodes = nodes }

    func node(_ address: Digest) throws(BundleError) -> [UInt8] {
      reads += 1
      return try nodes.node(address)
    }
  }

  @Test(arguments: [1, 4_000, 100_000, Int.max]) func littleMemoryFindsTheSame(keeping: Int) throws {
    var random = SeededGenerator(seed: 1)
    var nodes = MemoryNodes()
    let entries = (0..<20_000).map { TreeEntry(key: Array("k\($0 + 100_000)".utf8), .integer($0)) }
    let other = entries.map { TreeEntry(key: $0.key, .string("other")) }
    let roots = try [MerkleTree.build(entries, into: &nodes), MerkleTree.build(other, into: &nodes)]
    let source = Counted(nodes)
    var lookup = TreeLookup(source, keeping: keeping)
    for _ in 0..<3_000 {
      let number = random.below(22_000)
      let which = random.below(2)
      let key = Array("k\(number + 100_000)".utf8)
      let found = try lookup.entry(key[...], in: roots[which].address)
      let expected = number < entries.count ? [entries, other][which][number] : nil
      #expect(found == expected)
    }
    // In key order each node is needed once, but for those at which the memory was full.
    let before = source.reads
    var ordered = TreeLookup(source, keeping: keeping)
    for entry in entries { _ = try ordered.entry(entry.key[...], in: roots[0].address) }
    if keeping >= 100_000 { #expect(source.reads - before < 500, "\(source.reads - before)") }
  }
}
