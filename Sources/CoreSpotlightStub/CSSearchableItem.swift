public import Foundation

/// One item of an index.
open class CSSearchableItem {
  /// What a search result carries; an item with the same identifier is replaced.
  open var uniqueIdentifier: String
  /// What items are deleted together by, as a tree that is split at dots.
  open var domainIdentifier: String?
  /// When the system forgets the item.
  open var expirationDate: Date!
  /// What is shown and searched.
  open var attributeSet: CSSearchableItemAttributeSet
  /// Whether the item may only replace one that is there.
  open var isUpdate = false

  /// Without an identifier the item gets a random one.
  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) {
    self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
    self.domainIdentifier = domainIdentifier
    self.attributeSet = attributeSet
  }
}

/// What an item says of itself: the part that an indexer of localized text needs.
open class CSSearchableItemAttributeSet {
  /// The uniform type identifier of the content.
  open var contentType: String?
  open var title: String?
  open var displayName: String?
  open var contentDescription: String?
  /// Terms that find the item.
  open var keywords: [String]?
  /// BCP 47 tags of the languages the text is in.
  open var languages: [String]?
  open var domainIdentifier: String?
  /// The account the item belongs to.
  open var accountIdentifier: String?

  /// What an item of a content type says of itself; everything else is unset.
  public init(contentType: UTType) { self.contentType = contentType.identifier }
}

/// A uniform type identifier.
public struct UTType: Hashable, Sendable {
  /// Such as `public.content`.
  public let identifier: String

  public init(_ identifier: String) { self.identifier = identifier }

  /// Any content, `public.content`.
  public static let content = UTType("public.content")
}
