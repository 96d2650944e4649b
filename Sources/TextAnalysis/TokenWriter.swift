/// Analyses texts one behind the other into one buffer.
///
/// What a text would otherwise cost, however short it is, is paid once: a tokenizer, and room behind the end of the
/// buffer. A document has a dozen texts, most of them a word long.
package struct TokenWriter {
  private var tokenizer: Tokenizer
  /// The tokens, and after them zeros that the next ones are written over.
  private var bytes: [UInt8]
  /// How many bytes the tokens take so far.
  package private(set) var count = 0

  /// - Parameter room: about how many bytes will be analysed.
  package init(_ analyzer: TextAnalyzer, room: Int) { self.init(analyzer, mode: .index, room: room) }

  init(_ analyzer: TextAnalyzer, mode: Tokenizer.Mode, room: Int) {
    tokenizer = Tokenizer(analyzer, mode: mode)
    bytes = [UInt8](repeating: 0, count: Self.size(for: room))
  }

  /// How much room is made for so many bytes of text; a text that folds to more makes itself more.
  private static func size(for count: Int) -> Int { count + count / 2 + Tokenizer.slack + 64 }

  /// Appends the tokens of a text.
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(unsafe Span(_unsafeElements: $0)) }
  }

  /// Appends the tokens of one more keyword of a list.
  /// - Parameter start: what `count` was when the list began.
  package mutating func append(keyword: String, ofListFrom start: Int) {
    let before = count
    if before > start { append(raw: [0x20, 0xEE, 0x80, 0x80, 0x20]) }
    let border = count
    append(keyword)
    if count == border { count = before }
  }

  /// The tokens of everything that was appended.
  package consuming func finish() -> [UInt8] {
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  mutating func append(_ text: Span<UInt8>) {
    tokenizer.restart(at: count)
    Self.write(text, with: &tokenizer, into: &bytes)
    count = tokenizer.count
  }

  private static func write(_ text: Span<UInt8>, with tokenizer: inout Tokenizer, into bytes: inout [UInt8]) {
    var position = 0
    var size = tokenizer.count + size(for: text.count)
    repeat {
      grow(&bytes, to: size)
      var out = bytes.mutableSpan
      position = tokenizer.advance(text, from: position, into: &out)
      size = bytes.count * 2
    } while position < text.count
    // The last cluster is written once more, however many marks it carries.
    grow(&bytes, to: tokenizer.count + tokenizer.clusterSize + Tokenizer.slack)
    var out = bytes.mutableSpan
    tokenizer.finish(into: &out)
  }

  private mutating func append(raw tokens: [UInt8]) {
    Self.grow(&bytes, to: count + tokens.count)
    for byte in tokens {
      bytes[count] = byte
      count += 1
    }
  }

  private static func grow(_ bytes: inout [UInt8], to size: Int) {
    if bytes.count < size { bytes += [UInt8](repeating: 0, count: max(size, bytes.count * 2) - bytes.count) }
  }
}
