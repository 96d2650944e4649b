import Diagnostics
import Testing
import Translations

@testable import Interchange

/// Mistakes that other tools made with XLIFF, as public reports describe them, each as the smallest document that
/// shows it. The numbers are those of `Docs/Evidence/xliff-reports.md`, which says where the others are tested.
@Suite struct XLIFFPublicReportTests {
  /// A 1.2 unit with the id `k` and a target.
  private static func unit(_ source: String, _ target: String, attributes: String = "") -> String {
    xliff12("<trans-unit id='k'\(attributes)><source>\(source)</source>\(target)</trans-unit>")
  }

  private static let plural = #"a\.strings.n"#

  private static let cases: [(number: Int, document: String, expected: [String])] = [
    (
      7, unit("<x id='1'/> / <x id='2'/> events", "<target><x id='1'/> / <x id='2'/> Termine</target>"),
      [#"a\.strings.k | <x id="1"/> / <x id="2"/> events | <x id="1"/> / <x id="2"/> Termine | translated"#]
    ),
    (
      8, unit("The <g id='1'>description</g> must", ""),
      [#"a\.strings.k | The <g id="1">description</g> must | - | absent"#]
    ),
    (
      10, unit("a<it id='1' pos='open'>[b]</it>c", "<target>x<it id='1' pos='open'>[b]</it>y</target>"),
      [#"a\.strings.k | a<it id="1"/>c | x<it id="1"/>y | translated"#]
    ),
    (16, unit("S", "<target/>"), [#"a\.strings.k | S |  | untranslated"#]),
    (17, unit("S", ""), [#"a\.strings.k | S | - | absent"#]),
    (18, unit("S", "<target state='new'>S</target>"), [#"a\.strings.k | S | S | untranslated"#]),
    (
      20,
      xliff12(
        "<trans-unit id='n|==|plural.few'><source>S</source><target>T</target></trans-unit>"
          + "<trans-unit id='n|==|plural.zero'><target>Z</target></trans-unit>", target: "ar"),
      ["\(plural).plural.few | S | T | translated", "\(plural).plural.zero | - | Z | translated"]
    ),
    (26, unit("a\r\nb&#13;c", ""), ["a\\.strings.k | a\nb\rc | - | absent"]),
    (
      34,
      unit("S", "<alt-trans><target>no</target></alt-trans><target>T</target>"),
      [#"a\.strings.k | S | T | translated"#]
    ),
    (
      37,
      xliff20(
        "<unit id='u'><segment><source>A.</source><target>B.</target></segment><ignorable><source> </source>"
          + "</ignorable><segment><source>C.</source><target>D.</target></segment></unit>"),
      ["f.u | A. C. | B. D. | translated"]
    ),
    (
      38,
      unit(
        "A. B.",
        "<seg-source><mrk mtype='seg' mid='1'>A.</mrk> <mrk mtype='seg' mid='2'>B.</mrk></seg-source>"
          + "<target><mrk mtype='seg' mid='1'>X.</mrk> <mrk mtype='seg' mid='2'/></target>"),
      [#"a\.strings.k | A. B. | - | untranslated"#]
    ),
    (
      40, unit("S", "<target state='translated'>T</target>", attributes: " approved='yes'"),
      [#"a\.strings.k | S | T | reviewed"#]
    ),
    (
      41, unit("S", "<target state='needs-review-translation'>T</target>"),
      [#"a\.strings.k | S | T | needs-review"#]
    ),
    (
      45,
      unit("S", "<target>T</target>").replacing("<", with: "<p:").replacing("<p:/", with: "</p:").replacing(
        "xmlns=", with: "xmlns:p="), [#"a\.strings.k | S | T | translated"#]
    ),
    (47, unit("<![CDATA[<b>]]>", "<target>&lt;b&gt;</target>"), [#"a\.strings.k | <b> | <b> | translated"#]),
    (49, unit("(a)", "<target>\u{200F}(א)</target>"), ["a\\.strings.k | (a) | \u{200F}(א) | translated"]),
  ]

  @Test(arguments: cases)
  func theTextIsThatOfTheDocument(number: Int, document: String, expected: [String]) throws {
    #expect(try readXLIFF(document).lines == expected)
  }

  /// 12, 13, 35, 36: ids belong to their file element, and every file element is read.
  @Test func everyFileElementHasIdsOfItsOwn() throws {
    let second = xliff12("<trans-unit id='k'><source>B</source></trans-unit>", original: "b.strings")
    let file = try #require(second.firstRange(of: "<file"))
    let end = try #require(second.firstRange(of: "</xliff>"))
    let document = xliff12("<trans-unit id='k'><source>A</source></trans-unit>").replacing(
      "</xliff>", with: second[file.lowerBound..<end.lowerBound] + "</xliff>")
    #expect(
      try readXLIFF(document).lines == [#"a\.strings.k | A | - | absent"#, #"b\.strings.k | B | - | absent"#])
  }

  /// 14: a duplicate is named with both places and the key.
  @Test func aDuplicateNamesBothPlaces() throws {
    let document = xliff12(
      "<trans-unit id='76'><source>A</source></trans-unit>\n<trans-unit id='76'><source>B</source></trans-unit>"
    )
    let finding = try #require(try readXLIFF(document).diagnostics.first)
    #expect(finding.concise == "XL-DUPLICATE-ID 4:1")
    #expect(finding.notes.first?.location?.line == 3)
    #expect(finding.key == #"a\.strings.76"#)
  }

  /// 31, 32: other spellings of a language are understood, and reported.
  @Test(arguments: [("zh_CN", "zh-CN"), ("zh-cn", "zh-CN"), ("pt-br", "pt-BR")])
  func spellingsOfLanguagesAreUnderstood(spelling: String, expected: String) throws {
    let document = try readXLIFF(
      xliff12("<trans-unit id='k'><source>S</source></trans-unit>", target: spelling))
    #expect(document.catalogs.first?.locale?.description == expected)
    #expect(document.diagnostics.map(\.rule.id) == (spelling.contains("_") ? ["XL-LANGUAGE-FORM"] : []))
  }

  /// 46: a tool that saves UTF-16 loses nothing.
  @Test func utf16IsTheSame() throws {
    let document = Self.unit("S", "<target>Grüße 👋</target>")
    #expect(try readXLIFF(bytes: utf16(document, bigEndian: true)).lines == readXLIFF(document).lines)
  }

  /// 51: a code that may not be deleted.
  @Test func aCodeThatMustStayIsMissed() throws {
    let (document, places) = marked(
      xliff20(
        "<unit id='u'><segment><source>a<ph id='1' canDelete='no'/></source>▸<target>b</target></segment></unit>"
      ))
    #expect(try readXLIFF(document).lines == ["XL-CODE-MISSING \(places[0])"])
  }
}
