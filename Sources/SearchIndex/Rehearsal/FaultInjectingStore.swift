package import TextAnalysis

/// An index that counts what is written to it and fails as it is told to.
package actor FaultInjectingStore: SearchIndexStore {
  /// What goes wrong.
  package struct Faults: Hashable, Sendable {
    /// The number of the batch that the index does not take now, from 1; every time it is given.
    package var unavailableBatch: Int?
    /// Batches that hold one of these are refused.
    package var refusedItems: Set<ContentID> = []
    /// After so many batches the process is as good as dead.
    package var stopAfter: Int?

    package init() {}
  }

  private let base: any SearchIndexStore
  private var faults: Faults
  private var offered = 0
  /// Batches that were taken.
  package private(set) var batches = 0
  /// Documents that were written, however often.
  package private(set) var written: [ContentID] = []
  package private(set) var removed: [ContentID] = []

  package init(_ base: any SearchIndexStore, _ faults: Faults) {
    self.base = base
    self.faults = faults
  }

  /// Whatever went wrong does not any more.
  package func heal() { faults = Faults() }

  package func inject(_ faults: Faults) {
    self.faults = faults
    offered = 0
  }

  package func resetCounts() { (written, removed, batches) = ([], [], 0) }

  package func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    if let limit = faults.stopAfter, offered >= limit {
      throw SearchIndexError(.inputOutput, "stopped on purpose after \(limit) batches")
    }
    if !batch.removals.isEmpty || !batch.upserts.isEmpty {
      offered += 1
      if offered == faults.unavailableBatch {
        throw SearchIndexError(.unavailable, "batch \(offered) was not taken, on purpose", underlyingCode: 1)
      }
      if batch.upserts.contains(where: { faults.refusedItems.contains($0.identity.contentID) }) {
        throw SearchIndexError(.rejected, "an item was refused on purpose", underlyingCode: 2)
      }
    }
    let outcome = try await base.commit(batch)
    batches += 1
    written += outcome.upserted.map(\.contentID)
    removed += outcome.removed.map(\.contentID)
    return outcome
  }

  package func contents() async throws(SearchIndexError) -> IndexContents { try await base.contents() }
  package func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int { try await base.begin(plan) }
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
