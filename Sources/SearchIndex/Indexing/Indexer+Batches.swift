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
    run.plan.failures = run.failures
    run.epoch = try await store.begin(run.plan)
    run.hasBegun = true
  }

  /// Commits what is left, and with it the stamp unless something failed.
  func finish(_ run: inout IndexRun, stamp: IndexStamp?) async throws {
    var stamp = stamp
    if run.open.isEmpty || !run.isEmpty {
      if stamp != nil || !run.isEmpty {
        let isLast = try await flush(&run, stamp: run.open.isEmpty ? stamp : nil)
        if isLast { stamp = nil }
      }
    }
    // Halves of a batch that was refused as a whole may all have been taken, or what was open was settled just now.
    if stamp != nil, run.open.isEmpty { try await flush(&run, stamp: stamp) }
    run.report.failed = run.failures.map(\.identity.contentID)
    for list in [\IndexReport.upserted, \.removed, \.failed, \.skipped] {
      // What was doubtful may have been written twice.
      run.report[keyPath: list].sortUniquely()
    }
    if options.reportsDigest { run.report.digest = try await store.digest() }
  }

  /// Commits the collected changes.
  /// - Returns: whether the index has the stamp now.
  @discardableResult
  func flush(_ run: inout IndexRun, stamp: IndexStamp?) async throws -> Bool {
    try checkMayContinue()
    let batch = run.takeBatch(stamp: stamp, time: now())
    let isStamped = try await commit(batch, in: &run)
    run.report.batches += 1
    run.progress.done += batch.removals.count + batch.upserts.count
    run.onProgress?(run.progress)
    return isStamped
  }

  /// Commits a batch; what the index refuses is halved until it is known what exactly it refuses.
  private func commit(_ batch: IndexBatch, in run: inout IndexRun) async throws -> Bool {
    var batch = batch
    batch.epoch = run.epoch
    let changed = batch.removals + batch.upserts.map(\.identity)
    var open = run.open
    for identity in changed { open[identity] = nil }
    if open.count != run.open.count {
      let kept = open
      batch.failures = run.failures.filter { kept[$0.identity] != nil }
    }
    do throws(SearchIndexError) {
      let outcome = try await store.commit(batch)
      run.open = open
      run.report.upserted += outcome.upserted.map(\.contentID)
      run.report.removed += outcome.removed.map(\.contentID)
      return batch.stamp != nil
    } catch {
      guard error.code == .rejected || error.code == .unavailable, !batch.isEmpty else { throw error }
      try await begin(&run)
      if error.code == .rejected, changed.count > 1 {
        for half in batch.halves {
          try checkMayContinue()
          _ = try await commit(half, in: &run)
        }
      } else if changed.isEmpty {
        throw error
      } else {
        try await note(batch, error, in: &run)
      }
      return false
    }
  }

  /// Keeps what was refused, so that the index stays stale and a later run tries it again.
  private func note(
    _ batch: IndexBatch, _ error: SearchIndexError, in run: inout IndexRun
  ) async throws {
    if run.epoch == nil {
      // A change that no plan made becomes one, which the next run finishes.
      run.epoch = try await store.begin(run.plan)
      run.hasBegun = true
    }
    let refused =
      batch.removals.map { ($0, nil) } + batch.upserts.map { ($0.identity, Optional($0.fingerprint)) }
    for (identity, fingerprint) in refused {
      run.refused.insert(identity)
      let attempts = run.open[identity]?.attempts ?? 0
      run.open[identity] = PlanFailure(
        identity, attempts: attempts + 1, fingerprint: fingerprint, code: error.underlyingCode)
    }
    _ = try await store.commit(
      IndexBatch(
        generation: run.generation, epoch: run.epoch, failures: run.failures, purgeMark: run.purgeMark,
        time: batch.time))
  }
}

extension [ContentID] {
  /// Sorts, and keeps one of equals; a list that is so already, as that of a rebuild is, is only looked through.
  fileprivate mutating func sortUniquely() {
    if zip(self, dropFirst()).allSatisfy(<) { return }
    self = Set(self).sorted()
  }
}
