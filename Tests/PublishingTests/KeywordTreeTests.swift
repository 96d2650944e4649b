import Bundles
import TestSupport
import Testing
import Translations

@testable import Publishing

@Suite struct KeywordTreeTests {
  /// Sets in any order make the tree of their sorted entries.
  @Test(arguments: 0..<UInt64(40)) func setsAreSortedByTheBytesOfTheirKeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let starts = ["", "ui/", "ui/kw", "é"]
    let start = starts[random.below(starts.count)]
    let pieces = ["a", "b", "é", "e\u{301}", "港", "12345678", "\""]
    var known: Set<ExactString> = []
    var sets: [KeywordSet] = []
    for _ in 0..<random.below(300) {
      let key = start + (0...random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
      guard known.insert(ExactString(key)).inserted else { continue }
      let states: [KeywordSet.State] = [.approved, .approved, .approved, .proposed, .retired]
      let terms = (0..<random.below(4)).map { _ in
        KeywordTerm(
          pieces[random.below(pieces.count)], kind: random.below(3) == 0 ? .hidden : .alternative,
          isLoanword: random.below(3) == 0)
      }
      var set = KeywordSet(key: key, state: states[random.below(states.count)], terms: terms)
      if random.below(2) == 0 {
        let digest = random.below(2) == 0 ? KeywordReview.digest(set) : "another"
        set.review = .init(by: "m", at: "2026", digest: digest, source: "")
      }
      sets.append(set)
    }
    let entries = sets.compactMap { set -> TreeEntry? in
      switch KeywordTree.standing(set) {
      case .inForce(let terms), .unreviewed(let terms): PublishedTerm.entry(key: set.key, terms)
      case .pending, .withdrawn: nil
      }
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var nodes = StagedNodes(over: nil)
    let built = try KeywordTree.build(sets, onto: .empty, into: &nodes)
    #expect(try built == MerkleTree.build(entries, into: &nodes), "seed \(seed)")
  }
}
