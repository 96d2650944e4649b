import TestSupport
import Testing

@testable import SearchIndex

/// Whatever is done to an index in whatever order, and however often it stops half-way, it holds what a new one would.
@Suite struct OperationsPropertyTests {
  /// What should be there: a revision in a language for an account, and the records of the app.
  private struct Model {
    var project: RandomProject
    var source: MemoryRevisions
    var locale = english
    var account: ExactString?
    var literals: [ItemIdentity: SearchableRecord] = [:]

    /// The digest of an index that is built from nothing.
    func digest(at revision: Int) async throws -> Digest {
      let indexer = Indexer(store: InMemorySearchIndex(), now: { 2 })
      try await indexer.apply(source.at(revision), locale: .exactly(locale))
      if let account { try await indexer.setAccount(account, from: source.at(revision)) }
      if !literals.isEmpty { try await indexer.upsert(records: Array(literals.values)) }
      return try await indexer.digest()
    }
  }

  private static let accounts: [ExactString] = ["ann", "anna", "bob"]

  @Test("I-1, I-7, I-13, I-14: any order of operations and stops ends like a new index")
  func anyOrder() async throws {
    let limit = caseCount(full: 10_000)
    var (operations, stops, seed) = (0, 0, UInt64(0))
    while operations < limit {
      let (done, stopped) = try await play(seed: seed, operations: min(40, limit - operations))
      operations += done
      stops += stopped
      seed += 1
    }
    print("I-1, I-13: \(operations) operations, \(stops) of them stopped half-way, \(seed) seeds from 0")
  }

  private func play(seed: UInt64, operations: Int) async throws -> (done: Int, stopped: Int) {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var options = Indexer.Options()
    (options.batchSize, options.rebuildBatchSize) = (1 + random.below(6), 1 + random.below(6))
    func restarted() -> (FaultInjectingStore, Indexer) {
      let store = FaultInjectingStore(
        SQLiteSearchIndex(path: folder.file("index.db")), FaultInjectingStore.Faults())
      return (store, Indexer(store: store, options: options, now: { 1 }))
    }
    let project = RandomProject(using: &random)
    var model = Model(project: project, source: try MemoryRevisions(project))
    var (store, indexer) = restarted()
    try await indexer.apply(model.source, locale: .exactly(english))
    var stops = 0
    for number in 0..<operations {
      let place = "seed \(seed), operation \(number)"
      if random.below(4) == 0 {
        var faults = FaultInjectingStore.Faults()
        faults.stopAfter = random.below(4)
        await store.inject(faults)
        do { try await step(&model, indexer, &random) } catch is SearchIndexError {
          stops += 1
          // What was written may be anything; what is said of it must be true.
          if try await !indexer.status(comparedWith: model.source.head).isStale {
            let differences = try await indexer.differences(from: model.source)
            #expect(differences.isEmpty, "\(place): the stamp claims more than there is")
          }
        }
        (store, indexer) = restarted()
      } else {
        try await step(&model, indexer, &random)
      }
      if random.below(3) == 0 {
        try await settle(&model, indexer)
        let expected = try await model.digest(at: model.source.head!.revision)
        #expect(try await indexer.digest() == expected, "\(place)")
        try await indexer.verify()
      }
    }
    return (operations, stops)
  }

  /// Brings the index to the newest revision as the model has it.
  private func settle(_ model: inout Model, _ indexer: Indexer) async throws {
    try await indexer.apply(model.source, locale: .exactly(model.locale))
    if try await indexer.store.contents().stamp?.account != model.account {
      try await indexer.setAccount(model.account, from: model.source)
    }
    // A change of the app's own records that was stopped is made again by the app.
    var states: [ItemIdentity] = []
    for state in try await indexer.store.projectionStates(in: .active, after: nil, limit: 10_000)
    where state.origin == .literal { states.append(state.identity) }
    for identity in states where model.literals[identity] == nil {
      try await indexer.remove(contentIDs: [identity.contentID], account: identity.account)
    }
    if !model.literals.isEmpty { try await indexer.upsert(records: Array(model.literals.values)) }
  }

  /// One operation, on the model first: what was asked for is what counts, however the run ends.
  private func step(_ model: inout Model, _ indexer: Indexer, _ random: inout SeededGenerator) async throws {
    let account = Self.accounts[random.below(3)]
    switch random.below(12) {
    case 0...3:
      for _ in 0...random.below(4) { model.project.edit(using: &random) }
      try model.source.publish(model.project)
      try await indexer.apply(model.source)
    case 4:
      model.locale = RandomProject.locales[random.below(3)]
      try await indexer.switchLocale(to: .exactly(model.locale), from: model.source)
    case 5: try await indexer.rebuild(from: model.source, locale: .exactly(model.locale))
    case 6:
      let next = random.below(3) == 0 ? nil : account
      if let before = model.account, before != next { forget(before, in: &model) }
      model.account = next
      try await indexer.setAccount(next, from: model.source)
    case 7:
      forget(account, in: &model)
      try await indexer.remove(account: account)
    case 8:
      let gone = model.literals.keys.sorted().prefix(1)
      for identity in gone { model.literals[identity] = nil }
      try await indexer.purge(.items(Array(gone)))
    case 9:
      model.literals = model.literals.filter { $0.value.projection.domain != "notes1" }
      try await indexer.purge(.domain("notes1"))
    default:
      let records = (0...random.below(5)).map { _ in
        SearchableRecord(
          account: random.below(2) == 0 ? "" : account, contentID: ContentID("n\(random.below(6))")!,
          domain: "notes\(random.below(12))", locale: english,
          title: RandomProject.words[random.below(RandomProject.words.count)], keywords: ["own"])
      }
      for record in records { model.literals[record.identity] = record }
      try await indexer.upsert(records: records)
    }
  }

  private func forget(_ account: ExactString, in model: inout Model) {
    model.literals = model.literals.filter { $0.key.account != account }
    if model.account == account { model.account = nil }
  }
}
