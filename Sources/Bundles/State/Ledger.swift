public import Translations

/// What follows from the content and from its history: projections with the revision that last changed them,
/// superseded values, withdrawn values, acceptances, retired locales.
public struct Ledger: Hashable, Sendable {
  /// Sorted by tag; a retired locale keeps its history.
  public var locales: [Locale]
  /// Content ID → `SourceRecord`: what the source locale says, and the records the item had before.
  public var sources: TreeRoot
  /// Values that a rollback took back, `WithdrawnValue`.
  public var withdrawn: TreeRoot
  /// What people decided about findings, `Acceptance`, each with the revision that used it.
  public var acceptances: TreeRoot
  /// Locales that were taken out on purpose, and the revision that did.
  public var retired: [Retirement]

  /// One locale's share; a locale that is not declared any more stays, with an empty tree of items.
  public struct Locale: Hashable, Sendable {
    /// Declared at this revision or at an older one.
    public var locale: LanguageTag
    /// Content ID → `LedgerRow`.
    public var items: TreeRoot
    /// `values` or `keywords`, then the key → superseded values.
    public var history: TreeRoot

    public init(locale: LanguageTag, items: TreeRoot, history: TreeRoot) {
      self.locale = locale
      self.items = items
      self.history = history
    }
  }

  /// A locale that was taken out on purpose.
  public struct Retirement: Hashable, Sendable {
    /// Not declared at this revision.
    public var locale: LanguageTag
    /// The revision whose acceptance of `RB-LOCALE-DROP` took it out.
    public var revision: Int

    public init(locale: LanguageTag, revision: Int) {
      self.locale = locale
      self.revision = revision
    }
  }

  /// A ledger of given parts; the locales are sorted here.
  public init(
    locales: [Locale], sources: TreeRoot, withdrawn: TreeRoot, acceptances: TreeRoot, retired: [Retirement]
  ) {
    self.locales = locales.sorted { $0.locale < $1.locale }
    self.sources = sources
    self.withdrawn = withdrawn
    self.acceptances = acceptances
    self.retired = retired
  }

  /// The ledger of r0.
  public static let empty = Ledger(
    locales: [], sources: .empty, withdrawn: .empty, acceptances: .empty, retired: [])

  /// The share of a locale; `nil` if no revision up to this one declared it.
  public subscript(locale: LanguageTag) -> Locale? { locales.first { $0.locale == locale } }
}

extension Ledger {
  static let schema = "assets.ledger/1"

  /// `[schema, [[locale, items, history]…], sources, withdrawn, acceptances, [[locale, revision]…]]`.
  public var bytes: [UInt8] {
    let json: CanonicalJSON = [
      .string(Self.schema),
      .array(locales.map { [.string($0.locale.description), $0.items.json, $0.history.json] }), sources.json,
      withdrawn.json, acceptances.json,
      .array(retired.map { [.string($0.locale.description), .integer($0.revision)] }),
    ]
    return json.bytes
  }

  /// The address of the ledger root.
  public var address: Digest { Digest(of: bytes) }

  /// Reads a ledger root.
  /// - Throws: `BundleError`, if it has another form or schema than `bytes`.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    let fields = try RootFields(bytes, schema: Self.schema, count: 6)
    var locales: [Locale] = []
    for json in try fields.array(1) {
      let row = try RootFields(json, count: 3)
      locales.append(Locale(locale: try row.tag(0), items: try row.tree(1), history: try row.tree(2)))
    }
    var retired: [Retirement] = []
    for json in try fields.array(5) {
      let row = try RootFields(json, count: 2)
      retired.append(Retirement(locale: try row.tag(0), revision: try row.integer(1)))
    }
    self.init(
      locales: locales, sources: try fields.tree(2), withdrawn: try fields.tree(3),
      acceptances: try fields.tree(4), retired: retired)
  }
}
