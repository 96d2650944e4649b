import Bundles
import Diagnostics
import Testing

@testable import AssetsTool

@Suite struct TextPrinterTests {
  private let rule = Rule("XL-X", .error, "s", cause: "c", bad: "b", good: "g")

  private func printed(_ diagnostics: [Diagnostic], file: String, most: Int = 20) -> [String] {
    var lines: [String] = []
    var printer = TextPrinter(
      style: Style(isColored: false), most: most, read: { _ in Array(file.utf8) }, write: { lines.append($0) }
    )
    printer.print(diagnostics)
    return lines
  }

  @Test func aFindingAboutHistoryHasItsKeysAndALikelyCause() {
    let rule = Rule("RB-X", .error, "s", cause: "an old file", bad: "b", good: "g")
    var finding = Diagnostic(rule, "m", contentIDs: ["c:1"], help: "do this")
    finding.comparison = .init(older: 1, current: 2, keys: (1...7).map { "m/k\($0)" })
    #expect(
      printed([finding], file: "") == [
        "error[RB-X]: m", "  = keys: m/k1, m/k2, m/k3, m/k4, m/k5 and 2 more", "  = affects: c:1",
        "  = likely cause: an old file", "  = help: do this", "",
      ])
    #expect(finding.json["revisions"]?.text == "{\"current\":2,\"old\":1}")
    #expect(finding.json["cause"]?.string == "an old file")
    #expect(finding.json["keys"]?.array?.count == 7)
    finding.comparison?.cause = "the locale was taken out"
    #expect(finding.reportLines.contains("likely cause: the locale was taken out"))
  }

  @Test func theCaretStandsUnderThePlaceWhateverTheWidthOfTheLetters() {
    let finding = Diagnostic(
      rule, "m", at: SourceLocation(path: "f", line: 2, column: 4, endLine: 2, endColumn: 6), help: "do this")
    let lines = printed([finding], file: "one\n日本:語の\n")
    #expect(
      lines == [
        "error[XL-X]: m", " --> f:2:4", "  |", "2 | 日本:語の", "  |      ^^^^", "  = help: do this", "",
      ])
  }

  @Test func aPlaceOutsideOfTheFileHasNoExcerpt() {
    for line in [0, 3, 99] {
      let lines = printed(
        [Diagnostic(rule, "m", at: SourceLocation(path: "f", line: line, column: 70))], file: "a\nb")
      #expect(lines.count == 3, "\(line)")
    }
    let end = printed(
      [Diagnostic(rule, "m", at: SourceLocation(path: "f", line: 2, column: 70))], file: "a\nb")
    #expect(end[4] == "  |  ^")
  }

  @Test func longLinesAreCutAroundThePlace() {
    let long = String(repeating: "x", count: 500) + "HERE" + String(repeating: "y", count: 500)
    let lines = printed(
      [Diagnostic(rule, "m", at: SourceLocation(path: "f", line: 1, column: 501))], file: long)
    #expect(lines[3].hasPrefix("1 | …xxx") && lines[3].contains("HERE") && lines[3].hasSuffix("y…"))
    #expect(lines[3].count < 120)
    #expect(lines[4].prefix { $0 != "^" }.count == lines[3].prefix { $0 != "H" }.count)
  }

  @Test func controlCharactersAreSpelledOut() {
    let lines = printed(
      [Diagnostic(rule, "m\u{1B}[2J", at: SourceLocation(path: "f", line: 1, column: 1))],
      file: "\u{202E}a\u{7}")
    #expect(lines[0] == "error[XL-X]: m\\u{1B}[2J")
    #expect(lines[3] == "1 | \\u{202E}a\\u{7}")
  }

  @Test func afterTheLimitFindingsAreCountedNotHidden() {
    let findings = (1...5).map {
      Diagnostic(rule, "m\($0)", at: SourceLocation(path: "f", line: 1, column: 1))
    }
    let lines = printed(findings, file: "a", most: 2)
    #expect(lines.contains("error[XL-X]: m2") && !lines.contains("error[XL-X]: m3"))
    #expect(lines.contains { $0.contains("3 more of XL-X") && $0.contains("--max-diagnostics 5") })
  }
}
