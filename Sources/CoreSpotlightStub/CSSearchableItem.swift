public import Foundation

/// One item of an index.
open class CSSearchableItem {
  open var uniqueIdentifier: String
  open var domainIdentifier: String?
  open var expirationDate: Date!
  open var attributeSet: CSSearchableItemAttributeSet
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
  open var contentType: String?
  open var title: String?
  open var displayName: String?
  open var contentDescription: String?
  open var keywords: [String]?
  open var languages: [String]?
  open var domainIdentifier: String?
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
