/// What a text would be to YAML readers that resolve types, if it stood without quotes.
enum YAMLPlainKind {
  case word
  case null
  /// `true` and `false`: truth values to every reader.
  case truth
  /// The truth values of YAML 1.1: `yes`, `no`, `on`, `off`, `y`, `n`.
  case oldTruth
  /// Numbers, dates and times of any YAML version, with room for doubt.
  case number
  /// A Ruby symbol.
  case symbol
  /// `<<` and `=`, which have a meaning of their own.
  case special

  init(_ text: ArraySlice<UInt8>) {
    let word = String(decoding: text.prefix(8), as: UTF8.self).lowercased()
    switch word {
    case "", "~", "null": self = .null
    case "true", "false": self = .truth
    case "yes", "no", "on", "off", "y", "n": self = .oldTruth
    case "<<", "=": self = .special
    case ".inf", "-.inf", "+.inf", ".nan": self = .number
    default:
      if text.first == 0x3A {
        self = .symbol
      } else {
        self = Self.looksLikeNumber(text) ? .number : .word
      }
    }
  }

  private static func looksLikeNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    var digits = text
    if digits.first == 0x2B || digits.first == 0x2D { digits.removeFirst() }
    if digits.first == 0x2E { digits.removeFirst() }
    guard let first = digits.first, isDigit(first) else { return false }
    // Digits of bases up to 16, separators of thousands, minutes and dates, exponents, prefixes, a time zone.
    let others = Array("abcdefABCDEFxXoO_.,:+-tTzZ ".utf8)
    return digits.allSatisfy { isDigit($0) || others.contains($0) }
  }
}

/// Whether texts can stand without quotes.
enum YAMLPlainText {
  /// Whether every reader takes `text`, written without quotes, for exactly this text or for what a plain text of
  /// the same kind was before.
  /// - Parameter old: the plain text it replaces, if there is one: a number may follow a number.
  static func isSafe(_ text: ArraySlice<UInt8>, replacing old: ArraySlice<UInt8>?, inFlow: Bool) -> Bool {
    guard isWellFormed(text, inFlow: inFlow) else { return false }
    let kind = YAMLPlainKind(text)
    switch kind {
    case .word: return true
    case .null, .oldTruth, .special: return false
    case .truth, .number, .symbol: return old.map { YAMLPlainKind($0) == kind } ?? false
    }
  }

  /// Whether the parser takes `text`, written without quotes, for one scalar with this text.
  static func isWellFormed(_ text: ArraySlice<UInt8>, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last, last != 0x20, last != 0x3A else { return false }
    if text.starts(with: "---".utf8) || text.starts(with: "...".utf8) { return false }
    let indicators = Array(",[]{}#&*!|>'\"%@` ".utf8)
    if indicators.contains(first) { return false }
    if first == 0x2D || first == 0x3F || first == 0x3A {
      guard text.count > 1 else { return false }
      let next = text[text.startIndex + 1]
      if next == 0x20 || (inFlow && indicators.contains(next)) { return false }
    }
    var previous: UInt8 = 0
    for byte in text {
      if byte < 0x20 || byte == 0x7F { return false }
      if byte == 0x20, previous == 0x3A { return false }
      if byte == 0x23, previous == 0x20 { return false }
      if inFlow, byte == 0x3A || [0x2C, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte) { return false }
      previous = byte
    }
    return text.isPrintableYAML && !text.hasSpaceOfOtherScriptAtEdge
  }
}

extension Collection where Element == UInt8, Index == Int, SubSequence == ArraySlice<UInt8> {
  /// Whether YAML lets every character stand as itself in one line; tabs are no concern here.
  var isPrintableYAML: Bool {
    String(decoding: self, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
      case 0x10000...0x10FFFF: true
      default: false
      }
    }
  }

  /// Whether a non-breaking or ideographic space stands at the front or the end.
  var hasSpaceOfOtherScriptAtEdge: Bool {
    let spaces: [[UInt8]] = [[0xC2, 0xA0], [0xE3, 0x80, 0x80]]
    return spaces.contains { starts(with: $0) || suffix($0.count).elementsEqual($0) }
  }
}
