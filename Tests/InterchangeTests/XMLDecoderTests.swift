import TestSupport
import Testing

@testable import Interchange

@Suite struct XMLDecoderTests {
  private func decode(_ bytes: [UInt8], as encoding: XMLEncoding, pieces: Int = .max) throws -> String {
    var decoder = XMLDecoder(encoding)
    var output: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try decoder.decode(rest.prefix(pieces), into: &output)
      rest = rest.dropFirst(pieces)
    }
    try decoder.finish()
    return try #require(String(validating: output, as: UTF8.self))
  }

  @Test func utf16InPieces() throws {
    let text = "aä€𝄞\u{FFFD}\u{D7FF}\u{E000}\u{10FFFF}"
    for pieces in [1, 2, 3, 5, 100] {
      for bigEndian in [true, false] {
        let bytes = Array(utf16(text, bigEndian: bigEndian).dropFirst(2))
        let encoding = bigEndian ? XMLEncoding.utf16BigEndian : .utf16LittleEndian
        #expect(try decode(bytes, as: encoding, pieces: pieces) == text)
      }
    }
  }

  @Test func brokenUTF16() {
    for bytes: [UInt8] in [[0xD8, 0, 0, 0x41], [0xDC, 0], [0xD8, 0], [0xD8, 0, 0xD8, 0, 0xDC, 0]] {
      #expect(throws: XMLDecoder.Problem.self) { _ = try decode(bytes, as: .utf16BigEndian) }
    }
    #expect(throws: XMLDecoder.Problem.self) { _ = try decode([0], as: .utf16BigEndian) }
  }

  @Test func oneByteEncodings() throws {
    #expect(try decode([0x61, 0xE4, 0x80, 0xFF], as: .latin1) == "aä\u{80}ÿ")
    #expect(try decode([0x80, 0x93, 0xE4, 0x9F], as: .windows1252) == "€“äŸ")
    #expect(throws: XMLDecoder.Problem.self) { _ = try decode([0x81], as: .windows1252) }
    #expect(throws: XMLDecoder.Problem.self) { _ = try decode([0xE4], as: .ascii) }
    #expect(try decode(Array("plain".utf8), as: .ascii) == "plain")
  }

  @Test func utf8UnderAnotherNameIsNoticed() throws {
    func looksLikeUTF8(_ bytes: [UInt8]) throws -> Bool {
      var decoder = XMLDecoder(.latin1)
      var output: [UInt8] = []
      try decoder.decode(bytes, into: &output)
      return decoder.looksLikeUTF8
    }
    #expect(try looksLikeUTF8(Array("Grüße 世界 👋".utf8)))
    #expect(try !looksLikeUTF8([0x47, 0xFC, 0x6E]))
    #expect(try !looksLikeUTF8(Array("plain".utf8)))
    #expect(try !looksLikeUTF8(Array("ü".utf8) + [0xFC]))
  }

  // MARK: The front of a document

  private func verdict(_ bytes: [UInt8]) -> String {
    switch XMLPrologue.examine(bytes) {
    case .decode(let encoding, let skip, let label): "\(encoding) \(skip)\(label.map { " not \($0)" } ?? "")"
    case .refuse: "refused"
    }
  }

  @Test func theBytesSayTheEncoding() {
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><a/>"
    #expect(verdict(Array("<a/>".utf8)) == "utf8 0")
    #expect(verdict(Array("<?xml version=\"1.0\"?><a/>".utf8)) == "utf8 0")
    #expect(verdict(Array("<?xml version='1.0' encoding='utf-8'?><a/>".utf8)) == "utf8 0")
    #expect(verdict(Array(latin.utf8)) == "latin1 0")
    #expect(verdict([0xEF, 0xBB, 0xBF] + Array("<a/>".utf8)) == "utf8 3")
    #expect(verdict([0xEF, 0xBB, 0xBF] + Array(latin.utf8)) == "utf8 3 not \"ISO-8859-1\"")
    #expect(
      verdict(utf16("<?xml version='1.0' encoding='UTF-16'?><a/>", bigEndian: true)) == "utf16BigEndian 2")
    #expect(
      verdict(utf16("<?xml version='1.0' encoding='utf-8'?>", bigEndian: false))
        == "utf16LittleEndian 2 not \"utf-8\"")
    #expect(verdict(Array(utf16("<?xml?>", bigEndian: true).dropFirst(2))) == "utf16BigEndian 0")
    #expect(verdict(Array(utf16("<a>", bigEndian: false).dropFirst(2))) == "utf16LittleEndian 0")
  }

  @Test func whatIsNotReadIsRefused() {
    #expect(verdict(Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8)) == "refused")
    #expect(verdict(Array("<?xml version='1.0' encoding='EUC-JP'?><a/>".utf8)) == "refused")
    #expect(verdict([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]) == "refused")
    #expect(verdict([0, 0, 0xFE, 0xFF]) == "refused")
    #expect(verdict([0, 0, 0, 0x3C]) == "refused")
    #expect(verdict([0x4C, 0x6F, 0xA7, 0x94]) == "refused")
  }
}
