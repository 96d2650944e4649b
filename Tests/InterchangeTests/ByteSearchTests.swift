import TestSupport
import Testing

@testable import Interchange

/// The searches that look at eight bytes a step find what a look at each byte finds.
@Suite struct ByteSearchTests {
  @Test func wordsFindWhatBytesFind() {
    var generator = SeededGenerator(seed: caseSeed())
    let alphabet: [UInt8] = [0x00, 0x09, 0x0A, 0x20, 0x21, 0x3C, 0x3D, 0x7F, 0x80, 0x8A, 0xBC, 0xC3, 0xFF]
    for number in 0..<caseCount(full: 40_000) {
      // Few marks among many blanks, as between tags, or anything.
      let kinds = generator.below(2) == 0 ? 5 : alphabet.count
      let bytes = (0..<generator.below(40)).map { _ in
        generator.below(3) > 0 ? 0x20 : alphabet[generator.below(kinds)]
      }
      let label = "case \(number) of seed \(caseSeed()): \(bytes)"
      unsafe (bytes + [0x3C, 0x0A]).withUnsafeBufferPointer { buffer in
        let start = unsafe buffer.baseAddress.unsafelyUnwrapped
        let count = bytes.count
        #expect(unsafe start.hasInk(in: count) == bytes.contains { $0 > 0x20 }, "\(label)")
        let index = bytes.lastIndex(of: 0x3C)
        #expect(unsafe start.lastIndex(of: 0x3C, before: count) == index, "\(label)")
        let found = unsafe start.lastIndex(of: 0x3C, before: count, counting: 0x0A)
        let others = bytes[(index.map { $0 + 1 } ?? 0)...].count { $0 == 0x0A }
        #expect(found.index == index && found.others == others, "\(label)")
        let line = bytes.lastIndex(of: 0x0A).map { bytes[($0 + 1)...] } ?? bytes[...]
        let last = unsafe start.scalarsOfLastLine(in: count)
        #expect(last.scalars == line.count { $0 & 0xC0 != 0x80 }, "\(label)")
        #expect(last.hasStart == bytes.contains(0x0A), "\(label)")
        var twin = bytes + [0]
        if count > 0, generator.below(2) == 0 { twin[generator.below(count)] ^= 1 }
        let isEqual = Array(twin.dropLast()) == bytes
        unsafe twin.withUnsafeBufferPointer { other in
          #expect(
            unsafe start.equals(other.baseAddress.unsafelyUnwrapped, count: count) == isEqual, "\(label)")
        }
      }
    }
  }
}
