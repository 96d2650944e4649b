/// Text of other people made fit for a terminal.
extension String {
  /// The text with control characters and those that steer the bidirectional algorithm spelled out, so that a
  /// file cannot move the cursor or turn a line around.
  var displayed: String {
    guard unicodeScalars.contains(where: { $0.isUnsafeToDisplay }) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar == "\t" {
        result += " "
      } else if scalar.isUnsafeToDisplay {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// How many cells of a terminal the text takes.
  var displayWidth: Int { unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

  /// The text with spaces up to a width in cells.
  func padded(to width: Int, alignRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - displayWidth))
    return alignRight ? space + self : self + space
  }
}

extension Unicode.Scalar {
  fileprivate var isUnsafeToDisplay: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// 0 for marks, 2 for wide letters and emoji (Unicode Standard Annex 11, simplified), else 1.
  var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
