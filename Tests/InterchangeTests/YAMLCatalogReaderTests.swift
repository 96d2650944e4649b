import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Interchange

@Suite struct YAMLCatalogReaderTests {
  // MARK: Text, never types

  @Test(arguments: [
    "no", "No", "NO", "yes", "on", "off", "true", "1.10", "007", "0x1F", "1e3", "12:30", "2024-01-01",
  ])
  func aScalarIsTheTextThatIsWritten(_ text: String) throws {
    #expect(try readYAML("a: \(text)").onlyTexts == ["a=\(text)"])
    #expect(try readYAML("\(text): a").onlyTexts == ["\(text.replacing(".", with: "\\."))=a"])
  }

  @Test(arguments: ["", "~", "null", "Null", "NULL", "!!null x"])
  func nullIsAMissingText(_ text: String) throws {
    let document = try readYAML("a: \(text)\nb: x")
    let row = document.catalogs[0].rows[0]
    #expect(row.target.isAbsent)
    #expect(row.state == .absent)
    #expect(document.onlyTexts == ["a=nothing at all", "b=x"])
  }

  @Test(arguments: ["\"null\"", "'~'", "!!str null", "! ~"])
  func quotedOrTaggedNullIsText(_ text: String) throws {
    #expect(try readYAML("a: \(text)").catalogs[0].rows[0].state == .translated)
  }

  @Test(arguments: ["\"\"", "''", "!!str", "|-\n  \n"])
  func emptyTextIsAValue(_ text: String) throws {
    let row = try readYAML("a: \(text)\n").catalogs[0].rows[0]
    #expect(!row.target.isAbsent)
    #expect(row.target.count == 0)
    #expect(row.state == .translated)
    #expect(row.flags == .explicitlyEmpty)
  }

  @Test func blockTextsAreWhatTheSpecificationSays() throws {
    let document = try readYAML(
      """
      literal: |
        one
          two

      folded: >-
        one
        two

        three
      keep: |+
        x

      plain: one
        two

        three
      double: "one\\
        two\\u00e9 \\x41"
      single: 'it''s'
      """)
    #expect(
      document.onlyTexts == [
        "double=onetwo\u{e9} A", "folded=one two\nthree", "keep=x\n\n", "literal=one\n  two\n",
        "plain=one two\nthree", "single=it's",
      ])
  }

  @Test func zeroInATextIsKept() throws {
    #expect(try readYAML("a: \"x\\0y\"").onlyTexts == ["a=x\0y"])
  }

  @Test func carriageReturnsAreNoPartOfTheText() throws {
    let document = try readYAML("a: |\r\n  x\r\n  y\r\nb: z\r\n")
    #expect(
      document.catalogs[0].plainRows == [
        YAMLRow(key: "a", text: "x\ny\n", line: 1), YAMLRow(key: "b", text: "z", line: 4),
      ])
  }

  // MARK: Keys

  @Test func keysArePathsAndNeverSplit() throws {
    let document = try readYAML(
      """
      "a.b": x
      a: { b: y }
      App\\Model: z
      Please wait.: w
      1: one
      ~: tilde
      "": empty
      """)
    #expect(
      document.onlyTexts == [
        "=empty", "1=one", "App\\\\Model=z", "Please wait\\.=w", "a.b=y", "a\\.b=x", "~=tilde",
      ])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func listItemsAreSegmentsAndNullsKeepTheirPlace() throws {
    let document = try readYAML("months: [~, Jan, Feb]\nlist:\n- a: x\n- [y]\n")
    #expect(
      document.onlyTexts == [
        "list.0.a=x", "list.1.0=y", "months.0=nothing at all", "months.1=Jan", "months.2=Feb",
      ])
  }

  @Test func rowsAreInTheOrderOfTheirBytes() throws {
    let keys = ["b", "a", "ab", "a b", "longer than eight b", "longer than eight a", "é", "e\u{301}", "Z"]
    let document = try readYAML(keys.map { "\"\($0)\": {x: 1, \"\": 2}" }.joined(separator: "\n"))
    let paths = document.catalogs[0].rows.map { document.catalogs[0].pathBytes($0) }
    #expect(paths == paths.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(paths.count == 2 * keys.count)
  }

  @Test func placesAreThoseOfTheValues() throws {
    let document = try readYAML("é: { 😀: x }\nblock: |\n  text\nnothing:\nlast:\n    wrapped\n    plain\n")
    #expect(document.catalogs[0].plainRows.map(\.line) == [2, 6, 4, 1])
    #expect(document.catalogs[0].rows.map(\.column) == [8, 5, 9, 9])
  }

  // MARK: Duplicates

  @Test func aKeyThatStandsTwiceIsReportedAndTheFirstStays() throws {
    let document = try readYAML(
      """
      title: first
      no: x
      group: { a: 1 }
      title: second
      "no": y
      group: { b: 2 }
      deep: { k: { x: 1 }, k: text }
      """, path: "x/y.yml")
    #expect(document.isReadable)
    #expect(document.onlyTexts == ["deep.k.x=1", "group.a=1", "no=x", "title=first"])
    let duplicates = document.diagnostics.filter { $0.rule == YAMLRules.duplicateKey }
    #expect(
      duplicates.findings == [
        "YM-DUPLICATE-KEY 4:8", "YM-DUPLICATE-KEY 5:7", "YM-DUPLICATE-KEY 6:1", "YM-DUPLICATE-KEY 7:25",
      ])
    #expect(duplicates.map(\.key) == ["title", "no", "group", "deep.k"])
    #expect(
      duplicates[0].notes == [
        Diagnostic.Note("the first is here", at: SourceLocation(path: "x/y.yml", line: 1, column: 8))
      ])
  }

  @Test func aTextNamedAsAnEmptyMapIsADuplicate() throws {
    let document = try readYAML("a: {}\na: x\nb: y")
    #expect(document.findings == ["YM-DUPLICATE-KEY 2:4"])
    #expect(document.onlyTexts == ["b=y"])
  }

  @Test func canonicallyEquivalentKeysAreTwoKeys() throws {
    let document = try readYAML("\"\u{e9}\": composed\n\"e\u{301}\": decomposed\n")
    #expect(document.diagnostics.isEmpty)
    #expect(document.unitCount == 2)
  }

  // MARK: Warnings

  @Test func plainTruthValuesAreWarnedOf() throws {
    let document = try readYAML(
      "yes: x\n\"no\": y\na: Off\nb: \"Off\"\nc: true\nd: y\ne: [On, oN]\nlong: one no two\n")
    #expect(document.findings == ["YM-BOOLEAN 1:1", "YM-BOOLEAN 3:4", "YM-BOOLEAN 7:5"])
    #expect(document.diagnostics.map(\.key) == ["yes", "a", "e.0"])
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func aSpaceFromALineBreakIsWarnedOfWhereScriptsHaveNone() throws {
    let document = try readYAML(
      """
      a: >-
        これは
        文です
      b: "これは
        文です"
      c: これは 文です
      d: |
        これは
        文です
      e: >-
        이것은
        문장이다
      f: one
        two
      g: これは
        two
      """)
    #expect(document.findings == ["YM-FOLDED-SPACE 1:4", "YM-FOLDED-SPACE 4:4"])
  }

  @Test(arguments: ["", "# only a comment\n", "{}", "---\n", "~", "ja:\n", "ja: {}\n", "\u{FEFF}"])
  func aFileWithoutTextsIsWarnedOf(_ text: String) throws {
    let document = try readYAML(text, path: "ja.yml")
    #expect(document.isReadable)
    #expect(document.findings == ["YM-EMPTY"])
    #expect(document.unitCount == 0)
    #expect(document.catalogs.map(\.locale) == [LanguageTag("ja")])
  }

  @Test func tagsOfOtherTypesAreWarnedOfAndTheTextIsTaken() throws {
    let document = try readYAML("a: !!int \"3\"\n!!str no: !!str 4\n")
    #expect(document.findings == ["YM-TYPED 1:4"])
    #expect(document.onlyTexts == ["a=3", "no=4"])
  }

  // MARK: Bytes

  @Test func utf16WithAMarkIsRead() throws {
    let text = "a: é😀\nb: x\n"
    for isLittle in [true, false] {
      var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
      for unit in text.utf16 {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        bytes += isLittle ? [low, high] : [high, low]
      }
      let document = try readYAML(bytes: bytes)
      #expect(document.onlyTexts == ["a=é😀", "b=x"])
    }
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstKey() throws {
    #expect(try readYAML("\u{FEFF}a: x").onlyTexts == ["a=x"])
  }

  @Test func chunksMakeNoDifference() throws {
    let text = "en:\n" + (0..<3000).map { "  key\($0): \"été \u{2028} 日本語 \($0)\"\n" }.joined()
    let whole = try readYAML(text)
    for size in [1, 7, 4096] {
      let parts = try readYAML(text, chunkSize: size)
      #expect(parts.catalogs[0].plainRows == whole.catalogs[0].plainRows)
    }
    let lines = whole.catalogs[0].rows.map(\.line).sorted()
    #expect(lines == (2...3001).map { UInt32($0) })
  }

  // MARK: Limits

  @Test func depthIsLimited() throws {
    let text = String(repeating: "[", count: 101) + String(repeating: "]", count: 101)
    #expect(try readYAML(text).findings == ["SE-DEPTH 1:101"])
    let map = (0..<101).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(try readYAML(map).findings == ["SE-DEPTH 101:101"])
    #expect(
      try readYAML("a: " + String(repeating: "[", count: 99) + String(repeating: "]", count: 99)).isReadable)
  }

  @Test func manyOpenBracketsEndSoon() throws {
    let clock = ContinuousClock()
    let duration = try clock.measure {
      let document = try readYAML(String(repeating: "{x: ", count: 200_000))
      #expect(document.findings.count == 1)
    }
    #expect(duration < .seconds(2))
  }

  @Test func textFileAndUnitsAreLimited() throws {
    var limits = ReadingLimits.standard
    limits.textBytes = 10
    #expect(try readYAML("a: 0123456789\nb: 01234567890", limits: limits).findings == ["SE-TEXT-SIZE 2:4"])
    limits = .standard
    limits.yamlFileBytes = 20
    #expect(try readYAML("a: 01234567890123456", limits: limits).isReadable)
    #expect(try readYAML("a: 012345678901234567", limits: limits).findings == ["SE-FILE-SIZE"])
    limits = .standard
    limits.unitsPerDocument = 2
    #expect(try readYAML("a: [1, 2, 3]", limits: limits).findings == ["SE-UNIT-COUNT 1:11"])
  }

  @Test func keysAreLimitedTogetherWithTheirParents() throws {
    let long = String(repeating: "k", count: 40_000)
    #expect(try readYAML("? \(long)\n: x\n").isReadable)
    #expect(try readYAML("? \(long)\n: { ? \(long) : x }\n").findings == ["SE-TEXT-SIZE 2:7"])
  }

  @Test func shortLeavesUnderLongKeysDoNotFillTheMemory() throws {
    let long = String(repeating: "k", count: 60_000)
    let text = "? \(long)\n: [" + String(repeating: "x,", count: 20_000) + "]\n"
    #expect(try readYAML(text).findings.map { $0.split(separator: " ")[0] } == ["SE-UNIT-COUNT"])
  }

  @Test func anUnreadableDocumentHasNoCatalogs() throws {
    let document = try readYAML("a: x\nb: {")
    #expect(!document.isReadable)
    #expect(document.catalogs.isEmpty)
    #expect(document.diagnostics.contains { $0.severity == .error })
  }

  // MARK: Sources

  private struct FailingSource: ByteSource {
    struct Failure: Error {}
    var isFirst = true

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      guard isFirst else { throw Failure() }
      isFirst = false
      unsafe buffer.copyBytes(from: Array("a: b\n".utf8))
      return 5
    }
  }

  @Test func theErrorOfASourceComesThrough() {
    #expect(throws: FailingSource.Failure.self) {
      try YAMLCatalogReader().read(FailingSource(), path: "x.yml")
    }
  }
}
