public import Diagnostics

/// A stable, language-neutral name of a piece of content; the unique identifier in the search index.
///
/// At most 256 bytes of UTF-8, no control and no bidirectional formatting characters.
public struct ContentID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Exactly as the content map spells it.
  public let text: ExactString

  /// - Returns: `nil` if the name is empty, too long, or holds a character that is not allowed.
  public init?(_ string: String) {
    guard Self.isValid(string) else { return nil }
    text = ExactString(string)
  }

  /// The name, for people and for documents.
  public var description: String { text.string }
  /// The bytes that names are compared and stored by.
  public var utf8: String.UTF8View { text.string.utf8 }

  /// The order of the UTF-8 bytes.
  public static func < (a: ContentID, b: ContentID) -> Bool { a.text < b.text }

  private static func isValid(_ string: String) -> Bool {
    !string.utf8.isEmpty && string.utf8.count <= 256
      && !string.hasControlOrBidirectionalFormatting
  }
}

extension String {
  /// Whether a scalar of it is `isControlOrBidirectionalFormatting`.
  package var hasControlOrBidirectionalFormatting: Bool {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return false }
    return unicodeScalars.contains { $0.isControlOrBidirectionalFormatting }
  }
}

extension Unicode.Scalar {
  /// C0, DEL, C1, line and paragraph separators, and the characters that steer the bidirectional algorithm.
  public var isControlOrBidirectionalFormatting: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

/// Who may find a piece of content.
public enum ContentAccess: String, Hashable, Sendable, CaseIterable {
  /// Everybody; indexed whatever account is set.
  case `public`
  /// Indexed only while an account is set.
  case account
  /// Never indexed.
  case `private`
}

/// One language-neutral record of the content map.
public struct ContentRecord: Hashable, Sendable {
  /// Unique in a project, among former IDs too.
  public var contentID: ContentID
  /// What can be deleted together.
  public var domain: String
  /// Language-neutral; never part of a projection.
  public var route: String
  /// The message whose text is the title; without one in a locale's chain the record is not indexed there.
  public var titleKey: MessageKey
  /// The message whose text is the description; `nil` for a record that has none.
  public var descriptionKey: MessageKey?
  /// Opaque keyword keys, in order.
  public var keywordKeys: [String]
  /// Whether any index may hold the record at all.
  public var isSearchable: Bool
  /// Who may find it.
  public var access: ContentAccess
  /// Names this content had before.
  public var formerIDs: [ContentID]
  /// Where the content map has it; `nil` for one that was read from a bundle.
  public var location: SourceLocation?

  public init(
    contentID: ContentID, domain: String, route: String, titleKey: MessageKey,
    descriptionKey: MessageKey? = nil,
    keywordKeys: [String] = [], isSearchable: Bool = true, access: ContentAccess = .public,
    formerIDs: [ContentID] = [], location: SourceLocation? = nil
  ) {
    self.contentID = contentID
    self.domain = domain
    self.route = route
    self.titleKey = titleKey
    self.descriptionKey = descriptionKey
    self.keywordKeys = keywordKeys
    self.isSearchable = isSearchable
    self.access = access
    self.formerIDs = formerIDs
    self.location = location
  }
}
