import TestSupport
import Testing
import Translations

@testable import Bundles

/// What is written straight into a node, against values that are made first.
@Suite struct PublishedValueTests {
  private static func message(_ random: inout SeededGenerator) -> Message {
    let texts = ["", "a\"b", "back\\slash", "é", "港", "\n", "long enough to be looked at by words"]
    var bytes: [UInt8] = []
    let hasCodes = random.below(3) > 0
    for _ in 0..<random.below(6) {
      bytes += texts[random.below(texts.count)].utf8
      guard hasCodes, random.below(2) == 0 else { continue }
      let fields = (0..<3).map { _ in texts[random.below(texts.count)] }
      bytes += [0x01] + Array(fields.joined(separator: "\u{1F}").utf8) + [0x02]
    }
    return Message(bytes: bytes, hasCodes: hasCodes)
  }

  @Test(arguments: 0..<UInt64(50)) func anEntryIsTheArrayOfItsParts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let message = Self.message(&random)
      let value = PublishedValue(message: message, state: .reviewed, sourceDigest: .value(message))
      let parts = message.parts.map { part -> CanonicalJSON in
        switch part {
        case .text(let text): .string(text)
        case .code(let code): [.string(code.kind), .string(code.id), .string(code.equivalent)]
        }
      }
      let text: CanonicalJSON =
        message.hasCodes ? .array(parts) : .string(String(decoding: message.bytes, as: UTF8.self))
      let entry = value.entry(path: [0x6B])
      let rest = ",\(value.state.rawValue),\"\(value.sourceDigest!.hex)\""
      #expect(entry.payload == text.bytes + Array(rest.utf8), "seed \(seed): \(message.bytes)")
      #expect(try PublishedValue(entry) == value, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<UInt64(50)) func aFingerprintIsThatOfItsFields(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fields = FingerprintFields()
    for _ in 0..<50 {
      let message = Self.message(&random)
      var builder = FingerprintBuilder(domain: "assets/value/v1")
      builder.add(message.hasCodes ? "codes" : "text")
      builder.add(message.bytes)
      let expected = builder.finish()
      #expect(Fingerprint.value(message) == expected, "seed \(seed): \(message.bytes)")
      #expect(Fingerprint.value(message.bytes[...], hasCodes: message.hasCodes, &fields) == expected)
    }
  }
}
