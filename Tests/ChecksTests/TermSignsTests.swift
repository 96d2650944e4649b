import TestSupport
import Testing

@testable import Checks

@Suite struct TermSignsTests {
  /// What the rules about other alphabets ask of a character, by Unicode's properties.
  private static func isPlainLetter(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return (0xC0...0x24F).contains(scalar.value) && properties.isAlphabetic && !properties.isWhitespace
      && !properties.isDefaultIgnorableCodePoint && properties.canonicalCombiningClass == .notReordered
  }

  @Test func lettersFromC0To24FAreNoOthers() {
    for value in UInt32(0x80)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let signs = TermSigns("a\(scalar)b")
      #expect(signs.hasOthers == !Self.isPlainLetter(scalar), "U+\(String(value, radix: 16))")
      #expect(!signs.isNumber && !signs.isEmpty)
    }
  }

  @Test(arguments: 0..<UInt64(20)) func oneOtherCharacterIsEnough(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let characters: [Unicode.Scalar] = ["a", "ü", "ÿ", "ƀ", "ɏ", "ɐ", "×", "÷", "\u{301}", "港", "7", "😀"]
    for _ in 0..<100 {
      let scalars = (0..<random.below(8)).map { _ in characters[random.below(characters.count)] }
      var text = ""
      for scalar in scalars { text.unicodeScalars.append(scalar) }
      let hasOthers = scalars.contains { $0.value >= 0x80 && !Self.isPlainLetter($0) }
      #expect(TermSigns(text).hasOthers == hasOthers, "seed \(seed): \(scalars)")
    }
  }
}
