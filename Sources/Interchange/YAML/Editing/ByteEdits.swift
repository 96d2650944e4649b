/// Changes to the bytes of one file; everything outside them stays as it is.
struct ByteEdits {
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  var isEmpty: Bool { edits.isEmpty }

  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    edits.append((range, text))
  }

  /// Texts that are inserted at one place keep the order in which they came.
  mutating func insert(_ text: [UInt8], at offset: Int) {
    edits.append((offset..<offset, text))
  }

  mutating func remove(_ range: Range<Int>) {
    if !range.isEmpty { edits.append((range, [])) }
  }

  /// The changed bytes; `nil` if two changes overlap.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    let sorted = edits.enumerated().sorted { a, b in
      (a.element.range.lowerBound, a.element.range.upperBound, a.offset)
        < (b.element.range.lowerBound, b.element.range.upperBound, b.offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.count })
    var position = 0
    for (_, edit) in sorted {
      guard edit.range.lowerBound >= position else { return nil }
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
