import TestSupport
import Testing

@testable import Bundles

@Suite struct MerkleTreeTests {
  private func key(_ number: Int) -> [UInt8] { Array("k".utf8) + [0] + Array(String(number).utf8) }

  private func build(_ table: [[UInt8]: Int], into nodes: inout MemoryNodes) throws -> TreeRoot {
    let entries = table.keys.sorted { $0.lexicographicallyPrecedes($1) }.map {
      TreeEntry(key: $0, .integer(table[$0]!))
    }
    return try MerkleTree.build(entries, into: &nodes)
  }

  @Test func theEmptyTreeHasAKnownAddress() throws {
    var nodes = MemoryNodes()
    #expect(try MerkleTree.build([], into: &nodes) == .empty)
  }

  /// Editing a tree gives the very tree that a build from nothing gives, and its difference from the old one is
  /// the edit.
  @Test(arguments: 0..<60) func editingEqualsBuilding(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var nodes = MemoryNodes()
    var table: [[UInt8]: Int] = [:]
    for _ in 0..<random.below([10, 300, 300, 300, 300, 20_000][Int(seed % 6)]) {
      table[key(random.below(30_000))] = random.below(9)
    }
    var root = try build(table, into: &nodes)
    for _ in 0..<4 {
      var edits: [[UInt8]: Int?] = [:]
      for _ in 0..<random.below([3, 40, 2_000][random.below(3)]) {
        let victim = random.below(2) == 0 ? table.keys.randomElement(using: &random) : nil
        edits[victim ?? key(random.below(30_000))] = random.below(3) == 0 ? .some(nil) : random.below(9)
      }
      if random.below(6) == 0 { for key in table.keys where random.below(50) > 0 { edits[key] = .some(nil) } }
      var next = table
      for (key, value) in edits { next[key] = value }
      let sorted = edits.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { key in
        MerkleTree.Edit(key: key, payload: edits[key]!.map { Array(String($0).utf8) })
      }
      let edited = try MerkleTree.edit(root, sorted, into: &nodes)
      let rebuilt = try build(next, into: &nodes)
      #expect(edited == rebuilt, "seed \(seed)")
      #expect(edited.count == next.count)

      let changes = try MerkleTree.difference(from: root.address, to: edited.address, source: nodes)
      let expected = Set(table.keys).union(next.keys).filter { table[$0] != next[$0] }
        .sorted { $0.lexicographicallyPrecedes($1) }
      #expect(changes.map(\.key) == expected, "seed \(seed)")
      for change in changes.prefix(50) {
        #expect(try MerkleTree.entry(change.key, in: edited.address, from: nodes) == change.after)
        #expect(try MerkleTree.entry(change.key, in: root.address, from: nodes) == change.before)
      }
      (root, table) = (edited, next)
    }
  }

  @Test func oneEditInManyWritesAHandfulOfNodes() throws {
    var nodes = CountingNodes()
    let entries = (0..<100_000).map { TreeEntry(key: Array("key \(1_000_000 + $0)".utf8), .integer($0)) }
    let root = try MerkleTree.build(entries, into: &nodes)
    nodes.written = 0
    nodes.read = Counter()
    let edit = MerkleTree.Edit(key: entries[54_321].key, payload: Array("7".utf8))
    let edited = try MerkleTree.edit(root, [edit], into: &nodes)
    #expect(nodes.written <= 12)
    #expect(nodes.read.value <= 16)
    nodes.read = Counter()
    #expect(try MerkleTree.difference(from: root.address, to: edited.address, source: nodes).count == 1)
    #expect(nodes.read.value <= 8)
  }
}

private final class Counter { var value = 0 }

private struct CountingNodes: NodeSource, NodeSink {
  var nodes = MemoryNodes()
  var written = 0
  var read = Counter()

  func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    read.value += 1
    return try nodes.node(address)
  }

  mutating func put(_ bytes: [UInt8]) throws(BundleError) -> Digest {
    written += 1
    return nodes.put(bytes)
  }
}
