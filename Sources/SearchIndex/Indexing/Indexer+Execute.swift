extension Indexer {
  /// Carries a plan out, to the stamp.
  func execute<Source: RevisionSource>(
    _ plan: IndexPlan, _ wanted: IndexStamp, _ contents: IndexContents, _ reader: RevisionReader<Source>,
    attemptLimit: Int, _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    var reader = reader
    let pending = PendingPlan(mode: plan.mode, target: wanted, base: contents.stamp?.link)
    var run = IndexRun(
      report: IndexReport(mode: plan.mode, locale: wanted.locale, from: plan.from, to: plan.to),
      plan: pending, contents: contents, epoch: contents.epoch,
      batchSize: plan.mode == .rebuild ? options.rebuildBatchSize : options.batchSize,
      rewritesEqualItems: false,
      total: plan.mode == .rebuild ? reader.rows.count : plan.removals.count + plan.upserts.count,
      onProgress: onProgress)
    run.attemptLimit = attemptLimit
    switch plan.mode {
    case .none:
      // The same documents, perhaps wanted for another reason.
      if contents.stamp == wanted {
        if options.reportsDigest { run.report.digest = try await store.digest() }
        return run.report
      }
    case .delta, .composed:
      try await settle(contents.pending, &reader, &run)
      run.report.skipped = plan.skipped
      run.report.changes = plan.changes
      try await write(removing: plan.removals, upserting: plan.upserts, &reader, &run)
    case .reconcile:
      try await settle(contents.pending, &reader, &run)
      try await reconcile(&reader, &run)
      if contents.stamp?.account != wanted.account { try await addProvided(chain: wanted.chain, to: &run) }
    case .rebuild:
      let continues = pending.continues(contents.pending)
      if continues { try await settle(contents.pending, &reader, &run) }
      try await begin(&run)
      if continues { try await reconcile(&reader, &run) } else { try await build(&reader, &run) }
      try await addProvided(chain: wanted.chain, to: &run)
      try await keepLiterals(locale: wanted.locale, in: &run)
    }
    try await finish(&run, stamp: wanted)
    return run.report
  }

  /// Writes what an interrupted plan may or may not have written, whatever the index says of it.
  func settle<Source: RevisionSource>(
    _ interrupted: PendingPlan?, _ reader: inout RevisionReader<Source>,
    _ run: inout IndexRun
  ) async throws {
    // What a plan was building aside is no matter for what is searched, and the other way round.
    guard let interrupted, interrupted.isBuilding == run.plan.isBuilding, !interrupted.failures.isEmpty
    else { return }
    for failure in interrupted.failures { run.open[failure.identity] = failure }
    try await begin(&run)
    run.rewritesEqualItems = true
    for failure in run.failures {
      let identity = failure.identity
      if case .item(let item) = try reader.read(identity) {
        run.upsert(item)
      } else if let item = try await ownItem(identity, reader.builder, chain: reader.locale.chain) {
        run.upsert(item)
      } else {
        run.remove(identity)
      }
      try await flushIfFull(&run)
    }
    if !run.isEmpty { try await flush(&run, stamp: nil) }
    run.rewritesEqualItems = false
  }

  private func write<Source: RevisionSource>(
    removing removals: [ItemIdentity], upserting upserts: [ItemIdentity],
    _ reader: inout RevisionReader<Source>, _ run: inout IndexRun
  ) async throws {
    for identity in removals {
      run.remove(identity)
      try await flushIfFull(&run)
    }
    for identity in upserts {
      switch try reader.read(identity) {
      case .item(let item): run.upsert(item)
      case .skipped: run.report.skipped.append(identity.contentID)
      case .absent: run.remove(identity)
      }
      try await flushIfFull(&run)
    }
  }

  /// Writes every item, in order, into a generation that is empty.
  private func build<Source: RevisionSource>(
    _ reader: inout RevisionReader<Source>, _ run: inout IndexRun
  ) async throws {
    var rows = try TreeEntryCursor(reader.rows, in: reader.source)
    var records = try TreeEntryCursor(reader.snapshot.content.content, in: reader.source)
    var row = try rows.next()
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      guard let found = row, found.key == entry.key else {
        // Searchable, and nothing to show in any language of the chain.
        if record.isSearchable, record.access != .private { run.report.skipped.append(record.contentID) }
        continue
      }
      switch try reader.read(record, LedgerRow(found)) {
      case .item(let item): run.upsert(item)
      case .skipped, .absent: run.report.skipped.append(record.contentID)
      }
      row = try rows.next()
      try await flushIfFull(&run)
    }
    if let row, let contentID = ContentID(String(decoding: row.key, as: UTF8.self)) {
      throw reader.mismatch(contentID)
    }
  }
}
