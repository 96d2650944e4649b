/// How many words a text has, as Unicode counts them.
enum WordCount {
  /// The number of word segments (Unicode Standard Annex 29, default rules) that hold a letter or a digit; in scripts
  /// without spaces each ideograph is one.
  static func words(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return ascii(Array(text.utf8)) }
    var count = 0
    var start = text.startIndex
    for match in text.matches(of: boundary) {
      if isWord(text[start..<match.range.lowerBound]) { count += 1 }
      start = match.range.lowerBound
    }
    return count + (isWord(text[start...]) ? 1 : 0)
  }

  /// Compiled for each thread's use: a regular expression is a value, and its default boundaries are those of the annex.
  private static var boundary: Regex<Substring> { #/\b/# }

  private static func isWord(_ segment: Substring) -> Bool {
    segment.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  // MARK: - ASCII

  private static func ascii(_ bytes: [UInt8]) -> Int {
    var count = 0
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      let joins = isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
      if joins {
        // An underscore alone is no word.
        if !isInWord, byte != UInt8(ascii: "_") || startsWord(bytes[index...]) { count += 1 }
        isInWord = true
      } else if isInWord {
        isInWord = isInside(bytes, index)
      }
    }
    return count
  }

  private static func startsWord(_ rest: ArraySlice<UInt8>) -> Bool {
    let run = rest.prefix { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    return run.contains { isLetter($0) || isDigit($0) }
  }

  /// Rules WB6, WB7, WB11 and WB12: a mark between two letters, or between two digits.
  private static func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index > 0, index + 1 < bytes.count else { return false }
    let (before, after) = (bytes[index - 1], bytes[index + 1])
    switch bytes[index] {
    case UInt8(ascii: "."), UInt8(ascii: "'"):
      return isLetter(before) && isLetter(after) || isDigit(before) && isDigit(after)
    case UInt8(ascii: ":"): return isLetter(before) && isLetter(after)
    case UInt8(ascii: ","), UInt8(ascii: ";"): return isDigit(before) && isDigit(after)
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
