/// The lines of a text, asked for by byte offset; they end with LF, CR or CRLF.
struct TextLines {
  let bytes: [UInt8]

  /// The first byte of the line that an offset is in.
  func start(_ offset: Int) -> Int {
    var start = offset
    while start > 0, !isBreak(start - 1) { start -= 1 }
    return start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, offset) : start
  }

  /// The line end of the line that an offset is in, or the end of the text.
  func end(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// The first byte behind the line end of the line that an offset is in.
  func next(_ offset: Int) -> Int {
    let end = end(offset)
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
  }

  /// Whether a byte ends a line: the CR of a CRLF does not.
  private func isBreak(_ index: Int) -> Bool {
    bytes[index] == 0x0A
      || (bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
  }

  /// The start of the line above the one that an offset is in; `nil` for the first line.
  func startOfLineAbove(_ offset: Int) -> Int? {
    let start = start(offset)
    guard start > 0, isBreak(start - 1) else { return nil }
    var above = start - 1
    if bytes[above] == 0x0A, above > 0, bytes[above - 1] == 0x0D { above -= 1 }
    return self.start(above)
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Whether nothing but spaces stands before an offset in its line.
  func isIndentation(before offset: Int) -> Bool {
    bytes[start(offset)..<offset].allSatisfy { $0 == 0x20 }
  }

  /// Whether the rest of a line is blank, or a comment.
  func isBlankOrComment(after offset: Int) -> Bool {
    let rest = bytes[offset..<end(offset)]
    guard let first = rest.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    return first == 0x23 && rest.first != 0x23
  }

  /// Whether the line that an offset is in holds only a comment.
  func isComment(_ offset: Int) -> Bool {
    let line = bytes[start(offset)..<end(offset)]
    return line.first { $0 != 0x20 && $0 != 0x09 } == 0x23
  }

  /// The number of characters before an offset in its line.
  func column(_ offset: Int) -> Int { bytes[start(offset)..<offset].count { $0 & 0xC0 != 0x80 } }

  /// What ends the lines around an offset: of its own line, the one above, or the first of the text.
  func lineEnd(near offset: Int) -> [UInt8] {
    let ends = [end(offset), startOfLineAbove(offset).map { end($0) } ?? bytes.count, end(0)]
    for end in ends where end < bytes.count { return Array(bytes[end..<next(end)]) }
    return [0x0A]
  }

  func mark(_ offset: Int) -> YAMLMark {
    var line = 1
    for index in bytes[..<offset].indices where isBreak(index) { line += 1 }
    return YAMLMark(line: line, column: column(offset) + 1)
  }
}
