import Diagnostics
import TestSupport
import Testing

@testable import Interchange

/// Writes down every event: `<name line:column a=b`, `>`, and text.
private struct EventRecorder: XMLHandler {
  var cursor: XMLCursor
  var events: [String] = []
  var positions: [String] = []
  var text: [UInt8] = []
  /// Asks for places only at every so many tags, as a reader does.
  var stride = 1
  var tags = 0

  mutating func start(_ name: XMLName, _ attributes: XMLAttributes) {
    flush()
    tags += 1
    var event = "<" + name.text
    for index in 0..<attributes.count {
      event += " \(attributes.name(index).text)=\(attributes.string(index))"
    }
    events.append(event)
    guard tags % stride == 0 else { return }
    let position = cursor.tagPosition()
    positions.append("\(position.line):\(position.column)")
  }

  mutating func end() {
    flush()
    events.append(">")
  }

  mutating func flush() {
    if !text.isEmpty { events.append(String(decoding: text, as: UTF8.self)) }
    text = []
  }

  static let callbacks = unsafe XMLCallbacks(
    start: { handler, name, _, _, _, _, count, _, attributes in
      unsafe at(handler).pointee.start(XMLName(name), XMLAttributes(attributes, count: count))
      unsafe at(handler).pointee.cursor.endEvent()
    },
    end: { handler, _, _, _ in unsafe at(handler).pointee.end() },
    text: { handler, text, count in
      unsafe at(handler).pointee.text.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    },
    cdata: { handler, text, count in
      unsafe at(handler).pointee.text.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    },
    doctype: { handler, name, _, _ in
      unsafe at(handler).pointee.cursor.refuseDoctype(name)
      unsafe at(handler).pointee.cursor.endEvent()
    },
    entity: { handler, _ in
      unsafe at(handler).pointee.cursor.refuseEntity()
      unsafe at(handler).pointee.cursor.endEvent()
    },
    problem: { handler, error in unsafe at(handler).pointee.cursor.report(error) })

  @unsafe static func at(_ handler: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<EventRecorder> {
    unsafe handler!.assumingMemoryBound(to: EventRecorder.self)
  }
}

@Suite struct XMLPushParserTests {
  private func parse(
    _ bytes: [UInt8], feedSize: Int = 1 << 16, chunkSize: Int = .max, byteLimit: Int = 1 << 30,
    stride: Int = 1
  ) throws -> (recorder: EventRecorder, warnings: [Diagnostic]) {
    var parser = XMLPushParser(path: "x.xml", byteLimit: byteLimit, feedSize: feedSize) {
      EventRecorder(cursor: $0, stride: stride)
    }
    var source = BytesSource(bytes, chunkSize: chunkSize)
    let recorder = try parser.parse(&source)
    return (recorder, parser.warnings)
  }

  private func failure(_ text: String) throws -> Diagnostic? {
    try parse(Array(text.utf8)).recorder.cursor.failure
  }

  // MARK: Events

  @Test func eventsComeInOrder() throws {
    let recorder = try parse(Array("<a x='1'>t<b/>&lt;<![CDATA[<c>]]></a>".utf8)).recorder
    #expect(recorder.cursor.failure == nil)
    #expect(recorder.events == ["<a x=1", "t", "<b", ">", "<<c>", ">"])
  }

  @Test func anAmpersandInAnAttributeIsPlain() throws {
    let recorder = try parse(Array(#"<a x="&amp;" y="1 &#38; 2&amp;#38;" z="&amp;&lt;&amp;"/>"#.utf8))
      .recorder
    #expect(recorder.events.first == "<a x=& y=1 & 2&#38; z=&<&")
  }

  @Test func lineEndsInAttributesAreKeptWhenTheyAreReferences() throws {
    let recorder = try parse(Array("<a x='1\n2&#10;3&#9;4&#13;'/>".utf8)).recorder
    #expect(recorder.events.first == "<a x=1 2\n3\t4\r")
  }

  // MARK: Places

  private let placed = """
    <?xml version="1.0"?>
    <!-- <no> -->
    ▸<r>▸<a/>
      ä𝄞é ▸<b
        long="…"
        other='>'>▸<c>text
    more</c></b>
    \t▸<d></d><![CDATA[ <no> ]]>▸<e/><?pi <no> ?>▸<f/>
    </r>
    """

  @Test(arguments: [1, 2, 3, 7, 16, 64, 4096])
  func placesAreThoseOfTheStartTags(feedSize: Int) throws {
    let (text, places) = marked(placed)
    let recorder = try parse(Array(text.utf8), feedSize: feedSize).recorder
    #expect(recorder.cursor.failure == nil)
    #expect(recorder.positions == places)
  }

  @Test func carriageReturnsAndMarksMoveNoPlace() throws {
    let (text, places) = marked(placed)
    let lines = Array(text.replacing("\n", with: "\r\n").utf8)
    #expect(try parse([0xEF, 0xBB, 0xBF] + lines).recorder.positions == places)
  }

  @Test func placesInUTF16AreThoseInUTF8() throws {
    let (text, places) = marked(placed)
    for bigEndian in [true, false] {
      let result = try parse(utf16(text, bigEndian: bigEndian), feedSize: 5)
      #expect(result.recorder.positions == places)
      #expect(result.warnings.isEmpty)
    }
  }

  /// A line that is longer than the window, and places asked for now and then only.
  @Test(arguments: [1, 5, 1000])
  func placesOnOneLongLine(stride: Int) throws {
    var text = "<r>"
    var places = ["1:1"]
    for index in 0..<20000 {
      places.append("1:\(text.unicodeScalars.count + 1)")
      text += index % 3 == 0 ? "<ä/>ü" : "<a b='€'/>"
      if index % 500 != 0 { continue }
      // Counting scalars again and again would take long.
      if index > 2000 { break }
    }
    text += "</r>"
    let expected = places.enumerated().filter { ($0.offset + 1) % stride == 0 }.map(\.element)
    let recorder = try parse(Array(text.utf8), feedSize: 4096, stride: stride).recorder
    #expect(recorder.positions == expected)
  }

  @Test func placesOfRandomDocuments() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pieces = [
        "▸<a/>", "▸<b x='1'></b>", "\n", "\n\n  ", "\t", "text", "é", "𝄞🇩🇪", "&amp;", "<!-- \n <x> -->",
        "<?p \n?>",
        "<![CDATA[\n]]>", "▸<c\n  d='\n' \n/>", "▸<e f=\"ü&#10;\"/>", "&#13;", "   ",
      ]
      var text = "▸<r>"
      for _ in 0..<generator.below(400) { text += pieces[generator.below(pieces.count)] }
      let (document, places) = marked(text + "</r>")
      let feedSize = 1 + generator.below(200)
      let recorder = try parse(Array(document.utf8), feedSize: feedSize).recorder
      #expect(recorder.cursor.failure == nil, "seed \(seed)")
      #expect(recorder.positions == places, "seed \(seed), feed \(feedSize)")
    }
  }

  // MARK: Errors

  @Test(arguments: [
    ("<a>▸&nbsp;</a>", "SE-ENTITY"),
    ("<a x='▸&nbsp;'/>", "SE-ENTITY"),
    ("▸<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "SE-DOCTYPE"),
    ("<?xml version='1.0'?>\n▸<!DOCTYPE a SYSTEM '/etc/passwd'><a/>", "SE-DOCTYPE"),
    ("▸<!DOCTYPE html><html/>", "XL-NOT-XLIFF"),
    ("▸", "XL-MALFORMED"),
    ("  \n▸", "XL-MALFORMED"),
    ("<a>\n  <b>\n  ▸</a>", "XL-MALFORMED"),
    ("<a>x\n<b>text▸", "XL-MALFORMED"),
    ("<a>x\n▸<b c='1", "XL-MALFORMED"),
    ("<a>x\n▸<!-- ", "XL-MALFORMED"),
    ("<a>1 ▸& 2</a>", "XL-MALFORMED"),
    ("<a>1 ▸& 2;</a>", "XL-MALFORMED"),
    ("<a>R▸&D</a>", "XL-MALFORMED"),
    ("<a>R\n▸&D; x</a>", "SE-ENTITY"),
    ("<a>x ▸&#0; y</a>", "XL-MALFORMED"),
    ("<a>\n <▸ b</a>", "XL-MALFORMED"),
    ("<a>\u{FFFE}</a>", "XL-MALFORMED"),
    ("<a>\u{1}</a>", "XL-MALFORMED"),
    ("<a b='1' b='2'/>", "XL-MALFORMED"),
    ("<a>\n▸<p:b/></a>", "XL-MALFORMED"),
    ("<a/>\n▸<b/>", "XL-MALFORMED"),
    ("<a/>\ntext", "XL-MALFORMED"),
    ("\n<?xml version='1.0'?><a/>", "XL-MALFORMED"),
    ("<a>]]></a>", "XL-MALFORMED"),
    ("<a b=c/>", "XL-MALFORMED"),
    ("<a b='<'/>", "XL-MALFORMED"),
    ("<a>&#0;</a>", "XL-MALFORMED"),
    ("<?xml version='1.0' encoding='Shift_JIS'?><a/>", "XL-ENCODING"),
    ("<?xml version='1.0' encoding='UTF-16'?><a/>", "XL-ENCODING"),
  ])
  func errorsHaveAPlace(document: String, rule: String) throws {
    let (text, places) = marked(document)
    let failure = try #require(try failure(text))
    #expect(failure.rule.id == rule)
    let location = try #require(failure.location)
    #expect(location.line != nil && location.column != nil)
    if let place = places.first { #expect("\(location.line!):\(location.column!)" == place) }
  }

  @Test func errorsAreInOurOwnWords() throws {
    #expect(try failure("<a><b></a>")?.message == "expected </b>, found another end tag")
    #expect(try failure("<a>1 & 2</a>")?.help == "write &amp;")
    #expect(try failure("<a><b>tail")?.message == "the document ends before </b>")
    #expect(try failure("<a><p:b/></a>")?.message == "a namespace prefix is not declared")
    // No text of the document comes through.
    #expect(try failure("<a>secret<secret</a>")?.message.contains("secret") == false)
  }

  @Test func theFirstErrorIsTheOneReported() throws {
    let failure = try failure("<a>\n&first;</b>\n&second;</a>")
    #expect(failure?.location?.line == 2)
  }

  @Test(arguments: [1, 7, 4096])
  func nothingComesAfterAnError(feedSize: Int) throws {
    let recorder = try parse(Array("<a><b/>&x;<c/></a>".utf8), feedSize: feedSize).recorder
    #expect(recorder.events == ["<a", "<b", ">"])
  }

  @Test func wrongBytesOfUTF8() throws {
    for bytes: [UInt8] in [[0xE4], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xFF], [0x80]] {
      let failure = try parse(Array("<a>\n x".utf8) + bytes + Array("</a>".utf8)).recorder.cursor.failure
      #expect(failure?.rule.id == "XL-ENCODING", "\(bytes)")
      #expect(failure?.location?.line == 2, "\(bytes)")
      #expect(failure?.location?.column == 3, "\(bytes)")
    }
  }

  @Test func largeFilesAreRefused() throws {
    let failure = try parse(Array("<a>0123456789</a>".utf8), byteLimit: 16).recorder.cursor.failure
    #expect(failure?.rule.id == "SE-FILE-SIZE")
    #expect(try parse(Array("<a>0123456789</a>".utf8), byteLimit: 17).recorder.cursor.failure == nil)
  }

  // MARK: The source

  private struct Broken: Error, Equatable {}

  private struct BrokenSource: ByteSource {
    var isFirst = true
    @unsafe mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      guard isFirst else { throw Broken() }
      isFirst = false
      unsafe buffer.copyBytes(from: Array("<a>".utf8))
      return 3
    }
  }

  @Test func errorsOfTheSourcePassThrough() {
    #expect(throws: Broken()) {
      var parser = XMLPushParser(path: "x", byteLimit: 100) { EventRecorder(cursor: $0) }
      var source = BrokenSource()
      _ = try parser.parse(&source)
    }
  }

  @Test(arguments: [1, 3, 4096])
  func piecesOfTheSourceDoNotMatter(chunkSize: Int) throws {
    let text =
      "<?xml version='1.0' encoding='UTF-8'?><a>ä<b/>" + String(repeating: "<c d='e'/>\n", count: 9000)
      + "</a>"
    let whole = try parse(Array(text.utf8)).recorder
    let pieces = try parse(Array(text.utf8), chunkSize: chunkSize).recorder
    #expect(pieces.events == whole.events)
    #expect(pieces.positions == whole.positions)
  }

  /// A tag that does not fit the window, over and over.
  @Test func longTagsGrowTheWindow() throws {
    let long = String(repeating: "ä", count: 100_000)
    let recorder = try parse(Array("<a>\n<b c='\(long)'/>\n<d/></a>".utf8)).recorder
    #expect(recorder.positions == ["1:1", "2:1", "3:1"])
  }
}
