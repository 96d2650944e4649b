import SearchIndex
import TextAnalysis

/// An index that counts what is written and fails when it is told to.
actor FaultyStore: SearchIndexStore {
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

  func contents() async throws(SearchIndexError) -> IndexContents { try await base.contents() }
  func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int { try await base.begin(plan) }
  func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    try await base.search(query, limit: limit)
  }
  func digest() async throws(SearchIndexError) -> Digest { try await base.digest() }
  func verify() async throws(SearchIndexError) { try await base.verify() }
  func reset() async throws(SearchIndexError) { try await base.reset() }
  func request(_ purge: PurgeRequest) async throws(SearchIndexError) { try await base.request(purge) }
  func purge() async throws(SearchIndexError) -> [ItemIdentity] { try await base.purge() }
  func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [SearchableRecord] {
    try await base.literalRecords(after: identity, limit: limit)
  }
  func literalRecord(of identity: ItemIdentity) async throws(SearchIndexError) -> SearchableRecord? {
    try await base.literalRecord(of: identity)
  }
  func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [ProjectionState] {
    try await base.projectionStates(in: generation, after: identity, limit: limit)
  }
  func projectionState(of identity: ItemIdentity) async throws(SearchIndexError) -> ProjectionState? {
    try await base.projectionState(of: identity)
  }
}
