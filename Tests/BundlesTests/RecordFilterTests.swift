import TestSupport
import Testing
import Translations

@testable import Bundles

/// The records that read some keys, against looking at each record.
@Suite struct RecordFilterTests {
  private final class Nodes: NodeSource, NodeSink {
    private var bytes: [Digest: [UInt8]] = [:]

    func put(_ node: [UInt8]) -> Digest {
      let address = Digest(of: node)
      bytes[address] = node
      return address
    }

    func node(_ address: Digest) throws(BundleError) -> [UInt8] {
      guard let node = bytes[address] else { throw BundleError(.missing, "no node") }
      return node
    }
  }

  private static func key(_ random: inout SeededGenerator) -> MessageKey {
    let segments = ["a", "b \"quoted\"", "é", "other", "plural"]
    return MessageKey(catalog: "c", path: (0...random.below(3)).map { _ in segments[random.below(5)] })
  }

  @Test func everyRecordThatReadsAKeyPasses() throws {
    var random = SeededGenerator(seed: caseSeed())
    for _ in 0..<caseCount(full: 600) {
      let records = (0..<random.below(200)).map { number in
        ContentRecord(
          contentID: ContentID("id:\(1_000 + number)")!, domain: "d\\", route: "r,\"",
          titleKey: Self.key(&random),
          descriptionKey: random.below(2) == 0 ? nil : Self.key(&random),
          keywordKeys: (0..<random.below(3)).map { _ in "k\(random.below(20))" })
      }
      var nodes = Nodes()
      let root = try MerkleTree.build(records.map(\.entry), into: &nodes)
      let keys = Set((0..<random.below(4)).map { _ in Self.key(&random) })
      let keywords = Set((0..<random.below(3)).map { _ in ExactString("k\(random.below(25))") })
      var passed: [ContentID] = []
      try RecordFilter(values: keys, keywords: keywords).forEachRecord(in: root.address, from: nodes) {
        (record) throws(BundleError) in passed.append(record.contentID)
      }
      func reads(_ key: MessageKey?) -> Bool { key?.projectedForms.contains(where: keys.contains) ?? false }
      let expected = records.filter { record in
        reads(record.titleKey) || reads(record.descriptionKey)
          || record.keywordKeys.contains { keywords.contains(ExactString($0)) }
      }.map(\.contentID)
      #expect(passed == expected)
    }
  }
}
