import TestSupport
import Testing

@testable import Bundles

@Suite struct NodeEntriesTests {
  /// Pieces that are easily confused in their JSON spelling.
  private static let pieces: [[UInt8]] =
    [[0], [0, 0], [1], [0x0A], [0x1F], [0x80 | 0x43, 0x80]]
    + ["\"", "\\", ",", "]", "[", "\",\"", "a", "aa", "b", "\\u", "é", "日", " "].map { Array($0.utf8) }

  private static func leaf(_ keys: [[UInt8]]) -> [UInt8] {
    var writer = CanonicalJSONWriter()
    writer.raw("[0")
    for (index, key) in keys.enumerated() {
      writer.raw(",[")
      writer.key(key[...])
      if index % 3 > 0 { writer.raw(",{\"x\":[\"],[\",1]}") }
      if index % 3 > 1 { writer.raw(",null") }
      writer.raw("]")
    }
    writer.raw("]")
    return writer.bytes
  }

  /// Spelled keys have the order of the keys, whatever escapes and borders they hold.
  @Test(arguments: 0..<200) func lookingUpEqualsDecoding(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func key() -> [UInt8] {
      (0..<random.below(6)).flatMap { _ in Self.pieces[random.below(Self.pieces.count)] }
    }
    let keys = Set((0..<60).map { _ in key() }).sorted { $0.lexicographicallyPrecedes($1) }
    let bytes = Self.leaf(keys)
    let node = try NodeEntries(bytes)
    guard case .leaf(let entries) = try Node(bytes) else { throw BundleError(.damaged, "no leaf") }
    #expect(node.level == 0)
    #expect(node.count == keys.count)
    for (index, entry) in entries.enumerated() {
      #expect(try node.entry(at: index) == entry, "seed \(seed)")
      #expect(node.index(of: NodeEntries.spelling(of: entry.key[...])) == index, "seed \(seed)")
    }
    for _ in 0..<40 {
      let wanted = key()
      let spelling = NodeEntries.spelling(of: wanted[...])
      #expect(node.index(of: spelling) == keys.firstIndex(of: wanted), "seed \(seed)")
      let child = keys.lastIndex { !wanted.lexicographicallyPrecedes($0) }
      #expect(node.child(for: spelling) == child, "seed \(seed)")
      let spans = child != nil && !keys.last!.lexicographicallyPrecedes(wanted)
      #expect(node.spans(spelling) == spans, "seed \(seed)")
    }
    for _ in 0..<10 {
      var changed = entries
      var edits: [MerkleTree.Edit] = []
      for index in changed.indices where random.below(4) == 0 {
        changed[index].payload = Array(["", "1", "[\"]\",{}]"][random.below(3)].utf8)
        edits.append(.init(changed[index]))
      }
      if edits.isEmpty { continue }
      let replaced = try #require(node.replacing(edits[...]))
      #expect(try Node(replaced.nodeBytes) == .leaf(changed), "seed \(seed)")
      // The places that were moved are those that reading the bytes finds.
      let read = try NodeEntries(replaced.nodeBytes)
      #expect(replaced.count == read.count)
      for index in 0..<read.count {
        #expect(replaced.spelling(at: index) == read.spelling(at: index), "seed \(seed)")
        #expect(replaced.payload(at: index) == read.payload(at: index), "seed \(seed)")
      }
      edits.append(.init(key: edits.last!.key + [0x61, 0x7F], payload: [0x31]))
      #expect(node.replacing(edits[...]) == nil)
      edits[edits.count - 1] = .init(key: keys.last!, payload: nil)
      #expect(node.replacing(edits[...]) == nil)
    }
  }

  @Test(
    arguments: [
      "", "[", "[0", "[0]x", "[0,]", "[0,1]", "[0,[1]]", "[0,[\"a\"]]", "[0,[[\"a\"],]]", "[0,[[\"a\"]",
      "[0,[[\"b\"]],[[\"a\"]]]", "[0,[[\"a\"]],[[\"a\"]]]", "[1]", "[13,[[\"a\"]]]", "[0,[[\"a]]]",
      "[0,[[\"a\"]],[[]", "[0,[[\"a\"]],[[]]]", "[0,[[\"b\"]],[[\"a\",1]]]",
    ])
  func refusesWhatIsNoNode(text: String) {
    #expect(throws: BundleError.self) { try NodeEntries(Array(text.utf8)) }
  }

  @Test func refusesAnInnerNodeWithoutAddresses() throws {
    let node = try NodeEntries(Array("[1,[[\"a\"],\"x\",1]]".utf8))
    #expect(throws: BundleError.self) { try node.address(at: 0) }
  }
}
