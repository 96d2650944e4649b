/// Why an item is in the index, or is not.
public struct ItemExplanation: Hashable, Sendable {
  /// What the index holds, compared with the revision.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// It is there as it should be.
    case current
    /// It is there with another text, or another language behind a field.
    case outdated
    /// It should be there and is not.
    case missing
    /// It is there and should not be.
    case leftover
    /// It is not there and should not be.
    case absent
    /// It comes from the app, not from a revision.
    case own
  }

  /// Why a revision has nothing for the index.
  public enum Absence: String, Hashable, Sendable, CaseIterable {
    /// The revision has no record of that name.
    case unknown
    /// A name that another item had before.
    case former
    /// The record's `isSearchable` is false.
    case notSearchable = "not-searchable"
    /// The record's access is `private`.
    case `private`
    /// For an account's owner only, and no account is set.
    case account
    /// No title in the language or in what it falls back to.
    case untitled
  }

  /// The name that was asked about, which may be a former one.
  public var contentID: ContentID
  /// The locale of the index.
  public var locale: LanguageTag
  /// What the index holds, judged by the revision.
  public var verdict: Verdict
  /// `nil` if the revision has it.
  public var absence: Absence?
  /// The present name, if this is a former one.
  public var present: ContentID?
  /// What the index holds; `nil` if nothing.
  public var state: ProjectionState?
  /// What the revision has; `nil` if nothing.
  public var row: LedgerRow?
  /// The revision that was asked.
  public var revision: Int

  /// `assets.index-explain/1`; names, digests and languages, no text.
  public var json: CanonicalJSON {
    [
      "schema": "assets.index-explain/1", "contentID": .string(contentID.description),
      "locale": .string(locale.description), "revision": .integer(revision),
      "verdict": .string(verdict.rawValue), "absence": CanonicalJSON(absence?.rawValue),
      "present": CanonicalJSON(present?.description),
      "indexed": state.map { state in
        [
          "fingerprint": .string(state.fingerprint.hex), "domain": .string(state.domain.string),
          "origin": .string(state.origin.name), "locale": .string(state.indexedLocale.description),
          "translationRevision": .integer(state.translationRevision),
          "sourceRevision": .integer(state.sourceRevision), "indexedAt": .integer(state.indexedAt),
        ]
      } ?? .null,
      "published": row.map { row in
        [
          "fingerprint": .string(row.projection.hex), "domain": .string(row.domain),
          "access": .string(row.access.rawValue), "translationRevision": .integer(row.revision),
          "sourceRevision": .integer(row.sourceRevision),
          "title": .string(row.title.provenance.description),
          "description": CanonicalJSON(row.description?.provenance.description),
          "keywords": .array(row.keywords.provenance.map { CanonicalJSON($0?.description) }),
        ]
      } ?? .null,
    ]
  }
}

extension SearchableItem.Origin {
  /// `bundle`, `provider` or `literal`.
  public var name: String {
    switch self {
    case .bundle: "bundle"
    case .app: "provider"
    case .literal: "literal"
    }
  }
}
