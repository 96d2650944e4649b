import Diagnostics
import TextAnalysis
import Translations

/// Rules about how one term is written.
extension KeywordCheck {
  /// - Parameter spelling: the number of the term's folded spelling.
  func checkForm(
    _ term: KeywordTerm, spelling: Int, of set: KeywordSet, into sink: inout some DiagnosticSink
  ) {
    let text = term.text.string
    // Nearly all terms are one word of ASCII, about which most of these rules have nothing to say.
    let signs = TermSigns(text)
    if signs.isEmpty || signs.mayHaveSpace, let message = Self.whitespace(text) {
      report(KeywordRules.whitespace, term, set, message, into: &sink)
    }
    if signs.hasControl || signs.hasOthers, let scalar = Self.invisible(text) {
      report(
        KeywordRules.invisible, term, set, "U+\(Self.hexadecimal(scalar)) is not visible",
        help: "type the term anew",
        into: &sink)
    }
    if signs.hasOthers { checkAlphabet(text, term, of: set, into: &sink) }
    if spellings[spelling].isEmpty {
      report(KeywordRules.unsearchable, term, set, "nothing of the term can be searched", into: &sink)
    } else if spellings[spelling].count == 1 {
      report(KeywordRules.unsearchable, term, set, "a single letter finds too much to be of use", into: &sink)
    } else if spellings[spelling].isStopWord {
      report(KeywordRules.stopWord, term, set, "every text has these words", into: &sink)
    }
    checkContents(text, signs, spelling: spelling, term, of: set, into: &sink)
  }

  /// What is to say about other characters than those of ASCII.
  private func checkAlphabet(
    _ text: String, _ term: KeywordTerm, of set: KeywordSet, into sink: inout some DiagnosticSink
  ) {
    if text.unicodeScalars.contains(where: Self.isWidthVariant) || !Self.isComposed(text) {
      report(
        KeywordRules.notNormalised, term, set, "half-width, full-width or decomposed characters",
        help: "type the term in the usual width", into: &sink)
    }
    if Self.mixesAlphabets(text) {
      report(
        KeywordRules.mixedScript, term, set, "a word mixes Latin letters with Cyrillic or Greek ones",
        help: "type the term anew", into: &sink)
    } else if !term.isLoanword, let script = foreignScript(text) {
      report(
        KeywordRules.wrongScript, term, set,
        "a word in \(script), which `\(context.locale)` is not written in",
        help: "remove it, or mark it with `loanword: true` if people use the word", into: &sink)
    }
  }

  private func checkContents(
    _ text: String, _ signs: TermSigns, spelling: Int, _ term: KeywordTerm, of set: KeywordSet,
    into sink: inout some DiagnosticSink
  ) {
    if signs.hasPlaceholderSign && text.holdsUnmistakablePlaceholder || spellings[spelling].isNote {
      report(KeywordRules.placeholder, term, set, "the term is a placeholder or a note", into: &sink)
    }
    if signs.hasAt || signs.isNumber, Self.isPersonal(text) {
      report(
        KeywordRules.personalData, term, set, "the term looks like an address or a telephone number",
        into: &sink)
    }
    if !signs.hasLowercase, !term.isLoanword, !traits.capitalizesNouns, Self.isShouted(text) {
      report(KeywordRules.caseStyle, term, set, "the term is written in capitals", into: &sink)
    }
  }

  private static func whitespace(_ text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return "the term is empty" }
    if first.isWhitespace || last.isWhitespace {
      return "a space before or after the term"
    }
    var previousIsSpace = false
    for scalar in scalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": return "a line break or tab in the term"
      case ",", "\u{FF0C}", "\u{3001}", "\u{60C}": return "a comma in the term; terms are items of a list"
      default: break
      }
      let isSpace = scalar.isWhitespace
      if isSpace, previousIsSpace { return "two spaces in the term" }
      previousIsSpace = isSpace
    }
    return nil
  }

  /// The first character that is not seen and is not needed to write a word: joiners are letters' business in
  /// Persian, in Indic scripts and in emoji.
  private static func invisible(_ text: String) -> Unicode.Scalar? {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF:
        continue
      case 0x200C, 0x200D:
        let neighbours = [index - 1, index + 1].filter(scalars.indices.contains).map { scalars[$0] }
        if neighbours.count < 2 || neighbours.contains(where: { $0.value < 0x250 }) { return scalar }
      case 0xA0, 0x2007, 0x202F: return scalar
      case 0x180B...0x180D, 0x180F: continue
      default:
        if scalar.isControlOrBidirectionalFormatting || scalar.properties.isDefaultIgnorableCodePoint {
          return scalar
        }
      }
    }
    return nil
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Half-width kana and jamo, full-width Latin.
  private static func isWidthVariant(_ scalar: Unicode.Scalar) -> Bool {
    (0xFF01...0xFFDC).contains(scalar.value)
  }

  /// Whether no mark stands where a composed letter exists; a quick test that knows the scripts keywords come in.
  private static func isComposed(_ text: String) -> Bool {
    for character in text where character.unicodeScalars.count > 1 {
      let second = character.unicodeScalars.dropFirst().first!.value
      let first = character.unicodeScalars.first!
      let isLatinOrCyrillic = first.value < 0x530 && first.isAlphabetic
      if isLatinOrCyrillic, (0x300...0x304).contains(second) || (0x306...0x30C).contains(second),
        first.value < 0x80 || [0x306, 0x308].contains(second)
      {
        return false
      }
      if (0x3041...0x30FF).contains(first.value), second == 0x3099 || second == 0x309A { return false }
      if (0x1100...0x1112).contains(first.value), (0x1161...0x1175).contains(second) { return false }
    }
    return true
  }

  private static func mixesAlphabets(_ text: String) -> Bool {
    var hasLatin = false
    var hasOther = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: hasLatin = true
      case 0x370...0x3FF, 0x400...0x52F: hasOther = true
      default:
        guard !scalar.isAlphabetic else { continue }
        hasLatin = false
        hasOther = false
      }
      if hasLatin, hasOther { return true }
    }
    return false
  }

  /// What people write where the term is still to come; folded.
  static func isNote(_ folded: ArraySlice<UInt8>) -> Bool {
    notes.contains { folded.elementsEqual($0) }
  }

  private static let notes = ["todo", "tbd", "fixme", "xxx", "lorem ipsum", "placeholder"].map {
    Array($0.utf8)
  }

  /// An e-mail address, or a telephone number of at least eight digits.
  private static func isPersonal(_ text: String) -> Bool {
    let bytes = text.utf8
    if let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > bytes.startIndex,
      bytes[at...].contains(UInt8(ascii: "."))
    {
      return !bytes.contains(0x20)
    }
    var digits = 0
    for byte in bytes {
      switch byte {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "/"), UInt8(ascii: "."):
        continue
      default: return false
      }
    }
    return digits >= 8
  }

  /// All capitals, and too long for an abbreviation.
  private static func isShouted(_ text: String) -> Bool {
    var letters = 0
    for scalar in text.unicodeScalars where scalar.isAlphabetic {
      guard scalar.isUppercase else { return false }
      letters += 1
    }
    return letters > 5
  }
}

/// Unicode's properties, without the look-up for ASCII.
extension Unicode.Scalar {
  var isAlphabetic: Bool {
    value < 0x80 ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
  }

  var isUppercase: Bool { value < 0x80 ? (0x41...0x5A).contains(value) : properties.isUppercase }

  var isWhitespace: Bool {
    value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
