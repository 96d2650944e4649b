internal import Translations

/// Spellings of small YAML values.
enum YAMLText {
  /// `{ a: b, c: d }` of fields that are written already.
  static func flowMap(_ fields: [[UInt8]]) -> [UInt8] {
    Array("{ ".utf8) + Array(fields.joined(separator: Array(", ".utf8))) + Array(" }".utf8)
  }

  /// `[a, b]` of items that are written already.
  static func flowList(_ items: [[UInt8]]) -> [UInt8] {
    [0x5B] + Array(items.joined(separator: Array(", ".utf8))) + [0x5D]
  }

  /// A text as a scalar that every YAML reader takes for the same text: plain where that is safe, else in double
  /// quotes.
  static func scalar(_ text: String) -> [UInt8] {
    isSafePlain(text) ? Array(text.utf8) : quoted(text)
  }

  private static func isSafePlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    guard let first = bytes.first, isDigit(first) || isLetter(first) || first >= 0x80 else { return false }
    guard
      bytes.allSatisfy({
        isDigit($0) || isLetter($0) || $0 >= 0x80 || [0x2D, 0x2E, 0x5F, 0x40, 0x2B].contains($0)
      }),
      text.unicodeScalars.allSatisfy({ $0.isASCII || $0.properties.isAlphabetic })
    else { return false }
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    if words.contains(text.lowercased()) { return false }
    let isDate =
      bytes.count == 10 && bytes[4] == 0x2D && bytes[7] == 0x2D
      && bytes.enumerated().allSatisfy { [4, 7].contains($0.offset) || isDigit($0.element) }
    // Anything that could be a number to somebody needs a letter that no number has.
    let looksLikeNumber = isDigit(first) && !bytes.contains { isLetter($0) && $0 | 0x20 != 0x65 }
    return isDate
      || (!looksLikeNumber
        && !(first == 0x30 && bytes.count > 1 && [0x78, 0x6F, 0x62].contains(bytes[1] | 0x20)))
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var result: [UInt8] = [0x22]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += [0x5C, UInt8(truncatingIfNeeded: scalar.value)]
      case _ where scalar.isControlOrBidirectionalFormatting || scalar.value == 0xA0:
        let digits = String(scalar.value, radix: 16)
        result +=
          Array("\\u".utf8) + Array(String(repeating: "0", count: 4 - digits.count).utf8) + Array(digits.utf8)
      default: result += Array(String(scalar).utf8)
      }
    }
    return result + [0x22]
  }
}
