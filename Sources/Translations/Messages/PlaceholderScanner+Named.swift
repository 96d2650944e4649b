/// Placeholders that go by a name or an index in brackets.
extension PlaceholderScanner {
  /// `%{name}` and `%<name>.2f`; `%%` stands for a percent sign.
  mutating func readRuby() {
    guard stands(at: UInt8(ascii: "%")) else { return }
    switch byte(at: position + 1) {
    case UInt8(ascii: "%"): position += 2
    case UInt8(ascii: "{"):
      let start = position + 2
      let end = nameEnd(start, closing: UInt8(ascii: "}"))
      if byte(at: end) == UInt8(ascii: "}"), end > start {
        append(name: start..<end, .value, until: end + 1)
      } else {
        markMalformed(until: max(start, end))
      }
    case UInt8(ascii: "<"):
      let start = position + 2
      let end = nameEnd(start, closing: UInt8(ascii: ">"))
      if byte(at: end) == UInt8(ascii: ">"), end > start {
        append(name: start..<end, .value, until: conversionEnd(end + 1))
      } else {
        position += 1
      }
    default: position += 1
    }
  }

  /// The `.2f` after `%<name>`.
  private func conversionEnd(_ start: Int) -> Int {
    var index = start
    while let byte = byte(at: index), Self.isDigit(byte) || [0x2B, 0x2D, 0x2E, 0x23].contains(byte) {
      index += 1
    }
    return Self.isLetter(byte(at: index)) ? index + 1 : start
  }

  /// `%name%` and `{{ name }}`.
  mutating func readSymfony() {
    guard let byte = current, byte == UInt8(ascii: "%") || byte == UInt8(ascii: "{") else {
      position += 1
      return
    }
    if byte == UInt8(ascii: "%") {
      var end = position + 1
      while let next = self.byte(at: end), Self.isWord(next) || next == 0x2E || next == 0x2D { end += 1 }
      // `100%50%` is two percentages.
      guard self.byte(at: end) == UInt8(ascii: "%"), Self.isLetter(self.byte(at: position + 1)) else {
        position += 1
        return
      }
      return append(name: position + 1..<end, .value, until: end + 1)
    }
    guard self.byte(at: position + 1) == UInt8(ascii: "{") else {
      position += 1
      return
    }
    var start = position + 2
    while self.byte(at: start) == 0x20 { start += 1 }
    var end = start
    while let next = self.byte(at: end), Self.isWord(next) || next == 0x2E || next == 0x2D { end += 1 }
    var close = end
    while self.byte(at: close) == 0x20 { close += 1 }
    let isClosed = self.byte(at: close) == UInt8(ascii: "}") && self.byte(at: close + 1) == UInt8(ascii: "}")
    guard end > start, isClosed else { return markMalformed(until: max(end, position + 2)) }
    append(name: start..<end, .value, until: close + 2)
  }

  /// `{0}`, `{0,8}`, `{0:N2}`; `{{` and `}}` stand for brackets.
  mutating func readIndex() {
    guard stands(at: UInt8(ascii: "{")) else { return }
    if byte(at: position + 1) == UInt8(ascii: "{") {
      position += 2
      return
    }
    var end = position + 1
    while Self.isDigit(byte(at: end)) { end += 1 }
    let index = position + 1..<end
    while let byte = byte(at: end), byte != UInt8(ascii: "}"), byte != UInt8(ascii: "{"), byte != 0x0A {
      end += 1
    }
    let after = byte(at: index.upperBound)
    guard !index.isEmpty, byte(at: end) == UInt8(ascii: "}"),
      [UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":")].contains(after)
    else {
      position += 1
      return
    }
    append(name: index, .value, until: end + 1, isNumbered: true)
  }

  /// The beginning of an ICU argument: `{name}` or `{name,`.
  mutating func readArgument() {
    guard stands(at: UInt8(ascii: "{")) else { return }
    var end = position + 1
    while Self.isWord(byte(at: end)) { end += 1 }
    let after = byte(at: end)
    guard end > position + 1, after == UInt8(ascii: "}") || after == UInt8(ascii: ",") else {
      position += 1
      return
    }
    append(name: position + 1..<end, .value, until: end + 1)
  }

  /// Where a name ends: at its closing bracket, or where no name goes on.
  private func nameEnd(_ start: Int, closing: UInt8) -> Int {
    var end = start
    while let byte = byte(at: end), byte != closing, byte > 0x20, !isNoBreakSpace(at: end),
      ![UInt8(ascii: "{"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ")")].contains(byte)
    {
      end += 1
    }
    return end
  }

  private func isNoBreakSpace(at index: Int) -> Bool {
    byte(at: index) == 0xC2 && byte(at: index + 1) == 0xA0
  }

  private mutating func markMalformed(until end: Int) {
    malformed.append(position..<end)
    position = end
  }
}
