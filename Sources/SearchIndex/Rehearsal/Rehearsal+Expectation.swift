internal import TextAnalysis

/// What should be in an index, by the content of a revision alone.
extension Rehearsal {
  /// One item as the content says it should be found.
  struct Expected {
    var fingerprint: Fingerprint
    var title: String
    /// Everything the item is found by: title, description, terms.
    var texts: [String]
    var titleKey: MessageKey
    var titleLocale: LanguageTag
  }

  /// The items that everybody may find in a locale.
  static func expected(
    in locale: LanguageTag, _ revisions: DraftRevisions, access: ContentAccess = .public
  ) throws -> [ContentID: Expected] {
    let source = try revisions.source()
    let snapshot = revisions.newest
    var projections = TreeProjectionSource(snapshot.content, nodes: source)
    var result: [ContentID: Expected] = [:]
    var records = try TreeEntryCursor(snapshot.content.content, in: source)
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      guard record.access == access, let projection = try projections.projection(of: record, in: locale)
      else { continue }
      result[record.contentID] = Expected(
        fingerprint: projection.fingerprint, title: projection.title.text.string,
        texts: [projection.title.text.string] + (projection.description.map { [$0.text.string] } ?? [])
          + projection.terms.map(\.text.string),
        titleKey: record.titleKey, titleLocale: projection.title.provenance)
    }
    return result
  }

  /// The declared locale in which the most titles differ from those of another; `nil` if none does.
  static func mostDifferent(
    from first: LanguageTag, among declared: [LanguageTag], _ revisions: DraftRevisions
  ) throws -> LanguageTag? {
    let base = try expected(in: first, revisions)
    var best: (locale: LanguageTag, count: Int)?
    for locale in declared where locale != first {
      let other = try expected(in: locale, revisions)
      let count = other.count { base[$0.key]?.fingerprint != $0.value.fingerprint }
      if count > (best?.count ?? 0) { best = (locale, count) }
    }
    return best?.locale
  }

  /// What an index holds of a revision, by content ID.
  func held(_ store: any SearchIndexStore) async throws -> [ContentID: Fingerprint] {
    var result: [ContentID: Fingerprint] = [:]
    var states = ProjectionStateCursor(store: store, generation: .active)
    while let state = try await states.next() {
      guard state.origin == .bundle else { continue }
      try expect(
        result.updateValue(state.fingerprint, forKey: state.identity.contentID) == nil,
        "\(state.identity.contentID) has two documents")
    }
    return result
  }

  /// Compares an index with what it should hold.
  func expect(_ store: any SearchIndexStore, holds expected: [ContentID: Expected]) async throws {
    let held = try await held(store)
    for (contentID, item) in expected.sorted(by: { $0.key < $1.key }) {
      guard let fingerprint = held[contentID] else { throw Broken(detail: "\(contentID) is missing") }
      try expect(fingerprint == item.fingerprint, "\(contentID) is not as the revision has it")
    }
    for contentID in held.keys.sorted() where expected[contentID] == nil {
      throw Broken(detail: "\(contentID) should not be there")
    }
    let items = try await store.contents().items
    try expect(items >= held.count, "the index counts \(items) documents and has \(held.count)")
  }

  /// Whether a search for some text finds an item, which must come at most once.
  func finds(_ contentID: ContentID, _ text: String, in indexer: Indexer) async throws -> Bool {
    let hits = try await indexer.search(text, limit: 10_000).hits.map(\.contentID)
    try expect(Set(hits).count == hits.count, "a search finds the same item twice")
    return hits.contains(contentID)
  }

  /// Whether something can be searched by its title, and would be found by another text.
  func isFound(_ texts: [String], by query: String, in locale: LanguageTag) -> Bool? {
    let analyzer = TextAnalyzer(locale: locale)
    return analyzer.query(query)?.matches(texts.map { analyzer.analyze($0) })
  }
}
