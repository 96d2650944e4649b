import TestSupport
import Testing
import Translations

@testable import Bundles

@Suite struct LedgerTests {
  /// A row's revision is the last at which the item showed something else; a locale's row moves only with it.
  @Test(arguments: 0..<60) func rowsCarryTheRevisionOfTheirLastChange(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = MemoryStore()
    var project = RandomProject(using: &random)
    var states: [RandomProject] = []
    for _ in 0..<5 {
      states.append(project)
      try store.publish(project)
      for _ in 0..<random.below(4) { project.edit(using: &random) }
    }
    let last = store.snapshots.last!
    for id in states.last!.records.keys {
      for locale in RandomProject.locales {
        let row = try last.row(ContentID(id)!, in: locale, from: store.nodes)
        let shown = states.map { $0.shown(id, locale) }
        #expect((row == nil) == (shown.last! == nil), "seed \(seed)")
        guard let row else { continue }
        let expected = shown.indices.last { $0 == 0 || shown[$0] != shown[$0 - 1] }! + 1
        #expect(row.revision == expected, "seed \(seed), \(id) in \(locale)")
      }
    }
  }

  /// The spans of a key's history tell its value at every earlier revision.
  @Test(arguments: 0..<60) func historyTellsEveryEarlierValue(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 500)
    var store = MemoryStore()
    var project = RandomProject(using: &random)
    var states: [RandomProject] = []
    for _ in 0..<6 {
      states.append(project)
      try store.publish(project)
      for _ in 0..<random.below(8) { project.edit(using: &random) }
    }
    let ledger = store.snapshots.last!.ledger
    for locale in RandomProject.locales {
      for number in 0..<8 {
        let key = MessageKey(catalog: "m", path: ["k\(number)"])
        let entry = try MerkleTree.entry(
          ValueHistory.key(values: key), in: ledger[locale]!.history.address, from: store.nodes)
        let history = try entry.map(ValueHistory.init) ?? ValueHistory()
        for revision in 1...6 {
          let text = states[revision - 1].values[locale]!["k\(number)"]?.text
          let now = states[5].values[locale]!["k\(number)"]?.text
          let digest = text.map { Fingerprint.value(Message($0)) }
          if let span = history.value(at: revision) {
            #expect(span.digest == digest, "seed \(seed), \(key) in \(locale) at r\(revision)")
          } else {
            // Not superseded since: it is what stands now.
            #expect(text.map { Array($0.utf8) } == now.map { Array($0.utf8) }, "seed \(seed), r\(revision)")
          }
        }
      }
    }
  }

  @Test func publishingTheSameAgainChangesNoRow() throws {
    var random = SeededGenerator(seed: 3)
    var store = MemoryStore()
    let project = RandomProject(using: &random)
    try store.publish(project)
    try store.publish(project)
    #expect(store.snapshots[1].content == store.snapshots[2].content)
    #expect(store.snapshots[1].ledger == store.snapshots[2].ledger)
    #expect(try store.manifest(1, 2).entries.isEmpty)
  }

  @Test func rootsAreReadBack() throws {
    var random = SeededGenerator(seed: 5)
    var store = MemoryStore()
    try store.publish(RandomProject(using: &random))
    let snapshot = store.snapshots[1]
    #expect(try ContentState(snapshot.content.bytes) == snapshot.content)
    #expect(try Ledger(snapshot.ledger.bytes) == snapshot.ledger)
    #expect(try Head(snapshot.head!.bytes) == snapshot.head)
    // A head with members this version does not know keeps the address of its file.
    let text = String(decoding: snapshot.head!.bytes, as: UTF8.self)
    let newer = Array(text.replacing("\"ext\":{}", with: "\"ext\":{},\"future\":1").utf8)
    #expect(try Head(newer).link.head == Digest(of: newer))
    #expect(throws: BundleError.self) { try ContentState(snapshot.ledger.bytes) }
    #expect(throws: BundleError.self) { try Head(Array(snapshot.head!.bytes.dropLast())) }
  }
}
