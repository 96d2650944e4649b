import Testing

@testable import Bundles

@Suite struct CanonicalJSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "9007199254740991", "\"\"", "\"a\\\"b\\\\c\\n\\u0001\\u001f\"", "[]",
    "[1,[],{}]",
    "{\"a\":1,\"b\":[null]}", "\"\u{1F600} é e\u{301}\"",
  ])
  func whatIsReadIsWrittenBack(text: String) throws {
    #expect(try CanonicalJSON(canonical: Array(text.utf8)).text.utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    "", " 1", "1 ", "01", "-1", "1.0", "1e3", "9007199254740992", "\"\\u0041\"", "\"\\u000a\"", "\"\\/\"",
    "\"a",
    "[1,]", "[1 ,2]", "{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":2}", "{\"é\":1}", "nul", "tru", "\"\u{1}\"", "[",
    "{\"a\"}",
    "\"\\u00\"", "\"\\ud83d\\ude00\"",
  ])
  func anotherSpellingIsRefused(text: String) {
    #expect(throws: CanonicalJSONError.self) { try CanonicalJSON(canonical: Array(text.utf8)) }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    #expect(throws: CanonicalJSONError.self) { try CanonicalJSON(canonical: [0x22, 0xC3, 0x28, 0x22]) }
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "[", count: 5000)
    #expect(throws: CanonicalJSONError.self) { try CanonicalJSON(canonical: Array(deep.utf8)) }
  }

  @Test func digestsAreThoseOfTheStandard() {
    #expect(Digest(of: []).hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      Digest(of: Array("abc".utf8)).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest(hex: Digest(of: []).hex) == Digest(of: []))
    #expect(Digest(hex: "E3") == nil)
  }
}
