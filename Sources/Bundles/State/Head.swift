public import Translations

/// The document that names one revision and everything in it.
///
/// Canonical JSON and a line feed; its address is the SHA-256 of those bytes.
public struct Head: Hashable, Sendable {
  /// What made the revision. A rollback, unlike a publish, adds what it replaces to the withdrawn values.
  public enum Kind: String, Hashable, Sendable {
    case publish
    case rollback
  }

  /// A revision and the address of its head.
  public struct Link: Hashable, Sendable {
    /// 1, 2, 3 …; r0 has no head.
    public var revision: Int
    /// The head's address, the SHA-256 of its file.
    public var head: Digest

    public init(revision: Int, head: Digest) {
      self.revision = revision
      self.head = head
    }
  }

  /// The revision whose content a rollback brought back.
  public struct Restored: Hashable, Sendable {
    /// Older than the head that names it.
    public var revision: Int
    /// The address of that revision's content root.
    public var content: Digest

    public init(revision: Int, content: Digest) {
      self.revision = revision
      self.content = content
    }
  }

  /// One locale at this revision.
  public struct LocaleRow: Hashable, Sendable {
    /// Declared at this revision.
    public var locale: LanguageTag
    /// The last revision that changed the locale's data or any of its projections.
    public var revision: Int
    /// Values.
    public var keys: Int
    /// Values that are reviewed or final.
    public var approved: Int
    /// Approved keyword sets.
    public var keywords: Int
    /// Content IDs that have a projection.
    public var items: Int

    public init(locale: LanguageTag, revision: Int, keys: Int, approved: Int, keywords: Int, items: Int) {
      self.locale = locale
      self.revision = revision
      self.keys = keys
      self.approved = approved
      self.keywords = keywords
      self.items = items
    }
  }

  /// 32 lower-case hexadecimal digits, made once for a store.
  public var lineage: String
  /// 1, 2, 3 …; one more than the parent's.
  public var revision: Int
  /// `nil` at r1.
  public var parent: Link?
  /// Whether the revision was published forwards or takes something back.
  public var kind: Kind
  /// Of a rollback the older state it brings back, whole or in a scope; else `nil`.
  public var restores: Restored?
  /// The address of the content root.
  public var content: Digest
  /// The address of the ledger root.
  public var ledger: Digest
  /// The greatest source revision of any item.
  public var sourceRevision: Int
  /// One for each declared locale.
  public var locales: [LocaleRow]
  /// SHA-256 of the manifest from the parent.
  public var manifest: Digest
  /// The pack this publish wrote.
  public var pack: Digest
  /// What the publisher wrote about the revision, for people; no rule reads it.
  public var message: String
  /// Who published, as written; only a signature proves anything.
  public var publisher: String
  /// ISO 8601, for people; no rule reads it.
  public var publishedAt: String

  public init(
    lineage: String, revision: Int, parent: Link?, kind: Kind, restores: Restored?, content: Digest,
    ledger: Digest, sourceRevision: Int, locales: [LocaleRow], manifest: Digest, pack: Digest,
    message: String,
    publisher: String, publishedAt: String
  ) {
    self.lineage = lineage
    self.revision = revision
    self.parent = parent
    self.kind = kind
    self.restores = restores
    self.content = content
    self.ledger = ledger
    self.sourceRevision = sourceRevision
    self.locales = locales
    self.manifest = manifest
    self.pack = pack
    self.message = message
    self.publisher = publisher
    self.publishedAt = publishedAt
  }

  /// The digest of the file this was read from, if that holds members this version does not know.
  private var fileDigest: Digest?

  /// The row of a locale; `nil` if it is not declared at this revision.
  public subscript(locale: LanguageTag) -> LocaleRow? { locales.first { $0.locale == locale } }
}

extension Head {
  static let schema = "assets.head/1"
  /// A head above this size is refused before it is parsed.
  public static let largestSize = 1 << 20

  /// The document of `Docs/BundleFormat.md` 2.1; `critical` and `ext` are written empty.
  public var json: CanonicalJSON {
    [
      "schema": .string(Self.schema), "lineage": .string(lineage), "revision": .integer(revision),
      "parent": parent?.json ?? .null,
      "kind": .string(kind.rawValue),
      "restores": restores.map { ["revision": .integer($0.revision), "content": CanonicalJSON($0.content)] }
        ?? .null,
      "content": CanonicalJSON(content), "ledger": CanonicalJSON(ledger),
      "sourceRevision": .integer(sourceRevision),
      "locales": .object(locales.map { .init($0.locale.description, $0.json) }),
      "manifest": CanonicalJSON(manifest), "pack": CanonicalJSON(pack), "message": .string(message),
      "publisher": .string(publisher), "publishedAt": .string(publishedAt), "critical": [], "ext": [:],
    ]
  }

  /// The bytes of the head's file.
  public var bytes: [UInt8] { json.bytes + [0x0A] }

  /// The head's number and address. A head that was read has its file's address, also if the file holds
  /// members this
  /// version does not know.
  public var link: Link { Link(revision: revision, head: fileDigest ?? Digest(of: bytes)) }

  /// Reads a head's file. Members this version does not know are ignored, unless `critical` names them.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    guard bytes.count <= Self.largestSize else { throw BundleError(.damaged, "head is larger than 1 MiB") }
    guard bytes.last == 0x0A, let json = try? CanonicalJSON(canonical: Array(bytes.dropLast())) else {
      throw BundleError(.damaged, "head is not canonical JSON with a line feed")
    }
    guard json["schema"]?.string == Self.schema else {
      throw BundleError(.unsupported, "expected the schema \(Self.schema)")
    }
    if let name = json["critical"]?.array?.first?.string {
      throw BundleError(.unsupported, "head needs the extension \(name), which this version does not know")
    }
    guard let lineage = json["lineage"]?.string, let revision = json["revision"]?.integer,
      let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)), let content = json["content"]?.digest,
      let ledger = json["ledger"]?.digest, let sourceRevision = json["sourceRevision"]?.integer,
      let locales = json["locales"]?.members, let manifest = json["manifest"]?.digest,
      let pack = json["pack"]?.digest, let message = json["message"]?.string,
      let publisher = json["publisher"]?.string, let publishedAt = json["publishedAt"]?.string
    else { throw BundleError(.damaged, "head lacks a member or has one of another type") }
    let rows = locales.compactMap { LocaleRow($0.name, $0.value) }
    guard rows.count == locales.count else {
      throw BundleError(.damaged, "locale row of the head is damaged")
    }
    let parent = json["parent"].flatMap(Link.init)
    // A parent that is not the revision before can be read, so that it can be reported by its name.
    guard parent.map({ 1 <= $0.revision && $0.revision < revision }) ?? (revision >= 1) else {
      throw BundleError(.damaged, "head r\(revision) does not come after its parent")
    }
    self.init(
      lineage: lineage, revision: revision, parent: parent, kind: kind,
      restores: json["restores"].flatMap(Restored.init), content: content, ledger: ledger,
      sourceRevision: sourceRevision, locales: rows, manifest: manifest, pack: pack, message: message,
      publisher: publisher, publishedAt: publishedAt)
    fileDigest = self.bytes == bytes ? nil : Digest(of: bytes)
  }
}

extension CanonicalJSON {
  /// The digest a string of 64 hexadecimal digits spells; `nil` for any other value.
  public var digest: Digest? { string.flatMap { Digest(hex: $0) } }
}

extension Head.Link {
  package var json: CanonicalJSON { ["revision": .integer(revision), "head": CanonicalJSON(head)] }

  package init?(_ json: CanonicalJSON) {
    guard let revision = json["revision"]?.integer, let head = json["head"]?.digest else { return nil }
    self.init(revision: revision, head: head)
  }
}

extension Head.Restored {
  init?(_ json: CanonicalJSON) {
    guard let revision = json["revision"]?.integer, let content = json["content"]?.digest else { return nil }
    self.init(revision: revision, content: content)
  }
}

extension Head.LocaleRow {
  /// The row as heads and locks write it.
  public var json: CanonicalJSON {
    [
      "revision": .integer(revision), "keys": .integer(keys), "approved": .integer(approved),
      "keywords": .integer(keywords), "items": .integer(items),
    ]
  }

  package init?(_ locale: String, _ json: CanonicalJSON) {
    guard let locale = LanguageTag(locale), let revision = json["revision"]?.integer,
      let keys = json["keys"]?.integer, let approved = json["approved"]?.integer,
      let keywords = json["keywords"]?.integer, let items = json["items"]?.integer
    else { return nil }
    self.init(
      locale: locale, revision: revision, keys: keys, approved: approved, keywords: keywords, items: items)
  }
}
