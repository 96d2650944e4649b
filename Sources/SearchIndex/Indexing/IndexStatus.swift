/// What an index is and whether it is up to date.
public struct IndexStatus: Hashable, Sendable {
  /// `nil` if there is no index.
  public var locale: LanguageTag?
  /// Why the index is in that locale; `nil` if there is no index.
  public var localeReason: LocaleReason?
  /// The revision it was built from.
  public var translationRevision: Int?
  /// The greatest source revision of any item, as of the revision it was built from; `nil` if there is no
  /// index.
  public var sourceRevision: Int?
  /// How many documents can be found.
  public var items: Int
  /// A plan was begun and not finished, or the revision it was compared with is another one.
  public var isStale: Bool
  /// What the unfinished plan could not write.
  public var failed: [ContentID]
  /// Purges that were requested and are not done, bytes included.
  public var pendingPurges: Int

  /// The status of an index, from its contents alone.
  /// - Parameter head: the head of the revision it should be built from; `nil` to compare it with none.
  public init(_ contents: IndexContents, comparedWith head: Head?) {
    let stamp = contents.stamp
    locale = stamp?.locale
    localeReason = stamp?.localeReason
    translationRevision = stamp?.revision
    sourceRevision = stamp?.sourceRevision
    items = contents.items
    let isCurrent = head.map { stamp?.pin == Pin($0) } ?? true
    isStale = stamp == nil || contents.pending != nil || !isCurrent
    failed = Set((contents.pending?.failures ?? []).map(\.identity.contentID)).sorted()
    pendingPurges = contents.purges.count
  }

  /// `assets.index-status/1`.
  public var json: CanonicalJSON {
    [
      "schema": "assets.index-status/1", "locale": CanonicalJSON(locale?.description),
      "localeReason": CanonicalJSON(localeReason?.rawValue),
      "translationRevision": CanonicalJSON(translationRevision),
      "sourceRevision": CanonicalJSON(sourceRevision), "items": .integer(items), "stale": .boolean(isStale),
      "failed": .array(failed.map { .string($0.description) }), "pendingPurges": .integer(pendingPurges),
    ]
  }
}
