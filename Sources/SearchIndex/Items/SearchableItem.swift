/// One document of the index: a projection, what makes it findable, and where it came from.
public struct SearchableItem: Hashable, Sendable {
  /// Who said that there is such an item.
  public enum Origin: Int, Hashable, Sendable {
    /// A published revision; reconciling with the next one may remove it.
    case bundle = 0
    /// The app's own record source, which is asked again when an index is built anew.
    case app = 1
    /// The app, with the text itself; kept through every rebuild until the app removes it.
    case literal = 2
  }

  /// What the document is known by; an upsert replaces the one that has it.
  public var identity: ItemIdentity
  /// Who said that there is such an item, which decides what a rebuild does with it.
  public var origin: Origin
  /// What is shown and found.
  public var projection: Projection
  /// Digest of the whole projection; the same digest need not be written again.
  public var fingerprint: Fingerprint
  /// The locale the item was asked for in, whatever its fields fell back to.
  public var locale: LanguageTag
  /// The revision that last changed the projection.
  public var translationRevision: Int
  /// The item's source revision, or the app's own number; reported, never compared.
  public var sourceRevision: Int
  /// The projection's fields as tokens.
  public var analyzed: AnalyzedText

  public init(
    identity: ItemIdentity, origin: Origin, projection: Projection, fingerprint: Fingerprint,
    locale: LanguageTag, translationRevision: Int, sourceRevision: Int, analyzed: AnalyzedText
  ) {
    self.identity = identity
    self.origin = origin
    self.projection = projection
    self.fingerprint = fingerprint
    self.locale = locale
    self.translationRevision = translationRevision
    self.sourceRevision = sourceRevision
    self.analyzed = analyzed
  }

  /// The account and the domain, by which documents are deleted together.
  public var domainIdentifier: DomainIdentifier {
    DomainIdentifier(account: identity.account, domain: ExactString(projection.domain))
  }

  /// The locale each field came from, as canonical JSON `[title, description or null, [keywords…]]`.
  public var provenance: [UInt8] {
    var text = ProvenanceText()
    return text.bytes(of: projection)
  }
}

/// The text of a provenance, kept from one item to the next: nearly all of an index have the same.
struct ProvenanceText {
  private var title: LanguageTag?
  private var description: LanguageTag?
  private var keywords: [LanguageTag?] = []
  private var bytes: [UInt8] = []

  mutating func bytes(of projection: Projection) -> [UInt8] {
    if title != projection.title.provenance || description != projection.description?.provenance
      || keywords != projection.keywordProvenance
    {
      title = projection.title.provenance
      description = projection.description?.provenance
      keywords = projection.keywordProvenance
      write()
    }
    return bytes
  }

  /// Language tags are plain ASCII, which needs no escape.
  private mutating func write() {
    func text(_ tag: LanguageTag?) -> String { tag.map { "\"\($0)\"" } ?? "null" }
    let list = keywords.map(text).joined(separator: ",")
    bytes = Array("[\(text(title)),\(text(description)),[\(list)]]".utf8)
  }
}
