/// An Ed25519 signature.
public struct Signature: Hashable, Sendable {
  /// The commitment and the scalar, 64 bytes.
  let bytes: [UInt8]

  /// What a signature is for; a signature for one purpose is none for another.
  public enum Purpose: Sendable {
    /// The exact bytes of a head's file.
    case head

    /// The bytes that are signed: a tag, a zero byte, the message.
    func preimage(_ message: [UInt8]) -> [UInt8] {
      switch self {
      case .head: Array("assets/head/v1\0".utf8) + message
      }
    }
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 64 else { return nil }
    self.bytes = bytes
  }

  /// Reads 128 lower-case hexadecimal digits; `nil` for anything else.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 128, let a = Digest(digits: digits[..<64]), let b = Digest(digits: digits[64...])
    else { return nil }
    bytes = a.bytes + b.bytes
  }

  /// 128 lower-case hexadecimal digits.
  public var hex: String { Hexadecimal.text(bytes) }
}
