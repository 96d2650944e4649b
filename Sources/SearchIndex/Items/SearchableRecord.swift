/// A record of the app with its text: something a user made, or content that no bundle knows.
public struct SearchableRecord: Hashable, Sendable {
  /// Whose it is; empty if it belongs to nobody.
  public var account: ExactString
  /// The text, with the content ID and the domain.
  public var projection: Projection
  /// The app's own number of the record's state; reported, never compared.
  public var sourceRevision: Int

  public init(account: ExactString = "", projection: Projection, sourceRevision: Int = 0) {
    self.account = account
    self.projection = projection
    self.sourceRevision = sourceRevision
  }

  /// A record whose text is in one language.
  public init(
    account: ExactString = "", contentID: ContentID, domain: String, locale: LanguageTag, title: String,
    description: String? = nil,
    keywords: [String] = [], sourceRevision: Int = 0
  ) {
    let terms = keywords.map { PublishedTerm(text: ExactString($0), kind: .alternative, isLoanword: false) }
    self.init(
      account: account,
      projection: Projection(
        contentID: contentID, title: .init(text: ExactString(title), provenance: locale),
        description: description.map { .init(text: ExactString($0), provenance: locale) }, terms: terms,
        keywordProvenance: keywords.isEmpty ? [] : [locale], domain: domain, access: .public),
      sourceRevision: sourceRevision)
  }
}

extension SearchableRecord {
  /// What its document is known by: the account and the projection's content ID.
  public var identity: ItemIdentity { ItemIdentity(account: account, contentID: projection.contentID) }
}

/// The form in which an index keeps a record whose text only the app has, so that it can be analysed again.
extension SearchableRecord {
  /// `[source revision, domain, access, [title, locale], [description, locale] or null,
  /// [[term, kind, loanword]…], [locale or null…]]`.
  var json: CanonicalJSON {
    func json(_ text: Projection.Text) -> CanonicalJSON {
      [.string(text.text.string), .string(text.provenance.description)]
    }
    return [
      .integer(sourceRevision), .string(projection.domain), .string(projection.access.rawValue),
      json(projection.title), projection.description.map(json) ?? .null,
      .array(
        projection.terms.map {
          [.string($0.text.string), .string($0.kind.rawValue), .boolean($0.isLoanword)]
        }),
      .array(projection.keywordProvenance.map { CanonicalJSON($0?.description) }),
    ]
  }

  init?(_ identity: ItemIdentity, _ json: CanonicalJSON) {
    guard let fields = json.array, fields.count == 7, let revision = fields[0].integer,
      let domain = fields[1].string, let access = fields[2].string.flatMap(ContentAccess.init(rawValue:)),
      let title = Self.text(fields[3]), let terms = fields[5].array, let locales = fields[6].array
    else { return nil }
    let description = fields[4].isNull ? nil : Self.text(fields[4])
    self.init(
      account: identity.account,
      projection: Projection(
        contentID: identity.contentID, title: title, description: description,
        terms: terms.compactMap { term in
          guard let parts = term.array, parts.count == 3, let text = parts[0].string,
            let kind = parts[1].string.flatMap(KeywordTerm.Kind.init(rawValue:))
          else { return nil }
          return PublishedTerm(text: ExactString(text), kind: kind, isLoanword: parts[2].boolean == true)
        },
        keywordProvenance: locales.map { $0.string.flatMap { LanguageTag($0) } }, domain: domain,
        access: access),
      sourceRevision: revision)
  }

  private static func text(_ json: CanonicalJSON) -> Projection.Text? {
    guard let pair = json.array, pair.count == 2, let text = pair[0].string,
      let locale = pair[1].string.flatMap({ LanguageTag($0) })
    else { return nil }
    return Projection.Text(text: ExactString(text), provenance: locale)
  }
}
