/// Steps over characters that libxml2 hands on as they stand, eight bytes at once.
///
/// Each of these may read 16 bytes from the place it is given on.
extension UnsafePointer<UInt8> {
  /// The first byte from `index` on that a text does not pass over unseen: a control character, white space but the
  /// space included, `<`, `>`, `&`, or a byte of a character beyond ASCII.
  /// - Returns: its place, or one that is not before `limit`.
  @inline(__always) @unsafe func textMark(from index: Int, before limit: Int) -> Int {
    var index = index
    while index < limit {
      let word = unsafe word(index)
      // `<` and `>` differ in one bit.
      let marks =
        ByteMarks.bytes(in: word, below: 0x20) | word & ByteMarks.highBits
        | ByteMarks.zeroBytes(in: (word | ByteMarks.ones &* 0x02) ^ ByteMarks.ones &* 0x3E)
        | ByteMarks.zeroBytes(in: word ^ ByteMarks.ones &* 0x26)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return index
  }

  /// The first byte from `index` on that the value of an attribute does not pass over unseen: `quote`, a control
  /// character or other white space than the space, `<`, `&`, or a byte of a character beyond ASCII.
  /// - Parameter quote: one of XML's two.
  /// - Returns: its place, or one that is not before `limit`.
  @inline(__always) @unsafe func valueMark(from index: Int, before limit: Int, quote: UInt8) -> Int {
    // Each quote differs from `&` in one bit.
    let difference = ByteMarks.ones &* UInt64(quote ^ 0x26)
    let either = ByteMarks.ones &* UInt64(quote | 0x26)
    var index = index
    while index < limit {
      let word = unsafe word(index)
      let marks =
        ByteMarks.bytes(in: word, below: 0x20) | word & ByteMarks.highBits
        | ByteMarks.zeroBytes(in: (word | difference) ^ either)
        | ByteMarks.zeroBytes(in: word ^ ByteMarks.ones &* 0x3C)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return index
  }

  /// How many bytes stand before the end of an element's name, which is white space, `/` or `>`; 16 if there are as
  /// many or more.
  @inline(__always) @unsafe func elementNameCount(at index: Int) -> Int {
    let first = unsafe ByteMarks.nameEnds(in: word(index))
    if first != 0 { return first.trailingZeroBitCount / 8 }
    let second = unsafe ByteMarks.nameEnds(in: word(index &+ 8))
    return second == 0 ? 16 : 8 &+ second.trailingZeroBitCount / 8
  }

  /// How many bytes stand before the equals sign of an attribute; 16 if there are as many or more.
  @inline(__always) @unsafe func attributeNameCount(at index: Int) -> Int {
    let first = unsafe ByteMarks.zeroBytes(in: word(index) ^ ByteMarks.ones &* 0x3D)
    if first != 0 { return first.trailingZeroBitCount / 8 }
    let second = unsafe ByteMarks.zeroBytes(in: word(index &+ 8) ^ ByteMarks.ones &* 0x3D)
    return second == 0 ? 16 : 8 &+ second.trailingZeroBitCount / 8
  }

  /// The length of the sequence of UTF-8 at a byte above 0x7F.
  /// - Returns: 0 if it is none, or one of a character that XML forbids.
  @inline(__always) @unsafe func sequenceCount(at index: Int) -> Int {
    let word = unsafe UInt32(truncatingIfNeeded: word(index))
    let (second, third) = (word >> 8 & 0x3F, word >> 16 & 0x3F)
    switch word & 0xFF {
    case 0xC2..<0xE0: return word & 0xC000 == 0x8000 ? 2 : 0
    case 0xE0..<0xF0:
      let scalar = (word & 0x0F) << 12 | second << 6 | third
      let isAllowed = scalar >= 0x800 && scalar & 0xF800 != 0xD800 && scalar < 0xFFFE
      return word & 0xC0_C000 == 0x80_8000 && isAllowed ? 3 : 0
    case 0xF0..<0xF5:
      let scalar = (word & 0x07) << 18 | second << 12 | third << 6 | word >> 24 & 0x3F
      return word & 0xC0C0_C000 == 0x8080_8000 && 0x1_0000..<0x11_0000 ~= scalar ? 4 : 0
    default: return 0
    }
  }
}

/// Finds bytes in eight at once: the high bit of each is set. Only the lowest one found is exact; the borrow of it may set
/// higher ones.
private enum ByteMarks {
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  @inline(__always) static func zeroBytes(in word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highBits
  }

  /// - Parameter bound: at most 0x80.
  @inline(__always) static func bytes(in word: UInt64, below bound: UInt64) -> UInt64 {
    (word &- ones &* bound) & ~word & highBits
  }

  @inline(__always) static func nameEnds(in word: UInt64) -> UInt64 {
    bytes(in: word, below: 0x21) | zeroBytes(in: word ^ ones &* 0x2F) | zeroBytes(in: word ^ ones &* 0x3E)
  }
}
