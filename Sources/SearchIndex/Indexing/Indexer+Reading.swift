extension Indexer {
  /// The documents that match what a user typed, the best first.
  ///
  /// All words must be found, the last one perhaps by its beginning; in scripts without spaces any part of the text
  /// is found. Quotes and operators mean nothing special.
  /// - Parameters:
  ///   - limit: at most so many.
  ///   - locale: what the index must be in; `nil` for whatever it is in.
  /// - Throws: `SearchIndexError` with `.noIndex` or `.otherLocale`.
  public func search(
    _ query: String, limit: Int = 20, locale: LanguageTag? = nil
  ) async throws -> SearchResults {
    guard let stamp = try await store.contents().stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    if let locale, locale != stamp.locale {
      throw SearchIndexError(
        .otherLocale, "the index is in \(stamp.locale), not in \(locale); switch it with 'index switch'")
    }
    guard let analyzed = SearchableItemBuilder(locale: stamp.locale).query(query) else {
      return SearchResults(locale: stamp.locale, hits: [])
    }
    return SearchResults(locale: stamp.locale, hits: try await store.search(analyzed, limit: limit))
  }

  /// - Parameter head: what the index is compared with; a different one makes it stale.
  public func status(comparedWith head: Head? = nil) async throws -> IndexStatus {
    IndexStatus(try await store.contents(), comparedWith: head)
  }

  /// The digest of what the index holds: the same for one that was kept up to date and one that was built from
  /// nothing.
  public func digest() async throws -> Digest { try await store.digest() }

  /// Compares documents and postings.
  /// - Throws: `SearchIndexError` with `.damaged`.
  public func verify() async throws { try await store.verify() }

  /// The state of one document that belongs to no account.
  public func projectionState(of contentID: ContentID) async throws -> ProjectionState? {
    try await store.projectionState(of: ItemIdentity(contentID: contentID))
  }
}
