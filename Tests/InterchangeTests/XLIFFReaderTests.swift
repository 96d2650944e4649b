import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

@Suite struct XLIFFReaderTests {
  // MARK: Keys

  @Test func aKeyIsOriginalAndID() throws {
    let document = try readXLIFF(
      xliff12("<trans-unit id='a.b/c\\d'><source>S</source><target>T</target></trans-unit>"))
    #expect(document.lines == [#"a\.strings.a\.b\/c\\d | S | T | translated"#])
    #expect(document.version == "1.2")
    #expect(document.sourceLocale == LanguageTag("en"))
    #expect(document.catalogs[0].locale == LanguageTag("de"))
    #expect(document.catalogs[0].sourceLocale == LanguageTag("en"))
    #expect(document.unitCount == 1)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func idsMayHoldWhatAttributesHold() throws {
    let document = try readXLIFF(
      xliff12(
        """
        <trans-unit id=' (%d)&#10;&amp;&lt; é'><source>S</source></trans-unit>
        <trans-unit id=''><source/></trans-unit>
        """))
    #expect(
      document.lines == [#"a\.strings. |  | - | absent"#, "a\\.strings. (%d)\n&< é | S | - | absent"])
  }

  private let keys = xliff12(
    """
    <trans-unit id="1" resname="r.1"><source>One</source></trans-unit>
    <trans-unit id="2"><source>Two <x id="i"/></source></trans-unit>
    """)

  @Test(arguments: [
    (XLIFFReader.Options.KeyPolicy.id, ["1", "2"]),
    (.resname, ["2", #"r\.1"#]),
    (.source, [#"Two <x id="i"\/>"#, #"r\.1"#]),
  ])
  func theKeyPolicyChoosesTheKey(policy: XLIFFReader.Options.KeyPolicy, expected: [String]) throws {
    let inFile = try readXLIFF(keys, options: .init(key: policy))
    let inDocument = try readXLIFF(keys, options: .init(key: policy, scope: .document))
    #expect(inDocument.lines.map { String($0.prefix { $0 != "|" }.dropLast()) } == expected)
    #expect(
      inFile.lines.map { String($0.prefix { $0 != "|" }.dropLast()) } == expected.map { #"a\.strings."# + $0 }
    )
  }

  @Test func theDeveloperKeyOf2xIsTheName() throws {
    let text = xliff20("<unit id='u' name='n'><segment><source>S</source></segment></unit>")
    #expect(try readXLIFF(text).lines == ["f.u | S | - | absent"])
    #expect(try readXLIFF(text, options: .init(key: .resname)).lines == ["f.n | S | - | absent"])
    #expect(try readXLIFF(text, options: .init(key: .source)).lines == ["f.n | S | - | absent"])
  }

  @Test func anEmptyOriginalIsASegment() throws {
    let text = """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file original="b" source-language="en" datatype="x"><body>
      <trans-unit id="k"><source>1</source></trans-unit></body></file>
      <file original="" source-language="en" datatype="x"><body>
      <trans-unit id="z"><source>2</source></trans-unit></body></file>
      <file original="a" source-language="en" datatype="x"><body>
      <trans-unit id="k"><source>3</source></trans-unit></body></file>
      </xliff>
      """
    let catalog = try #require(try readXLIFF(text).catalogs.first)
    #expect(catalog.lines == [".z | 2 | - | absent", "a.k | 3 | - | absent", "b.k | 1 | - | absent"])
    for row in catalog.rows { #expect(catalog.row(path: catalog.pathBytes(row)[...])?.line == row.line) }
    #expect(
      try readXLIFF(text.replacing("id=\"z\"", with: "id=\"y\""), options: .init(key: .source)).lines
        == [".2 | 2 | - | absent", "a.3 | 3 | - | absent", "b.1 | 1 | - | absent"])
  }

  @Test func xcodeVariationsAreSegments() throws {
    let document = try readXLIFF(
      xliff12(
        """
        <trans-unit id="n|==|plural.one"><source>1</source></trans-unit>
        <trans-unit id="n|==|plural.few"><target>2</target></trans-unit>
        <trans-unit id="a|==|b"><source>3</source></trans-unit>
        """))
    #expect(
      document.lines == [
        #"a\.strings.a|==|b | 3 | - | absent"#, #"a\.strings.n.plural.few | - | 2 | translated"#,
        #"a\.strings.n.plural.one | 1 | - | absent"#,
      ])
  }

  // MARK: Files and duplicates

  private func twoFiles(_ first: String, _ second: String, originals: (String, String) = ("a", "a")) -> String
  {
    """
    <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    <file original="\(originals.0)" source-language="en" target-language="de" datatype="x"><body>
    <trans-unit id="k"><source>S</source>\(first)</trans-unit></body></file>
    <file original="\(originals.1)" source-language="en" target-language="de" datatype="x"><body>
    <trans-unit id="k"><source>S</source>\(second)</trans-unit></body></file>
    </xliff>
    """
  }

  @Test func idsBelongToTheirOriginal() throws {
    let text = twoFiles("<target>1</target>", "<target>2</target>", originals: ("a", "b"))
    #expect(try readXLIFF(text).lines == ["a.k | S | 1 | translated", "b.k | S | 2 | translated"])
    let document = try readXLIFF(text, options: .init(scope: .document))
    #expect(document.concise == ["XL-DUPLICATE-ID 5:38"])
    #expect(document.catalogs.isEmpty && !document.isReadable)
  }

  @Test func filesWithTheSameOriginalMerge() throws {
    let agreeing = try readXLIFF(twoFiles("<target>1</target>", "<target>1</target>"))
    #expect(agreeing.lines == ["a.k | S | 1 | translated"])
    #expect(agreeing.diagnostics.isEmpty)
    #expect(agreeing.unitCount == 2)

    let document = try readXLIFF(twoFiles("<target>1</target>", "<target>2</target>"))
    let finding = try #require(document.diagnostics.first)
    #expect(finding.concise == "XL-DUPLICATE-ID 5:38")
    #expect(finding.key == "a.k")
    #expect(finding.notes.first?.location?.description == "test.xliff:3:38")
  }

  @Test func aRepeatedUnitIsAWarning() throws {
    let unit = "<trans-unit id='k'><source>S</source><target>T</target></trans-unit>"
    let document = try readXLIFF(xliff12(unit + "\n" + unit))
    #expect(document.isReadable)
    #expect(document.concise == ["XL-REPEATED-UNIT 4:38"])
    let other = unit.replacing("<target>", with: "<target state='final'>")
    #expect(try readXLIFF(xliff12(unit + "\n" + other)).concise == ["XL-DUPLICATE-ID 4:38"])
  }

  @Test func everyTargetLanguageHasItsCatalog() throws {
    let text = """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file original="a" source-language="en" target-language="fr" datatype="x"><body>
      <trans-unit id="k"><source>S</source><target>F</target></trans-unit></body></file>
      <file original="a" source-language="en" target-language="de" datatype="x"><body>
      <trans-unit id="k"><source>S</source><target>D</target></trans-unit></body></file>
      <file original="b" source-language="en" target-language="FR" datatype="x"><body>
      <trans-unit id="k"><source>S</source><target>G</target></trans-unit></body></file>
      <file original="tool" source-language="hy" target-language="hy" datatype="x"><header/><body/></file>
      </xliff>
      """
    let document = try readXLIFF(text)
    #expect(document.diagnostics.isEmpty)
    #expect(document.catalogs.map { $0.locale?.description } == ["de", "fr"])
    #expect(
      document.catalogs.map(\.lines) == [
        ["a.k | S | D | translated"], ["a.k | S | F | translated", "b.k | S | G | translated"],
      ])
    #expect(document.catalogs.allSatisfy { $0.sourceLocale == LanguageTag("en") })
  }

  @Test func noTargetLanguageIsNoLocale() throws {
    let units = "<trans-unit id='k'><source>S</source><target>T</target></trans-unit>"
    for text in [xliff12(units, target: nil), xliff12(units, target: "")] {
      let document = try readXLIFF(text)
      #expect(document.isReadable && document.catalogs.count == 1)
      #expect(document.catalogs.first?.locale == nil)
    }
  }

  @Test func aDocumentWithoutUnitsHasAnEmptyCatalog() throws {
    let document = try readXLIFF(xliff12(""))
    #expect(document.isReadable)
    #expect(document.catalogs.map(\.count) == [0])
    #expect(document.catalogs[0].locale == LanguageTag("de"))
    #expect(document.sourceLocale == LanguageTag("en"))
  }

  @Test func differentSourceLanguagesAreAnError() throws {
    let text = twoFiles("", "", originals: ("a", "b"))
    let second = try #require(text.range(of: "source-language=\"en\"", after: "original=\"b\""))
    let document = try readXLIFF(text.replacingCharacters(in: second, with: "source-language=\"fr\""))
    #expect(document.concise == ["XL-LANGUAGE 4:1"])
  }

  // MARK: Structure

  @Test func groupsNestAndHandDownTranslate() throws {
    let document = try readXLIFF(
      xliff12(
        """
        <group id="g" translate="no"><note>n</note>
        <trans-unit id="a"><source>A</source></trans-unit>
        <group translate="yes"><trans-unit id="b"><source>B</source></trans-unit></group>
        <trans-unit id="c" translate="yes"><source>C</source></trans-unit>
        </group>
        <trans-unit id="d" translate="no"><source>D</source><target>D</target></trans-unit>
        <trans-unit id="e"><source>E</source></trans-unit>
        """))
    #expect(
      document.lines == [
        #"a\.strings.a | A | - | absent untranslatable"#, #"a\.strings.b | B | - | absent"#,
        #"a\.strings.c | C | - | absent"#, #"a\.strings.d | D | D | translated untranslatable"#,
        #"a\.strings.e | E | - | absent"#,
      ])
    let version2 = try readXLIFF(
      xliff20(
        "<group id='g' translate='no'><unit id='u'><segment><source>S</source></segment></unit></group>"))
    #expect(version2.lines == ["f.u | S | - | absent untranslatable"])
  }

  @Test func onlyADirectTargetCounts() throws {
    let document = try readXLIFF(
      xliff12(
        """
        <trans-unit id="a"><source>A</source>
        <alt-trans><source>A</source><target>no</target></alt-trans></trans-unit>
        <trans-unit id="b"><source>B</source>
        <alt-trans><target>no</target></alt-trans><target>yes</target></trans-unit>
        <trans-unit id="c"><alt-trans><target>no</target></alt-trans><source>C</source></trans-unit>
        """))
    #expect(
      document.lines == [
        #"a\.strings.a | A | - | absent"#, #"a\.strings.b | B | yes | translated"#,
        #"a\.strings.c | C | - | absent"#,
      ])
    let match = """
      <unit id="u"><mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0"><mtc:match ref="#s">
      <source>A</source><target>no</target></mtc:match></mtc:matches><segment id="s"><source>A</source></segment></unit>
      """
    #expect(try readXLIFF(xliff20(match)).lines == ["f.u | A | - | absent"])
  }

  @Test func namespacesCountAndPrefixesDoNot() throws {
    let plain = xliff12("<trans-unit id='k'><source>A<g id='1'>B</g></source><target>C</target></trans-unit>")
    var prefixed = plain.replacing("xmlns=", with: "xmlns:q=")
    for name in ["xliff", "file", "body", "trans-unit", "source", "target", "g"] {
      prefixed = prefixed.replacing("<\(name) ", with: "<q:\(name) ").replacing(
        "<\(name)>", with: "<q:\(name)>"
      )
      .replacing("</\(name)>", with: "</q:\(name)>")
    }
    #expect(try readXLIFF(prefixed).lines == (try readXLIFF(plain).lines))
    #expect(try readXLIFF(plain).lines == [#"a\.strings.k | A<g id="1">B</g> | C | translated"#])
  }

  @Test func foreignElementsAreSkippedAndNamedOnce() throws {
    let document = try readXLIFF(
      """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:f="urn:acme"
       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="x y">
      <file original="a" source-language="en" datatype="x"><f:a/><body><f:a><trans-unit id="no"/></f:a>
      <trans-unit id="k" f:b="1"><source xml:space="preserve">S<f:a>no</f:a>!</source><f:a><target>no</target></f:a>
      </trans-unit></body></file></xliff>
      """)
    #expect(document.lines == ["a.k | S! | - | absent"])
    #expect(document.concise == ["XL-FOREIGN 3:54"])
    #expect(document.diagnostics[0].message.contains("urn:acme"))
  }

  @Test func binaryUnitsAreCountedAndSkipped() throws {
    let document = try readXLIFF(
      xliff12(
        "<bin-unit id='b' mime-type='x'><bin-source><external-file href='/etc/passwd'/></bin-source></bin-unit>"
      ))
    #expect(document.unitCount == 1)
    #expect(document.lines.isEmpty)
    #expect(document.concise == ["XL-BINARY 3:1"])
  }

  @Test func theOldVersionsRead() throws {
    let units = "<trans-unit id='k'><source>S</source><target>T</target></trans-unit>"
    let oldest = xliff12(units).replacing(
      "version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"", with: "version=\"1.0\"")
    #expect(try readXLIFF(oldest).lines == [#"a\.strings.k | S | T | translated"#])
    #expect(try readXLIFF(oldest).diagnostics.isEmpty)
    let old = xliff12(units).replacing("1.2", with: "1.1")
    #expect(try readXLIFF(old).version == "1.1")
    for version in ["2.0", "2.1", "2.2"] {
      let document = try readXLIFF(
        xliff20("<unit id='u'><segment><source>S</source></segment></unit>", version: version))
      #expect(document.lines == ["f.u | S | - | absent"])
      #expect(document.version == version)
    }
  }

  // MARK: Damage

  /// Whatever is wrong with a document, it is found at the same place however the bytes arrive.
  @Test func damagedDocumentsReadTheSameInPieces() throws {
    let whole = Array(
      xliff12(
        """
        <!-- x --><trans-unit id="a&amp;b" approved="yes"><source>Ä <x id="1"/> &lt;b&gt;</source>
          <target state="final">𝄞 <g id="1">z</g><![CDATA[ <k> ]]></target><note>n</note></trans-unit>
        <trans-unit id="c"><source>é</source></trans-unit><?pi x?>
        """
      ).utf8)
    let pieces =
      [
        "<", ">", "&", "&x;", "&#0;", "\"", "]]>", "<![CDATA[", "<!--", "<target>", "</g>", "\r\n", "<p:x/>",
        "<?", "\u{1}",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0]]
    for seed in 1...500 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var bytes = whole
      for _ in 0...generator.below(2) {
        let place = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(20)))
        case 1: bytes.insert(contentsOf: pieces[generator.below(pieces.count)], at: place)
        default: bytes.removeSubrange((place + 1)...)
        }
      }
      let expected = try readXLIFF(bytes: bytes)
      if !expected.isReadable {
        let error = try #require(expected.diagnostics.first { $0.severity == .error }, "seed \(seed)")
        #expect(error.location?.line != nil && error.location?.column != nil, "seed \(seed)")
      }
      for size in [1, 3, 50] {
        let document = try readXLIFF(bytes: bytes, chunkSize: size)
        #expect(document.diagnostics == expected.diagnostics, "seed \(seed), chunk \(size)")
        #expect(document.lines == expected.lines, "seed \(seed), chunk \(size)")
        // How soon libxml2 sees that the root's own tag is broken depends on how much it is given.
        let fed = try readXLIFF(bytes: bytes, feedSize: size)
        #expect(fed.diagnostics.map(\.rule) == expected.diagnostics.map(\.rule), "seed \(seed), feed \(size)")
        if expected.isReadable { #expect(fed.lines == expected.lines, "seed \(seed), feed \(size)") }
      }
    }
  }

  // MARK: Limits

  @Test func limitsAreErrors() throws {
    let unit = "<trans-unit id='k'><source>0123456789</source></trans-unit>"
    #expect(try readXLIFF(xliff12(unit), limits: .init(textBytes: 9)).concise == ["SE-TEXT-SIZE 3:1"])
    #expect(try readXLIFF(xliff12(unit), limits: .init(textBytes: 10)).isReadable)
    let cdata = "<trans-unit id='k'><source><![CDATA[0123456789]]></source></trans-unit>"
    #expect(
      try readXLIFF(xliff12(cdata), limits: .init(textBytes: 9)).concise.first?.hasPrefix("SE-TEXT-SIZE")
        == true)
    #expect(try readXLIFF(xliff12(unit), limits: .init(xmlDepth: 4)).concise == ["SE-DEPTH 3:20"])
    #expect(try readXLIFF(xliff12(unit), limits: .init(xmlDepth: 5)).isReadable)
    let note = unit.replacing("</trans-unit>", with: "<note><b/></note></trans-unit>")
    #expect(try readXLIFF(xliff12(note), limits: .init(xmlDepth: 5)).concise == ["SE-DEPTH 3:53"])
    let two = unit + unit.replacing("'k'", with: "'l'")
    #expect(try readXLIFF(xliff12(two), limits: .init(unitsPerDocument: 1)).concise == ["SE-UNIT-COUNT 3:60"])
    #expect(try readXLIFF(xliff12(unit), limits: .init(xliffFileBytes: 100)).concise == ["SE-FILE-SIZE"])
  }

  @Test func aFloodOfFindingsIsCutShort() throws {
    let units = (0..<150).map {
      "<trans-unit id='\($0)'><source>S</source><target state='odd'>T</target></trans-unit>"
    }
    let document = try readXLIFF(xliff12(units.joined(separator: "\n")))
    #expect(document.isReadable)
    #expect(document.diagnostics.count == 101)
    #expect(document.diagnostics.last?.message == "50 more findings of this rule are not listed")
  }

  /// Elements as deep as the default limit allows, and one deeper.
  @Test func depthIsTheDefaultOfTheLimits() throws {
    func nested(_ depth: Int) -> String {
      xliff12(
        String(repeating: "<group>", count: depth - 3) + String(repeating: "</group>", count: depth - 3))
    }
    #expect(try readXLIFF(nested(256)).isReadable)
    #expect(try readXLIFF(nested(257)).concise.first?.hasPrefix("SE-DEPTH") == true)
  }
}

extension String {
  /// The first range of a text after another one.
  fileprivate func range(of text: String, after start: String) -> Range<String.Index>? {
    guard let begin = firstRange(of: start)?.upperBound else { return nil }
    return self[begin...].firstRange(of: text)
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
