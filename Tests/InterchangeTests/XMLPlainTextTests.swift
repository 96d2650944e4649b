import TestSupport
import Testing

@testable import Interchange

/// The steps over plain text stop where a look at each byte stops.
@Suite struct XMLPlainTextTests {
  @Test func marksAreTheFirstOfTheirBytes() {
    var generator = SeededGenerator(seed: caseSeed())
    let alphabet: [UInt8] = [
      0x00, 0x09, 0x0A, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x26, 0x27, 0x2E, 0x2F, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F,
      0x5D, 0x7F,
      0x80, 0xA2, 0xBC, 0xBE, 0xFF,
    ]
    for number in 0..<caseCount(full: 40_000) {
      let rarity = 1 + generator.below(20)
      let bytes = (0..<(40 + 32)).map { _ in
        generator.below(rarity) > 0 ? 0x61 : alphabet[generator.below(alphabet.count)]
      }
      let start = generator.below(20)
      let label = "case \(number) of seed \(caseSeed()): \(bytes) from \(start)"
      func first(_ isMark: (UInt8) -> Bool) -> Int {
        bytes[start..<40].firstIndex { isMark($0) || $0 < 0x20 || $0 > 0x7F } ?? 40
      }
      unsafe bytes.withUnsafeBufferPointer { buffer in
        let base = unsafe buffer.baseAddress.unsafelyUnwrapped
        #expect(
          unsafe min(base.textMark(from: start, before: 40), 40)
            == first { [0x26, 0x3C, 0x3E].contains($0) }, "\(label)")
        for quote: UInt8 in [0x22, 0x27] {
          #expect(
            unsafe min(base.valueMark(from: start, before: 40, quote: quote), 40)
              == first { [0x26, 0x3C, quote].contains($0) }, "\(label)")
        }
        let name = bytes[start...].prefix(16)
        #expect(
          unsafe base.attributeNameCount(at: start) == name.prefix { $0 != 0x3D }.count, "\(label)")
        #expect(
          unsafe base.elementNameCount(at: start)
            == name.prefix { $0 > 0x20 && $0 != 0x2F && $0 != 0x3E }.count,
          "\(label)")
      }
    }
  }

  private func sequenceCount(_ bytes: [UInt8]) -> Int {
    unsafe (bytes + [UInt8](repeating: 0x61, count: 16)).withUnsafeBufferPointer {
      unsafe $0.baseAddress.unsafelyUnwrapped.sequenceCount(at: 0)
    }
  }

  @Test func everyCharacterBeyondASCIIIsASequence() {
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(Character(scalar)).utf8)
      let expected = value == 0xFFFE || value == 0xFFFF ? 0 : bytes.count
      if sequenceCount(bytes) != expected { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func nothingElseIsASequence() {
    var generator = SeededGenerator(seed: caseSeed())
    for number in 0..<caseCount(full: 400_000) {
      let bytes =
        [UInt8(0x80 + generator.below(0x80))]
        + (0..<3).map { _ in
          UInt8(generator.below(3) > 0 ? 0x80 + generator.below(0x40) : generator.below(0x100))
        }
      let valid = (2...4).first { count in
        let text = String(validating: bytes.prefix(count), as: UTF8.self)
        return text.map { $0.unicodeScalars.count == 1 && !["\u{FFFE}", "\u{FFFF}"].contains($0) } ?? false
      }
      if sequenceCount(bytes) != valid ?? 0 { Issue.record("case \(number) of seed \(caseSeed()): \(bytes)") }
    }
  }
}
