public import Translations

/// The difference of two ledgers: exactly the items whose records must be deleted or written again.
///
/// A map from (content ID, locale, domain, access) to a pair of ledger rows, either of which may be absent, and
/// nothing else: no text, no head digest. So it can be computed from any two revisions, composes, and inverts.
public struct ChangeManifest: Hashable, Sendable {
  /// One end of the difference.
  public struct End: Hashable, Sendable {
    /// 0 for the empty state.
    public var revision: Int
    /// The address of the content root; at r0 that of the empty state.
    public var content: Digest
    /// The address of the ledger root; at r0 that of the empty state.
    public var ledger: Digest

    public init(revision: Int, content: Digest, ledger: Digest) {
      self.revision = revision
      self.content = content
      self.ledger = ledger
    }
  }

  /// How the two ends lie to each other.
  public enum Kind: String, Hashable, Sendable {
    /// From a revision to the next one, which a publish made.
    case publish
    /// From a revision to the next one, which a rollback made.
    case rollback
    /// Between revisions that are not neighbours, or backwards.
    case composed
  }

  /// A locale whose row in the head differs.
  public struct LocaleChange: Hashable, Sendable {
    /// Declared at one end at least.
    public var locale: LanguageTag
    /// Before and after; 0 where the locale is not declared.
    public var revision: Pair<Int>
    /// Rows in the ledger, before and after; 0 where the locale is not declared.
    public var items: Pair<Int>

    public init(locale: LanguageTag, revision: Pair<Int>, items: Pair<Int>) {
      self.locale = locale
      self.revision = revision
      self.items = items
    }
  }

  /// The same measure at both ends.
  public struct Pair<Value: Hashable & Sendable>: Hashable, Sendable {
    /// In the older state.
    public var before: Value
    /// In the newer state.
    public var after: Value

    public init(_ before: Value, _ after: Value) {
      self.before = before
      self.after = after
    }

    var swapped: Pair { Pair(after, before) }
  }

  /// That of both ends, 32 lower-case hexadecimal digits.
  public var lineage: String
  /// What the receiver has.
  public var base: End
  /// What the receiver has after deletes and upserts are applied.
  public var head: End
  /// The head's kind if it is one revision after the base, in that direction; else `.composed`.
  public var kind: Kind
  /// What a rollback brought back; `nil` for any other kind.
  public var restores: Head.Restored?
  /// Sorted by tag.
  public var locales: [LocaleChange]
  /// Sorted by content ID, locale, domain, access, as bytes.
  public var entries: [ManifestEntry]

  /// A manifest of given parts; rows and entries are sorted here.
  public init(
    lineage: String, base: End, head: End, kind: Kind, restores: Head.Restored?, locales: [LocaleChange],
    entries: [ManifestEntry]
  ) {
    self.lineage = lineage
    self.base = base
    self.head = head
    self.kind = kind
    self.restores = restores
    self.locales = locales.sorted { $0.locale < $1.locale }
    self.entries = entries.sorted { $0.place < $1.place }
  }

  /// Items that go, or leave a domain or an access. They are applied before the upserts.
  public var deletes: [ManifestEntry] { entries.filter { $0.after == nil } }
  /// Items to be written, whether they are new or changed.
  public var upserts: [ManifestEntry] { entries.filter { $0.after != nil } }

  /// Whether twice the entries of a locale exceed the items it has afterwards: a rebuild would be as cheap.
  public func rebuildHint(_ change: LocaleChange) -> Bool {
    entries.count { $0.place.locale == change.locale } * 2 > change.items.after
  }

  /// The manifest without the entries and rows of other locales.
  public func restricted(to locale: LanguageTag) -> ChangeManifest {
    var result = self
    result.locales.removeAll { $0.locale != locale }
    result.entries.removeAll { $0.place.locale != locale }
    return result
  }
}
