import Interchange
import Testing

@testable import AssetsTool

@Suite struct HandoffPartsTests {
  // MARK: - Tables

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-", "'-"), ("@x", "'@x"), ("\tx", "'\tx"), ("＝x", "'＝x"),
    ("'=x", "''=x"),
    ("a=b", "a=b"), ("'quoted'", "'quoted'"), ("", ""),
  ])
  func cellsLikeFormulasAreMadeHarmlessAndComeBack(cell: String, safe: String) {
    #expect(CommaSeparatedValues.harmless(cell) == safe)
    #expect(CommaSeparatedValues.original(safe) == cell)
  }

  @Test func aTableComesBackCellByCell() throws {
    let rows = [
      ["a", "with \"quotes\"", "two\nlines", "=SUM(A1)"], ["", "comma,", "\u{301}accent", "集中"],
      ["\"\u{301}", "\r", "x", ""],
    ]
    var table = CommaSeparatedValues()
    for row in rows { table.append(row) }
    #expect(table.bytes.starts(with: Array("a,\"with \"\"quotes\"\"\",\"two\nlines\",'=SUM(A1)\r\n".utf8)))
    let read = try #require(CommaSeparatedValues.records(table.bytes))
    #expect(read.map(\.cells).elementsEqual(rows) { $0.elementsEqual($1) { $0.utf8.elementsEqual($1.utf8) } })
    #expect(read.map(\.line) == [1, 3, 4])
    let bare = try #require(CommaSeparatedValues.records([0xEF, 0xBB, 0xBF] + Array("a,b\n\n1,".utf8)))
    #expect(bare.map(\.cells) == [["a", "b"], ["1", ""]])
    #expect(CommaSeparatedValues.records(Array("a,\"b".utf8)) == nil)
    #expect(CommaSeparatedValues.records([0x61, 0xFF]) == nil)
  }

  // MARK: - Words

  @Test(arguments: [
    ("can't stop 3.14 now", 4), ("", 0), ("—", 0), ("a_b c:d 1,000", 3), ("集中タイマーで静かに", 7),
    ("مرحبا بالعالم", 2),
    ("naïve café—ok", 3), ("e.g. U.S.A.", 2), ("_ __", 0), ("50% of 3 files", 4), ("well-known", 2),
    ("a. b", 2),
  ])
  func wordsAreCountedAsUnicodeSegmentsThem(text: String, count: Int) {
    #expect(WordCount.words(text) == count)
    // The way for ASCII agrees with the one for everything: a letter from elsewhere, put behind, is one word more.
    #expect(WordCount.words(text + " ä") == count + 1)
  }

  // MARK: - Names

  @Test(arguments: [
    ("articles/*", "articles/a.b", true), ("*", "", true), ("a*c*e", "abcde", true), ("a*c*e", "abcd", false),
    ("zh-*", "zh", false), ("*a", "banana", true), ("a", "ab", false), ("**", "x", true),
  ])
  func starsStandForAnyRun(pattern: String, name: String, matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }

  @Test(arguments: [
    ("H/ja/app.xliff", 0), ("H/app_pt-BR.xliff", 1), ("ja.xcloc/Localized Contents/ja.xliff", 0),
    ("messages.pt_BR.yml", 1), ("H/app.xliff", nil), ("japan/app.xliff", nil), ("PT-br/a/b.yml", 1),
  ])
  func aPathSaysItsLocale(path: String, index: Int?) {
    #expect(HandoffPathLocale([["ja"], ["pt-BR", "pt_BR"]]).index(in: path) == index)
  }

  @Test func aFileOfOursSaysWhereItComesFrom() {
    let text = """
      <xliff xmlns='urn:oasis:names:tc:xliff:document:1.2' version="1.2" xmlns:ns0="\(HandoffMark.namespace)">
      <file original="x" ns0:base="41" ns0:handoff="a &amp; b" ns0:catalog='app' ns0:lineage="00">
      """
    let expected = HandoffOrigin(handoff: "a & b", base: 41, lineage: "00", catalog: "app")
    #expect(HandoffOrigin(head: Array(text.utf8)) == expected)
    #expect(HandoffOrigin(head: text.utf8.flatMap { [$0, 0] }) == expected)
    #expect(HandoffOrigin(head: Array("<xliff base=\"41\">".utf8)).isEmpty)
  }
}
