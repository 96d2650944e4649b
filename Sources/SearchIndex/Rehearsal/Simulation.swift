/// What bringing an index from one revision to another would write, with something going wrong on the way.
///
/// Runs on an index in memory, so nothing of the real one is touched.
package struct Simulation: Sendable {
  /// How it went.
  package struct Outcome: Hashable, Sendable {
    /// What the run did that met the fault; `nil` if it did not come to its end.
    package var first: IndexReport?
    /// Why it did not.
    package var stopped: String?
    package var batches: Int
    package var written: [ContentID]
    package var removed: [ContentID]
    /// Whether the index says of itself, after that run, that it is not up to date.
    package var isStale: Bool
    package var failed: [ContentID]
    /// The run after it, in which nothing goes wrong.
    package var recovery: IndexReport
    package var rewritten: [ContentID]
    package var digest: Digest
    /// Of an index that is built from nothing.
    package var expected: Digest
  }

  package var from: Int
  package var locale: LanguageTag
  package var account: ExactString?
  package var faults: FaultInjectingStore.Faults
  package var batchSize: Int

  package init(
    from: Int, locale: LanguageTag, account: ExactString?, faults: FaultInjectingStore.Faults, batchSize: Int
  ) {
    self.from = from
    self.locale = locale
    self.account = account
    self.faults = faults
    self.batchSize = batchSize
  }

  package func run(to revisions: DraftRevisions) async throws -> Outcome {
    let store = FaultInjectingStore(InMemorySearchIndex(), FaultInjectingStore.Faults())
    var options = Indexer.Options()
    (options.batchSize, options.rebuildBatchSize) = (batchSize, batchSize)
    let indexer = Indexer(store: store, options: options, now: { 0 })
    if from > 0 {
      try await indexer.apply(revisions.at(from).source(), locale: .exactly(locale))
      if let account { try await indexer.setAccount(account, from: revisions.at(from).source()) }
    }
    await store.resetCounts()
    await store.inject(faults)
    var outcome: (report: IndexReport?, stopped: String?) = (nil, nil)
    do {
      outcome.report = try await indexer.apply(revisions.source(), locale: .exactly(locale))
    } catch let error as SearchIndexError {
      outcome.stopped = error.reason
    }
    let (batches, written, removed) = (await store.batches, await store.written, await store.removed)
    let status = try await indexer.status(comparedWith: revisions.newest.head)
    await store.heal()
    await store.resetCounts()
    let recovery = try await indexer.apply(revisions.source(), locale: .exactly(locale))
    if from == 0, let account { try await indexer.setAccount(account, from: revisions.source()) }
    let fresh = Indexer(store: InMemorySearchIndex(), options: options, now: { 0 })
    try await fresh.apply(revisions.source(), locale: .exactly(locale))
    if let account { try await fresh.setAccount(account, from: revisions.source()) }
    return Outcome(
      first: outcome.report, stopped: outcome.stopped, batches: batches, written: Set(written).sorted(),
      removed: Set(removed).sorted(), isStale: status.isStale, failed: status.failed, recovery: recovery,
      rewritten: Set(await store.written).intersection(written).sorted(),
      digest: try await indexer.digest(), expected: try await fresh.digest())
  }
}

extension Simulation.Outcome {
  /// Whether the index came to what it should be.
  package var isRight: Bool { digest == expected }

  /// `assets.index-simulate/1`.
  package func json(_ simulation: Simulation, to revision: Int) -> CanonicalJSON {
    func list(_ ids: [ContentID]) -> CanonicalJSON { .array(ids.map { .string($0.description) }) }
    return [
      "schema": "assets.index-simulate/1", "locale": .string(simulation.locale.description),
      "from": .integer(simulation.from), "to": .integer(revision),
      "mode": CanonicalJSON(first?.mode.rawValue), "stopped": CanonicalJSON(stopped),
      "batches": .integer(batches), "upserted": list(written), "removed": list(removed),
      "stale": .boolean(isStale), "failed": list(failed),
      "recovery": [
        "mode": .string(recovery.mode.rawValue), "batches": .integer(recovery.batches),
        "upserted": list(recovery.upserted), "removed": list(recovery.removed),
        "rewritten": list(rewritten),
      ],
      "digest": CanonicalJSON(digest), "expected": CanonicalJSON(expected), "right": .boolean(isRight),
    ]
  }
}
