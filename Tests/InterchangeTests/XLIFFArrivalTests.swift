import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

/// Nothing a caller sees depends on the pieces in which the bytes of a document arrive.
@Suite struct XLIFFArrivalTests {
  private static let chunks = [1, 2, 3, 7, 4096]
  private static let limit = 40_000

  @Test func piecesOfDamagedDocumentsDoNotShow() throws {
    let documents = try Self.documents()
    var generator = SeededGenerator(seed: caseSeed())
    for number in 0..<caseCount(full: 3000) {
      var bytes = Self.encoded(documents[generator.below(documents.count)], form: number % 4)
      // Every eighth stays whole.
      if number % 8 > 0 { Self.damage(&bytes, &generator) }
      // A limit on the size of the file may fall on any byte too.
      var limits = ReadingLimits.standard
      if number % 5 == 4 { limits.xliffFileBytes = 1 + generator.below(bytes.count + 10) }
      try expectEqual(bytes, limits, "case \(number) of seed \(caseSeed())")
    }
  }

  /// Each piece that libxml2 or a decoder gets ends somewhere in these, so the damage stands at its border.
  @Test(arguments: 0..<4) func bordersOfPiecesDoNotShow(form: Int) throws {
    let unit = "<trans-unit id=\"K\"><source>Äpfel 𝄞 und Birnen</source><target>é</target></trans-unit>\n"
    let body = (0..<1400).map { unit.replacing("K", with: "k\($0)") }.joined()
    let whole = Self.encoded(xliff12(body), form: form)
    for border in [1 << 14, 1 << 15, 1 << 16, 1 << 17] {
      for place in [border - 2, border - 1, border, border + 1, border + 3] where place < whole.count {
        var bytes = whole
        bytes[place] ^= 0x5C
        try expectEqual(bytes, .standard, "form \(form), byte \(place)")
        try expectEqual(Array(whole[..<place]), .standard, "form \(form), cut at \(place)")
      }
    }
    try expectEqual(whole, .standard, "form \(form)")
  }

  private func expectEqual(_ bytes: [UInt8], _ limits: ReadingLimits, _ label: String) throws {
    let whole = try readXLIFF(bytes: bytes, limits: limits)
    let image = DocumentImage(whole)
    for size in Self.chunks {
      let pieces = try readXLIFF(bytes: bytes, limits: limits, chunkSize: size)
      let isEqual =
        pieces.diagnostics == whole.diagnostics && DocumentImage(pieces) == image
        && pieces.unitCount == whole.unitCount && pieces.version == whole.version
      #expect(isEqual, "\(label): chunks of \(size) give \(pieces.concise), the whole \(whole.concise)")
    }
  }

  /// Texts without a declared encoding: own ones, and those of the corpus where there is one.
  private static func documents() throws -> [String] {
    let units = (0..<300).map { "<unit id=\"u\($0)\"><segment><source>ß \($0)</source></segment></unit>\n" }
    var documents = [
      xliff12("<trans-unit id=\"a\"><source>Ä <x id=\"1\"/></source><target>ö</target></trans-unit>"),
      xliff20("<unit id=\"a\"><segment><source>Ä <ph id=\"1\"/></source><target>𝄞</target></segment></unit>"),
      xliff20(units.joined()),
    ]
    guard XLIFFCorpus.isPresent else { return documents }
    for path in try XLIFFCorpus.paths() {
      guard case let bytes = try XLIFFCorpus.bytes(path), bytes.count <= limit,
        let text = String(validating: bytes, as: UTF8.self)
      else { continue }
      documents.append(text.replacing(/^\u{FEFF}?<\?xml[^>]*>/, with: "<?xml version='1.0'?>"))
    }
    return documents
  }

  /// UTF-8 without and with a byte order mark, UTF-16 in both orders.
  private static func encoded(_ text: String, form: Int) -> [UInt8] {
    switch form {
    case 0: Array(text.utf8)
    case 1: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    default: utf16(text, bigEndian: form == 3)
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    for _ in 0...generator.below(2) where bytes.count > 8 {
      let place = generator.below(bytes.count)
      switch generator.below(5) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(30)))
      case 2: bytes.insert([0x3C, 0x26, 0x22, 0x3E, 0x00, 0xFF, 0xD8][generator.below(7)], at: place)
      case 3: bytes.removeSubrange(place...)
      default:
        let part = bytes[place..<min(bytes.count, place + generator.below(60))]
        bytes.insert(contentsOf: Array(part), at: generator.below(bytes.count))
      }
    }
  }
}
