/// What the bytes of a term show at a glance, so that rules look only at terms they can say something about.
struct TermSigns {
  /// A bit for each kind of byte that the term has.
  private var kinds: UInt8 = 0

  private static let others: UInt8 = 1
  private static let control: UInt8 = 2
  private static let spaceOrComma: UInt8 = 4
  private static let placeholder: UInt8 = 8
  private static let at: UInt8 = 16
  private static let lowercase: UInt8 = 32
  /// Visible ASCII that stands in no number of a telephone.
  private static let noNumber: UInt8 = 64
  private static let number: UInt8 = 128

  init(_ text: String) {
    var kinds: UInt8 = 0
    for byte in text.utf8 { kinds |= Self.kind(byte) }
    // No rule that looks at other characters has anything to say about Latin letters.
    if kinds & Self.others != 0, Self.hasLatinLettersOnly(text) {
      kinds = kinds & ~Self.others | Self.noNumber
    }
    self.kinds = kinds
  }

  /// Whether what is not ASCII are letters from U+00C0 to U+024F, composed as they are.
  private static func hasLatinLettersOnly(_ text: String) -> Bool {
    var lead: UInt8 = 0
    for byte in text.utf8 where byte >= 0x80 {
      switch (lead, byte) {
      case (0, 0xC3...0xC9): lead = byte
      // The signs of multiplication and division.
      case (0xC3, 0x97), (0xC3, 0xB7): return false
      case (0xC3...0xC8, _), (0xC9, 0x80...0x8F): lead = 0
      default: return false
      }
    }
    return true
  }

  @inline(__always)
  private static func kind(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x61...0x7A: lowercase | noNumber
    case 0x30...0x39, 0x28, 0x29, 0x2B, 0x2D, 0x2E, 0x2F: number
    case 0x80...: others
    case 0x00...0x1F, 0x7F: control
    case 0x20: spaceOrComma
    case 0x2C: spaceOrComma | noNumber
    case 0x25, 0x7B: placeholder | noNumber
    case 0x40: at | noNumber
    default: noNumber
    }
  }

  private func has(_ kind: UInt8) -> Bool { kinds & kind != 0 }

  /// Whether the term has no byte at all.
  var isEmpty: Bool { kinds == 0 }
  /// Whether there are other characters than those of ASCII and the Latin letters from U+00C0 to U+024F.
  var hasOthers: Bool { has(Self.others) }
  /// Whether a control character of ASCII is among them.
  var hasControl: Bool { has(Self.control) }
  /// Whether there can be white space or a comma of any script.
  var mayHaveSpace: Bool { has(Self.spaceOrComma | Self.control | Self.others) }
  /// Whether there is a sign that can begin a placeholder.
  var hasPlaceholderSign: Bool { has(Self.placeholder) }
  var hasAt: Bool { has(Self.at) }
  /// Whether a small letter of ASCII is among them.
  var hasLowercase: Bool { has(Self.lowercase) }
  /// Whether all of it can be a telephone number.
  var isNumber: Bool { has(Self.number) && !has(Self.noNumber | Self.others | Self.control) }
}
