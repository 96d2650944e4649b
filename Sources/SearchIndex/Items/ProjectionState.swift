/// What the index says of one document: as what, and from what, it was written.
public struct ProjectionState: Hashable, Sendable {
  /// Whose document it is, and of what.
  public var identity: ItemIdentity
  /// Who said that there is such an item.
  public var origin: SearchableItem.Origin
  /// The domain it was written to.
  public var domain: ExactString
  /// The digest of the whole projection that was written; another one means that it must be written again.
  public var fingerprint: Fingerprint
  /// The locale the item was asked for in, whatever its fields fell back to.
  public var indexedLocale: LanguageTag
  /// The revision that had last changed the projection when it was written.
  public var translationRevision: Int
  /// The item's source revision, or the app's own number, when it was written; reported, never compared.
  public var sourceRevision: Int
  /// Seconds since 1970; outside of every digest.
  public var indexedAt: Int

  public init(
    identity: ItemIdentity, origin: SearchableItem.Origin, domain: ExactString, fingerprint: Fingerprint,
    indexedLocale: LanguageTag, translationRevision: Int, sourceRevision: Int, indexedAt: Int
  ) {
    self.identity = identity
    self.origin = origin
    self.domain = domain
    self.fingerprint = fingerprint
    self.indexedLocale = indexedLocale
    self.translationRevision = translationRevision
    self.sourceRevision = sourceRevision
    self.indexedAt = indexedAt
  }
}

/// The state of each document, written in the transaction that writes the document.
public protocol ProjectionStateStore: Sendable {
  /// The states of the documents after one, by identity, at most `limit`.
  func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [ProjectionState]

  /// The state of one document that can be found; `nil` if there is none.
  func projectionState(of identity: ItemIdentity) async throws(SearchIndexError) -> ProjectionState?
}
