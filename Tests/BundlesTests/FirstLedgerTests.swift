import TestSupport
import Testing
import Translations

@testable import Bundles

/// The rows of a first revision, against those computed record by record from the trees.
@Suite struct FirstLedgerTests {
  /// Keys, texts and terms that are easy to get wrong: plural forms, escapes, both spellings of é, empty ones.
  private static let segments = ["k", "other", "plural", "é", "e\u{301}", "a\"b", "c\\d", "\n", "", "l"]
  private static let texts = [
    "", "a", "é", "e\u{301}", "\"", "back\\slash", "tab\tand\u{1F}", "a longer text for it",
  ]
  private static let states: [TranslationState] = [.needsReview, .translated, .reviewed, .final]

  private struct Made {
    var nodes = MemoryNodes()
    var content: ContentState
    var records: [ContentRecord]
  }

  @Test(arguments: 0..<150) func saysWhatProjectionsSay(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var made = try Self.make(using: &random)
    let content = made.content
    let update = try LedgerUpdate(
      content: content, kind: .publish, revision: 1, on: .empty, difference: .none, acceptances: [],
      into: &made.nodes)
    let nodes = EmptyTreeSource(made.nodes)
    var source = TreeProjectionSource(content, nodes: nodes)
    var counts: [LanguageTag: Int] = [:]
    for record in made.records {
      let key = Array(record.contentID.utf8)
      let side = SourceRecord(
        revision: 1, digest: try content.sourceDigest(of: record, &source), record: .record(record),
        history: ValueHistory())
      #expect(
        try MerkleTree.entry(key, in: update.ledger.sources.address, from: nodes)
          == side.entry(record.contentID), "seed \(seed)")
      for locale in content.locales.map(\.locale) {
        let projection = try source.projection(of: record, in: locale)
        let row = projection?.row(fingerprint: projection!.fingerprint, revision: 1, sourceRevision: 1)
        let found = try MerkleTree.entry(key, in: update.ledger[locale]!.items.address, from: nodes)
        #expect(found == row?.entry(record.contentID), "seed \(seed), \(record.contentID) in \(locale)")
        if row != nil { counts[locale, default: 0] += 1 }
      }
    }
    #expect(update.ledger.sources.count == made.records.count)
    #expect(update.sourceRevision == (made.records.isEmpty ? 0 : 1))
    for locale in update.ledger.locales {
      #expect(locale.items.count == counts[locale.locale, default: 0])
      var shape = TreeShape()
      try shape.check(locale.items, made.nodes)
    }
    let entries = try ChangeManifest.entries(from: .empty, to: update.ledger, nodes: made.nodes)
    #expect(
      try update.entries(from: .empty, made.nodes).sorted { $0.place < $1.place }
        == entries.sorted { $0.place < $1.place }, "seed \(seed)")
  }

  private static func make(using random: inout SeededGenerator) throws -> Made {
    func key(_ random: inout SeededGenerator) -> MessageKey {
      // Now and then the catalog's name alone, or a catalog that is not there.
      let path = (0..<random.below(4)).map { _ in segments[random.below(segments.count)] }
      return MessageKey(catalog: ["m", "n", "m\"", "x"][random.below(4)], path: path)
    }
    var nodes = MemoryNodes()
    _ = nodes.put(Array("[0]".utf8))
    let keys = (0..<12).map { _ in key(&random) }
    let words = ["w", "é", "e\u{301}", "a\"b", "c\\d", "", "w2", "longer than eight bytes"]
    var locales: [ContentState.Locale] = []
    for tag in RandomProject.locales {
      var catalogs: [ContentState.CatalogRoot] = []
      for name in ["m", "m\"", "n"] where random.below(4) > 0 {
        var values: [MessageKey: TreeEntry] = [:]
        let forms = keys.flatMap(\.projectedForms) + (0..<20).map { _ in key(&random) }
        for key in forms where key.catalog == name && key.bytes.contains(0) && random.below(3) > 0 {
          var message = Message(texts[random.below(texts.count)])
          if random.below(5) == 0 {
            message = Message(["a\"", ["g", "1", "é\\"]] as CanonicalJSON)!
          }
          let value = PublishedValue(
            message: message, state: states[random.below(4)], sourceDigest: Fingerprint.value(message))
          values[key] = value.entry(path: Array(key.pathBytes))
        }
        let entries = values.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        if entries.isEmpty { continue }
        catalogs.append(
          .init(
            name: ExactString(name), values: try MerkleTree.build(entries, into: &nodes), approved: 0))
      }
      var sets: [TreeEntry] = []
      for number in 0..<6 where random.below(3) > 0 {
        let terms = (0..<random.below(5)).map { _ in
          PublishedTerm(
            text: ExactString(words[random.below(words.count)]),
            kind: random.below(3) == 0 ? .hidden : .alternative, isLoanword: random.below(3) == 0)
        }
        sets.append(PublishedTerm.entry(key: ExactString("t\"\(number)"), terms))
      }
      locales.append(
        .init(
          locale: tag, chain: RandomProject.chains[tag]!, keywordChain: RandomProject.keywordChains[tag]!,
          catalogs: catalogs, keywords: try MerkleTree.build(sets, into: &nodes)))
    }
    let records = (0..<random.below(12)).map { number in
      ContentRecord(
        contentID: ContentID("c\(number)é")!, domain: "d\"\(random.below(2))", route: "r",
        titleKey: keys[random.below(12)], descriptionKey: random.below(3) == 0 ? nil : keys[random.below(12)],
        keywordKeys: (0..<random.below(5)).map { _ in "t\"\(random.below(7))" },
        isSearchable: random.below(8) > 0, access: random.below(8) > 0 ? .public : .account)
    }.sorted { $0.contentID < $1.contentID }
    let content = ContentState(
      sourceLocale: RandomProject.locales[0], minimumState: states[1 + random.below(2)],
      content: try MerkleTree.build(records.map(\.entry), into: &nodes), locales: locales)
    return Made(nodes: nodes, content: content, records: records)
  }
}
