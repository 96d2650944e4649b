import Diagnostics
import Testing
import Translations

@testable import Interchange

/// What becomes of the content of sources and targets.
@Suite struct XLIFFTextTests {
  private func target12(_ content: String) throws -> Message? {
    let document = try readXLIFF(
      xliff12("<trans-unit id='k'><source>S</source><target>\(content)</target></trans-unit>"))
    let catalog = try #require(document.catalogs.first, "\(document.concise)")
    return catalog.target(catalog.rows[0])
  }

  private func target20(_ content: String) throws -> Message? {
    let document = try readXLIFF(
      xliff20("<unit id='k'><segment><source>S</source><target>\(content)</target></segment></unit>"))
    let catalog = try #require(document.catalogs.first, "\(document.concise)")
    return catalog.target(catalog.rows[0])
  }

  @Test func textIsExact() throws {
    #expect(try target12("  a \n\t b\u{A0}").map(\.bytes) == Array("  a \n\t b\u{A0}".utf8))
    #expect(try target12("a\r\nb\rc&#13;\n").map(\.bytes) == Array("a\nb\nc\r\n".utf8))
    #expect(try target12("&lt;b&gt; &amp;amp; &#228;&#x1F44B;")?.plainText == "<b> &amp; ä👋")
    #expect(try target12("A<!-- c -->B<?p q?>C")?.plainText == "ABC")
    #expect(try target12("e\u{301}\u{FEFF}\u{200F}")?.bytes == Array("e\u{301}\u{FEFF}\u{200F}".utf8))
  }

  @Test(arguments: [1, 2, 5, 300, 4096])
  func sectionsOfCDATAReadLikeText(feedSize: Int) throws {
    let content = "<![CDATA[<b>&amp;]]>]]&gt;<![CDATA[x\r\ny\rz\r]]><![CDATA[\n]]>"
    let document = try readXLIFF(
      xliff12("<trans-unit id='k'><source>S</source><target>\(content)</target></trans-unit>"),
      feedSize: feedSize)
    let catalog = try #require(document.catalogs.first, "\(document.concise)")
    #expect(catalog.target(catalog.rows[0])?.bytes == Array("<b>&amp;]]>x\ny\nz\n\n".utf8))
  }

  @Test func wrongBytesInCDATAAreRefused() throws {
    for broken: [UInt8] in [[0xC1, 0x81], [0xE0, 0x80, 0x80], [0xFF]] {
      let text = xliff12("<trans-unit id='k'><source><![CDATA[\u{7F}]]></source></trans-unit>")
      let bytes = Array(text.utf8).flatMap { $0 == 0x7F ? broken : [$0] }
      let document = try readXLIFF(bytes: bytes)
      #expect(!document.isReadable, "\(broken)")
      #expect(document.diagnostics.first?.location?.line == 3, "\(broken)")
    }
  }

  @Test func codesOf12AreTokens() throws {
    let message = try target12(
      #"A <x id="1" equiv-text="{{n}}"/><g id="2">b<g id="3"/></g><bx id="4"/><ex id="5" rid="4"/>!"#)
    #expect(message?.description == #"A <x id="1"/><g id="2">b<g id="3"></g></g><bx id="4"/><ex id="5"/>!"#)
    #expect(message?.plainText == "A {{n}}b!")
    #expect(
      message?.parts == [
        .text("A "), .code(InlineCode(kind: "x", id: "1", equivalent: "{{n}}")),
        .code(InlineCode(kind: "g", id: "2")), .text("b"), .code(InlineCode(kind: "g", id: "3")),
        .code(InlineCode(kind: "/g", id: "3")), .code(InlineCode(kind: "/g", id: "2")),
        .code(InlineCode(kind: "bx", id: "4")), .code(InlineCode(kind: "ex", id: "5")), .text("!"),
      ])
  }

  @Test func nativeCodeIsNoText() throws {
    let message = try target12(
      #"<bpt id="1">&lt;a title="<sub>no</sub>"&gt;</bpt>yes<ept id="1">&lt;/a&gt;</ept><ph id="2">%d</ph><it id="3" pos="open">&lt;i&gt;</it>"#
    )
    #expect(message?.description == #"<bpt id="1"/>yes<ept id="1"/><ph id="2"/><it id="3"/>"#)
    #expect(message?.plainText == "yes")
  }

  @Test func markersOf12AreTransparent() throws {
    let message = try target12(
      #"<mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two <mrk mtype="x-term">t</mrk>.</mrk>"#)
    #expect(message == Message("One. Two t."))
  }

  @Test func anAmpersandInACodeIsPlain() throws {
    let message = try target12(##"<x id="a&amp;b" equiv-text="&lt;&amp;&gt;"/>"##)
    #expect(message?.parts == [.code(InlineCode(kind: "x", id: "a&b", equivalent: "<&>"))])
  }

  @Test func codesOf2xAreTokens() throws {
    let message = try target20(
      ##"<ph id="1" equiv="{n}" disp="x"/><pc id="2" equivStart="[" equivEnd="]">b</pc><sc id="3" equiv="("/>c<ec startRef="3" equiv=")"/><ec id="4" isolated="yes"/>"##
    )
    #expect(
      message?.parts == [
        .code(InlineCode(kind: "ph", id: "1", equivalent: "{n}")),
        .code(InlineCode(kind: "pc", id: "2", equivalent: "[")), .text("b"),
        .code(InlineCode(kind: "/pc", id: "2", equivalent: "]")),
        .code(InlineCode(kind: "sc", id: "3", equivalent: "(")), .text("c"),
        .code(InlineCode(kind: "ec", id: "3", equivalent: ")")), .code(InlineCode(kind: "ec", id: "4")),
      ])
    #expect(message?.plainText == "{n}[b](c)")
  }

  @Test func markersOf2xAreTransparent() throws {
    #expect(
      try target20(#"a<mrk id="m1" translate="no">b</mrk><sm id="m2"/>c<em startRef="m2"/>"#)
        == Message("abc"))
  }

  @Test func codePointsAreDecoded() throws {
    #expect(try target20(#"a<cp hex="001A"/>b"#) == Message("a\u{1A}b"))
    func read(_ hex: String) throws -> [String] {
      try readXLIFF(
        xliff20("<unit id='k'><segment><source>a<cp hex='\(hex)'/>b</source></segment></unit>")
      ).lines
    }
    // What marks our own codes stays a code, so that it is written back.
    for hex in ["0000", "0001", "0002", "001F"] {
      #expect(try read(hex) == ["f.k | a<cp id=\"\(hex)\"/>b | - | absent"])
    }
    #expect(try read("D800") == ["f.k | ab | - | absent"])
    for hex in ["0041", "00A0", "110000", "zz", ""] { #expect(try read(hex) == ["XL-CODE-POINT 4:32"]) }
  }

  @Test func unknownElementsInTextAreErrors() throws {
    #expect(
      try readXLIFF(xliff12("<trans-unit id='k'><source>a<b>c</b></source></trans-unit>")).concise == [
        "XL-STRUCTURE 3:29"
      ])
    #expect(
      try readXLIFF(xliff20("<unit id='k'><segment><source>a<g id='1'>c</g></source></segment></unit>"))
        .concise
        == ["XL-STRUCTURE 4:32"])
  }

  // MARK: Segments

  private func segments(_ content: String) throws -> [String] {
    try readXLIFF(xliff20("<unit id='u'>\(content)</unit>")).lines
  }

  @Test func segmentsJoin() throws {
    #expect(
      try segments(
        """
        <segment state="final"><source>One.</source><target>Eins.</target></segment>
        <ignorable><source> </source></ignorable>
        <segment state="reviewed"><source>Two <ph id="1"/>.</source><target>Zwei.</target></segment>
        """) == [#"f.u | One. Two <ph id="1"/>. | Eins. Zwei. | reviewed"#])
  }

  @Test func targetsJoinInTheirOrder() throws {
    #expect(
      try segments(
        """
        <segment><source>A</source><target order="3">a</target></segment>
        <ignorable><source>-</source><target>_</target></ignorable>
        <segment><source>B</source><target order="1">b</target></segment>
        """) == ["f.u | A-B | b_a | translated"])
  }

  @Test func theWeakestSegmentDecides() throws {
    #expect(
      try segments(
        """
        <segment state="final"><source>A</source><target>a</target></segment>
        <segment state="initial"><source>B</source><target>b</target></segment>
        """) == ["f.u | AB | ab | untranslated"])
    #expect(
      try segments(
        """
        <segment state="final"><source>A</source><target>a</target></segment>
        <segment><source>B</source><target/></segment>
        """) == ["f.u | AB | a | untranslated"])
    #expect(
      try segments(
        """
        <segment state="final"><source>A</source><target/></segment>
        <segment state="translated"><source>B</source><target/></segment>
        """) == ["f.u | AB |  | translated explicitly-empty"])
  }

  @Test func aPartOfATranslationIsNone() throws {
    #expect(
      try segments(
        """
        <segment state="final"><source>A</source><target>a</target></segment>
        <segment><source>B</source></segment>
        """) == ["f.u | AB | - | untranslated"])
    #expect(
      try segments("<segment><source>A</source></segment><segment><source>B</source></segment>")
        == ["f.u | AB | - | absent"])
    let source = #"<seg-source><mrk mtype="seg" mid="0">A</mrk><mrk mtype="seg" mid="1">B</mrk></seg-source>"#
    for (target, expected) in [
      (#"<mrk mtype="seg" mid="0">a</mrk><mrk mtype="seg" mid="1">b</mrk>"#, "ab | translated"),
      (#"<mrk mtype="seg" mid="0">a</mrk>"#, "- | untranslated"),
      (#"<mrk mtype="seg" mid="0">a</mrk><mrk mtype="seg" mid="1"/>"#, "- | untranslated"),
      ("ab", "ab | translated"),
    ] {
      let document = try readXLIFF(
        xliff12("<trans-unit id='k'><source>AB</source>\(source)<target>\(target)</target></trans-unit>"))
      #expect(document.lines == [#"a\.strings.k | AB | "# + expected])
    }
  }

  @Test func placesAreThoseOfTheTarget() throws {
    let (text, places) = marked(
      xliff20(
        """
        ▸<unit id="u1"><segment><source>A</source></segment></unit>
        <unit id="u2"><segment><source>A</source>▸<target>a</target></segment></unit>
        <unit id="u3">
          <segment><source>A</source>
            ▸<target order="2">a</target></segment><segment><source>B</source><target order="1">b</target></segment>
        </unit>
        ▸<unit
          id="u4"><segment><source>A</source><target>a</target></segment><segment><source>B</source></segment></unit>
        """))
    let catalog = try #require(try readXLIFF(text).catalogs.first)
    #expect(catalog.rows.map { "\($0.line):\($0.column)" } == places)
  }

  // MARK: The plural module

  @Test func pluralVariantsAreMessages() throws {
    let document = try readXLIFF(
      xliff20(
        """
        <unit id="u" pgs:switch="plural:n">
        <segment pgs:case="one"><source>A file</source><target>Eine Datei</target></segment>
        <segment pgs:case="other" state="final"><source>Files</source><target>Dateien</target></segment>
        </unit>
        """, version: "2.2"))
    #expect(
      document.lines == [
        "f.u.plural.one | A file | Eine Datei | translated", "f.u.plural.other | Files | Dateien | final",
      ])
  }

  @Test(arguments: [
    ("plural:n", "one", "few", ["f.u.plural.few", "f.u.plural.one"]),
    (
      "plural:n gender:g", "1 feminine", "other x",
      ["f.u.plural.1.gender.feminine", "f.u.plural.other.gender.x"]
    ),
  ])
  func switchesMakePaths(switchText: String, first: String, second: String, keys: [String]) throws {
    let document = try readXLIFF(
      xliff20(
        """
        <unit id="u" pgs:switch="\(switchText)">
        <segment pgs:case="\(first)"><source>A</source><target>a</target></segment>
        <segment pgs:case="\(second)"><source>B</source></segment>
        </unit>
        """, version: "2.2"))
    #expect(document.lines.map { String($0.prefix { $0 != " " }) } == keys)
    #expect(document.unitCount == 1)
  }

  /// A document that ends between two variants has a row whose texts were never stored.
  @Test func aUnitCutOffBetweenVariantsIsRefused() throws {
    let (text, places) = marked(
      xliff20(
        """
        <unit id="u" pgs:switch="plural:n">
        <segment pgs:case="other"><source>A</source></segment>
        <segment pgs:case="one"><source>B</source></segment>
        <segment pgs:case="few"><source>C</source>▸</wrong>
        """, version: "2.2"))
    #expect(try readXLIFF(text).concise == places.map { "XL-MALFORMED \($0)" })
  }

  @Test(arguments: [
    ("plural:n", "single"), ("plural:n", "one two"), ("plural:n gender:g", "one"), ("size:n", "big"),
    ("plural:n", ""),
  ])
  func casesMustFitTheirSwitch(switchText: String, caseText: String) throws {
    let document = try readXLIFF(
      xliff20(
        """
        <unit id="u" pgs:switch="\(switchText)">
         <segment pgs:case="\(caseText)"><source>A</source></segment></unit>
        """, version: "2.2"))
    #expect(document.concise == ["XL-PLURAL-CASE 5:2"])
  }
}
