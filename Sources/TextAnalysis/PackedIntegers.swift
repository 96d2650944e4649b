/// Reads the integers that `Scripts/generate-unicode-tables` packs into text.
///
/// A value is written as its difference from the one before, as zigzag shifted left once; if the lowest bit is
/// set, a repeat count follows and the difference applies that many times. Numbers are six-bit digits, the
/// lowest first, five bits of payload and one that says that more follow. Text in the binary costs nothing
/// until it is read, where a literal array would cost compile time and start-up.
enum PackedIntegers {
  static func decode(_ text: StaticString, count: Int) -> [UInt32] {
    var result: [UInt32] = []
    result.reserveCapacity(count)
    text.withUTF8Buffer { buffer in
      var reader = Reader(position: 0)
      var value = 0
      while unsafe reader.skipsToDigit(buffer) {
        let word = unsafe reader.number(buffer)
        let zigzag = word >> 1
        let delta = zigzag & 1 == 0 ? zigzag >> 1 : -(zigzag + 1) >> 1
        for _ in 0..<(word & 1 == 0 ? 1 : unsafe reader.number(buffer)) {
          value += delta
          result.append(UInt32(value))
        }
      }
    }
    precondition(result.count == count, "a generated table does not hold what it says")
    return result
  }

  private struct Reader {
    var position: Int

    /// Passes line ends; false at the end.
    mutating func skipsToDigit(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
      while unsafe position < buffer.count && buffer[position] == 0x0A { position += 1 }
      return position < buffer.count
    }

    mutating func number(_ buffer: UnsafeBufferPointer<UInt8>) -> Int {
      var result = 0
      var shift = 0
      while unsafe skipsToDigit(buffer) {
        let digit = unsafe Self.digit(buffer[position])
        position += 1
        result |= (digit & 31) << shift
        shift += 5
        if digit < 32 { break }
      }
      return result
    }

    static func digit(_ byte: UInt8) -> Int {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
      case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 36
      case UInt8(ascii: "-"): 62
      default: 63
      }
    }
  }
}
