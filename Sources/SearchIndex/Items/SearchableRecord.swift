/// A record of the app with its text: something a user made, or content that no bundle knows.
public struct SearchableRecord: Hashable, Sendable {
  public var projection: Projection
  /// The app's own number of the record's state; reported, never compared.
  public var sourceRevision: Int

  public init(projection: Projection, sourceRevision: Int = 0) {
    self.projection = projection
    self.sourceRevision = sourceRevision
  }

  /// A record whose text is in one language.
  public init(
    contentID: ContentID, domain: String, locale: LanguageTag, title: String, description: String? = nil,
    keywords: [String] = [], sourceRevision: Int = 0
  ) {
    let terms = keywords.map { PublishedTerm(text: ExactString($0), kind: .alternative, isLoanword: false) }
    self.init(
      projection: Projection(
        contentID: contentID, title: .init(text: ExactString(title), provenance: locale),
        description: description.map { .init(text: ExactString($0), provenance: locale) }, terms: terms,
        keywordProvenance: keywords.isEmpty ? [] : [locale], domain: domain, access: .public),
      sourceRevision: sourceRevision)
  }
}
