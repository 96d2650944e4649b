/// Text between the tags of a document, and back.
enum XMLText {
  /// One character of a text and how it is spelled.
  struct Scalar {
    /// In UTF-8.
    var value: [UInt8]
    var raw: Range<Int>
  }

  /// The characters of a text: XML's own entities and numeric references replaced, line ends as one line feed.
  static func scalars(_ bytes: [UInt8], in range: Range<Int>, isLiteral: Bool) -> [Scalar] {
    var result: [Scalar] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let start = position
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "&"), !isLiteral {
        while position < range.upperBound, bytes[position] != UInt8(ascii: ";") { position += 1 }
        let name = bytes[start + 1..<position]
        position = min(position + 1, range.upperBound)
        result.append(Scalar(value: reference(name), raw: start..<position))
      } else if byte == 0x0D {
        if position < range.upperBound, bytes[position] == 0x0A { position += 1 }
        result.append(Scalar(value: [0x0A], raw: start..<position))
      } else {
        while position < range.upperBound, bytes[position] & 0xC0 == 0x80 { position += 1 }
        result.append(Scalar(value: Array(bytes[start..<position]), raw: start..<position))
      }
    }
    return result
  }

  /// The value of an attribute, white space as it is spelled.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "&")) else { return Array(bytes) }
    let copy = Array(bytes)
    return scalars(copy, in: 0..<copy.count, isLiteral: false).flatMap(\.value)
  }

  private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8] {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    case let text:
      let isHexadecimal = text.hasPrefix("#x")
      let number = UInt32(text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { return [] }
      return Array(String(Character(scalar)).utf8)
    }
  }

  /// Whether XML 1.0 lets a character stand in a document.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// A numeric reference.
  static func reference(to scalar: Unicode.Scalar) -> [UInt8] {
    Array("&#x\(String(scalar.value, radix: 16, uppercase: true));".utf8)
  }
}
