internal import Translations

/// The text of a document in UTF-8, and the way back to the encoding it came in.
struct EncodedDocument: Sendable {
  /// Without a byte order mark.
  var text: [UInt8]
  private let mark: [UInt8]
  private let encoding: XMLEncoding

  /// A document to be written, in UTF-8.
  static let empty = EncodedDocument()

  private init() {
    text = []
    mark = []
    encoding = .utf8
  }

  /// - Returns: `nil` if the bytes are not what they say; the reader then has said why.
  init?(_ bytes: [UInt8]) {
    guard case .decode(let encoding, let skip, _) = XMLPrologue.examine(Array(bytes.prefix(1024))) else {
      return nil
    }
    mark = Array(bytes.prefix(skip))
    self.encoding = encoding
    guard encoding != .utf8 else {
      text = Array(bytes.dropFirst(skip))
      return
    }
    var decoder = XMLDecoder(encoding)
    text = []
    do {
      try decoder.decode(bytes.dropFirst(skip), into: &text)
      try decoder.finish()
    } catch {
      return nil
    }
  }

  /// The byte offsets of rows in the text, by their lines and columns.
  /// - Complexity: O(n) in the size of the text, plus sorting the rows.
  func offsets(of rows: [Catalog.Row]) -> [Int] {
    var starts = [0]
    for (index, byte) in text.enumerated() where byte == 0x0A { starts.append(index + 1) }
    var offsets = [Int](repeating: 0, count: rows.count)
    var (line, column, offset) = (1, 1, 0)
    // One walk in the order of the file: all the units may stand in one line.
    for index in rows.indices.sorted(by: {
      (rows[$0].line, rows[$0].column) < (rows[$1].line, rows[$1].column)
    }) {
      if Int(rows[index].line) != line {
        line = Int(rows[index].line)
        (column, offset) = (1, starts[min(line, starts.count) - 1])
      }
      while column < rows[index].column, offset < text.count {
        repeat { offset += 1 } while offset < text.count && text[offset] & 0xC0 == 0x80
        column += 1
      }
      offsets[index] = offset
    }
    return offsets
  }

  /// The bytes of a text in the document's encoding, byte order mark included.
  /// - Precondition: the encoding has every character of the text.
  func encoded(_ text: [UInt8]) -> [UInt8] {
    guard encoding != .utf8 else { return mark + text }
    var result = mark
    result.reserveCapacity(text.count * (encoding.isUTF16 ? 2 : 1) + mark.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if encoding.isUTF16 {
        for unit in String(Character(scalar)).utf16 {
          let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
          result += encoding == .utf16BigEndian ? [high, low] : [low, high]
        }
      } else {
        guard let byte = byte(of: scalar) else { preconditionFailure("a character the encoding lacks") }
        result.append(byte)
      }
    }
    return result
  }

  /// Whether the encoding has a character.
  func holds(_ scalar: Unicode.Scalar) -> Bool {
    encoding == .utf8 || encoding.isUTF16 || byte(of: scalar) != nil
  }

  /// The byte of a character in a one-byte encoding.
  private func byte(of scalar: Unicode.Scalar) -> UInt8? {
    switch encoding {
    case .latin1: UInt8(exactly: scalar.value)
    case .windows1252: XMLDecoder.windows1252Byte(scalar)
    default: scalar.isASCII ? UInt8(scalar.value) : nil
    }
  }
}
