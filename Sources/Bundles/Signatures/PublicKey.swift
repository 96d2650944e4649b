/// The public half of a signing key: who may sign heads.
///
/// Written `ed25519:` and 64 lower-case hexadecimal digits. The word names the kind for people; which algorithm is used
/// follows from the schema of a signature file and never from what stands in a document.
public struct PublicKey: Hashable, Sendable {
  let bytes: [UInt8]

  /// - Returns: `nil` for anything but 32 bytes of a point that a signature can be bound to: a number of the field in
  ///   its one spelling, and none of the points of small order, for which signatures can be made without a secret.
  init?(bytes: [UInt8]) {
    guard bytes.count == 32, CurvePoint.isAcceptable(bytes) else { return nil }
    self.bytes = bytes
  }

  private static let prefix = "ed25519:"

  /// Reads the written form.
  /// - Returns: `nil` for any other spelling, and for a key that signatures can be made for without a secret.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let digest = Digest(hex: text.dropFirst(Self.prefix.count)) else {
      return nil
    }
    self.init(bytes: digest.bytes)
  }

  /// Whether the key's owner signed `message` for `purpose`.
  ///
  /// Strict: besides what RFC 8032 section 5.1.7 asks, commitments of small order or in another spelling are refused,
  /// and so is a scalar that is not reduced.
  func isValid(_ signature: Signature, of message: [UInt8], for purpose: Signature.Purpose) -> Bool {
    guard CurvePoint.isAcceptable(Array(signature.bytes[..<32])),
      CurvePoint.isReduced(Array(signature.bytes[32...]))
    else { return false }
    return Ed25519.isValid(signature.bytes, of: purpose.preimage(message), publicKey: bytes)
  }
}

extension PublicKey: CustomStringConvertible, Comparable {
  /// The written form, which `init(_:)` reads.
  public var description: String {
    Self.prefix + Hexadecimal.text(bytes)
  }

  /// The order of the 32 bytes, in which signature files are sorted.
  public static func < (a: PublicKey, b: PublicKey) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

/// Which encodings of points and scalars of edwards25519 are let in.
enum CurvePoint {
  /// Whether 32 bytes are a y coordinate below 2^255 - 19, with any sign, of no point whose order divides 8.
  static func isAcceptable(_ encoding: [UInt8]) -> Bool {
    var y = Array(encoding.reversed())
    y[0] &= 0x7F
    return y.lexicographicallyPrecedes(prime) && !smallOrder.contains(y)
  }

  /// Whether 32 bytes, least significant first, are a number below the order of the base point.
  static func isReduced(_ scalar: [UInt8]) -> Bool { scalar.reversed().lexicographicallyPrecedes(order) }

  /// 2^255 - 19, most significant byte first.
  private static let prime = [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
  /// 2^252 + 27742317777372353535851937790883648493, most significant byte first.
  private static let order =
    [0x10] + [UInt8](repeating: 0, count: 15)
    + [0x14, 0xDE, 0xF9, 0xDE, 0xA2, 0xF7, 0x9C, 0xD6, 0x58, 0x12, 0x63, 0x1A, 0x5C, 0xF5, 0xD3, 0xED]

  /// The y coordinates of the eight points of small order: 0, 1, -1 and the two of order eight.
  private static let smallOrder: Set<[UInt8]> = [
    [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 31) + [1],
    [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xEC],
    Digest(hex: "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7")!.bytes,
    Digest(hex: "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826")!.bytes,
  ]
}
