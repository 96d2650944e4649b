/// An account and a domain as one name whose parts have borders.
///
/// Indexes delete by domain as trees, split at dots, some of them by plain prefix. So each part escapes whatever is
/// not a letter, digit, hyphen or underscore of ASCII as `%` and two digits, and ends in `~`: neither `a1` nor
/// anything in it is ever a prefix of `a10`.
public struct DomainIdentifier: Hashable, Sendable, CustomStringConvertible {
  /// Whose documents; empty for those that belong to nobody.
  public var account: ExactString
  /// The domain of the content record.
  public var domain: ExactString

  public init(account: ExactString = "", domain: ExactString) {
    self.account = account
    self.domain = domain
  }

  /// Both parts escaped, `~` behind each, a dot between them: `a1~.articles~`; `~.articles~` without an
  /// account.
  public var description: String { "\(Self.account(account)).\(Self.escaped(domain))" }

  /// What names every domain of an account.
  public static func account(_ account: ExactString) -> String { escaped(account) }

  private static func escaped(_ part: ExactString) -> String {
    var result: [UInt8] = []
    for byte in part.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result + [UInt8(ascii: "~")], as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
