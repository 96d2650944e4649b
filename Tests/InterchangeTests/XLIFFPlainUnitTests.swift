import Diagnostics
import TestSupport
import Testing

@testable import Interchange

/// Units that the validator follows by one state are judged as those that it follows by frames.
@Suite struct XLIFFPlainUnitTests {
  /// What may stand in a unit, a tag a line; most of it belongs there.
  private static let parts: [[String]] = [
    ["<notes>", "<note>A</note>", "</notes>"],
    ["<notes>", "<note>A</note>", "<note>", "B", "</note>", "</notes>"],
    ["<notes>", "</notes>"], ["<notes>", "stray", "<note>A</note>", "</notes>"],
    ["<notes>", "<note>A", "<pc id='1'>", "</pc>", "</note>", "</notes>"],
    ["<notes>", "<note id='n1'>A</note>", "<note id='n1'>B</note>", "</notes>"],
    ["<segment>", "<source>A</source>", "</segment>"],
    ["<segment>", "<source>A</source>", "<target>B</target>", "</segment>"],
    ["<segment state='final'>", "<source>A", "</source>", "<target>B</target>", "</segment>"],
    ["<segment id='s1'>", "<source>A</source>", "<target order='2'>B</target>", "</segment>"],
    ["<segment>", "<source>A <ph id='1' canDelete='no'/></source>", "<target>B</target>", "</segment>"],
    ["<segment>", "<source>A</source>", "<target>B <sc id='2'/></target>", "</segment>"],
    ["<segment>", "<source xml:space='preserve'>A</source>", "<target>B</target>", "</segment>"],
    ["<segment>", "<target>B</target>", "<source>A</source>", "</segment>"],
    ["<segment>", "<source>A</source>", "<source>B</source>", "</segment>"],
    ["<segment>", "</segment>"], ["<segment>", "stray", "<source>A</source>", "stray", "</segment>"],
    ["<segment>", "<source>A</source>", "<target>B</target>", "<target>C</target>", "stray", "</segment>"],
    ["<segment>", "<source>A</source>", "<a:b xmlns:a='urn:a' id='1'/>", "</segment>"],
    ["<segment subState='a:b'>", "<source>A</source>", "</segment>"],
    ["<ignorable>", "<source> </source>", "</ignorable>"], ["stray"], ["<a:b xmlns:a='urn:a'/>"],
    ["<originalData>", "<data id='d1'>x</data>", "</originalData>"], ["<wrong/>"], ["<note>A</note>"],
    [
      "<mtc:matches xmlns:mtc='urn:oasis:names:tc:xliff:matches:2.0'>", "<mtc:match ref='#s1'>",
      "<source>A</source>", "<target>B</target>", "</mtc:match>", "</mtc:matches>",
    ],
    [
      "<ctr:changeTrack xmlns:ctr='urn:oasis:names:tc:xliff:changetracking:2.0'>",
      "<ctr:revisions appliesTo='note'>", "<ctr:revision>", "<ctr:item property='content'>x</ctr:item>",
      "</ctr:revision>", "</ctr:revisions>", "</ctr:changeTrack>",
    ],
  ]

  /// What may stand in a source or target.
  private static let codes: [[String]] = [
    ["A"], ["<ph id='1' equiv='%@'/>"], ["<ph id='2' disp='x' type='ui' subType='xlf:var'/>"], ["<ph/>"],
    ["<ph id='1'>", "stray", "</ph>"], ["<ph id='3'>", "<ph id='4'/>", "</ph>"], ["<ph id='a/b'/>"],
    ["<ph id='a b'/>"], ["<ph id='5' type='bold'/>"], ["<ph id='5' type='fmt' subType='xlf:x'/>"],
    ["<ph id='5' subType='a:b'/>"], ["<ph id='6' copyOf='1'/>"], ["<ph id='7' dataRef='d1'/>"],
    ["<ph id='8' canDelete='no'/>"], ["<ph id='1' canCopy='no' canDelete='no' canReorder='firstNo'/>"],
    ["<ph id='2' canCopy='no' canDelete='no' canReorder='no'/>"], ["<ph id='9' wrong='x'/>"],
    ["<ph id='9' xml:lang='fr'/>"], ["<sc id='10'/>", "<ec startRef='10'/>"], ["<ec startRef='1'/>"],
    ["<mrk id='m1' type='comment'>", "B", "</mrk>"], ["<wrong/>"], ["<a:b xmlns:a='urn:a'/>"],
    ["<cp hex='0007'/>"],
  ]

  private static func text(_ generator: inout SeededGenerator, depth: Int = 0) -> [String] {
    var lines: [String] = []
    for _ in 0..<generator.below(4) {
      if depth < 3, generator.below(4) == 0 {
        let kind = ["", " type='fmt' subType='xlf:b'", " equivStart='<b>' equivEnd='</b>'", " type='x'"]
        lines.append(
          "<pc id='\(1 + generator.below(4))'\(kind[generator.below(4)].replacing("<", with: "&lt;"))>")
        lines += text(&generator, depth: depth + 1)
        lines.append("</pc>")
      } else {
        // Mostly plain ones: the first thing that is not ends the plain way.
        lines += codes[generator.below(generator.below(3) == 0 ? codes.count : 4)]
      }
    }
    return lines
  }

  private static func part(_ generator: inout SeededGenerator) -> [String] {
    if generator.below(3) > 0 { return parts[generator.below(parts.count)] }
    var lines = ["<segment>", "<source>"] + text(&generator) + ["</source>"]
    if generator.below(4) > 0 { lines += ["<target>"] + text(&generator) + ["</target>"] }
    return lines + ["</segment>"]
  }

  @Test func bothWaysFindTheSame() throws {
    var generator = SeededGenerator(seed: caseSeed())
    var rules = Set<String>()
    for number in 0..<caseCount(full: 20_000) {
      var lines: [String] = []
      for unit in 0...generator.below(3) {
        lines.append(generator.below(12) == 0 ? "<unit name='n'>" : "<unit id='u\(unit)' name='n'>")
        for _ in 0..<1 + generator.below(4) { lines += Self.part(&generator) }
        lines.append("</unit>")
      }
      let target = generator.below(6) == 0 ? nil : "de"
      let plain = try Self.read(lines, target)
      // Attributes with the values that they have anyway, which the plain way does not know.
      let twin = try Self.read(lines.map(Self.spelledOut), target)
      #expect(plain == twin, "case \(number) of seed \(caseSeed()): \(lines.joined(separator: "\n"))")
      rules.formUnion(plain.findings.map { String($0.prefix { $0 != " " }) })
    }
    #expect(rules.count > 12, "\(rules.sorted())")
  }

  private struct Outcome: Equatable {
    var findings: [String]
    var rows: [String]
  }

  private static func read(_ lines: [String], _ target: String?) throws -> Outcome {
    let document = try readXLIFF(xliff20(lines.joined(separator: "\n"), version: "2.1", target: target))
    let findings = document.diagnostics.map { "\($0.rule.id) \($0.location?.line ?? 0) \($0.message)" }
    return Outcome(findings: findings, rows: document.catalogs.flatMap(\.lines))
  }

  private static func spelledOut(_ line: String) -> String {
    for (tag, attribute) in [
      ("<unit", "translate='yes'"), ("<segment", "canResegment='yes'"), ("<note>", "appliesTo='source'"),
    ] where line.hasPrefix(tag) {
      let name = tag.filter { $0 != ">" }
      return "\(name) \(attribute)\(line.dropFirst(name.count))"
    }
    return line
  }
}
