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

  @Test func bothWaysFindTheSame() throws {
    var generator = SeededGenerator(seed: caseSeed())
    var rules = Set<String>()
    for number in 0..<caseCount(full: 20_000) {
      var lines: [String] = []
      for unit in 0...generator.below(3) {
        lines.append(generator.below(12) == 0 ? "<unit name='n'>" : "<unit id='u\(unit)' name='n'>")
        for _ in 0..<1 + generator.below(4) { lines += Self.parts[generator.below(Self.parts.count)] }
        lines.append("</unit>")
      }
      let target = generator.below(6) == 0 ? nil : "de"
      let plain = try Self.read(lines, target)
      // Attributes with the values that they have anyway, which the plain way does not know.
      let twin = try Self.read(lines.map(Self.spelledOut), target)
      #expect(plain == twin, "case \(number) of seed \(caseSeed()): \(lines.joined(separator: "\n"))")
      rules.formUnion(plain.findings.map { String($0.prefix { $0 != " " }) })
    }
    #expect(rules.count > 6, "\(rules.sorted())")
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
