extension Indexer {
  /// Writes items again from the revision that the index holds: those that have a projection, and removes the others.
  @discardableResult
  public func upsert(
    contentIDs: [ContentID], from source: sending some RevisionSource
  ) async throws -> IndexReport {
    try await operation(.upsert) { try await rewrite(contentIDs, from: source) }
  }

  private func rewrite<Source: RevisionSource>(
    _ contentIDs: [ContentID], from source: Source
  ) async throws -> IndexReport {
    let (contents, stamp) = try await current()
    // Not the newest revision: a document must never be newer than what the stamp says.
    let head = try source.head(stamp.link)
    let snapshot = try Snapshot(head, from: source)
    guard let locale = snapshot.content[stamp.locale] else {
      throw SearchIndexError(.unknownLocale, "r\(head.revision) does not declare \(stamp.locale)")
    }
    var reader = RevisionReader(head, snapshot, locale, account: stamp.account, source)
    var run = simpleRun(contents, stamp)
    for contentID in Set(contentIDs).sorted() {
      switch try reader.read(contentID) {
      case .item(let item): run.upsert(item)
      case .skipped:
        run.report.skipped.append(contentID)
        run.remove(ItemIdentity(contentID: contentID))
      case .absent:
        run.remove(ItemIdentity(contentID: contentID))
        if let account = stamp.account { run.remove(ItemIdentity(account: account, contentID: contentID)) }
      }
      try await flushIfFull(&run)
    }
    return try await finished(run)
  }

  /// Writes the app's own records again as the record source has them, and removes those that are gone.
  /// - Parameter account: whose records they are; empty for those that belong to nobody.
  @discardableResult
  public func upsert(contentIDs: [ContentID], account: ExactString = "") async throws -> IndexReport {
    guard let provider else {
      throw SearchIndexError(.noSource, "the indexer has no record source; give it one, or a store")
    }
    return try await operation(.upsert) {
      let (contents, stamp) = try await current()
      let builder = SearchableItemBuilder(locale: stamp.locale)
      var run = simpleRun(contents, stamp)
      for contentID in Set(contentIDs).sorted() {
        let identity = ItemIdentity(account: account, contentID: contentID)
        if let record = try await provider.record(identity, chain: stamp.chain) {
          run.upsert(builder.item(record, origin: .app))
        } else {
          run.remove(identity)
        }
        try await flushIfFull(&run)
      }
      return try await finished(run)
    }
  }

  /// Writes records whose text is given: what somebody made, and no bundle and no record source knows.
  ///
  /// They stay through updates, rebuilds and changes of language, until they are removed or purged. Should the index
  /// be lost, they are too; a `SearchableSourceProvider` is asked again then.
  @discardableResult
  public func upsert(records: [SearchableRecord]) async throws -> IndexReport {
    try await operation(.upsert) {
      let (contents, stamp) = try await current()
      let builder = SearchableItemBuilder(locale: stamp.locale)
      var run = simpleRun(contents, stamp)
      var last: [ItemIdentity: Int] = [:]
      for (index, record) in records.enumerated() { last[record.identity] = index }
      for index in last.values.sorted(by: { records[$0].identity < records[$1].identity }) {
        run.upsert(builder.item(records[index], origin: .literal))
        try await flushIfFull(&run)
      }
      return try await finished(run)
    }
  }

  /// Removes items. A revision that still has them brings them back with the next change of them, or with a rebuild.
  /// - Parameter account: whose items they are; empty for those that everybody may find.
  @discardableResult
  public func remove(contentIDs: [ContentID], account: ExactString = "") async throws -> IndexReport {
    try await operation(.remove) {
      let (contents, stamp) = try await current()
      var run = simpleRun(contents, stamp)
      for contentID in Set(contentIDs).sorted() {
        run.remove(ItemIdentity(account: account, contentID: contentID))
        try await flushIfFull(&run)
      }
      return try await finished(run)
    }
  }

  /// Removes every item of a domain, of every account, and of no domain whose name only begins like it.
  @discardableResult
  public func remove(domain: String) async throws -> IndexReport {
    try await operation(.remove) {
      let (contents, stamp) = try await current()
      var run = simpleRun(contents, stamp)
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
  }

  /// What an index holds, which there must be.
  private func current() async throws -> (IndexContents, IndexStamp) {
    try await drainPurges()
    let contents = try await store.contents()
    guard let stamp = contents.stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    guard contents.isWhole else {
      throw SearchIndexError(.noIndex, "the index was lost; apply a revision first")
    }
    return (contents, stamp)
  }

  private func simpleRun(_ contents: IndexContents, _ stamp: IndexStamp) -> IndexRun {
    var run = IndexRun(
      report: IndexReport(mode: .delta, locale: stamp.locale, from: stamp.revision, to: stamp.revision),
      plan: PendingPlan(mode: .reconcile, target: stamp, base: stamp.link), contents: contents, epoch: nil,
      batchSize: options.batchSize, rewritesEqualItems: true, total: 0, onProgress: nil)
    if let pending = contents.pending, !pending.isBuilding {
      for failure in pending.failures { run.open[failure.identity] = failure }
    }
    return run
  }

  private func finished(_ run: IndexRun) async throws -> IndexReport {
    var run = run
    if run.isEmpty, run.report.batches == 0 { run.report.mode = .none }
    let named = Set(run.open.keys)
    try await finish(&run, stamp: nil)
    // What an earlier plan left open is not this operation's failure.
    let failed = run.failures.filter { $0.attempts > 0 && !named.contains($0.identity) }
    run.report.failed = Set(failed.map(\.identity.contentID)).sorted()
    return run.report
  }
}
