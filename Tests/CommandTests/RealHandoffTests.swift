import Foundation
import TestSupport
import Testing

/// What `check` says about hand-offs of real projects: each finding is defended, and there are no others.
@Suite(.enabled(if: RealHandoffs.isPresent)) struct RealHandoffTests {
  @Test func everyFindingIsDefended() throws {
    let files = try RealHandoffs.files()
    #expect(files.count > 70)
    let outcome = try ToolRunner(in: RealHandoffs.folder.path).run(["check", "--format", "json"] + files)
    #expect(outcome.code == 1, "\(outcome.error)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    let found = diagnostics.filter { $0["severity"] as? String != "note" }.map {
      "\($0["path"] ?? "")\t\($0["line"] ?? "")\t\($0["rule"] ?? "")"
    }
    let defended = try RealHandoffs.defended()
    #expect(Set(found).subtracting(defended).isEmpty, "found, but not defended")
    #expect(Set(defended).subtracting(found).isEmpty, "defended, but not found")
    #expect(found.count == defended.count)
  }

  /// The leaves that renumber their argument, which a naive comparison calls broken.
  @Test func renumberedLeavesAreRight() throws {
    var leaves = 0
    for file in try RealHandoffs.files() where file.contains("gomap") {
      let text = try String(contentsOf: RealHandoffs.folder.appendingPathComponent(file), encoding: .utf8)
      leaves += text.split(separator: "\n").filter { $0.contains("<target") && $0.contains("%2$ld") }.count
    }
    #expect(leaves >= 26)
  }

  @Test func translationsOfNoLanguageAreRefused() throws {
    let outcome = try ToolRunner(in: RealHandoffs.folder.path)(
      "check", "--format", "concise", "synthetic/missing-target-language.xlf")
    #expect(outcome.code == 1 && outcome.output.contains("XL-LANGUAGE"))
  }

  /// What the suites and our own documents call valid ends with exit code 0, what they call invalid with 1 or 2.
  @Test(arguments: ["oasis-or-okapi", "synthetic"]) func theCommandJudgesAsTheSuitesSay(suite: String) throws
  {
    let verdicts = try RealHandoffs.verdicts(suite)
    let folder = RealHandoffs.folder.appendingPathComponent(suite).path
    let accepted = verdicts.filter {
      ["accept", "warn", "warn-or-reject", "accept-with-warning"].contains($0.verdict)
    }
    let outcome = try ToolRunner(in: folder).run(["check", "--format", "concise"] + accepted.map(\.path))
    #expect(outcome.code == 0, "\(outcome.output)")
    for (path, verdict) in verdicts where verdict == "reject" {
      let outcome = try ToolRunner(in: folder)("check", "--format", "concise", path)
      #expect(outcome.code == 1 || outcome.code == 2, "\(path) was accepted")
    }
  }

  /// The rule that each text of our own documents breaks, in the order of the file.
  @Test(arguments: [
    (
      "inline-lost-added-reordered",
      ["MK-CODE-MISSING", "MK-CODE-UNKNOWN", "MK-CODE-PAIR", "MK-CODE-LITERAL", "XL-CODE-CONTENT"]
    ),
    (
      "icu-messages",
      ["PH-MALFORMED", "PH-MALFORMED", "PH-UNKNOWN", "PH-MALFORMED", "PH-UNKNOWN", "PH-MALFORMED"]
    ),
  ])
  func textsBreakTheirOwnRule(name: String, rules: [String]) throws {
    let outcome = try ToolRunner(in: RealHandoffs.folder.path)(
      "check", "--format", "json", "synthetic/\(name).xlf")
    #expect(outcome.code == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    let found = diagnostics.sorted { ($0["line"] as? Int ?? 0) < ($1["line"] as? Int ?? 0) }
    #expect(found.compactMap { $0["rule"] as? String } == rules)
  }
}

/// Hand-offs of real projects in the corpus.
private enum RealHandoffs {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["ASSETS_CORPUS"] {
      return URL(fileURLWithPath: path).appendingPathComponent("xliff")
    }
    return package.deletingLastPathComponent().appendingPathComponent("shared/corpus/xliff")
  }()

  static let isPresent: Bool = {
    if FileManager.default.fileExists(atPath: folder.path) { return true }
    print("NOTICE: no corpus at \(folder.path), set ASSETS_CORPUS; the real hand-offs are NOT checked")
    return ProcessInfo.processInfo.environment["CI"] == "true"
  }()

  private static let projects = [
    "focusios-l10n", "gomap", "elytra-localisations", "symfony-validator", "dotnet-command-line-api",
    "typo3-news", "history",
  ]

  static func files() throws -> [String] {
    try projects.flatMap { project in
      let found = try #require(
        FileManager.default.enumerator(atPath: folder.appendingPathComponent(project).path))
      return found.compactMap { $0 as? String }.filter { $0.hasSuffix(".xliff") || $0.hasSuffix(".xlf") }
        .map { "\(project)/\($0)" }
    }.sorted()
  }

  /// What the table of a suite says of each document.
  static func verdicts(_ suite: String) throws -> [(path: String, verdict: String)] {
    let table = folder.appendingPathComponent(suite).appendingPathComponent("EXPECTED.tsv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return (String(fields[0]), String(fields[1]))
    }
  }

  /// `file<tab>line<tab>rule` of each line of the table.
  static func defended() throws -> [String] {
    let table = package.appendingPathComponent("Tests/Corpus/xliff-findings.tsv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").prefix(3).joined(separator: "\t") }
  }
}
