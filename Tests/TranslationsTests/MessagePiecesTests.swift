import TestSupport
import Testing
import Translations

/// Places in the bytes against the same cut up with `split`.
@Suite struct MessagePiecesTests {
  private static func message(_ random: inout SeededGenerator) -> Message {
    let texts = ["", "a", "Tap ", "é", "e\u{301}", "港", "\"", "x"]
    var bytes: [UInt8] = []
    for _ in 0..<random.below(6) {
      if random.below(2) == 0 {
        bytes += texts[random.below(texts.count)].utf8
      } else {
        // One field to four, of which three are read.
        let fields = (0...random.below(4)).map { _ in texts[random.below(texts.count)] }
        bytes += [0x01] + Array(fields.joined(separator: "\u{1F}").utf8) + [0x02]
      }
    }
    return Message(bytes: bytes, hasCodes: true)
  }

  private static func parts(of message: Message) -> [Message.Part] {
    var parts: [Message.Part] = []
    var rest = message.bytes[...]
    while !rest.isEmpty {
      let text = rest.prefix { $0 != 0x01 }
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      rest = rest.dropFirst(text.count)
      guard !rest.isEmpty else { break }
      let token = rest.dropFirst().prefix { $0 != 0x02 }
      let fields = token.split(separator: 0x1F, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      parts.append(
        .code(
          InlineCode(
            kind: fields[0], id: fields.count > 1 ? fields[1] : "",
            equivalent: fields.count > 2 ? fields[2] : "")))
      rest = rest.dropFirst(token.count + 2)
    }
    return parts
  }

  private static func codes(_ parts: [Message.Part]) -> [[String]] {
    parts.compactMap { if case .code(let code) = $0 { [code.kind, code.id] } else { nil } }
  }

  @Test(arguments: 0..<UInt64(50)) func partsAreWhatIsBetweenTheMarks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let message = Self.message(&random)
      let parts = Self.parts(of: message)
      #expect(message.parts.elementsEqual(parts) { Self.spelling($0) == Self.spelling($1) }, "seed \(seed)")
      let text = parts.map { part in
        switch part {
        case .text(let text): text
        case .code(let code): code.equivalent
        }
      }
      #expect(ExactString(message.plainText) == ExactString(text.joined()), "seed \(seed)")
    }
  }

  /// Strings of several characters are compared as bytes.
  private static func spelling(_ part: Message.Part) -> [ExactString] {
    switch part {
    case .text(let text): [ExactString(text)]
    case .code(let code): [ExactString(code.kind), ExactString(code.id), ExactString(code.equivalent)]
    }
  }

  private static func exact(_ codes: [[String]]) -> [[ExactString]] {
    codes.map { fields in fields.map { ExactString($0) } }
  }

  @Test(arguments: 0..<UInt64(50)) func codesAreComparedByKindAndIdInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var same = 0
    for _ in 0..<200 {
      let (a, b) = (Self.message(&random), Self.message(&random))
      let isSame = unsafe a.bytes.withUnsafeBufferPointer { x in
        unsafe b.bytes.withUnsafeBufferPointer { y in unsafe Message.haveSameCodes(x, y) }
      }
      let (x, y) = (Self.codes(Self.parts(of: a)), Self.codes(Self.parts(of: b)))
      let expected = Self.exact(x) == Self.exact(y)
      #expect(isSame == expected, "seed \(seed): \(a.bytes) \(b.bytes)")
      if isSame { same += 1 }
    }
    #expect(same > 0)
  }
}
