internal import TextAnalysis

/// The one place where a projection becomes a document.
public struct SearchableItemBuilder: Sendable {
  /// Changes whenever the same projection would make another document.
  static let version = 2
  /// What an index is stamped with, so that it is built anew when documents are made differently.
  public static var fingerprint: String { "\(version)/\(TextAnalyzer.fingerprint)" }

  /// The locale of the documents, by whose rules their text is analysed.
  public let locale: LanguageTag
  private let analyzer: TextAnalyzer

  /// Makes documents for an index of one locale.
  public init(locale: LanguageTag) {
    self.locale = locale
    analyzer = TextAnalyzer(locale: locale)
  }

  /// The document for an item of a published revision.
  /// - Parameter account: whose item it is; empty for what everybody may find.
  public func item(_ projection: Projection, row: LedgerRow, account: ExactString) -> SearchableItem {
    SearchableItem(
      identity: ItemIdentity(account: account, contentID: projection.contentID), origin: .bundle,
      projection: projection,
      fingerprint: row.projection, locale: locale, translationRevision: row.revision,
      sourceRevision: row.sourceRevision, analyzed: AnalyzedText(projection, with: analyzer))
  }

  /// The document for a record of the app.
  public func item(_ record: SearchableRecord, origin: SearchableItem.Origin) -> SearchableItem {
    let projection = record.projection
    return SearchableItem(
      identity: record.identity, origin: origin, projection: projection,
      fingerprint: projection.fingerprint, locale: locale, translationRevision: 0,
      sourceRevision: record.sourceRevision, analyzed: AnalyzedText(projection, with: analyzer))
  }

  /// What a user typed, for an index of this locale; `nil` if nothing of it can be searched.
  func query(_ text: String) -> SearchQuery? { analyzer.query(text) }
}
