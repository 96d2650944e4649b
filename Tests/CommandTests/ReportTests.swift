import Foundation
import TestSupport
import Testing

/// The forms of the findings, and the files that `-o` writes.
@Suite struct ReportTests {
  private let harbor: SampleProject

  init() throws { harbor = try SampleProject() }

  /// Makes a placeholder of the Japanese articles wrong.
  private func breakPlaceholder() throws {
    try harbor.write(
      try harbor.read("app/ja.xliff").replacingOccurrences(of: "%@", with: "%d"), to: "app/ja.xliff")
  }

  @Test func oneRunWritesSeveralForms() throws {
    try breakPlaceholder()
    let run = try harbor.assets(
      "check", "--format", "concise", "-o", "sarif:a.sarif", "-o", "markdown:a.md", "--output", "json:a.json")
    #expect(run.code == 1 && run.output.contains("error[LO-SOURCE-DISAGREES]"))
    #expect(try harbor.read("a.sarif").contains("\"version\":\"2.1.0\""))
    #expect(try harbor.read("a.md").hasPrefix("### assets: "))
    let plain = try harbor.assets("check", "--format", "json")
    #expect(try harbor.read("a.json") == plain.output)
    let left = try FileManager.default.contentsOfDirectory(atPath: harbor.path).filter {
      $0.hasPrefix(".tmp")
    }
    #expect(left.isEmpty)
  }

  @Test func publishHasTheSameForms() throws {
    try breakPlaceholder()
    let refused = try harbor.assets("publish", "-o", "github:a.txt")
    #expect(refused.code == 1 && refused.error.contains("nothing was published"))
    #expect(try harbor.read("a.txt").contains("::error file=app/ja.xliff,line="))
  }

  @Test func aFormThatCannotBeWrittenIsAnErrorAndNothingElseIsLost() throws {
    let run = try harbor.assets("check", "-o", "json:no/such/folder/a.json")
    #expect(run.code == 74 && run.error.contains("cannot write no/such/folder/a.json"))
    #expect(run.output.contains("0 errors"))
    #expect(try harbor.assets("check", "-o", "json:/dev/null").code == 0)
    #expect(try harbor.assets("publish", "-o", "json:no/such/a.json").code == 74)
    #expect(!FileManager.default.fileExists(atPath: harbor.path + "/Bundles/HEAD"))
  }

  @Test func aWrongOutputIsUsage() throws {
    #expect(try harbor.assets("check", "-o", "html:a").code == 64)
    #expect(try harbor.assets("check", "-o", "json:a", "-o", "text:a").code == 64)
    #expect(try harbor.assets("check", "--max-diagnostics", "-1").code == 64)
    #expect(try harbor.assets("check", "-o", "markdown:-").code == 64)
    #expect(!FileManager.default.fileExists(atPath: harbor.path + "/-"))
  }

  @Test func aConfigurationThatCannotBeReadIsReportedInEveryForm() throws {
    try harbor.replace("version: 1", with: "version: 1\nlocals: [en]", in: "assets.yml")
    let run = try harbor.assets("check", "-o", "github:a.txt")
    #expect(run.code == 2)
    #expect(try harbor.read("a.txt").hasPrefix("::error file=assets.yml,line=3,"))
  }
}
