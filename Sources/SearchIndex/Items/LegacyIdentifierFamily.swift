/// The names an app once gave its documents, for example one for each language: `{contentID}:{locale}`.
///
/// Such documents were never replaced when the language changed, only joined by another. An index that is whole again
/// removes them by name, and a router still knows what they stood for.
public struct LegacyIdentifierFamily: Hashable, Sendable, CustomStringConvertible {
  private enum Part: Hashable {
    case text(ExactString)
    case contentID
    case locale
  }

  private let parts: [Part]

  /// - Parameter template: holds `{contentID}` once and `{locale}` at most once, with at least one byte between them.
  /// - Returns: `nil` for any other.
  public init?(_ template: String) {
    var parts: [Part] = []
    var text: [UInt8] = []
    var rest = Array(template.utf8)[...]
    func end() {
      if !text.isEmpty { parts.append(.text(ExactString(String(decoding: text, as: UTF8.self)))) }
      text = []
    }
    while let byte = rest.first {
      if rest.starts(with: Self.contentIDMark) {
        end()
        parts.append(.contentID)
        rest = rest.dropFirst(Self.contentIDMark.count)
      } else if rest.starts(with: Self.localeMark) {
        end()
        parts.append(.locale)
        rest = rest.dropFirst(Self.localeMark.count)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    end()
    let places = parts.indices.filter { parts[$0] == .contentID || parts[$0] == .locale }
    guard parts.count(where: { $0 == .contentID }) == 1, places.count <= 2,
      parts.count(where: { $0 == .locale }) == places.count - 1,
      places.count == 1 || places[1] > places[0] + 1
    else { return nil }
    self.parts = parts
  }

  private static let contentIDMark = Array("{contentID}".utf8)
  private static let localeMark = Array("{locale}".utf8)

  /// The template it was made of.
  public var description: String { filled(contentID: "{contentID}", locale: "{locale}") }

  private func filled(contentID: String, locale: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text.string
      case .contentID: contentID
      case .locale: locale
      }
    }.joined()
  }

  /// The names of an item in some languages, each once: with the tag as BCP 47 writes it, and with underscores.
  public func identifiers(of contentID: ContentID, in locales: [LanguageTag]) -> [String] {
    guard parts.contains(.locale) else { return [filled(contentID: contentID.description, locale: "")] }
    return locales.flatMap { locale in
      let tag = locale.description
      let underscored = String(decoding: tag.utf8.map { $0 == 0x2D ? 0x5F : $0 }, as: UTF8.self)
      return (tag == underscored ? [tag] : [tag, underscored]).map {
        filled(contentID: contentID.description, locale: $0)
      }
    }
  }

  /// The content IDs a name may have stood for; several, since a content ID may itself hold what separates the parts.
  public func readings(of identifier: String) -> [ContentID] {
    var result: [ContentID] = []
    match(parts[...], Array(identifier.utf8)[...], nil, &result)
    return result
  }

  private func match(
    _ parts: ArraySlice<Part>, _ rest: ArraySlice<UInt8>, _ found: ContentID?, _ result: inout [ContentID]
  ) {
    guard let part = parts.first else {
      if rest.isEmpty, let found { result.append(found) }
      return
    }
    switch part {
    case .text(let text):
      if rest.starts(with: text.utf8) {
        match(parts.dropFirst(), rest.dropFirst(text.utf8.count), found, &result)
      }
    case .contentID, .locale:
      for end in rest.indices.map({ $0 + 1 }) {
        let piece = rest[..<end]
        if part == .contentID {
          guard let contentID = ContentID(String(decoding: piece, as: UTF8.self)) else { continue }
          match(parts.dropFirst(), rest[end...], contentID, &result)
        } else {
          let tag = String(decoding: piece.map { $0 == 0x5F ? 0x2D : $0 }, as: UTF8.self)
          if LanguageTag(tag) != nil { match(parts.dropFirst(), rest[end...], found, &result) }
        }
      }
    }
  }
}
