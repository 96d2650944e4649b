/// An index that counts what is written to it and fails as it is told to.
package actor FaultInjectingStore: ForwardingSearchIndexStore {
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

  package let base: any SearchIndexStore
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
}
