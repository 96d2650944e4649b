extension Indexer {
  /// Commits the collected changes if there are enough of them.
  func flushIfFull(_ run: inout IndexRun) async throws {
    guard run.isFull else { return }
    // More is to come, so a crash must find a plan.
    try await begin(&run)
    try await flush(&run, stamp: nil)
  }

  func begin(_ run: inout IndexRun) async throws {
    if run.hasBegun || run.epoch == nil { return }
    run.epoch = try await store.begin(run.plan)
    run.hasBegun = true
  }

  /// Commits what is left, and with it the stamp unless something failed.
  func finish(_ run: inout IndexRun, stamp: IndexStamp?) async throws {
    if !run.report.failed.isEmpty, !run.isEmpty { try await flush(&run, stamp: nil) }
    if run.report.failed.isEmpty, stamp != nil || !run.isEmpty { try await flush(&run, stamp: stamp) }
    for list in [\IndexReport.upserted, \.removed, \.failed, \.skipped] {
      // What was doubtful may have been written twice.
      run.report[keyPath: list] = Set(run.report[keyPath: list]).sorted()
    }
    if options.reportsDigest { run.report.digest = try await store.digest() }
  }

  /// Commits the collected changes.
  /// - Parameter settlesDoubts: whether they deal with all that an earlier run left open.
  func flush(_ run: inout IndexRun, stamp: IndexStamp? = nil, settlesDoubts: Bool = false) async throws {
    try checkMayContinue()
    var batch = run.takeBatch(stamp: stamp, time: now())
    if settlesDoubts { batch.failures = run.failures }
    do throws(SearchIndexError) {
      let outcome = try await store.commit(batch)
      run.report.upserted += outcome.upserted.map(\.contentID)
      run.report.removed += outcome.removed.map(\.contentID)
      if settlesDoubts { run.settleDoubts() }
    } catch {
      guard error.code == .rejected, !(batch.removals.isEmpty && batch.upserts.isEmpty) else { throw error }
      try await note(batch, in: &run)
    }
    run.report.batches += 1
    run.progress.done += batch.removals.count + batch.upserts.count
    run.onProgress?(run.progress)
  }

  /// Keeps what a refused batch named, so that the index stays stale and a later run tries it again.
  private func note(_ batch: IndexBatch, in run: inout IndexRun) async throws {
    try await begin(&run)
    run.failures += batch.removals + batch.upserts.map(\.identity)
    run.report.failed = run.failures.map(\.contentID)
    _ = try await store.commit(
      IndexBatch(
        generation: batch.generation, epoch: run.epoch, failures: Set(run.doubts + run.failures).sorted(),
        time: batch.time))
  }
}
