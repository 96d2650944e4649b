import Diagnostics
import Testing

@Suite struct DiagnosticTests {
  private let rule = Rule("KW-A", .warning, "s", cause: "c", bad: "b", good: "g")

  @Test func severitiesAreOrdered() {
    #expect(Severity.allCases.sorted() == [.note, .warning, .error])
  }

  @Test func aFindingTakesItsWeightFromItsRule() {
    #expect(Diagnostic(rule, "m").severity == .warning)
    #expect(rule.family == "KW" && !rule.isAboutHistory)
    #expect(Rule("RB-A", .error, "", cause: "", bad: "", good: "").isAboutHistory)
  }

  @Test func placesPrintAsEditorsReadThem() {
    #expect(SourceLocation(path: "a.yml").description == "a.yml")
    #expect(SourceLocation(path: "a.yml", line: 3).description == "a.yml:3")
    #expect(SourceLocation(path: "a.yml", line: 3, column: 9).description == "a.yml:3:9")
  }

  @Test func theCollectorKeepsTheOrder() {
    var sink = DiagnosticCollector()
    for text in ["b", "a"] { sink.report(Diagnostic(rule, text)) }
    #expect(sink.diagnostics.map(\.message) == ["b", "a"])
    #expect(sink.contains(atLeast: .warning) && !sink.contains(atLeast: .error))
  }
}
