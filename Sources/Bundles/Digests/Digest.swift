/// A SHA-256: the address of a node, a pack or a head.
public struct Digest: Hashable, Sendable {
  // Four words instead of an array: digests are keys of large tables and must not be allocations.
  private let a: UInt64
  private let b: UInt64
  private let c: UInt64
  private let d: UInt64

  init(raw: UnsafeRawBufferPointer) {
    func word(_ index: Int) -> UInt64 {
      unsafe UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    a = word(0)
    b = word(1)
    c = word(2)
    d = word(3)
  }

  /// The SHA-256 of `bytes`.
  public init(of bytes: some Collection<UInt8>) {
    var hasher = SHA256Hasher()
    if bytes.withContiguousStorageIfAvailable({
      unsafe hasher.update(UnsafeRawBufferPointer($0))
    }) == nil {
      unsafe Array(bytes).withUnsafeBytes { unsafe hasher.update($0) }
    }
    self = hasher.finish()
  }

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(hex: some StringProtocol) {
    guard let words = Hexadecimal.words(hex, count: 4) else { return nil }
    (a, b, c, d) = (words[0], words[1], words[2], words[3])
  }

  public var hex: String {
    String(decoding: [a, b, c, d].flatMap(Hexadecimal.digits), as: UTF8.self)
  }

  /// The first half, as content digests use it.
  var fingerprint: Fingerprint { Fingerprint(a, b) }

  /// The first 32 bits, as chunk borders use them.
  var head: UInt32 { UInt32(a >> 32) }

  var words: [UInt64] { [a, b, c, d] }
}

extension Digest: Comparable, CustomStringConvertible {
  public static func < (x: Digest, y: Digest) -> Bool {
    (x.a, x.b, x.c, x.d) < (y.a, y.b, y.c, y.d)
  }

  public var description: String { hex }
}

/// Lower-case base 16.
enum Hexadecimal {
  static func digits(_ word: UInt64) -> [UInt8] {
    (0..<16).map { index in
      let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 15
      return value < 10 ? 0x30 + value : 0x57 + value
    }
  }

  static func words(_ hex: some StringProtocol, count: Int) -> [UInt64]? {
    var words: [UInt64] = []
    var word: UInt64 = 0
    var digits = 0
    for byte in hex.utf8 {
      let value: UInt8
      switch byte {
      case 0x30...0x39: value = byte - 0x30
      case 0x61...0x66: value = byte - 0x57
      default: return nil
      }
      word = word << 4 | UInt64(value)
      digits += 1
      if digits % 16 == 0 {
        words.append(word)
        word = 0
      }
    }
    return digits == count * 16 ? words : nil
  }
}
