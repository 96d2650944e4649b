import CoreSpotlightStub
import SearchIndex
import SpotlightSearch
import TestSupport
import Testing

/// However often a process dies between the system's index and the ledger, the next run that ends well leaves exactly
/// the published titles in the system's index.
@Suite struct SpotlightPropertyTests {
  private static let locales = ["en", "ja"].map { LanguageTag($0)! }

  @Test(arguments: 0..<40)
  func theSystemsIndexFollows(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    nonisolated(unsafe) let system = CSSearchableIndex(name: "test")
    let ledger = FailingLedger()
    let store = unsafe SpotlightSearchIndex(
      index: system, ledger: ledger, form: random.below(2) == 0 ? .plain : .fenced)
    var options = Indexer.Options()
    options.batchSize = 1 + random.below(3)
    options.rebuildBatchSize = 1 + random.below(3)
    var source = TitleRevisions()
    var titles = Dictionary(uniqueKeysWithValues: Self.locales.map { ($0, ["a": "A", "b": "B"]) })
    var past = [titles]
    try source.publish(titles)
    for step in 0..<14 {
      let locale = Self.locales[random.below(4) == 0 ? 1 : 0]
      // A new indexer, as after a restart.
      let indexer = Indexer(store: store, options: options, now: { 1 })
      await ledger.die(after: random.below(3) == 0 ? nil : random.below(6))
      if (try? await indexer.apply(source, locale: .exactly(locale))) != nil {
        let found = unsafe system.items.mapValues { $0.attributeSet.title ?? "" }
        #expect(found == titles[locale]!, "seed \(seed), step \(step)")
        let contents = try await store.contents()
        #expect(contents.isWhole && contents.pending == nil, "seed \(seed), step \(step)")
      }
      guard random.below(2) == 0 else { continue }
      if random.below(3) == 0 {
        titles = past[random.below(past.count)]
      } else {
        for _ in 0...random.below(4) {
          let id = ["a", "b", "c", "d", "e"][random.below(5)]
          titles[Self.locales[random.below(2)]]![id] = random.below(3) == 0 ? nil : "\(id)\(random.below(3))"
        }
      }
      past.append(titles)
      try source.publish(titles)
    }
  }
}
