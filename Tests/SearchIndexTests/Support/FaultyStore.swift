import SearchIndex

/// An index that counts what is written and fails when it is told to.
actor FaultyStore: ForwardingSearchIndexStore {
  let base: any SearchIndexStore
  private(set) var written = 0
  private(set) var batches = 0
  private var plannedFailure: (batches: Int, error: SearchIndexError)?

  private var beforeBatch: (number: Int, body: @Sendable () async -> Void)?

  init(_ base: any SearchIndexStore) { self.base = base }

  /// Does something else in between, once, before a batch is committed.
  func interlude(before number: Int, _ body: @escaping @Sendable () async -> Void) {
    beforeBatch = (batches + number, body)
  }

  /// Fails once, after so many batches.
  func fail(after batches: Int, with error: SearchIndexError) { plannedFailure = (batches, error) }

  func resetCounts() { (written, batches) = (0, 0) }

  func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    if let planned = plannedFailure {
      if planned.batches == 0 {
        plannedFailure = nil
        throw planned.error
      }
      plannedFailure = (planned.batches - 1, planned.error)
    }
    if let interlude = beforeBatch, interlude.number == batches {
      beforeBatch = nil
      await interlude.body()
    }
    let outcome = try await base.commit(batch)
    written += outcome.upserted.count
    batches += 1
    return outcome
  }
}
