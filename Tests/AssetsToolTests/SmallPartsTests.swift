import Testing

@testable import AssetsTool

@Suite struct SmallPartsTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_700_000_000, "2023-11-14T22:13:20Z"),
    (-1, "1969-12-31T23:59:59Z"), (4_102_444_799, "2099-12-31T23:59:59Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func timesAreThoseOfTheCalendar(seconds: Int, text: String) {
    #expect(Timestamp.iso8601(seconds) == text)
  }

  @Test func aBuildsTimeIsANumberOfSecondsUpToTheYear9999() throws {
    #expect(try Timestamp.iso8601(epoch: "253402300799") == "9999-12-31T23:59:59Z")
    for text in [
      "nonsense", "-1", "+1", "1.5", " 1", "253402300800", "999999999999999", "99999999999999999999",
    ] {
      #expect(throws: ToolError.self, "\(text)") { try Timestamp.iso8601(epoch: text) }
    }
  }

  @Test func eachProjectOfARepositoryHasAWorkflowOfItsOwn() {
    let (root, a, b) = (
      WorkflowTemplate(prefix: ""), WorkflowTemplate(prefix: "apps/a/"), WorkflowTemplate(prefix: "b c/")
    )
    #expect(Array(root.names.prefix(3)) == ["assets", "assets-root", "assets-root-2"])
    #expect(Array(a.names.prefix(2)) == ["assets", "assets-apps-a"])
    #expect(Array(b.names.prefix(2)) == ["assets", "assets-b-c"])
    let all = [root, a, b]
    for (index, one) in all.enumerated() {
      #expect(all.map { $0.isOfSameProject(one.text(name: "assets")) } == all.indices.map { $0 == index })
    }
    #expect(a.text(name: "assets-apps-a").contains("\nname: assets-apps-a\n"))
  }

  @Test func selectorsNameRevisions() throws {
    #expect(RevisionSelector(argument: "r42") == .number(42))
    #expect(RevisionSelector(argument: "42") == .number(42))
    #expect(RevisionSelector(argument: "head") == .beforeHead(0))
    #expect(RevisionSelector(argument: "head~3") == .beforeHead(3))
    for text in ["", "r", "rx", "head~", "head~x", "-1", "r-1", "1.0", "HEAD", "r99999999999999999999"] {
      #expect(RevisionSelector(argument: text) == nil, "\(text)")
    }
    #expect(RevisionRange(argument: "r1..head") != nil)
    for text in ["r1", "..", "r1..", "r1...r2"] { #expect(RevisionRange(argument: text) == nil, "\(text)") }
    #expect(throws: ToolError.self) { try RevisionSelector.beforeHead(1).revision(head: nil) }
  }

  @Test func widthsAreThoseOfATerminal() {
    #expect(
      "日本".displayWidth == 4 && "e\u{301}".displayWidth == 1 && "ａ".displayWidth == 2 && "שָׁ".displayWidth == 1
    )
    #expect("日".padded(to: 4) == "日  " && "a".padded(to: 3, alignRight: true) == "  a")
  }

  @Test func aTableIsAsWideAsItsWidestCells() {
    var table = TextTable(rightAligned: [1])
    table.append(["日本", "1", "x"])
    table.append(["a", "100", ""])
    #expect(table.lines == [" 日本    1  x", " a     100"])
  }
}
