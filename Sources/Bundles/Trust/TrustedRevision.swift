public import Translations

/// What a consumer remembers of the revision it trusted last: its pin, with a row for each locale.
public struct TrustedRevision: Hashable, Sendable {
  /// The lineage of the store; another one is refused whatever its number.
  public var lineage: String
  /// The number and the address of the head that was trusted.
  public var link: Head.Link
  /// The last revision that changed each locale.
  public var locales: [LanguageTag: Int]

  public init(lineage: String, link: Head.Link, locales: [LanguageTag: Int]) {
    self.lineage = lineage
    self.link = link
    self.locales = locales
  }

  /// What is to be remembered of a head that was accepted.
  public init(_ head: Head) {
    self.init(
      lineage: head.lineage, link: head.link,
      locales: Dictionary(head.locales.map { ($0.locale, $0.revision) }) { first, _ in first })
  }
}
