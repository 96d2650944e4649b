public import Translations

/// One item in one locale: the digests of its projection, frozen at the last change of it.
public struct LedgerRow: Hashable, Sendable {
  /// The revision of that change, the item's `translationRevision` in this locale.
  public var revision: Int
  /// The fingerprint of the whole projection, `Docs/BundleFormat.md` 4.2. The row is replaced when it
  /// changes.
  public var projection: Fingerprint
  /// The domain of the projection.
  public var domain: String
  /// `public` or `account`.
  public var access: ContentAccess
  /// Every projection has a title.
  public var title: Field
  /// `nil` if the projection has no description.
  public var description: Field?
  /// There also if the projection has no terms.
  public var keywords: KeywordsField
  /// The item's source revision when the row was made.
  public var sourceRevision: Int

  /// A text's digest and the locale it came from.
  public struct Field: Hashable, Sendable {
    /// `F(assets/text/v1; text)`, without the provenance.
    public var digest: Fingerprint
    /// The locale of the fallback chain that had the text.
    public var provenance: LanguageTag

    public init(digest: Fingerprint, provenance: LanguageTag) {
      self.digest = digest
      self.provenance = provenance
    }
  }

  /// The terms' digest and, for each keyword key, the locale its set came from.
  public struct KeywordsField: Hashable, Sendable {
    /// `F(assets/keywords/v1; text, kind of each term)`, without the provenance.
    public var digest: Fingerprint
    /// In the order of the record's keyword keys; `nil` for a key without a set along the chain.
    public var provenance: [LanguageTag?]

    public init(digest: Fingerprint, provenance: [LanguageTag?]) {
      self.digest = digest
      self.provenance = provenance
    }
  }

  /// `[content ID, revision, projection, domain, access, title, description, keywords, source revision]`.
  package func entry(_ contentID: ContentID) -> TreeEntry {
    TreeEntry(key: Array(contentID.utf8)) { write(to: &$0) }
  }

  /// Writes what follows the key, without the comma behind that.
  func write(to writer: inout CanonicalJSONWriter) {
    writer.integer(revision)
    writer.comma()
    writer.fingerprint(projection)
    writer.comma()
    writer.string(domain)
    writer.comma()
    writer.string(access.rawValue)
    writer.comma()
    title.write(to: &writer)
    writer.comma()
    if let description { description.write(to: &writer) } else { writer.raw("null") }
    writer.comma()
    keywords.write(to: &writer)
    writer.comma()
    writer.integer(sourceRevision)
  }

  /// Reads an entry of a locale's tree of items.
  /// - Throws: `BundleError` with `.damaged`, if it has another form than `Docs/BundleFormat.md` 4.1 says.
  public init(_ entry: TreeEntry) throws(BundleError) {
    self = try entry.read(orElse: "row of the ledger has another form") {
      (reader) throws(CanonicalJSONError) in try LedgerRow(&reader)
    }
  }

  private init(_ reader: inout CanonicalJSONReader) throws(CanonicalJSONError) {
    revision = try reader.integer()
    try reader.comma()
    projection = try reader.fingerprint()
    try reader.comma()
    domain = try reader.text()
    try reader.comma()
    guard let access = ContentAccess(rawValue: try reader.text()) else {
      throw reader.error("expected an access")
    }
    self.access = access
    try reader.comma()
    title = try Field(&reader)
    try reader.comma()
    description = try reader.skipNull() ? nil : Field(&reader)
    try reader.comma()
    keywords = try KeywordsField(&reader)
    try reader.comma()
    sourceRevision = try reader.integer()
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
  fileprivate func write(to writer: inout CanonicalJSONWriter) {
    writer.raw("[")
    writer.fingerprint(digest)
    writer.comma()
    writer.string(provenance.description)
    writer.raw("]")
  }

  fileprivate init(_ reader: inout CanonicalJSONReader) throws(CanonicalJSONError) {
    try reader.expect(UInt8(ascii: "["))
    digest = try reader.fingerprint()
    try reader.comma()
    guard let tag = LanguageTag(try reader.text()) else { throw reader.error("expected a language tag") }
    provenance = tag
    try reader.expect(UInt8(ascii: "]"))
  }
}

extension LedgerRow.KeywordsField {
  fileprivate func write(to writer: inout CanonicalJSONWriter) {
    writer.raw("[")
    writer.fingerprint(digest)
    writer.comma()
    writer.array(provenance) { writer, tag in
      if let tag { writer.string(tag.description) } else { writer.raw("null") }
    }
    writer.raw("]")
  }

  fileprivate init(_ reader: inout CanonicalJSONReader) throws(CanonicalJSONError) {
    try reader.expect(UInt8(ascii: "["))
    digest = try reader.fingerprint()
    try reader.comma()
    var provenance: [LanguageTag?] = []
    try reader.array { (reader) throws(CanonicalJSONError) in
      provenance.append(try reader.skipNull() ? nil : LanguageTag(reader.text()))
    }
    self.provenance = provenance
    try reader.expect(UInt8(ascii: "]"))
  }
}
