/// What goes wrong on the way.
extension Rehearsal {
  /// The index these promises are judged on.
  private static let failuresName = "failures"

  func playFailures() async {
    await judge(.failure) { try await judgeFailure() }
    await judge(.retry) { try await judgeRetry() }
    await judge(.refusedItem) { try await judgeRefusedItem() }
    await judge(.twoWriters) { try await judgeTwoWriters() }
  }

  private func judgeFailure() async throws -> String {
    let (store, indexer, target) = try await prepared()
    let before = try await store.contents().stamp
    var faults = FaultInjectingStore.Faults()
    faults.stopAfter = 1
    await store.inject(faults)
    await store.resetCounts()
    do {
      try await indexer.switchLocale(to: .exactly(target), from: revisions.source())
      throw Broken(detail: "a run that was stopped says that it came to its end")
    } catch is SearchIndexError {}
    try expect(await store.batches >= 1, "no batch was taken before the fault")
    let status = try await indexer.status(comparedWith: revisions.newest.head)
    try expect(status.isStale, "the index does not say that it is stale")
    try expect(
      try await store.contents().stamp == before, "the stamp is another one although nothing is whole")
    return "stopped after a batch: still \(first), and stale"
  }

  private func judgeRetry() async throws -> String {
    let store = FaultInjectingStore(try makeStore(Self.failuresName), FaultInjectingStore.Faults())
    let (_, target, size) = try sizes()
    // A new indexer, as after a restart.
    let indexer = indexer(store, batchSize: size)
    try await indexer.apply(revisions.source(), locale: .exactly(target))
    let expected = try Self.expected(in: target, revisions)
    try await expect(store, holds: expected)
    let written = await store.written.count
    try expect(
      written < expected.count || second == nil, "what had been written before was written once more")
    let status = try await indexer.status(comparedWith: revisions.newest.head)
    try expect(!status.isStale, "the index is still stale")
    return "\(written) of \(expected.count) were left to write"
  }

  private func judgeRefusedItem() async throws -> String {
    let (store, indexer, target) = try await prepared()
    let expected = try Self.expected(in: target, revisions)
    guard expected.count > 1, let poisoned = expected.keys.min() else {
      throw NotApplicable(reason: "there is only one item")
    }
    var faults = FaultInjectingStore.Faults()
    faults.refusedItems = [poisoned]
    await store.inject(faults)
    let report = try await indexer.rebuild(from: revisions.source(), locale: .exactly(target))
    try expect(report.failed == [poisoned], "\(report.failed.count) items failed, 1 was refused")
    let status = try await indexer.status()
    try expect(status.isStale && status.failed == [poisoned], "the index does not name what was refused")
    await store.heal()
    await store.resetCounts()
    try await indexer.retryFailed(from: revisions.source())
    let written = await store.written
    try expect(
      written.contains(poisoned) && written.count <= 1, "\(written.count) documents written to retry one")
    try await expect(store, holds: expected)
    return "\(poisoned) alone failed, and was written when it was tried again"
  }

  private func judgeTwoWriters() async throws -> String {
    let (store, _, _) = try await prepared()
    let contents = try await store.contents()
    guard let stamp = contents.stamp else { throw Broken(detail: "there is no stamp") }
    let plan = PendingPlan(mode: .reconcile, target: stamp, base: stamp.link)
    let old = try await store.begin(plan)
    _ = try await store.begin(plan)
    let digest = try await store.digest()
    let removals = try await held(store).keys.sorted().map { ItemIdentity(contentID: $0) }
    do {
      _ = try await store.commit(IndexBatch(epoch: old, removals: removals, time: 0))
      throw Broken(detail: "a batch of a plan that another one replaced was taken")
    } catch let error as SearchIndexError {
      try expect(error.code == .superseded, "refused as \(error.code), not as superseded")
    }
    try expect(try await store.digest() == digest, "a refused batch changed the index")
    return "the batch of the older plan was refused as a whole"
  }

  private func sizes() throws -> (from: LanguageTag, to: LanguageTag, batch: Int) {
    let target = try secondLocale()
    let count = try Self.expected(in: target, revisions).count
    guard count > 2 else { throw NotApplicable(reason: "too few items for two batches") }
    return (first, target, max(1, count / 3))
  }

  /// An index in the first locale, batches that are small enough to be interrupted, and where to switch to.
  private func prepared() async throws -> (FaultInjectingStore, Indexer, LanguageTag) {
    let (from, target, size) = try sizes()
    let store = FaultInjectingStore(try makeStore(Self.failuresName), FaultInjectingStore.Faults())
    try await store.reset()
    let indexer = indexer(store, batchSize: size)
    try await indexer.apply(revisions.source(), locale: .exactly(from))
    return (store, indexer, target)
  }
}
