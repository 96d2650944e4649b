public import Translations

/// What a consumer remembers of the revision it trusted last: its pin, with a row for each locale.
public struct TrustedRevision: Hashable, Sendable {
  public var lineage: String
  public var link: Head.Link
  /// The last revision that changed each locale.
  public var locales: [LanguageTag: Int]

  public init(lineage: String, link: Head.Link, locales: [LanguageTag: Int]) {
    self.lineage = lineage
    self.link = link
    self.locales = locales
  }

  public init(_ head: Head) {
    self.init(
      lineage: head.lineage, link: head.link,
      locales: Dictionary(head.locales.map { ($0.locale, $0.revision) }) { first, _ in first })
  }
}
