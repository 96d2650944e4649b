package import TextAnalysis

/// An index that hands everything on to another one, but for what it does itself: to count, or to fail on purpose.
package protocol ForwardingSearchIndexStore: SearchIndexStore {
  var base: any SearchIndexStore { get }
}

extension ForwardingSearchIndexStore {
  package func contents() async throws(SearchIndexError) -> IndexContents { try await base.contents() }
  package func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int { try await base.begin(plan) }
  package func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    try await base.commit(batch)
  }
  package func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    try await base.search(query, limit: limit)
  }
  package func digest() async throws(SearchIndexError) -> Digest { try await base.digest() }
  package func verify() async throws(SearchIndexError) { try await base.verify() }
  package func reset() async throws(SearchIndexError) { try await base.reset() }
  package func request(_ purge: PurgeRequest) async throws(SearchIndexError) { try await base.request(purge) }
  package func purge() async throws(SearchIndexError) -> [ItemIdentity] { try await base.purge() }
  package func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [SearchableRecord] {
    try await base.literalRecords(after: identity, limit: limit)
  }
  package func literalRecord(of identity: ItemIdentity) async throws(SearchIndexError) -> SearchableRecord? {
    try await base.literalRecord(of: identity)
  }
  package func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [ProjectionState] {
    try await base.projectionStates(in: generation, after: identity, limit: limit)
  }
  package func projectionState(
    of identity: ItemIdentity
  ) async throws(SearchIndexError) -> ProjectionState? {
    try await base.projectionState(of: identity)
  }
}
