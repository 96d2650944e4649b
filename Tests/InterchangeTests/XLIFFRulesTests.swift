import Diagnostics
import Testing
import Translations

@testable import Interchange

/// Every rule has a document that breaks it, with the place where it is reported.
@Suite struct XLIFFRulesTests {
  private static let unit = "<trans-unit id='k'><source>S</source></trans-unit>"

  private static let broken: [(rule: String, document: String)] = [
    ("XL-MALFORMED", xliff12("▸<trans-unit id='k'><source>S</target></trans-unit>").replacing("▸", with: "")),
    ("XL-ENCODING", "▸<?xml version='1.0' encoding='UTF-16'?>" + xliff12(unit)),
    ("XL-NOT-XLIFF", "<!-- x -->\n▸<html/>"),
    ("XL-NOT-XLIFF", "▸<xliff xmlns='urn:acme' version='1.2'/>"),
    ("XL-VERSION", "▸<xliff xmlns='urn:oasis:names:tc:xliff:document:1.2'/>"),
    ("XL-VERSION", "▸" + xliff12(unit).replacing("document:1.2", with: "document:2.0")),
    ("XL-VERSION", "▸" + xliff12(unit).replacing("document:1.2", with: "document:1.1")),
    ("XL-VERSION", "▸" + xliff12(unit).replacing("1.2", with: "1.3")),
    ("XL-VERSION", "▸" + xliff20("").replacing(" xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"", with: "")),
    (
      "XL-NO-NAMESPACE",
      "▸" + xliff12(unit).replacing(" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"", with: "")
    ),
    ("XL-STRUCTURE", "▸<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'/>"),
    (
      "XL-STRUCTURE",
      xliff12("").replacing("<file", with: "▸<file").replacing("<body>", with: "").replacing(
        "</body>", with: "")
    ),
    (
      "XL-STRUCTURE",
      xliff12(unit).replacing("<file", with: "▸<file").replacing(" original=\"a.strings\"", with: "")
    ),
    ("XL-STRUCTURE", xliff12("▸<unit id='u'/>")),
    ("XL-STRUCTURE", xliff12("<trans-unit id='k'><source>S</source>▸<segment/></trans-unit>")),
    ("XL-STRUCTURE", xliff12(unit).replacing("<body>", with: "▸<trans-unit id='l'/><body>")),
    ("XL-STRUCTURE", xliff20("").replacing("<file", with: "▸<file")),
    (
      "XL-STRUCTURE",
      xliff20(
        "<unit id='u'><segment><source>a ▸<sc id='1' isolated='yes'>text</sc></source></segment></unit>")
    ),
    ("XL-LANGUAGE", "▸" + xliff20("", target: "")),
    ("XL-STRUCTURE", xliff20("▸<unit id='u'/>")),
    ("XL-STRUCTURE", xliff20("▸<unit id='u'><ignorable><source> </source></ignorable></unit>")),
    ("XL-STRUCTURE", xliff20("<unit id='u'><segment><source>S</source>▸<note/></segment></unit>")),
    (
      "XL-LANGUAGE",
      xliff12(unit).replacing("<file", with: "▸<file").replacing(" source-language=\"en\"", with: "")
    ),
    ("XL-LANGUAGE", xliff12(unit, target: "d e").replacing("<file", with: "▸<file")),
    (
      "XL-LANGUAGE",
      "▸" + xliff20("<unit id='u'><segment><source/></segment></unit>").replacing(" srcLang=\"en\"", with: "")
    ),
    ("XL-LANGUAGE-FORM", xliff12(unit, target: "zh_CN").replacing("<file", with: "▸<file")),
    (
      "XL-LANGUAGE-MISMATCH",
      xliff12("<trans-unit id='k'><source>S</source>▸<target xml:lang='fr'>T</target></trans-unit>")
    ),
    ("XL-FOREIGN", xliff12("<trans-unit id='k'><source>S</source>▸<a xmlns='urn:b'/></trans-unit>")),
    ("XL-NO-ID", xliff12("▸<trans-unit><source>S</source></trans-unit>")),
    ("XL-NO-ID", xliff20("▸<unit><segment><source>S</source></segment></unit>")),
    (
      "XL-NO-ID",
      xliff20("<unit id='u'><segment><source>S</source></segment></unit>").replacing(
        "<file id=\"f\"", with: "▸<file")
    ),
    ("XL-NO-SOURCE", xliff12("▸<trans-unit id='k'><target>T</target></trans-unit>")),
    ("XL-NO-SOURCE", xliff20("▸<unit id='u'><segment><target>T</target></segment></unit>")),
    (
      "XL-TWO-TARGETS",
      xliff12("<trans-unit id='k'><source>S</source><target/>▸<target>T</target></trans-unit>")
    ),
    ("XL-TWO-TARGETS", xliff12("<trans-unit id='k'><source>S</source>▸<source>S</source></trans-unit>")),
    ("XL-DUPLICATE-ID", xliff12(unit + "\n▸" + unit.replacing(">S<", with: ">Z<"))),
    ("XL-REPEATED-UNIT", xliff12(unit + "\n▸" + unit)),
    (
      "XL-STATE", xliff12("<trans-unit id='k'><source>S</source>▸<target state='odd'>T</target></trans-unit>")
    ),
    (
      "XL-APPROVED",
      xliff12(
        "<trans-unit id='k' approved='yes'><source>S</source>▸<target state='new'>T</target></trans-unit>")
    ),
    ("XL-BINARY", xliff12("▸<bin-unit id='b'/>")),
    (
      "XL-PLURAL-CASE",
      xliff20("<unit id='u' pgs:switch='plural:n'>▸<segment><source>S</source></segment></unit>")
    ),
    (
      "XL-CODE-CONTENT",
      xliff12(
        "<trans-unit id='k'><source><ph id='1'>S</ph></source><target>▸<ph id='1'>T</ph></target></trans-unit>"
      )
    ),
    ("XL-CODE-POINT", unit20("▸<cp hex='0041'/>")),
    (
      "XL-SEGMENTS",
      xliff12(
        """
        <trans-unit id='k'><source>S</source><seg-source><mrk mtype='seg' mid='1'>S</mrk></seg-source>
        <target>▸<mrk mtype='seg' mid='2'>T</mrk></target></trans-unit>
        """)
    ),
    ("SE-DOCTYPE", "▸<!DOCTYPE xliff SYSTEM 'xliff.dtd'>" + xliff12(unit)),
    ("SE-ENTITY", xliff12("<trans-unit id='k'><source>1▸&nbsp;km</source></trans-unit>")),
  ]

  /// A 2.0 document with one source; ids, codes and modules.
  private static func unit20(_ source: String, before: String = "", attributes: String = "") -> String {
    xliff20(
      "<unit id='u'\(attributes)>\(before)<segment id='s'><source>\(source)</source></segment></unit>"
    ).replacing("<xliff ", with: "<xliff \(namespaces) ")
  }

  private static let namespaces =
    [
      ("mtc", "matches"), ("gls", "glossary"), ("fs", "fs"), ("mda", "metadata"), ("res", "resourcedata"),
      ("slr", "sizerestriction"), ("val", "validation"), ("ctr", "changetracking"),
    ].map { "xmlns:\($0)='urn:oasis:names:tc:xliff:\($1):2.0'" }.joined(separator: " ")
    + " xmlns:its='http://www.w3.org/2005/11/its' xmlns:my='urn:my'"

  private static let broken2: [(rule: String, document: String)] = [
    ("XL-ID-FORM", unit20("▸<ph id='a/b'/>")),
    ("XL-ID-UNIQUE", unit20("<ph id='1'/>▸<ph id='1'/>")),
    ("XL-ATTRIBUTE", unit20("▸<ph id='1' canDelete='maybe'/>")),
    ("XL-EXTENSION", unit20("▸<ph id='1' my:a='b'/>")),
    ("XL-SKELETON", xliff20("▸<skeleton/><unit id='u'><segment><source>S</source></segment></unit>")),
    (
      "XL-SPACE",
      xliff20(
        "<unit id='u'><segment><source xml:space='preserve'>S</source>▸<target>T</target></segment></unit>")
    ),
    ("XL-FRAGMENT", unit20("▸<mrk id='m' type='my:a' ref='#u=u/f=f'>S</mrk>")),
    ("XL-COMMENT", unit20("▸<mrk id='m' type='comment'>S</mrk>")),
    ("XL-SUBFLOW", unit20("▸<ph id='1' subFlows='gone'/>")),
    ("XL-DATA-REF", unit20("▸<ph id='1' dataRef='gone'/>")),
    (
      "XL-ORDER",
      xliff20("<unit id='u'><segment><source>S</source>▸<target order='0'>T</target></segment></unit>")
    ),
    (
      "XL-ORDER",
      xliff20("<unit id='u'><segment><source>S</source>▸<target order='2'>T</target></segment></unit>")
    ),
    ("XL-CODE-PAIR", unit20("▸<ec startRef='1'/>S")),
    ("XL-PAIR-HINTS", unit20("<sc id='1' canCopy='no'/>S▸<ec startRef='1' canCopy='yes'/>")),
    ("XL-ISOLATED", unit20("▸<sc id='1'/>S")),
    ("XL-COPY-OF", unit20("▸<ph id='1' copyOf='gone'/>")),
    ("XL-CODE-TYPE", unit20("▸<ph id='1' subType='xlf:b'/>")),
    (
      "XL-CODE-MISSING",
      xliff20(
        "<unit id='u'><segment><source><ph id='1' canDelete='no'/></source>▸<target>T</target></segment></unit>"
      )
    ),
    ("XL-REORDER", unit20("▸<ph id='1' canReorder='no' canCopy='no' canDelete='no'/>")),
    ("XL-MARKER-PAIR", unit20("S▸<sm id='m' type='term'/>")),
    (
      "XL-MATCH",
      unit20("S", before: "<mtc:matches>▸<mtc:match ref='#gone'><source/><target/></mtc:match></mtc:matches>")
    ),
    (
      "XL-GLOSSARY",
      unit20(
        "S", before: "<gls:glossary>▸<gls:glossEntry><gls:term>S</gls:term></gls:glossEntry></gls:glossary>")
    ),
    ("XL-FORMAT-STYLE", unit20("▸<ph id='1' fs:fs='paragraph'/>")),
    ("XL-METADATA", unit20("S", before: "▸<mda:metadata/>")),
    (
      "XL-RESOURCE",
      unit20(
        "S",
        before: "<res:resourceData><res:resourceItem>▸<res:source/></res:resourceItem></res:resourceData>")
    ),
    ("XL-SIZE", unit20("▸<ph id='1' slr:sizeRestriction='ten'/>")),
    ("XL-VALIDATION", unit20("S", before: "<val:validation>▸<val:rule/></val:validation>")),
    (
      "XL-CHANGE-TRACKING",
      unit20("S", before: "<ctr:changeTrack>▸<ctr:revisions appliesTo='note' ref='gone'/></ctr:changeTrack>")
    ),
    ("XL-ITS", unit20("▸<mrk id='m' type='its:generic' its:mtConfidence='87'>S</mrk>")),
  ]

  @Test(arguments: broken + broken2)
  func theDocumentBreaksTheRule(rule: String, document: String) throws {
    let (text, places) = marked(document)
    let result = try readXLIFF(text)
    let finding = try #require(result.diagnostics.first { $0.rule.id == rule }, "\(result.concise)")
    if let place = places.first { #expect(finding.concise == "\(rule) \(place)") }
    #expect(finding.location?.path == "test.xliff")
    #expect(finding.location?.line != nil && finding.location?.column != nil)
    // A finding about one text is no reason to refuse the others.
    #expect(result.isReadable == (finding.severity != .error || rule == "XL-CODE-CONTENT"))
    #expect(result.isReadable == !result.catalogs.isEmpty)
  }

  /// The rules that cannot be broken by text of a reasonable length.
  private static let elsewhere: Set<String> = ["XL-ENCODING-LABEL", "XL-MOJIBAKE", "SE-FILE-COUNT"]

  @Test func everyRuleIsBrokenSomewhere() {
    let tested = Set((Self.broken + Self.broken2).map(\.rule)).union(Self.elsewhere)
    #expect(Set(XLIFFRules.all.map(\.id)) == tested)
  }

  @Test func rulesExplainThemselves() {
    let rules = XLIFFRules.all + LimitRules.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.family == "XL" || rule.family == "SE")
      for text in [rule.summary, rule.cause, rule.bad, rule.good] { #expect(!text.isEmpty, "\(rule.id)") }
      #expect(rule.summary.last != "." && rule.cause.last != ".", "\(rule.id)")
      #expect(rule.bad != rule.good, "\(rule.id)")
    }
  }

  @Test func labelsOfTheWrongEncodingAreWarnings() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-8'?>" + xliff12("<trans-unit id='k'><source>Ü</source></trans-unit>")
    let utf16Document = try readXLIFF(bytes: utf16(text, bigEndian: true))
    #expect(utf16Document.concise == ["XL-ENCODING-LABEL 1:1"])
    #expect(utf16Document.lines == [#"a\.strings.k | Ü | - | absent"#])

    let latin = try readXLIFF(text.replacing("UTF-8", with: "ISO-8859-1"))
    #expect(latin.concise == ["XL-MOJIBAKE 1:1"])
    #expect(latin.lines == ["a\\.strings.k | Ã\u{9C} | - | absent"])
  }

  /// Exporters of 1.2 repeat units; in 2.x nothing could refer to one of them.
  @Test func aRepeatedUnitIsWorseInVersion2() throws {
    let one = xliff12(Self.unit + Self.unit)
    let unit = "<unit id='u'><segment><source>S</source></segment></unit>"
    let two = xliff20(unit + unit)
    for (text, severity) in [(one, Severity.warning), (two, .error)] {
      let document = try readXLIFF(text)
      #expect(document.diagnostics.map(\.rule.id) == ["XL-REPEATED-UNIT"])
      #expect(document.diagnostics.map(\.severity) == [severity])
    }
  }

  @Test func tooManyFileElementsAreRefused() throws {
    var text = "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>\n"
    for number in 0..<65_536 {
      text +=
        "<file original='\(number)' source-language='en' datatype='x'><body>"
        + "<trans-unit id='k'><source/></trans-unit></body></file>\n"
    }
    let document = try readXLIFF(text + "</xliff>")
    #expect(document.concise == ["SE-FILE-COUNT 65536:1"])
  }

  @Test func namesAreTheOnlyTextInMessages() throws {
    for (_, document) in Self.broken + Self.broken2 {
      let secret = document.replacing("▸", with: "").replacing(">S<", with: ">hush<").replacing(
        ">T<", with: ">hush<")
      for diagnostic in try readXLIFF(secret).diagnostics {
        #expect(!diagnostic.message.contains("hush") && diagnostic.help?.contains("hush") != true)
      }
    }
  }
}
