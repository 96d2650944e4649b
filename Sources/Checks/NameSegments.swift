import TextAnalysis

/// The pieces of an identifier or address between its delimiters. A dot is one only where it cannot be part of a host
/// name.
struct NameSegments {
  let bytes: [UInt8]
  /// Where the segments stand in `bytes`; none is empty.
  private(set) var ranges: [Range<Int>] = []

  init(_ name: String) {
    bytes = Array(name.utf8)
    let isAddress = bytes.indices.contains {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0...].starts(with: "://".utf8)
    }
    if bytes.allSatisfy({ $0 < 0x80 }) {
      split { Self.isDelimiter($0) || $0 == UInt8(ascii: ".") && !isAddress }
    } else {
      // A mark joins the delimiter before it to another character.
      ranges = name.split { character in
        Self.delimiters.contains(character) || character == "." && !isAddress
      }.map { segment in
        let start = name.utf8.distance(from: name.startIndex, to: segment.startIndex)
        return start..<start + segment.utf8.count
      }
    }
  }

  private mutating func split(_ isBorder: (UInt8) -> Bool) {
    var start = 0
    for index in bytes.indices where isBorder(bytes[index]) {
      if index > start { ranges.append(start..<index) }
      start = index + 1
    }
    if bytes.count > start { ranges.append(start..<bytes.count) }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5B, 0x5D, 0x7C: true
    default: false
    }
  }

  /// The same as characters.
  private static let delimiters = ":/?#[]@!$&'()*+,;=|"

  /// Whether a segment folds to `folded`.
  /// - Parameter buffer: anything; it is used again to save allocations.
  func contains(_ folded: [UInt8], by analyzer: TextAnalyzer, _ buffer: inout [UInt8]) -> Bool {
    let bytes = bytes.span
    for range in ranges {
      buffer.removeAll(keepingCapacity: true)
      analyzer.fold(bytes.extracting(range), into: &buffer)
      if buffer == folded { return true }
    }
    return false
  }
}
