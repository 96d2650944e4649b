/// What the text of a plain scalar means to YAML readers that resolve types.
extension Collection where Element == UInt8, Index == Int {
  /// Whether a plain scalar stands for no value: nothing, `~`, `null`, `Null` or `NULL`.
  var isNull: Bool {
    switch count {
    case 0: return true
    case 1: return first == 0x7E
    case 4:
      let rest = (self[startIndex + 1], self[startIndex + 2], self[startIndex + 3])
      return (first == 0x6E && rest == (0x75, 0x6C, 0x6C))
        || (first == 0x4E && (rest == (0x75, 0x6C, 0x6C) || rest == (0x55, 0x4C, 0x4C)))
    default: return false
    }
  }

  /// Whether a plain scalar is a truth value in YAML 1.1 and looks like a word: `yes`, `no`, `on`, `off` in the three
  /// capitalizations.
  ///
  /// `true` and `false` are truth values everywhere and meant so; `y` and `n` are words to every reader in use.
  var isYesOrNo: Bool {
    guard count == 2 || count == 3, let first else { return false }
    let rest = dropFirst()
    let isLowered = rest.allSatisfy { $0 & 0x20 != 0 }
    let isUppercase = first & 0x20 == 0 && rest.allSatisfy { $0 & 0x20 == 0 }
    guard isLowered || isUppercase else { return false }
    let words: [StaticString] = ["yes", "no", "on", "off"]
    return words.contains { word in
      word.withUTF8Buffer { unsafe $0.elementsEqual(self.lazy.map { $0 | 0x20 }) }
    }
  }

  /// Whether a single space stands between two characters of scripts that do not use spaces.
  var hasFoldedSpace: Bool {
    guard contains(where: { $0 >= 0xE0 }) else { return false }
    var before: Unicode.Scalar?
    var previous: Unicode.Scalar?
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      if previous == " ", let before, before.isOfScriptWithoutSpaces, scalar.isOfScriptWithoutSpaces {
        return true
      }
      before = previous
      previous = scalar
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Thai, Lao, Khmer, Myanmar, kana and Han, the punctuation of the latter included; Hangul uses spaces.
  fileprivate var isOfScriptWithoutSpaces: Bool {
    switch value {
    case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0EDF, 0x1000...0x109F, 0x1780...0x17D3: true
    case 0x3001...0x3029, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF: true
    case 0xF900...0xFAFF, 0xFF01...0xFF60, 0xFF66...0xFF9F, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
