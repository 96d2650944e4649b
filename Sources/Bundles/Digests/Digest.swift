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
    let digest = bytes.withContiguousStorageIfAvailable {
      unsafe SHA256Hasher.digest(of: UnsafeRawBufferPointer($0))
    }
    self = unsafe digest ?? Array(bytes).withUnsafeBytes { unsafe SHA256Hasher.digest(of: $0) }
  }

  /// Reads 64 lower-case hexadecimal digits; `nil` for anything else.
  public init?(hex: some StringProtocol) { self.init(digits: hex.utf8) }

  init?(digits: some Sequence<UInt8>) {
    guard let words = Hexadecimal.words(digits, count: 4) else { return nil }
    (a, b, c, d) = words
  }

  /// The same for digits that lie in a row.
  init?(digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 64, let a = unsafe Hexadecimal.word(digits, at: 0),
      let b = unsafe Hexadecimal.word(digits, at: 16), let c = unsafe Hexadecimal.word(digits, at: 32),
      let d = unsafe Hexadecimal.word(digits, at: 48)
    else { return nil }
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    unsafe String(unsafeUninitializedCapacity: 64) { buffer in
      for (index, word) in words.enumerated() { unsafe Hexadecimal.write(word, to: buffer, at: 16 * index) }
      return 64
    }
  }

  /// The 32 bytes.
  var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: (a.bigEndian, b.bigEndian, c.bigEndian, d.bigEndian)) { unsafe Array($0) }
  }

  /// The first half, as content digests use it.
  package var fingerprint: Fingerprint { Fingerprint(a, b) }

  /// The first 32 bits, as chunk borders use them.
  var head: UInt32 { UInt32(a >> 32) }

  var words: [UInt64] { [a, b, c, d] }

  /// Every word of a digest is as good as random, so one of them tells digests apart in a table.
  public func hash(into hasher: inout Hasher) { hasher.combine(a) }
}

extension Digest: Comparable, CustomStringConvertible {
  /// The order of the 32 bytes, which is that of the digits.
  public static func < (x: Digest, y: Digest) -> Bool {
    (x.a, x.b, x.c, x.d) < (y.a, y.b, y.c, y.d)
  }

  public var description: String { hex }
}

/// Lower-case base 16.
enum Hexadecimal {
  static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

  static func write(_ word: UInt64, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    let place = UnsafeMutableRawBufferPointer(buffer)
    let (high, low) = digits(word)
    unsafe place.storeBytes(of: high, toByteOffset: start, as: UInt64.self)
    unsafe place.storeBytes(of: low, toByteOffset: start + 8, as: UInt64.self)
  }

  /// The sixteen digits of a word, as they lie in memory.
  static func digits(_ word: UInt64) -> (UInt64, UInt64) {
    (digits(half: word >> 32), digits(half: word & 0xFFFF_FFFF))
  }

  private static func digits(half: UInt64) -> UInt64 {
    // Each digit's four bits go to a byte of their own.
    var spread = (half << 16 | half) & 0x0000_FFFF_0000_FFFF
    spread = (spread << 8 | spread) & 0x00FF_00FF_00FF_00FF
    spread = (spread << 4 | spread) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (spread &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (spread &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).bigEndian
  }

  static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  /// Reads 16 digits; `nil` for anything else.
  static func word(_ digits: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64? {
    var word: UInt64 = 0
    for index in start..<start + 16 {
      let byte = unsafe digits[index]
      let number = byte &- 0x30
      let letter = byte &- 0x61
      guard number < 10 || letter < 6 else { return nil }
      word = word << 4 | UInt64(number < 10 ? number : letter &+ 10)
    }
    return word
  }

  /// Reads `count` words, at most four, of 16 digits each; they are the first of the result.
  static func words(
    _ digits: some Sequence<UInt8>, count: Int
  ) -> (UInt64, UInt64, UInt64, UInt64)? {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var word: UInt64 = 0
    var read = 0
    for byte in digits {
      let value: UInt8
      switch byte {
      case 0x30...0x39: value = byte - 0x30
      case 0x61...0x66: value = byte - 0x57
      default: return nil
      }
      word = word << 4 | UInt64(value)
      read += 1
      switch read {
      case 16: words.0 = word
      case 32: words.1 = word
      case 48: words.2 = word
      case 64: words.3 = word
      default: continue
      }
    }
    return read == count * 16 ? words : nil
  }
}
