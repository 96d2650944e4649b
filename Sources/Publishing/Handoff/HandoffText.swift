import Translations

/// What the tools of translators do to a text without meaning to: they lay its white space out anew and drop the
/// equivalents of codes.
enum HandoffText {
  /// A text with each run of space, tab, CR and LF as one space, none at the ends, and codes without equivalents.
  static func normal(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInEquivalent = false
    var fields = 0
    var isAfterSpace = false
    for byte in bytes {
      switch byte {
      case Message.codeStart: fields = 0
      case Message.codeField:
        fields += 1
        isInEquivalent = fields == 2
      case Message.codeEnd: isInEquivalent = false
      default: break
      }
      if isInEquivalent { continue }
      if isLayout(byte) {
        isAfterSpace = true
        continue
      }
      if isAfterSpace, !result.isEmpty { result.append(0x20) }
      isAfterSpace = false
      result.append(byte)
    }
    return result
  }

  /// The text as it would stand in today's layout, if the file lays texts out anew; `nil` to take it as it is.
  ///
  /// A file does that if its own source differs from today's in white space alone, and brings lines where today's has
  /// none.
  static func withoutLayout(_ text: Message, of then: Message, as today: Message) -> Message? {
    guard then.bytes.contains(0x0A), !today.bytes.contains(0x0A),
      normal(then.bytes[...]) == normal(today.bytes[...])
    else { return nil }
    var result: [UInt8] = []
    var run: [UInt8] = []
    for byte in text.bytes {
      if isLayout(byte) {
        run.append(byte)
        continue
      }
      if !result.isEmpty { result += run.contains(0x0A) ? [0x20] : run }
      run.removeAll()
      result.append(byte)
    }
    return Message(bytes: result, hasCodes: text.hasCodes)
  }

  private static func isLayout(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
