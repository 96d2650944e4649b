import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

/// Units that pass libxml2 by are read as libxml2 reads them: the same document is read with and without.
@Suite struct XLIFFPassingTests {
  // MARK: What passes

  private static let neighbour = "<trans-unit id=\"n\"><source>N</source></trans-unit>\n"

  /// The number of units that pass where one stands between five that can; the first one never does.
  private func passing(_ unit: String) throws -> Int {
    let others = (0..<5).map { Self.neighbour.replacing("\"n\"", with: "\"n\($0)\"") }.joined()
    let tail = String(repeating: "<!-- the last bytes are not looked at -->", count: 2)
    return try compare(
      Array(xliff12(others + unit + others.replacing("id=\"n", with: "id=\"m") + tail).utf8), "\(unit)"
    ).passed
  }

  @Test(arguments: [
    "<trans-unit id=\"a\"><source>A</source><target>B</target></trans-unit>",
    "<trans-unit\n  id='a'\n\txml:space='preserve' ><source xml:lang=\"en\" >Ä</source><target/></trans-unit>",
    "<trans-unit id=\"a\"><source>1 &lt; 2 &amp; 3 &gt; 2 &quot;&apos; ] ]> ]] ></source></trans-unit>",
    "<trans-unit id=\"ü𝄞\"><source>日本\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFD}\u{10FFFF}</source></trans-unit>",
    "<trans-unit id=\"a\"><source>a<x id=\"1\"/>b<g id=\"2\">c</g></source><note>n</note></trans-unit>",
    "<trans-unit id=\"a\" odd=\"a>b\"><source>\t\n</source><odd.name-_1/></trans-unit>",
    "<trans-unit/>",
  ]) func plainUnitsPass(unit: String) throws { #expect(try passing(unit) == 10) }

  @Test(arguments: [
    "<trans-unit id=\"a\"><!-- c --><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"><source><![CDATA[A]]></source></trans-unit>",
    "<trans-unit id=\"a\"><source>A<?pi?></source></trans-unit>",
    "<trans-unit id=\"a\"><source>A\r\n</source></trans-unit>",
    "<trans-unit id=\"a\"><source>&#65;</source></trans-unit>",
    "<trans-unit id=\"a&amp;b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\nb\"><source>A</source></trans-unit>",
    "<trans-unit id = \"a\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"><source>A</source><alt-trans xmlns=\"urn:o\"/></trans-unit>",
    "<trans-unit id=\"a\" xml:base=\"b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\" a-name-of-sixteen=\"b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\" é=\"b\"><source>A</source></trans-unit>",
  ]) func othersDoNot(unit: String) throws { #expect(try passing(unit) == 9) }

  /// The unit after these is given to libxml2 too.
  @Test(arguments: [
    "<trans-unit id=\"a\"><source>A</source></trans-unit >",
    "<trans-unit id=\"a\" xmlns:o=\"urn:o\" o:x=\"1\"><source>A</source></trans-unit>",
    "<bin-unit id=\"a\"/>", "<group id=\"g\"></group>", "<!-- </trans-unit> -->", "<![CDATA[]]><?pi?>",
  ]) func afterOthersOneIsRead(content: String) throws { #expect(try passing(content) == 8) }

  /// Nothing after the fault counts.
  @Test(arguments: [
    "<trans-unit id=\"a\"><source>]]></source></trans-unit>",
    "<trans-unit id=\"a\" id=\"b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\" xml:lang=\"b\" xml:lang=\"b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"lang=\"b\"><source>A</source></trans-unit>",
    "<trans-unit id=\"<\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"><source>\u{1}</source></trans-unit>",
    "<trans-unit id=\"a\"><source>\u{FFFF}</source></trans-unit>",
    "<trans-unit id=\"\u{FFFE}\"><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"><source>&nbsp;</source></trans-unit>",
    "<trans-unit id=\"a\"><source>&amp</source></trans-unit>",
    "<trans-unit id=\"a\"><source>A</target></trans-unit>",
    "<trans-unit id=\"a\"><source>A</trans-unit>",
    "<trans-unit id=\"a\"><o:source>A</o:source></trans-unit>",
    "<trans-unit id=\"a\" id><source>A</source></trans-unit>",
    "<trans-unit id=\"a\"/ ><source>A</source></trans-unit>",
  ]) func faultsAreLeftToLibxml2(unit: String) throws { #expect(try passing(unit) == 4) }

  @Test func bytesThatAreNoCharacterAreFound() throws {
    let sequences: [[UInt8]] = [
      [0x80], [0xC1, 0x80], [0xC3], [0xC3, 0x41], [0xE0, 0x9F, 0x80], [0xE4, 0xBD], [0xED, 0xA0, 0x80],
      [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5],
      [0xFF],
    ]
    let unit = "<trans-unit id=\"n\"><source>N@</source></trans-unit>\n"
    let parts = Array(xliff12(String(repeating: Self.neighbour, count: 9) + unit).utf8).split(separator: 0x40)
    for sequence in sequences {
      try #expect(compare(parts[0] + sequence + parts[1], "\(sequence)").passed == 8)
    }
  }

  @Test func prefixesAndOtherNamespacesDoNotPass() throws {
    let units = String(repeating: Self.neighbour, count: 20)
    let plain = xliff12(units)
    let prefixed = plain.replacing(/<(\/?)(?=[a-z])/, with: { "<\($0.output.1)p:" }).replacing(
      "xmlns=", with: "xmlns:p=")
    #expect(try compare(Array(prefixed.utf8), "prefixed").passed == 0)
    // A unit of XLIFF among others whose names mean nothing here.
    let first = Self.neighbour.replacing(
      "<trans-unit", with: "<p:trans-unit xmlns=\"urn:oasis:names:tc:xliff:document:1.2\""
    )
    .replacing("</t", with: "</p:t")
    let mixed = xliff12(first + units).replacing("<body", with: "<p:body xmlns=\"urn:o\"")
      .replacing("</body", with: "</p:body")
      .replacing("<xliff", with: "<xliff xmlns:p=\"urn:oasis:names:tc:xliff:document:1.2\"")
    #expect(try compare(Array(mixed.utf8), "mixed").passed == 0)
  }

  @Test func limitsFallWhereTheyFell() throws {
    let unit =
      "<trans-unit id=\"K\"><source>some <g id=\"1\"><g id=\"2\">text</g></g></source></trans-unit>\n"
    let bytes = Array(xliff12((0..<40).map { unit.replacing("K", with: "k\($0)") }.joined()).utf8)
    for limit in 0...14 { try compare(bytes, "depth \(limit)", limits: .init(xmlDepth: limit)) }
    for limit in 0...14 { try compare(bytes, "text \(limit)", limits: .init(textBytes: limit)) }
    for limit in 0...41 { try compare(bytes, "\(limit) units", limits: .init(unitsPerDocument: limit)) }
    var limits = ReadingLimits.standard
    for limit in stride(from: 1, to: bytes.count + 2, by: 17) {
      limits.xliffFileBytes = limit
      try compare(bytes, "\(limit) bytes", limits: limits)
    }
  }

  /// The finding has the place of the tag before the text.
  @Test func textBetweenElementsHasItsPlace() throws {
    let unit = "<unit id=\"K\">\n<segment><source>A</source>▸</segment>\n\n odd\n\n</unit>\n"
    let (text, places) = marked(xliff20((0..<3).map { unit.replacing("K", with: "k\($0)") }.joined()))
    #expect(try compare(Array(text.utf8), "text").passed == 1)
    #expect(try readXLIFF(text).concise == places.map { "XL-STRUCTURE \($0)" })
  }

  // MARK: Whole documents

  @Test(.enabled(if: XLIFFCorpus.isPresent)) func corpusIsReadAlike() throws {
    var units = 0
    var passed = 0
    for path in try XLIFFCorpus.paths() {
      let bytes = try XLIFFCorpus.bytes(path)
      let whole = try compare(bytes, path)
      units += whole.units
      passed += whole.passed
      for feedSize in [4096, 700] where bytes.count < 200_000 { try compare(bytes, path, feedSize: feedSize) }
    }
    print("of \(units) units of the corpus, \(passed) pass libxml2 by")
    #expect(passed > units / 3)
  }

  @Test func randomDocumentsAreReadAlike() throws {
    var units = 0
    var passed = 0
    var generator = SeededGenerator(seed: caseSeed())
    for number in 0..<caseCount(full: 6000) {
      var document = XLIFFRandomDocument(seed: generator.next())
      let bytes = Array(document.text(units: 1 + generator.below(80)).utf8)
      let feedSize = [1 << 16, 1 << 16, 1 << 12, 900][generator.below(4)]
      let counts = try compare(bytes, "case \(number) of seed \(caseSeed())", feedSize: feedSize)
      units += counts.units
      passed += counts.passed
    }
    #expect(passed > units / 4, "\(passed) of \(units) pass")
  }

  /// Several pieces long, with faults at their borders.
  @Test func longDocumentsAreReadAlike() throws {
    var generator = SeededGenerator(seed: caseSeed())
    for number in 0..<caseCount(full: 200) {
      let unit =
        "<trans-unit id=\"K\"><source>Äpfel 𝄞 &amp;\n Birnen</source><target>é</target></trans-unit>\n"
      var bytes = Array(xliff12((0..<2200).map { unit.replacing("K", with: "k\($0)") }.joined()).utf8)
      let counts = try compare(bytes, "long")
      #expect(counts.passed > 2180 && counts.units == 2200)
      let border = (1 + generator.below(2)) << 16
      for _ in 0...generator.below(2) {
        Self.damage(&bytes, &generator, at: generator.below(2) == 0 ? border - 20 + generator.below(40) : nil)
      }
      try compare(bytes, "case \(number) of seed \(caseSeed())")
    }
  }

  @Test func damagedDocumentsAreReadAlike() throws {
    let documents = try Self.documents()
    var generator = SeededGenerator(seed: caseSeed())
    var passed = 0
    for number in 0..<caseCount(full: 120_000) {
      var bytes: [UInt8]
      if generator.below(3) == 0, !documents.isEmpty {
        bytes = documents[generator.below(documents.count)]
      } else {
        var document = XLIFFRandomDocument(seed: generator.next())
        bytes = Array(document.text(units: 4 + generator.below(16)).utf8)
      }
      for _ in 0...generator.below(3) { Self.damage(&bytes, &generator) }
      let feedSize = [1 << 16, 1 << 16, 3000, 500][generator.below(4)]
      passed += try compare(bytes, "case \(number) of seed \(caseSeed())", feedSize: feedSize).passed
    }
    #expect(passed > 0)
  }

  // MARK: Comparing

  /// Reads with and without, and in pieces; all three must be equal.
  @discardableResult private func compare(
    _ bytes: [UInt8], _ label: String, limits: ReadingLimits = .standard, feedSize: Int = 1 << 16
  ) throws -> (units: Int, passed: Int) {
    let chunk = [1, 7, 4096][bytes.count % 3]
    let (expected, none) = try read(bytes, limits, .max, feedSize, passes: false)
    let (found, passed) = try read(bytes, limits, .max, feedSize, passes: true)
    let (pieces, passedInPieces) = try read(bytes, limits, chunk, feedSize, passes: true)
    let image = DocumentImage(expected)
    for document in [found, pieces] {
      let isEqual =
        document.diagnostics == expected.diagnostics && DocumentImage(document) == image
        && document.unitCount == expected.unitCount && document.version == expected.version
        && document.sourceLocale == expected.sourceLocale && document.isReadable == expected.isReadable
      #expect(
        isEqual,
        "\(label), pieces of \(feedSize): \(document.concise), libxml2 alone \(expected.concise)\n\(String(decoding: bytes.prefix(4000), as: UTF8.self))"
      )
    }
    #expect(none == 0 && passed == passedInPieces, "\(label)")
    return (expected.unitCount, passed)
  }

  private func read(
    _ bytes: [UInt8], _ limits: ReadingLimits, _ chunkSize: Int, _ feedSize: Int, passes: Bool
  ) throws -> (ParsedDocument, Int) {
    var source = BytesSource(bytes, chunkSize: chunkSize)
    let result = try XLIFFReader.read(
      &source, path: "test.xliff", options: .init(), limits: limits, feedSize: feedSize,
      passesPlainUnits: passes)
    return (result.document, result.passedUnits)
  }

  /// Documents of the corpus that are not too long.
  private static func documents() throws -> [[UInt8]] {
    guard XLIFFCorpus.isPresent else { return [] }
    return try XLIFFCorpus.paths().map { try XLIFFCorpus.bytes($0) }.filter { $0.count <= 12_000 }
  }

  private static let fragments = [
    "<", ">", "&", "\"", "'", "/", "\0", "\r", "\n", "]]>", "&amp;", "&lt;", "&#10;", "&x;", ";", "=", "<!--",
    "-->",
    "<![CDATA[", "<?", "?>", "</trans-unit>", "<trans-unit>", "</unit>", "</source>", "<source>", "<target>",
    "<g>",
    "</g>", "<x/>", " xmlns=\"urn:x\"", " xmlns:o=\"urn:o\"", " id=\"1\"", " xml:lang=\"x\"", "</group>",
    "<group>",
    "</body>", "<body>", "</file>", "\u{FFFE}", "é", "o:", "<!", "</", "]]",
  ]

  private static func damage(
    _ bytes: inout [UInt8], _ generator: inout SeededGenerator, at wanted: Int? = nil
  ) {
    guard bytes.count > 8 else { return }
    let place = min(wanted ?? generator.below(bytes.count), bytes.count - 1)
    switch generator.below(8) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(30)))
    case 2: bytes.removeSubrange(place...)
    case 3:
      let part = bytes[place..<min(bytes.count, place + generator.below(200))]
      bytes.insert(contentsOf: Array(part), at: generator.below(bytes.count))
    case 4: bytes.remove(at: place)
    default: bytes.insert(contentsOf: Array(fragments[generator.below(fragments.count)].utf8), at: place)
    }
  }
}
