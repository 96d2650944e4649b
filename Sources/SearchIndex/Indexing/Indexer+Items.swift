extension Indexer {
  /// Writes items again from the revision that the index holds: those that have a projection, and removes the others.
  @discardableResult
  public func upsert(
    contentIDs: [ContentID], from source: sending some RevisionSource
  ) async throws -> IndexReport {
    await enter()
    defer { leave() }
    let stamp = try await currentStamp()
    // Not the newest revision: a document must never be newer than what the stamp says.
    let head = try source.head(stamp.link)
    let snapshot = try Snapshot(head, from: source)
    guard let locale = snapshot.content[stamp.locale] else {
      throw SearchIndexError(.unknownLocale, "r\(head.revision) does not declare \(stamp.locale)")
    }
    var reader = RevisionReader(head, snapshot, locale, source)
    var run = simpleRun(stamp)
    for contentID in Set(contentIDs).sorted() {
      switch try reader.read(contentID) {
      case .item(let item): run.upsert(item)
      case .skipped:
        run.report.skipped.append(contentID)
        run.remove(ItemIdentity(contentID: contentID))
      case .absent: run.remove(ItemIdentity(contentID: contentID))
      }
      try await flushIfFull(&run)
    }
    return try await finished(run)
  }

  /// Writes the app's own records again as the record source has them, and removes those that are gone.
  @discardableResult
  public func upsert(contentIDs: [ContentID]) async throws -> IndexReport {
    await enter()
    defer { leave() }
    guard let provider else {
      throw SearchIndexError(.noSource, "the indexer has no record source; give it one, or a store")
    }
    let stamp = try await currentStamp()
    let builder = SearchableItemBuilder(locale: stamp.locale)
    var run = simpleRun(stamp)
    for contentID in Set(contentIDs).sorted() {
      if let record = try await provider.record(contentID, chain: stamp.chain) {
        run.upsert(builder.item(record))
      } else {
        run.remove(ItemIdentity(contentID: contentID))
      }
      try await flushIfFull(&run)
    }
    return try await finished(run)
  }

  /// Removes items. A revision that still has them brings them back with the next change of them, or with a rebuild.
  @discardableResult
  public func remove(contentIDs: [ContentID]) async throws -> IndexReport {
    await enter()
    defer { leave() }
    var run = simpleRun(try await currentStamp())
    for contentID in Set(contentIDs).sorted() {
      run.remove(ItemIdentity(contentID: contentID))
      try await flushIfFull(&run)
    }
    return try await finished(run)
  }

  /// Removes every item of a domain, and of no domain whose name only begins like it.
  @discardableResult
  public func remove(domain: String) async throws -> IndexReport {
    await enter()
    defer { leave() }
    var run = simpleRun(try await currentStamp())
    var states = ProjectionStateCursor(store: store, generation: .active)
    var found: [ItemIdentity] = []
    while let state = try await states.next() {
      if state.domain == ExactString(domain) { found.append(state.identity) }
    }
    for identity in found {
      run.remove(identity)
      try await flushIfFull(&run)
    }
    return try await finished(run)
  }

  /// Adds what the app itself has to a generation that is being built.
  func addProvided(chain: [LanguageTag], to run: inout IndexRun) async throws {
    guard let provider, let locale = chain.first else { return }
    let builder = SearchableItemBuilder(locale: locale)
    var last: ContentID?
    while true {
      let page = try await provider.contentIDs(after: last, limit: options.batchSize)
      if page.isEmpty { return }
      run.progress.total += page.count
      for contentID in page {
        if let record = try await provider.record(contentID, chain: chain) {
          run.upsert(builder.item(record))
        }
        try await flushIfFull(&run)
      }
      last = page.last
    }
  }

  private func currentStamp() async throws -> IndexStamp {
    guard let stamp = try await store.contents().stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    return stamp
  }

  private func simpleRun(_ stamp: IndexStamp) -> IndexRun {
    IndexRun(
      report: IndexReport(mode: .delta, locale: stamp.locale, from: stamp.revision, to: stamp.revision),
      plan: PendingPlan(mode: .delta, target: stamp, base: stamp.link), epoch: nil,
      batchSize: options.batchSize, rewritesEqualItems: true)
  }

  private func finished(_ run: IndexRun) async throws -> IndexReport {
    var run = run
    if run.isEmpty, run.report.batches == 0 { run.report.mode = .none }
    try await finish(&run, stamp: nil)
    return run.report
  }
}
