import TestSupport
import Testing

@testable import Bundles

/// Eight bytes at a time must find what one at a time finds.
@Suite struct ByteSearchTests {
  @Test(arguments: 0..<UInt64(50)) func theFirstOfTwoBytesIsFound(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      // Neighbours of the bytes that are sought, and what a borrow could be taken for.
      let alphabet: [UInt8] = [0x00, 0x01, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x80, 0xA2, 0xDC, 0xFF]
      let bytes = (0..<random.below(40)).map { _ in
        random.below(12) == 0 ? alphabet[random.below(alphabet.count)] : UInt8(random.below(256)) | 0x80
      }
      let start = random.below(bytes.count + 2)
      let expected = bytes.indices.dropFirst(start).first { bytes[$0] == 0x22 || bytes[$0] == 0x5C }
      let found = unsafe bytes.withUnsafeBufferPointer {
        unsafe $0.firstIndex(of: 0x22, or: 0x5C, from: start)
      }
      #expect(found == expected ?? max(start, bytes.count), "seed \(seed): \(bytes) from \(start)")
    }
  }

  @Test(arguments: 0..<UInt64(20)) func theLinesOfAPackAreItsLines(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts: [[UInt8]] = (0..<random.below(20)).map { _ in
      (0..<random.below(30)).map { _ in UInt8(0x20 + random.below(90)) }
    }
    let pack: [UInt8] =
      texts.flatMap { text in text + [0x0A] } + (random.below(2) == 0 ? [] : Array("cut off".utf8))
    let lines = PackLine.lines(of: pack)
    #expect(lines.map { Array(pack[$0.offset..<$0.offset + $0.count]) } == texts, "seed \(seed)")
    #expect(lines.map(\.digest) == texts.map { Digest(of: $0) }, "seed \(seed)")
  }

  /// A value is skipped exactly to where reading it ends, and what has no end is refused by both.
  @Test(arguments: 0..<UInt64(50)) func aSkippedValueEndsWhereAReadOneDoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func value(_ depth: Int) -> CanonicalJSON {
      switch random.below(depth > 3 ? 3 : 5) {
      case 0: .integer(random.below(1_000_000))
      case 1: .string(["", "\"", "\\", "a\\\"b", "設定", "plain text, longer than a word"][random.below(6)])
      case 2: random.below(2) == 0 ? .null : .boolean(random.below(2) == 0)
      case 3: .array((0..<random.below(5)).map { _ in value(depth + 1) })
      default: ["a": value(depth + 1), "b": value(depth + 1)]
      }
    }
    let bytes = value(0).bytes
    var reader = CanonicalJSONReader((bytes + Array(",1".utf8))[...])
    try reader.skipValue()
    #expect(reader.position == bytes.count, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    for count in bytes.indices.dropFirst() where bytes[0] != 0x31 {
      let isClosed = (try? CanonicalJSON(canonical: Array(bytes[..<count]))) != nil
      var cut = CanonicalJSONReader(bytes[..<count])
      if (try? cut.skipValue()) == nil { #expect(!isClosed, "seed \(seed), \(count)") }
    }
  }
}
