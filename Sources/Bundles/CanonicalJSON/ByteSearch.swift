/// Looking for single bytes, eight at a time.
extension UnsafeBufferPointer<UInt8> {
  /// The first place at or after `start` that holds one of two bytes, or `count`.
  func firstIndex(of a: UInt8, or b: UInt8, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (pattern, other) = (ones &* UInt64(a), ones &* UInt64(b))
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while index + 8 <= count {
      let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      // A byte that is sought is zero now, and the lowest zero byte is marked; above it marks may be wrong.
      let (x, y) = (word ^ pattern, word ^ other)
      let marks = ((x &- ones) & ~x | (y &- ones) & ~y) & (ones << 7)
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, unsafe self[index] != a, unsafe self[index] != b { index += 1 }
    return index
  }

  /// The first place at or after `start` that a JSON string cannot hold as it is, a control, a quotation mark or a
  /// backslash, or `count`.
  func firstToEscape(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bytes = UnsafeRawBufferPointer(self)
    var index = start
    while index + 8 <= count {
      let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      // As above the lowest mark is right.
      let controls = (word &- ones &* 0x20) & ~word
      let marks =
        (controls | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & (ones << 7)
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, unsafe self[index] >= 0x20, unsafe self[index] != 0x22, unsafe self[index] != 0x5C {
      index += 1
    }
    return index
  }
}
