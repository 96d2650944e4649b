/// Pieces of an XML document in UTF-8.
enum XMLMarkup {
  /// Character data; a carriage return as a reference, or a reader would make it a line feed.
  static func text(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// `name="value"`, with white space other than spaces as references.
  static func attribute(_ name: String, _ value: String) -> String {
    "\(name)=\"\(escaped(value, isAttribute: true))\""
  }

  /// Whether XML 1.0 can hold every character of a text.
  static func canHold(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
      default: false
      }
    }
  }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r": result += "&#13;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
