/// Revisions that come later.
extension Rehearsal {
  /// A word that no project has, in letters that every locale folds alike.
  private static let word = "xqzrehearsalxq"

  /// The index these promises are judged on.
  private static let updatesName = "updates"

  func playUpdates() async {
    await judge(.onlyAffected) { try await judgeOnlyAffected() }
    await judge(.rollback) { try await judgeRollback() }
    await judge(.olderRevision) { try await judgeOlderRevision() }
    await judge(.fallbackSuperseded) { try await judgeFallbackSuperseded() }
  }

  private func judgeOnlyAffected() async throws -> String {
    let (store, indexer) = try await updated(first)
    let before = try Self.expected(in: first, revisions)
    let edited = try edit(before)
    let after = try Self.expected(in: first, edited.revisions)
    let affected = after.keys.filter { after[$0]?.fingerprint != before[$0]?.fingerprint }.sorted()
    await store.resetCounts()
    try await indexer.apply(edited.revisions.source())
    let written = await store.written.sorted()
    try expect(written == affected, "\(written.count) documents written, \(affected.count) are affected")
    try expect(
      try await finds(edited.contentID, Self.word, in: indexer),
      "\(edited.contentID) is not found by its new title")
    try await expect(store, holds: after)
    return "\(affected.count) of \(before.count) written"
  }

  private func judgeRollback() async throws -> String {
    let (store, indexer) = try await updated(first)
    let before = try await store.digest()
    var edited = try edit(Self.expected(in: first, revisions)).revisions
    try await indexer.apply(edited.source())
    try expect(try await store.digest() != before, "a changed title leaves the index as it was")
    try edited.rollBack(to: revisions.newest)
    let report = try await indexer.apply(edited.source())
    try expect(try await store.digest() == before, "the index is not what it was before")
    try expect(
      try await indexer.search(Self.word).hits.isEmpty, "what was rolled back is still found")
    return "\(report.upserted.count) written back"
  }

  private func judgeOlderRevision() async throws -> String {
    let (store, indexer) = try await updated(first)
    let edited = try edit(Self.expected(in: first, revisions)).revisions
    try await indexer.apply(edited.source())
    let digest = try await store.digest()
    do {
      try await indexer.apply(revisions.source())
      throw Broken(detail: "a revision older than the index was taken")
    } catch let refusal as IndexRefusal {
      try expect(try await store.digest() == digest, "the index changed although it was refused")
      return "refused as \(refusal.verdict.rawValue)"
    }
  }

  private func judgeFallbackSuperseded() async throws -> String {
    guard let case0 = try fallenBack() else {
      throw NotApplicable(reason: "no title falls back to another locale")
    }
    let (store, indexer) = try await updated(case0.locale)
    let before = try Self.expected(in: case0.locale, revisions)
    var later = revisions
    try later.publish(case0.item.titleKey, in: case0.locale, as: Self.word)
    let after = try Self.expected(in: case0.locale, later)
    let affected = after.keys.filter { after[$0]?.fingerprint != before[$0]?.fingerprint }.sorted()
    await store.resetCounts()
    try await indexer.apply(later.source())
    let written = await store.written.sorted()
    try expect(written == affected, "\(written.count) documents written, \(affected.count) are affected")
    try expect(
      try await finds(case0.contentID, Self.word, in: indexer),
      "\(case0.contentID) is not found by its translation")
    try await expect(store, holds: after)
    return
      "\(case0.contentID) came from \(case0.item.titleLocale), then from \(case0.locale); \(written.count) written"
  }

  /// A store with an index of the newest revision, made anew.
  private func updated(_ locale: LanguageTag) async throws -> (FaultInjectingStore, Indexer) {
    let store = FaultInjectingStore(try makeStore(Self.updatesName), FaultInjectingStore.Faults())
    try await store.reset()
    let indexer = indexer(store)
    try await indexer.apply(revisions.source(), locale: .exactly(locale))
    return (store, indexer)
  }

  /// One more revision in which one title is another.
  private func edit(
    _ items: [ContentID: Expected]
  ) throws -> (contentID: ContentID, revisions: DraftRevisions) {
    guard let contentID = items.keys.min(), let item = items[contentID] else {
      throw NotApplicable(reason: "there is no item in \(first)")
    }
    var edited = revisions
    try edited.publish(item.titleKey, in: first, as: Self.word)
    return (contentID, edited)
  }

  /// An item whose title comes from another locale than the one asked for.
  private func fallenBack() throws -> (locale: LanguageTag, contentID: ContentID, item: Expected)? {
    for locale in revisions.newest.content.locales.map(\.locale) {
      let items = try Self.expected(in: locale, revisions)
      let found = items.filter { $0.value.titleLocale != locale }.min { $0.key < $1.key }
      if let found { return (locale, found.key, found.value) }
    }
    return nil
  }
}
