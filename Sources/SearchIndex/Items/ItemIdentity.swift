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
    a.account != b.account
      ? precedes(a.account.utf8, b.account.utf8) : precedes(a.contentID.utf8, b.contentID.utf8)
  }

  /// The order of bytes, in one loop over both where each lies in one piece: this is asked for every document.
  private static func precedes(_ a: String.UTF8View, _ b: String.UTF8View) -> Bool {
    let isBefore = unsafe a.withContiguousStorageIfAvailable { x in
      unsafe b.withContiguousStorageIfAvailable { y in
        for index in 0..<min(x.count, y.count) {
          let (left, right) = unsafe (x[index], y[index])
          if left != right { return left < right }
        }
        return x.count < y.count
      }
    }
    return isBefore.flatMap { $0 } ?? a.lexicographicallyPrecedes(b)
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
