import SearchIndex

/// A ledger whose process dies at one of its next writes.
actor FailingLedger: ForwardingSearchIndexStore {
  let base: any SearchIndexStore = InMemorySearchIndex()
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
  func request(_ purge: PurgeRequest) async throws(SearchIndexError) {
    try write()
    try await base.request(purge)
  }
  func purge() async throws(SearchIndexError) -> [ItemIdentity] {
    try write()
    return try await base.purge()
  }
}
