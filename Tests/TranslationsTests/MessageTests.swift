import Testing
import Translations

@Suite struct MessageTests {
  private func token(_ kind: String, _ id: String, _ equivalent: String = "") -> [UInt8] {
    [0x01] + Array(kind.utf8) + [0x1F] + Array(id.utf8) + [0x1F] + Array(equivalent.utf8) + [0x02]
  }

  @Test func codesAreParts() {
    let bytes =
      Array("Tap ".utf8) + token("x", "1", "OK") + Array(" and ".utf8) + token("g", "2") + [0x21]
      + token("/g", "2")
    let message = Message(bytes: bytes, hasCodes: true)
    #expect(
      message.parts == [
        .text("Tap "), .code(InlineCode(kind: "x", id: "1", equivalent: "OK")), .text(" and "),
        .code(InlineCode(kind: "g", id: "2")), .text("!"), .code(InlineCode(kind: "/g", id: "2")),
      ])
    #expect(message.plainText == "Tap OK and !")
    #expect(message.description == #"Tap <x id="1"/> and <g id="2">!</g>"#)
  }

  @Test func withoutCodesTheTextIsLiteral() {
    let message = Message(bytes: token("x", "1", "OK"))
    #expect(message.parts.count == 1)
    #expect(message.plainText.unicodeScalars.first == "\u{1}")
    #expect(Message("").parts.isEmpty)
    #expect(Message("a") != Message(bytes: [0x61], hasCodes: true))
  }

  @Test func spellingsOfTheSameTextDiffer() {
    #expect(Message("\u{E9}") != Message("e\u{301}"))
  }
}
