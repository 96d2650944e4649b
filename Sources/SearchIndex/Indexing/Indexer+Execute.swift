extension Indexer {
  /// Carries a plan out, to the stamp.
  func execute<Source: RevisionSource>(
    _ plan: IndexPlan, _ wanted: IndexStamp, _ contents: IndexContents, _ reader: RevisionReader<Source>,
    _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    var reader = reader
    let pending = PendingPlan(mode: plan.mode, target: wanted, base: contents.stamp?.link)
    var run = IndexRun(
      report: IndexReport(mode: plan.mode, locale: wanted.locale, from: plan.from, to: plan.to),
      plan: pending, epoch: contents.epoch,
      batchSize: plan.mode == .rebuild ? options.rebuildBatchSize : options.batchSize,
      total: plan.mode == .rebuild ? reader.rows.count : plan.removals.count + plan.upserts.count,
      onProgress: onProgress)
    switch plan.mode {
    case .none:
      // The same documents, perhaps wanted for another reason.
      if contents.stamp == wanted {
        if options.reportsDigest { run.report.digest = try await store.digest() }
        return run.report
      }
    case .delta, .composed:
      try await settleDoubts(of: contents.pending, &reader, &run)
      run.report.skipped = plan.skipped
      try await write(removing: plan.removals, upserting: plan.upserts, &reader, &run)
    case .reconcile:
      try await settleDoubts(of: contents.pending, &reader, &run)
      try await reconcile(&reader, &run)
    case .rebuild:
      if pending.continues(contents.pending) {
        try await settleDoubts(of: contents.pending, &reader, &run)
        try await begin(&run)
        try await reconcile(&reader, &run)
      } else {
        try await begin(&run)
        try await build(&reader, &run)
      }
      try await addProvided(chain: wanted.chain, to: &run)
    }
    try await finish(&run, stamp: wanted)
    return run.report
  }

  /// Writes what an interrupted plan may or may not have written, whatever the index says of it.
  private func settleDoubts<Source: RevisionSource>(
    of interrupted: PendingPlan?, _ reader: inout RevisionReader<Source>, _ run: inout IndexRun
  ) async throws {
    // What a plan was building aside is no matter for what is searched, and the other way round.
    guard let interrupted, interrupted.isBuilding == run.plan.isBuilding, !interrupted.failures.isEmpty
    else { return }
    run.doubt(interrupted.failures)
    try await begin(&run)
    run.rewritesEqualItems = true
    for identity in interrupted.failures {
      if case .item(let item) = try reader.read(identity.contentID) {
        run.upsert(item)
      } else if let record = try await provider?.record(identity.contentID, chain: reader.locale.chain) {
        run.upsert(reader.builder.item(record))
      } else {
        run.remove(identity)
      }
      try await flushIfFull(&run)
    }
    try await flush(&run, settlesDoubts: true)
    run.rewritesEqualItems = false
  }

  private func write<Source: RevisionSource>(
    removing removals: [ContentID], upserting upserts: [ContentID], _ reader: inout RevisionReader<Source>,
    _ run: inout IndexRun
  ) async throws {
    for contentID in removals {
      run.remove(ItemIdentity(contentID: contentID))
      try await flushIfFull(&run)
    }
    for contentID in upserts {
      switch try reader.read(contentID) {
      case .item(let item): run.upsert(item)
      case .skipped: run.report.skipped.append(contentID)
      case .absent: run.remove(ItemIdentity(contentID: contentID))
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

  /// Compares the fingerprint of each document with the ledger and writes what differs.
  private func reconcile<Source: RevisionSource>(
    _ reader: inout RevisionReader<Source>, _ run: inout IndexRun
  ) async throws {
    var rows = try TreeEntryCursor(reader.rows, in: reader.source)
    var states = ProjectionStateCursor(store: store, generation: run.generation)
    var removals: [ContentID] = []
    var upserts: [ContentID] = []
    var state = try await states.nextOfBundle()
    while let entry = try rows.next() {
      let row = try LedgerRow(entry)
      guard let contentID = ContentID(String(decoding: entry.key, as: UTF8.self)) else {
        throw BundleError(.damaged, "content ID in the ledger is not valid")
      }
      guard row.isFoundByEverybody else {
        run.report.skipped.append(contentID)
        continue
      }
      while let known = state, known.identity.contentID < contentID {
        removals.append(known.identity.contentID)
        state = try await states.nextOfBundle()
      }
      if let known = state, known.identity.contentID == contentID {
        if known.fingerprint != row.projection {
          upserts.append(contentID)
        } else if run.generation == .building {
          // Written by the run that this one continues, and a rebuild lists all.
          run.report.upserted.append(contentID)
        }
        state = try await states.nextOfBundle()
      } else {
        upserts.append(contentID)
      }
    }
    while let known = state {
      removals.append(known.identity.contentID)
      state = try await states.nextOfBundle()
    }
    run.progress.total = removals.count + upserts.count
    try await write(removing: removals, upserting: upserts, &reader, &run)
  }
}

/// Walks the states of an index page by page.
struct ProjectionStateCursor {
  let store: any SearchIndexStore
  let generation: IndexGeneration
  private var page: ArraySlice<ProjectionState> = []
  private var last: ItemIdentity?
  private var isAtEnd = false
  private static let pageSize = 2_000

  init(store: any SearchIndexStore, generation: IndexGeneration) {
    self.store = store
    self.generation = generation
  }

  mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> ProjectionState? {
    if page.isEmpty, !isAtEnd {
      page = try await store.projectionStates(in: generation, after: last, limit: Self.pageSize)[...]
      isAtEnd = page.count < Self.pageSize
      last = page.last?.identity
    }
    return page.popFirst()
  }

  /// The next document that a revision brought and that belongs to no account.
  mutating func nextOfBundle(
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> ProjectionState? {
    while let state = try await next() {
      if state.origin == .bundle, state.identity.account.utf8.isEmpty { return state }
    }
    return nil
  }
}
