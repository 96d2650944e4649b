import Diagnostics
import Testing

@testable import Interchange

/// What is wrong with a file, and where: one test for each cause.
@Suite struct YAMLProblemTests {
  private func problem(_ text: String) throws -> Diagnostic {
    let document = try readYAML(text)
    #expect(!document.isReadable)
    return try #require(document.diagnostics.last { $0.severity == .error })
  }

  @Test(arguments: [
    ("en:\n\ttitle: x\n", "YM-TAB 2:1"),
    ("a:\n  b: x\n\tc: y\n", "YM-TAB 3:1"),
    ("a:\n- b\n-\t- c\n", "YM-TAB 3:2"),
    ("a: x\nb: %{name} y\n", "YM-UNQUOTED 2:4"),
    ("b: @name\n", "YM-UNQUOTED 1:4"),
    ("b: `code`\n", "YM-UNQUOTED 1:4"),
    ("a: x\nb: \"open\nc: y\n", "YM-UNCLOSED-QUOTE 2:4"),
    ("a: 'l'ami'\n", "YM-SYNTAX 1:7"),
    ("a: Note: b\n", "YM-SYNTAX 1:8"),
    ("a: {{name}} x\n", "YM-UNQUOTED 1:5"),
    ("valid: {{ value }} is\n", "YM-UNQUOTED 1:9"),
    ("a: b\n...\ntrailing\n", "YM-SYNTAX 3:1"),
    (" a: b\nc: d\n", "YM-SYNTAX 2:1"),
    ("a:\n  b: c\n d: e\n", "YM-SYNTAX 3:2"),
    ("en:\n foo: foo\n    bar:\n  baz:", "YM-SYNTAX 3:8"),
    ("%YAML 2.0\n---\na: b\n", "YM-SYNTAX 1:1"),
    (": x\n", "YM-KEY 1:1"),
    ("? [a, b]\n: x\n", "YM-KEY 1:3"),
    ("\"a\\0b\": x\n", "YM-KEY 1:1"),
    ("a: x\n---\nb: y\n", "YM-SECOND-DOCUMENT 2:1"),
    ("a: b\n--- |\n  y\n", "YM-SECOND-DOCUMENT 2:1"),
    ("- a\n- b\n", "YM-LAYOUT 1:3"),
    ("just text\n", "YM-ROOT 1:1"),
    ("title\u{FF1A}Home\n", "YM-ROOT 1:1"),
    ("a:\u{A0}x\n", "YM-ROOT 1:1"),
    ("a:\n\u{A0}\u{A0}b: x\n", "YM-KEY 2:1"),
    ("a:\n\u{3000}b: x\n", "YM-KEY 2:1"),
    ("b\u{A0}: x\n", "YM-KEY 1:1"),
    ("smile: \"\\ud83d\\ude00\"\n", "YM-SURROGATE 1:9"),
    ("a: !ruby/object:User {}\n", "YM-TAG 1:4"),
    ("a: !!binary aGk=\n", "YM-TAG 1:4"),
    ("a: !!set {x}\n", "YM-TAG 1:4"),
    ("a: \"\\q\"\n", "YM-SYNTAX 1:5"),
  ])
  func causeAndPlace(_ text: String, _ finding: String) throws {
    #expect(try [problem(text)].findings == [finding])
  }

  @Test func anOpenQuoteIsShownWhereItOpens() throws {
    let diagnostic = try problem("a: x\nb: 'open\nc: y\n")
    #expect(diagnostic.message == "quote opened at line 2 is not closed")
    #expect(diagnostic.notes.map { $0.location?.line } == [4])
  }

  @Test func causesAreNamed() throws {
    #expect(try problem("a: %x").message == "a plain value cannot start with `%`")
    #expect(try problem("en:\n\ta: x").message == "tab used as indentation")
    #expect(try problem("a: 'l'ami'").message == "text after a closing quote")
    let colon = try problem("x:\n  äa： b\n  c: d\n")
    #expect(colon.message.contains("full-width colon"))
    #expect(colon.location?.description == "test.yml:2:5")
    let mark = try problem("a: x\n\u{FEFF}b: y\n")
    #expect(mark.message.contains("byte-order mark"))
    #expect(mark.location?.description == "test.yml:2:1")
    #expect(try problem("title：Home").help?.contains("full-width colon") == true)
    #expect(try problem("some text").help?.contains("full-width colon") != true)
    let long = String(repeating: "k", count: 1100)
    #expect(try problem("a: x\n\(long): y\n").message.contains("1,024"))
  }

  @Test func contextIsANote() throws {
    let diagnostic = try problem("a:\n  b: c\n d: e\n")
    #expect(diagnostic.notes.map { $0.location?.line } == [1])
  }

  // MARK: Bytes

  @Test(
    arguments: [
      ([0x61, 0x3A, 0x20, 0xE9, 0x0A], "YM-ENCODING 1:4"),
      ([0x61, 0x3A, 0x20, 0xC3, 0xA9, 0x0A, 0x62, 0x3A, 0x20, 0xFF], "YM-ENCODING 2:4"),
      ([0x61, 0x3A, 0x20, 0xED, 0xA0, 0x80], "YM-ENCODING 1:4"),
      ([0x61, 0x3A, 0x20, 0xC0, 0x80], "YM-ENCODING 1:4"),
      ([0x61, 0x3A, 0x20, 0xF4, 0x90, 0x80, 0x80], "YM-ENCODING 1:4"),
      ([0x61, 0x3A, 0x20, 0xE3, 0x81], "YM-ENCODING 1:4"),
      ([0x61, 0x3A, 0x0A, 0x20, 0x01, 0x78], "YM-CONTROL 2:2"),
      ([0x61, 0x3A, 0x20, 0x78, 0x00, 0x78], "YM-CONTROL 1:5"),
      ([0x61, 0x3A, 0x20, 0x7F], "YM-CONTROL 1:4"),
      ([0x61, 0x00, 0x3A, 0x00, 0x20, 0x00], "YM-ENCODING 1:2"),
      ([0x00, 0x61, 0x00, 0x3A, 0x00, 0x20], "YM-ENCODING 1:1"),
    ] as [([UInt8], String)])
  func bytesThatAreNoTextHaveALineAndAColumn(_ bytes: [UInt8], _ finding: String) throws {
    let document = try readYAML(bytes: bytes)
    #expect(!document.isReadable)
    #expect(document.findings == [finding])
  }

  @Test func aWrongByteFarBehindHasItsPlace() throws {
    let lines = (0..<9000).map { "key\($0): \"une très longue valeur\"\r\n" }.joined()
    let document = try readYAML(bytes: Array((lines + "bad: é").utf8) + [0xE9])
    #expect(document.findings == ["YM-ENCODING 9001:7"])
    #expect(document.diagnostics[0].message.contains("byte \(Array(lines.utf8).count + 7)"))
  }

  @Test func linesAreThoseOfAnEditor() throws {
    // YAML 1.1 also breaks lines at these three; no editor counts them.
    let document = try readYAML("a: \"x\u{2028}y\u{2029}z\"\nb: \"\u{85}\"\nc: w\nd: %\n")
    #expect(document.findings == ["YM-UNQUOTED 4:4"])
    #expect(try readYAML("a: \"x\u{2028}y\"\nb: z\n").catalogs[0].plainRows.map(\.line) == [1, 2])
    #expect(try readYAML("a: x\rb: y\r\rc: z").catalogs[0].plainRows.map(\.line) == [1, 2, 4])
  }

  @Test func everyRuleHasItsOwnIdAndAnExplanation() {
    let rules =
      YAMLRules.all + LimitRules.all + ConfigurationRules.all + ContentMapRules.all + KeywordFileRules.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    #expect(
      rules.allSatisfy {
        !$0.cause.isEmpty && !$0.bad.isEmpty && !$0.good.isEmpty && !$0.summary.hasSuffix(".")
      })
  }
}
