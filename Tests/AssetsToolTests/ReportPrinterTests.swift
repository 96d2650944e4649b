import Bundles
import Diagnostics
import Testing

@testable import AssetsTool

@Suite struct ReportPrinterTests {
  private let rule = Rule("XL-X", .error, "it is wrong", cause: "somebody | did it", bad: "b", good: "g")
  private let mild = Rule("YM-Y", .warning, "s", cause: "c", bad: "b", good: "g")

  private func report(_ diagnostics: [Diagnostic], silenced: [Judgement.Silenced] = []) -> CheckReport {
    var judgement = Judgement(failOn: .error)
    judgement.diagnostics = diagnostics
    judgement.silenced = silenced
    return CheckReport(files: [], judgement: judgement, status: judgement.status)
  }

  private func printed(
    _ format: CheckFormat, _ diagnostics: [Diagnostic], silenced: [Judgement.Silenced] = [],
    prefix: String = ""
  ) -> String {
    let printer = ReportPrinter(
      report: report(diagnostics, silenced: silenced), place: ReportPlace(root: "/p", prefix: prefix),
      most: 20)
    return String(decoding: printer.bytes(format, style: Style(isColored: false)), as: UTF8.self)
  }

  private func sarif(_ text: String) throws -> CanonicalJSON {
    try #require(try CanonicalJSON(canonical: Array(text.dropLast().utf8))["runs"]?.array?.first)
  }

  // MARK: - GitHub

  @Test func aWorkflowCommandNamesThePlaceFromTheRootOfTheRepository() {
    let place = SourceLocation(path: "ja.yml", line: 42, column: 10, endLine: 42, endColumn: 16)
    let text = printed(.github, [Diagnostic(rule, "m", at: place, help: "h")], prefix: "docs/texts/")
    #expect(
      text
        == "::error file=docs/texts/ja.yml,line=42,endLine=42,col=10,endColumn=16,title=XL-X::m%0Ahelp: h\n")
  }

  @Test func whatTheRunnerWouldReadAsItsOwnIsEscaped() {
    let place = SourceLocation(path: "a:b,c%.yml", line: 1)
    let text = printed(.github, [Diagnostic(mild, "50% of a::b,\r\n::error::x", at: place)])
    // Control characters are spelled out before, so no second command can begin.
    #expect(
      text
        == "::warning file=a%3Ab%2Cc%25.yml,line=1,endLine=1,title=YM-Y::50%25 of a::b,\\u{D}\\u{A}::error::x\n"
    )
  }

  @Test func columnsAreLeftOutWhereGitHubDoesNotKnowThem() {
    let long = SourceLocation(path: "f", line: 1, column: 2, endLine: 3, endColumn: 4)
    #expect(
      printed(.github, [Diagnostic(rule, "m", at: long)]).hasPrefix("::error file=f,line=1,endLine=3,title"))
    #expect(printed(.github, [Diagnostic(rule, "m")]) == "::error title=XL-X::m\n")
    let file = SourceLocation(path: "f")
    #expect(printed(.github, [Diagnostic(rule, "m", at: file)]) == "::error file=f,title=XL-X::m\n")
  }

  @Test func errorsComeFirstBecauseGitHubShowsTen() {
    let text = printed(
      .github, [Diagnostic(mild, "one"), Diagnostic(rule, "two"), Diagnostic(mild, "three")])
    #expect(text.split(separator: "\n").map { $0.prefix(5) } == ["::err", "::war", "::war"])
  }

  // MARK: - SARIF

  @Test func aResultHasItsRuleItsRegionAndAFingerprintThatStaysWhenLinesMove() throws {
    func run(line: Int) throws -> CanonicalJSON {
      let place = SourceLocation(path: "日 本.yml", line: line, column: 3, endLine: line, endColumn: 5)
      return try sarif(
        printed(.sarif, [Diagnostic(mild, "n"), Diagnostic(rule, "m", at: place, locale: "ja", key: "a/k")]))
    }
    let one = try run(line: 7)
    let result = try #require(one["results"]?.array?.first)
    #expect(result["ruleId"]?.string == "XL-X" && result["level"]?.string == "error")
    let rules = try #require(one["tool"]?["driver"]?["rules"]?.array)
    let index = try #require(result["ruleIndex"]?.integer)
    #expect(rules.count == 2 && rules[index]["id"]?.string == "XL-X")
    #expect(rules[index]["help"]?["text"]?.string?.contains("Somebody | did it.") == true)
    #expect(rules[index]["help"]?["markdown"]?.string?.contains("Somebody \\| did it.") == true)
    let physical = try #require(result["locations"]?.array?.first?["physicalLocation"])
    #expect(physical["artifactLocation"]?["uri"]?.string == "%E6%97%A5%20%E6%9C%AC.yml")
    #expect(physical["region"]?["startLine"]?.integer == 7 && physical["region"]?["endColumn"]?.integer == 5)
    let moved = try #require(try run(line: 9)["results"]?.array?.first)
    let name = "assetsFinding/v1"
    #expect(
      moved["partialFingerprints"]?[name]?.string == result["partialFingerprints"]?[name]?.string)
    #expect(result["properties"]?["key"]?.string == "a/k" && result["properties"]?["locale"]?.string == "ja")
  }

  @Test func whatTheProjectLivesWithIsThereAndSuppressed() throws {
    let run = try sarif(
      printed(
        .sarif, [Diagnostic(mild, "n")],
        silenced: [
          .init(diagnostic: Diagnostic(rule, "m"), reason: .suppressed("agreed\u{202E}")),
          .init(diagnostic: Diagnostic(rule, "o"), reason: .known),
        ]))
    let results = try #require(run["results"]?.array)
    #expect(results.count == 3 && results[0]["suppressions"] == nil)
    #expect(results[1]["suppressions"]?.array?.first?["justification"]?.string == "agreed\\u{202E}")
    #expect(results[2]["suppressions"]?.array?.first?["kind"]?.string == "external")
  }

  @Test func beyondTheMostThatIsKeptTheLightestAreLeftOutAndCounted() throws {
    let many = (0..<SARIFReport.mostResults + 3).map { Diagnostic(mild, "m\($0)") }
    let run = try sarif(printed(.sarif, many + [Diagnostic(rule, "the heavy one")]))
    let results = try #require(run["results"]?.array)
    #expect(results.count == SARIFReport.mostResults && results[0]["level"]?.string == "error")
    let notes = run["invocations"]?.array?.first?["toolExecutionNotifications"]?.array
    #expect(notes?.first?["message"]?["text"]?.string == "4 findings beyond the first 5000 left out")
  }

  // MARK: - Markdown

  @Test func nothingOfAFindingIsMarkup() {
    let place = SourceLocation(path: "a|b`c.yml", line: 3)
    let text = printed(
      .markdown, [Diagnostic(rule, "<img> *x* [l](u) @m.sato #12 https://e.org\n| ::", at: place)])
    #expect(text.hasPrefix("### assets: 1 error, 0 warnings\n\n| | Rule | Place | Finding |\n"))
    #expect(text.contains("| error | `XL-X` | ``a\\|b`c.yml:3`` | \\<img\\> \\*x\\* \\[l\\]\\(u\\) "))
    #expect(text.contains("@<!-- -->m.sato \\#<!-- -->12 https\\://e.org\\\\u\\{A\\}\\| :: |\n"))
  }

  @Test func aCommentIsNeverTooLongForOne() {
    let many = (0..<3000).map { Diagnostic(rule, "message number \($0)") } + [Diagnostic(mild, "n")]
    let text = printed(.markdown, many)
    #expect(text.utf8.count < 65_000)
    let rows = text.split(separator: "\n").count { $0.hasPrefix("| error") }
    #expect(text.hasSuffix("\n\(3000 - rows) more of `XL-X`\n\n1 more of `YM-Y`\n"))
  }

  @Test func noFormPrintsRawControlOrBidirectionalCharacters() {
    let place = SourceLocation(path: "a\u{1B}.yml", line: 1, column: 1)
    let finding = Diagnostic(
      rule, "m\u{202E}\u{7}", at: place, key: "k\u{2066}", contentIDs: ["i\u{200F}"], help: "h\u{1B}[2J",
      notes: [.init("n\u{9B}")])
    for format in CheckFormat.allCases {
      let text = printed(format, [finding])
      let bad = text.unicodeScalars.filter { $0 != "\n" && String($0).displayed != String($0) }
      // A path or a key of a JSON document is data, and control characters are escaped in it anyway.
      if format != .json && format != .jsonl { #expect(bad.isEmpty, "\(format): \(bad)") }
      #expect(!text.contains("\u{1B}"), "\(format)")
    }
  }
}

@Suite struct ReportOptionsTests {
  @Test func anOutputIsAFormAndAFile() throws {
    let output = try #require(ReportOutput(argument: "sarif:C:/x.sarif"))
    #expect(output.format == .sarif && output.path == "C:/x.sarif")
    for text in ["sarif", "sarif:", ":x", "html:x", ""] { #expect(ReportOutput(argument: text) == nil) }
  }
}
