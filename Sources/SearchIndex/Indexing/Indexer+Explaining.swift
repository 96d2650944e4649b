extension Indexer {
  /// Says why an item is in the index, or is not, by the newest revision of a source.
  /// - Throws: `SearchIndexError` with `.noIndex` or `.noSource`.
  public func explain(
    _ contentID: ContentID, from source: sending some RevisionSource
  ) async throws -> ItemExplanation {
    guard let head = source.head else {
      throw SearchIndexError(.noSource, "the store has no revision yet; publish first")
    }
    var reader = try await reader(of: head, in: source)
    let record = try reader.record(contentID)
    let row = try reader.row(contentID)
    let owner = row.flatMap(reader.owner)
    let identity = ItemIdentity(account: owner ?? "", contentID: contentID)
    let state = try await store.projectionState(of: identity)
    var explanation = ItemExplanation(
      contentID: contentID, locale: reader.locale.locale, verdict: .absent, absence: nil, present: nil,
      state: state, row: row, revision: head.revision)
    if let state, state.origin != .bundle {
      explanation.verdict = .own
      return explanation
    }
    if let row, owner != nil {
      let isCurrent = state.map { $0.fingerprint == row.projection }
      explanation.verdict = isCurrent.map { $0 ? .current : .outdated } ?? .missing
      return explanation
    }
    explanation.verdict = state == nil ? .absent : .leftover
    if let record {
      explanation.absence =
        !record.isSearchable
        ? .notSearchable : record.access == .private ? .private : row == nil ? .untitled : .account
    } else {
      explanation.present = try Self.present(contentID, in: reader.snapshot, source)
      explanation.absence = explanation.present == nil ? .unknown : .former
    }
    return explanation
  }

  /// What the index's documents differ in from the revision that its stamp names, by content ID.
  ///
  /// Nothing, unless items were removed one by one, or something other than the indexer wrote.
  public func differences(
    from source: sending some RevisionSource
  ) async throws -> [ContentID: ItemExplanation.Verdict] {
    guard let stamp = try await store.contents().stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    let reader = try await reader(of: source.head(stamp.link), in: source)
    var expected: [ItemIdentity: Fingerprint] = [:]
    var rows = try TreeEntryCursor(reader.rows, in: source)
    while let entry = try rows.next() {
      let row = try LedgerRow(entry)
      guard let owner = reader.owner(of: row),
        let contentID = ContentID(String(decoding: entry.key, as: UTF8.self))
      else { continue }
      expected[ItemIdentity(account: owner, contentID: contentID)] = row.projection
    }
    var differences: [ContentID: ItemExplanation.Verdict] = [:]
    var states = ProjectionStateCursor(store: store, generation: .active)
    while let state = try await states.next() {
      let fingerprint = expected.removeValue(forKey: state.identity)
      guard state.origin == .bundle else { continue }
      if fingerprint == nil { differences[state.identity.contentID] = .leftover }
      if let fingerprint, fingerprint != state.fingerprint {
        differences[state.identity.contentID] = .outdated
      }
    }
    for identity in expected.keys { differences[identity.contentID] = .missing }
    return differences
  }

  /// A reader in the language and for the account of the index.
  private func reader<Source: RevisionSource>(
    of head: Head, in source: Source
  ) async throws -> RevisionReader<Source> {
    guard let stamp = try await store.contents().stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    let snapshot = try Snapshot(head, from: source)
    guard let locale = snapshot.content[stamp.locale] else {
      throw SearchIndexError(.unknownLocale, "r\(head.revision) does not declare \(stamp.locale)")
    }
    return RevisionReader(head, snapshot, locale, account: stamp.account, source)
  }

  private static func present(
    _ former: ContentID, in snapshot: Snapshot, _ source: some NodeSource
  ) throws(BundleError) -> ContentID? {
    var records = try TreeEntryCursor(snapshot.content.content, in: source)
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      if record.formerIDs.contains(former) { return record.contentID }
    }
    return nil
  }
}
