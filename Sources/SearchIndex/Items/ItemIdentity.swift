/// What a document in the index is known by: the content it stands for, and whose it is.
public struct ItemIdentity: Hashable, Comparable, Sendable {
  /// The account's name; empty for content that belongs to nobody.
  public var account: ExactString
  /// The item it stands for, by its present name.
  public var contentID: ContentID

  public init(account: ExactString = "", contentID: ContentID) {
    self.account = account
    self.contentID = contentID
  }

  /// The order of account, then content ID, as bytes.
  public static func < (a: ItemIdentity, b: ItemIdentity) -> Bool {
    a.account != b.account ? a.account < b.account : a.contentID < b.contentID
  }
}

extension ItemIdentity {
  /// One name for both: the content ID, preceded by the account and U+001F if there is one. Content IDs hold no
  /// control characters, so the last U+001F is the border.
  public var uniqueIdentifier: String {
    account.utf8.isEmpty ? contentID.description : "\(account)\u{1F}\(contentID)"
  }

  /// - Returns: `nil` if what follows the account is no content ID.
  public init?(uniqueIdentifier: String) {
    let bytes = Array(uniqueIdentifier.utf8)
    let border = bytes.lastIndex(of: 0x1F)
    let name = border.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) } ?? uniqueIdentifier
    guard let contentID = ContentID(name) else { return nil }
    let account = border.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? ""
    self.init(account: ExactString(account), contentID: contentID)
  }
}
