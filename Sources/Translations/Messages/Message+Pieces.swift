/// Texts and codes as places in a message's bytes, for whoever needs no strings of them.
extension Message {
  /// A text, which is not empty, or a code.
  package enum Piece: Hashable, Sendable {
    case text(Range<Int>)
    case code(CodePlace)
  }

  /// Where a token and its fields stand; a field that it does not have is empty.
  package struct CodePlace: Hashable, Sendable {
    package var kind: Range<Int>
    package var id: Range<Int>
    package var equivalent: Range<Int>
    /// The token with both of its marks.
    package var token: Range<Int>
  }

  /// Calls `body` with each text and code of a message that has codes, in order.
  package static func forEachPiece(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Piece) -> Void) {
    var start = 0
    while let code = unsafe nextCode(in: bytes, from: start) {
      if start < code.token.lowerBound { body(.text(start..<code.token.lowerBound)) }
      body(.code(code))
      start = code.token.upperBound
    }
    if start < bytes.count { body(.text(start..<bytes.count)) }
  }

  /// The first code at or after a place that is in none.
  package static func nextCode(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> CodePlace? {
    let open = unsafe bytes.place(of: codeStart, from: start, to: bytes.count)
    guard open < bytes.count else { return nil }
    let close = unsafe bytes.place(of: codeEnd, from: open + 1, to: bytes.count)
    let first = unsafe bytes.place(of: codeField, from: open + 1, to: close)
    let second = unsafe bytes.place(of: codeField, from: min(first + 1, close), to: close)
    let third = unsafe bytes.place(of: codeField, from: min(second + 1, close), to: close)
    return CodePlace(
      kind: open + 1..<first, id: min(first + 1, close)..<second,
      equivalent: min(second + 1, close)..<third, token: open..<min(close + 1, bytes.count))
  }

  /// Whether two messages with codes have codes of the same kinds and ids in the same order.
  package static func haveSameCodes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (x, y) = (0, 0)
    while true {
      let (code, other) = unsafe (nextCode(in: a, from: x), nextCode(in: b, from: y))
      guard let code, let other else { return code == nil && other == nil }
      guard unsafe a[code.kind].elementsEqual(b[other.kind]), unsafe a[code.id].elementsEqual(b[other.id])
      else { return false }
      (x, y) = (code.token.upperBound, other.token.upperBound)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place from `start` on that holds a byte, or `end`.
  fileprivate func place(of byte: UInt8, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, unsafe self[index] != byte { index += 1 }
    return index
  }
}
