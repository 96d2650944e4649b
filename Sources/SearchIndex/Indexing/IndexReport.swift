/// What one operation did to the index.
public struct IndexReport: Hashable, Sendable {
  /// How the index got from what it held to what it holds.
  public var mode: IndexMode
  /// `nil` if there is no index.
  public var locale: LanguageTag?
  /// The revision the index was built from before; `nil` if there was none.
  public var from: Int?
  /// The revision it was to be built from; `nil` if no revision is involved.
  public var to: Int?
  /// What was written, by content ID; a rebuild lists all.
  public var upserted: [ContentID] = []
  /// What was there and is not any more, by content ID.
  public var removed: [ContentID] = []
  /// What the index refused; it still says that it is stale.
  public var failed: [ContentID] = []
  /// What has nothing to show in the locale, or is for an account's owner only.
  public var skipped: [ContentID] = []
  /// How many batches were committed.
  public var batches = 0
  /// Of the index afterwards, if it was asked for.
  public var digest: Digest?
  /// For `delta` and `composed`: what the manifest says of the index's locale.
  public var changes: [ManifestEntry] = []
  /// What would have been refused, had the revision not been an authority.
  public var overruled: IndexRefusal?

  /// A report of an operation that has done nothing yet.
  public init(mode: IndexMode, locale: LanguageTag?, from: Int?, to: Int?) {
    self.mode = mode
    self.locale = locale
    self.from = from
    self.to = to
  }

  /// `assets.index/1`.
  public var json: CanonicalJSON {
    func list(_ ids: [ContentID]) -> CanonicalJSON { .array(ids.map { .string($0.description) }) }
    return [
      "schema": "assets.index/1", "mode": .string(mode.rawValue),
      "locale": CanonicalJSON(locale?.description),
      "from": CanonicalJSON(from), "to": CanonicalJSON(to), "upserted": list(upserted),
      "removed": list(removed), "failed": list(failed), "skipped": list(skipped),
      "batches": .integer(batches), "digest": CanonicalJSON(digest?.hex),
    ]
  }
}
