import Testing

@testable import Interchange

/// Documents that once gave other findings when libxml2 got them in small pieces; the fuzzer found them.
@Suite struct XLIFFPiecesTests {
  private static let cutCharacter: [UInt8] =
    Array(xliff12("<trans-unit id=\"k\"><source>A</source><target>@").utf8.prefix { $0 != 0x40 })
    + [0xE5, 0x87] + Array("<?p version=\"1.0\"?>\n".utf8) + Array(repeating: 0x20, count: 200)
  private static let complaint = Array(
    """
    <?a:b version="1.0"?>
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">
    <file id="f1"><unit id="1"><segment><source>source</source>
    <targetfile>
    </xliff>

    """.utf8)

  private static let cutName: [UInt8] =
    Array(xliff20("<unit id=\"1\"><segment@").utf8.prefix { $0 != 0x40 }) + [0xE0]
    + Array(">\n<source>text</source>\n</segment></unit></file></xliff>".utf8)

  @Test(arguments: [cutCharacter, complaint, cutName]) func sizesDoNotShow(_ bytes: [UInt8]) throws {
    let whole = try readXLIFF(bytes: bytes)
    #expect(!whole.isReadable)
    for (chunk, feed) in (1...70).flatMap({ size in [(size, size), (7, size), (size, 3), (1 << 16, size)] }) {
      let pieces = try readXLIFF(bytes: bytes, chunkSize: chunk, feedSize: feed)
      #expect(pieces.diagnostics == whole.diagnostics, "chunks of \(chunk), pieces of \(feed)")
      #expect(pieces.version == whole.version && pieces.unitCount == whole.unitCount)
    }
  }
}
