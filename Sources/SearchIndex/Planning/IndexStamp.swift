/// What a whole index was built from; true or absent, because it is written with the last batch.
public struct IndexStamp: Hashable, Sendable {
  /// The layout of documents and stamps; an index of another one is built anew.
  public static let currentSchema = 2

  /// The layout the index was written in; `currentSchema` unless another version wrote it.
  public var schema: Int
  /// The lineage of the store; an index of another one is built anew.
  public var lineage: String
  /// The revision it was built from.
  public var revision: Int
  /// The digest of the revision's head.
  public var head: Digest
  /// The address of the revision's content root.
  public var content: Digest
  /// The address of the revision's ledger root.
  public var ledger: Digest
  /// The greatest source revision of any item.
  public var sourceRevision: Int
  /// The locale that was asked for; the first of `chain`.
  public var locale: LanguageTag
  /// Why it is in that locale; told, never compared.
  public var localeReason: LocaleReason
  /// The locale and what it falls back to.
  public var chain: [LanguageTag]
  /// What made the documents: builder, analyzer, Unicode version.
  public var analyzer: String
  /// Whose items are in the index besides those that everybody may find; `nil` while no account is set.
  public var account: ExactString?
  /// The families of old names whose documents have been removed.
  public var migrated: [String]

  /// A stamp of given parts, by default of what this version makes.
  public init(
    schema: Int = Self.currentSchema, lineage: String, revision: Int, head: Digest, content: Digest,
    ledger: Digest, sourceRevision: Int, locale: LanguageTag, localeReason: LocaleReason,
    chain: [LanguageTag], analyzer: String = SearchableItemBuilder.fingerprint,
    account: ExactString? = nil, migrated: [String] = []
  ) {
    self.schema = schema
    self.lineage = lineage
    self.revision = revision
    self.head = head
    self.content = content
    self.ledger = ledger
    self.sourceRevision = sourceRevision
    self.locale = locale
    self.localeReason = localeReason
    self.chain = chain
    self.analyzer = analyzer
    self.account = account
    self.migrated = migrated
  }

  /// The stamp of an index of `head` in one of its locales.
  public init(_ head: Head, _ locale: ContentState.Locale, reason: LocaleReason) {
    self.init(
      lineage: head.lineage, revision: head.revision, head: head.link.head, content: head.content,
      ledger: head.ledger, sourceRevision: head.sourceRevision, locale: locale.locale, localeReason: reason,
      chain: locale.chain)
  }

  /// The head it was built from, by number and address.
  public var link: Head.Link { Head.Link(revision: revision, head: head) }
  /// What a consumer that has this index trusts.
  public var pin: Pin { Pin(lineage: lineage, link: link) }

  /// Whether documents built for the other stamp are made the way those of this one are.
  func buildsLike(_ other: IndexStamp) -> Bool {
    schema == other.schema && chain == other.chain && analyzer == other.analyzer
  }

  /// Whether both name the same documents; why the locale was chosen is no matter.
  func isSameTarget(as other: IndexStamp) -> Bool {
    buildsLike(other) && lineage == other.lineage && link == other.link && account == other.account
  }
}

extension IndexStamp {
  private static let schemaName = "assets.index-stamp/1"

  /// `assets.index-stamp/1`, as the index keeps it.
  public var json: CanonicalJSON {
    [
      "schema": .string(Self.schemaName), "layout": .integer(schema), "lineage": .string(lineage),
      "revision": .integer(revision), "head": CanonicalJSON(head), "content": CanonicalJSON(content),
      "ledger": CanonicalJSON(ledger), "sourceRevision": .integer(sourceRevision),
      "locale": .string(locale.description), "localeReason": .string(localeReason.rawValue),
      "chain": .array(chain.map { .string($0.description) }), "analyzer": .string(analyzer),
      "account": CanonicalJSON(account?.string), "migrated": .array(migrated.map { .string($0) }),
    ]
  }

  /// - Returns: `nil` for anything but a whole stamp.
  public init?(_ json: CanonicalJSON) {
    guard json["schema"]?.string == Self.schemaName, let layout = json["layout"]?.integer,
      let lineage = json["lineage"]?.string, let revision = json["revision"]?.integer,
      let head = json["head"]?.digest, let content = json["content"]?.digest,
      let ledger = json["ledger"]?.digest, let sourceRevision = json["sourceRevision"]?.integer,
      let locale = json["locale"]?.string.flatMap({ LanguageTag($0) }),
      let reason = json["localeReason"]?.string.flatMap(LocaleReason.init(rawValue:)),
      let names = json["chain"]?.array, let analyzer = json["analyzer"]?.string,
      let account = json["account"], let migrated = json["migrated"]?.array
    else { return nil }
    let chain = names.compactMap { $0.string.flatMap { LanguageTag($0) } }
    let families = migrated.compactMap(\.string)
    guard chain.count == names.count, chain.first == locale, families.count == migrated.count,
      account.isNull || account.string != nil
    else { return nil }
    self.init(
      schema: layout, lineage: lineage, revision: revision, head: head, content: content, ledger: ledger,
      sourceRevision: sourceRevision, locale: locale, localeReason: reason, chain: chain, analyzer: analyzer,
      account: account.string.map { ExactString($0) }, migrated: families)
  }
}
