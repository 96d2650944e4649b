/// Format strings of C and of Apple's platforms.
extension PlaceholderScanner {
  /// `%`, an optional position, flags, width, precision, length and a conversion.
  ///
  /// The space flag is not read: in translations `50 % de` is a percentage, never `% d`. Nor is the apostrophe, which
  /// follows a percentage in Turkish.
  mutating func readFormat(isApple: Bool) {
    guard stands(at: UInt8(ascii: "%")) else { return }
    var index = position + 1
    if byte(at: index) == UInt8(ascii: "%") {
      escapedPercents += 1
      position += 2
      return
    }
    let number = readPosition(&index)
    if isApple, readVariable(index, number: number) || readArgumentWord(index) { return }
    let styleStart = index
    while let flag = byte(at: index), [0x2D, 0x2B, 0x23, 0x30].contains(flag) { index += 1 }
    var stars = 0
    readNumberOrStar(&index, stars: &stars)
    if byte(at: index) == UInt8(ascii: ".") {
      index += 1
      readNumberOrStar(&index, stars: &stars)
    }
    let style = styleStart..<index
    while let length = byte(at: index), [0x68, 0x6C, 0x71, 0x4C, 0x7A, 0x74, 0x6A].contains(length) {
      index += 1
    }
    let length = style.upperBound..<index
    guard let conversion = byte(at: index), let kind = Self.kind(conversion, isApple: isApple),
      !isWord(conversion, after: position, at: index)
    else {
      lonePercents += 1
      position += 1
      return
    }
    index += 1
    if kind != .float, bytes[length].contains(UInt8(ascii: "L")) {
      // Long doubles have that length; for a number it is `l` that was meant.
      malformed.append(position..<index)
      position = index
      return
    }
    if number == nil { arguments += stars + 1 }
    append(
      position: number ?? arguments, kind, until: index, isNumbered: number != nil,
      isUnmistakable: number != nil || kind == .object || !length.isEmpty || standsAlone(index), style: style)
  }

  /// `50%off` and `100%complete` are no conversions; `%dMB` is.
  private func isWord(_ conversion: UInt8, after percent: Int, at index: Int) -> Bool {
    index == percent + 1 && "aAceEgGonp".utf8.contains(conversion) && Self.isLetter(byte(at: index + 1))
  }

  /// Whether neither a number stands before the percent sign nor a letter behind the conversion.
  private func standsAlone(_ end: Int) -> Bool {
    let before = bytes[..<position].last { $0 != 0x20 && $0 != 0xA0 && $0 != 0xC2 }
    return !Self.isDigit(before) && !Self.isWord(byte(at: end))
  }

  /// `2$`.
  private func readPosition(_ index: inout Int) -> Int? {
    var end = index
    var value = 0
    while let digit = byte(at: end), Self.isDigit(digit), end - index < 3 {
      value = value * 10 + Int(digit - 0x30)
      end += 1
    }
    guard end > index, value > 0, byte(at: end) == UInt8(ascii: "$") else { return nil }
    index = end + 1
    return value
  }

  private func readNumberOrStar(_ index: inout Int, stars: inout Int) {
    if byte(at: index) == UInt8(ascii: "*") {
      stars += 1
      index += 1
    }
    while Self.isDigit(byte(at: index)) { index += 1 }
  }

  /// `#@name@`.
  private mutating func readVariable(_ index: Int, number: Int?) -> Bool {
    guard byte(at: index) == UInt8(ascii: "#"), byte(at: index + 1) == UInt8(ascii: "@") else { return false }
    var end = index + 2
    while let byte = byte(at: end), byte != UInt8(ascii: "@"), byte > 0x20 { end += 1 }
    guard byte(at: end) == UInt8(ascii: "@"), end > index + 2 else {
      malformed.append(position..<end)
      position = end
      return true
    }
    append(name: index + 2..<end, .variable, until: end + 1, isNumbered: number != nil)
    return true
  }

  private mutating func readArgumentWord(_ index: Int) -> Bool {
    guard index + 3 <= bytes.endIndex, bytes[index..<index + 3].elementsEqual("arg".utf8),
      !Self.isWord(byte(at: index + 3))
    else { return false }
    append(name: index..<index + 3, .argument, until: index + 3)
    return true
  }

  private static func kind(_ conversion: UInt8, isApple: Bool) -> Placeholder.Kind? {
    switch conversion {
    case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "X"),
      UInt8(ascii: "o"), UInt8(ascii: "c"):
      .integer
    case UInt8(ascii: "D"), UInt8(ascii: "U"), UInt8(ascii: "O"), UInt8(ascii: "C"): isApple ? .integer : nil
    case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
      UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
      .float
    case UInt8(ascii: "s"): .string
    case UInt8(ascii: "S"): isApple ? .string : nil
    case UInt8(ascii: "p"): .pointer
    case UInt8(ascii: "@"): isApple ? .object : nil
    default: nil
    }
  }
}
