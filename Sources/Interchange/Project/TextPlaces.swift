/// Finds the bytes of lines and columns in a text.
///
/// Lines end with LF, CR or CRLF; lines and columns are 1-based, a column counts Unicode scalars. A byte-order mark
/// is in front of the first line.
struct TextPlaces {
  let bytes: [UInt8]
  private var starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (index, byte) in bytes.enumerated() {
      let isLoneReturn = byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if byte == 0x0A || isLoneReturn { starts.append(index + 1) }
    }
  }

  /// Where a place is; the end of the text for a line behind it.
  func offset(_ mark: YAMLMark) -> Int {
    guard mark.line <= starts.count else { return bytes.count }
    var offset = starts[mark.line - 1]
    for _ in 1..<max(mark.column, 1) where offset < bytes.count {
      repeat { offset += 1 } while offset < bytes.count && bytes[offset] & 0xC0 == 0x80
    }
    return offset
  }

  func start(ofLine line: Int) -> Int { line <= starts.count ? starts[line - 1] : bytes.count }

  /// Where the line after `line` starts, or the text ends.
  func end(ofLine line: Int) -> Int { start(ofLine: line + 1) }

  /// What ends a line; nothing if the text ends there.
  func lineEnd(ofLine line: Int) -> ArraySlice<UInt8> {
    let text = bytes[start(ofLine: line)..<end(ofLine: line)]
    if text.last == 0x0A { return text.suffix(text.dropLast().last == 0x0D ? 2 : 1) }
    return text.last == 0x0D ? text.suffix(1) : []
  }

  /// Whether only spaces stand before a place in its line.
  func isAfterIndentation(_ mark: YAMLMark) -> Bool {
    bytes[start(ofLine: mark.line)..<offset(mark)].allSatisfy { $0 == 0x20 }
  }
}
