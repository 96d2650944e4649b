/// One document that was found.
public struct SearchHit: Hashable, Sendable {
  /// The item that was found, by its present name when it was indexed.
  public var contentID: ContentID
  /// The domain it was indexed in.
  public var domain: String
  /// The title as the app shows it.
  public var title: String
  /// Higher is better; only the order within one search means anything.
  public var score: Int

  public init(contentID: ContentID, domain: String, title: String, score: Int) {
    self.contentID = contentID
    self.domain = domain
    self.title = title
    self.score = score
  }

  /// The best first, equals by content ID.
  static func precedes(_ a: SearchHit, _ b: SearchHit) -> Bool {
    a.score != b.score ? a.score > b.score : a.contentID < b.contentID
  }
}

/// What a search found, and in which locale it looked.
public struct SearchResults: Hashable, Sendable {
  /// The locale of the index.
  public var locale: LanguageTag
  /// The best first; equals by content ID.
  public var hits: [SearchHit]

  public init(locale: LanguageTag, hits: [SearchHit]) {
    self.locale = locale
    self.hits = hits
  }

  /// `assets.search/1`.
  public var json: CanonicalJSON {
    [
      "schema": "assets.search/1", "locale": .string(locale.description),
      "results": .array(
        hits.map { hit in
          [
            "contentID": .string(hit.contentID.description), "domain": .string(hit.domain),
            "title": .string(hit.title), "score": .integer(hit.score),
          ]
        }),
    ]
  }
}
