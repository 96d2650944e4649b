import SearchIndex
import TextAnalysis

/// A ledger whose process dies at one of its next writes.
actor FailingLedger: SearchIndexStore {
  let base = InMemorySearchIndex()
  private var writesLeft: Int?

  func die(after writes: Int?) { writesLeft = writes }

  private func write() throws(SearchIndexError) {
    guard let left = writesLeft else { return }
    if left == 0 { throw SearchIndexError(.inputOutput, "killed") }
    writesLeft = left - 1
  }

  func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int {
    try write()
    return try await base.begin(plan)
  }
  func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    try write()
    return try await base.commit(batch)
  }
  func contents() async throws(SearchIndexError) -> IndexContents { try await base.contents() }
  func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    try await base.search(query, limit: limit)
  }
  func digest() async throws(SearchIndexError) -> Digest { try await base.digest() }
  func verify() async throws(SearchIndexError) { try await base.verify() }
  func reset() async throws(SearchIndexError) { try await base.reset() }
  func request(_ purge: PurgeRequest) async throws(SearchIndexError) {
    try write()
    try await base.request(purge)
  }
  func purge() async throws(SearchIndexError) -> [ItemIdentity] {
    try write()
    return try await base.purge()
  }
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
