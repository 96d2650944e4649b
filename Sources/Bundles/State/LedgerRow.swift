public import Translations

/// One item in one locale: the digests of its projection, frozen at the last change of it.
public struct LedgerRow: Hashable, Sendable {
  /// The revision of that change, the item's `translationRevision` in this locale.
  public var revision: Int
  public var projection: Fingerprint
  public var domain: String
  public var access: ContentAccess
  public var title: Field
  public var description: Field?
  public var keywords: KeywordsField
  /// The item's source revision when the row was made.
  public var sourceRevision: Int

  /// A text's digest and the locale it came from.
  public struct Field: Hashable, Sendable {
    public var digest: Fingerprint
    public var provenance: LanguageTag

    public init(digest: Fingerprint, provenance: LanguageTag) {
      self.digest = digest
      self.provenance = provenance
    }
  }

  /// The terms' digest and, for each keyword key, the locale its set came from.
  public struct KeywordsField: Hashable, Sendable {
    public var digest: Fingerprint
    public var provenance: [LanguageTag?]

    public init(digest: Fingerprint, provenance: [LanguageTag?]) {
      self.digest = digest
      self.provenance = provenance
    }
  }

  /// `[content ID, revision, projection, domain, access, title, description, keywords, source revision]`.
  package func entry(_ contentID: ContentID) -> TreeEntry {
    TreeEntry(
      key: Array(contentID.utf8), .integer(revision), CanonicalJSON(projection), .string(domain),
      .string(access.rawValue), title.json, description?.json ?? .null, keywords.json,
      .integer(sourceRevision))
  }

  public init(_ entry: TreeEntry) throws(BundleError) {
    let values = try entry.values()
    guard values.count == 8, let revision = values[0].integer,
      let projection = values[1].string.flatMap({ Fingerprint(hex: $0) }), let domain = values[2].string,
      let access = values[3].string.flatMap(ContentAccess.init(rawValue:)), let title = Field(values[4]),
      let keywords = KeywordsField(values[6]), let sourceRevision = values[7].integer
    else { throw BundleError(.damaged, "row of the ledger has another form") }
    self.init(
      revision: revision, projection: projection, domain: domain, access: access, title: title,
      description: Field(values[5]), keywords: keywords, sourceRevision: sourceRevision)
  }

  init(
    revision: Int, projection: Fingerprint, domain: String, access: ContentAccess, title: Field,
    description: Field?, keywords: KeywordsField, sourceRevision: Int
  ) {
    self.revision = revision
    self.projection = projection
    self.domain = domain
    self.access = access
    self.title = title
    self.description = description
    self.keywords = keywords
    self.sourceRevision = sourceRevision
  }
}

extension LedgerRow.Field {
  var json: CanonicalJSON { [CanonicalJSON(digest), .string(provenance.description)] }

  init?(_ json: CanonicalJSON) {
    guard let pair = json.array, pair.count == 2,
      let digest = pair[0].string.flatMap({ Fingerprint(hex: $0) }),
      let provenance = pair[1].string.flatMap({ LanguageTag($0) })
    else { return nil }
    self.init(digest: digest, provenance: provenance)
  }
}

extension LedgerRow.KeywordsField {
  var json: CanonicalJSON {
    [CanonicalJSON(digest), .array(provenance.map { CanonicalJSON($0?.description) })]
  }

  init?(_ json: CanonicalJSON) {
    guard let pair = json.array, pair.count == 2,
      let digest = pair[0].string.flatMap({ Fingerprint(hex: $0) }),
      let provenance = pair[1].array
    else { return nil }
    self.init(digest: digest, provenance: provenance.map { $0.string.flatMap { LanguageTag($0) } })
  }
}
