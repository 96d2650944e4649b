/// Cuts a document that is known to be well-formed into tags, texts and the rest, by their bytes.
///
/// The editor needs what a parser does not tell: where each attribute and each piece of content stands. It only
/// looks at documents that the reader has accepted, so nothing is judged here, and there is no DOCTYPE.
struct XMLTokenizer {
  struct Token {
    enum Kind: UInt8 {
      case start
      /// `<name/>`, which starts and ends an element.
      case empty
      case end
      case text
      case cdata
      /// A comment, a processing instruction or the XML declaration.
      case other
    }

    var kind: Kind
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Token? {
    guard position < end else { return nil }
    let start = position
    guard bytes[start] == UInt8(ascii: "<") else {
      while position < end, bytes[position] != UInt8(ascii: "<") { position += 1 }
      return Token(kind: .text, range: start..<position)
    }
    let kind: Token.Kind
    switch start + 1 < end ? bytes[start + 1] : 0 {
    case UInt8(ascii: "?"):
      skip(to: Self.instructionEnd, from: start + 2)
      kind = .other
    case UInt8(ascii: "!"):
      let isComment = start + 2 < end && bytes[start + 2] == UInt8(ascii: "-")
      skip(to: isComment ? Self.commentEnd : Self.cdataEnd, from: start + (isComment ? 4 : 9))
      kind = isComment ? .other : .cdata
    case UInt8(ascii: "/"):
      skip(to: Self.tagEnd, from: start + 2)
      kind = .end
    default:
      skipTag()
      kind = bytes[position - 2] == UInt8(ascii: "/") ? .empty : .start
    }
    return Token(kind: kind, range: start..<position)
  }

  private static let tagEnd = Array(">".utf8)
  private static let instructionEnd = Array("?>".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let cdataEnd = Array("]]>".utf8)

  private mutating func skip(to mark: [UInt8], from start: Int) {
    position = start
    while position + mark.count <= end {
      if bytes[position] == mark[0], bytes[position..<position + mark.count].elementsEqual(mark) {
        position += mark.count
        return
      }
      position += 1
    }
    position = end
  }

  /// A `>` in an attribute's value does not end the tag.
  private mutating func skipTag() {
    var quote: UInt8 = 0
    while position < end {
      let byte = bytes[position]
      position += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
  }
}
