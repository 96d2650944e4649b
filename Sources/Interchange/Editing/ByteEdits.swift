/// Replacements of ranges of one text, collected in any order and applied at once.
///
/// Ranges may touch, but not overlap; insertions at one place stand in the order in which they came.
struct ByteEdits: Sendable {
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    if !range.isEmpty || !bytes.isEmpty { edits.append((range, bytes)) }
  }

  mutating func insert(_ bytes: [UInt8], at offset: Int) { replace(offset..<offset, with: bytes) }

  mutating func remove(_ range: Range<Int>) { replace(range, with: []) }

  /// The text with the replacements in it, or `nil` if two of them overlap.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    let ordered = edits.enumerated().sorted { a, b in
      (a.element.range.lowerBound, a.element.range.upperBound, a.offset)
        < (b.element.range.lowerBound, b.element.range.upperBound, b.offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    for (_, edit) in ordered {
      guard edit.range.lowerBound >= position else { return nil }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return result
  }
}
