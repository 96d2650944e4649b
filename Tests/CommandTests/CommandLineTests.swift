import Foundation
import TestSupport
import Testing

/// Exit codes, streams and help: the contract with scripts.
@Suite struct CommandLineTests {
  private static let commands: [[String]] = [
    [], ["init"], ["explain"], ["check"], ["show"], ["keywords"], ["keywords", "list"],
    ["keywords", "approve"], ["keywords", "import"],
    ["publish"], ["manifest"], ["log"], ["verify"], ["lock"], ["index"], ["index", "apply"],
    ["index", "rebuild"],
    ["index", "switch"], ["index", "status"], ["index", "digest"], ["search"],
  ]

  @Test(arguments: commands) func helpFitsTheTerminalAndEndsWithAnExample(command: [String]) throws {
    let outcome = try ToolRunner(in: "/")(command + ["--help"])
    #expect(outcome.code == 0 && outcome.error == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  assets ") }, "\(command)")
    #expect(lines.first?.hasPrefix("OVERVIEW: ") == true)
    #expect(lines.last?.hasPrefix("  assets ") == true, "\(command)")
  }

  @Test(arguments: [
    (["frobnicate"], "Unknown"), (["publsh"], "publish"), (["publish", "--mesage", "x"], "--message"),
    (["manifest"], "range"), (["manifest", "r1"], "range"), (["check", "--against", "r1"], "--rollback"),
    (["search"], "query"), (["keywords", "approve", "--locale", "ja", "--reviewer", "x"], "--all"),
    (["publish", "--jobs", "0"], "--jobs"),
  ])
  func usageErrorsAre64(arguments: [String], hint: String) throws {
    let outcome = try ToolRunner(in: "/")(arguments)
    #expect(outcome.code == 64 && outcome.output == "")
    #expect(outcome.error.contains(hint), "\(outcome.error)")
  }

  @Test func whatCannotBeReadIs2() throws {
    let sample = try SampleProject()
    let folder = try TemporaryDirectory()
    let elsewhere = ToolRunner(in: folder.path)
    #expect(try elsewhere("check").code == 2)
    #expect(try elsewhere("check").error.contains("assets init"))
    #expect(try elsewhere("-C", sample.path, "check").code == 0)
    #expect(try elsewhere("check", "-C", sample.path).code == 0)
    #expect(try elsewhere("--config", sample.path + "/assets.yml", "check").code == 0)
    #expect(try elsewhere("-C", "/nowhere", "check").code == 2)
    #expect(try elsewhere("show", "none.yml").code == 2)
    #expect(try sample.assets("manifest", "r0..r1").code == 2)
    #expect(try sample.assets("search", "x").code == 2)
    #expect(try sample.assets("index", "digest").code == 2)
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/.assets"))

    try sample.write("ja:\n\ttitle: x\n", to: "articles/ja.yml")
    let broken = try sample.assets("check", "--format", "json")
    #expect(broken.code == 2)
    #expect(broken.output.contains("\"verdict\":\"unreadable\"") && broken.output.contains("\"line\":2"))
    let publish = try sample.assets("publish")
    #expect(publish.code == 2 && publish.error.contains("articles/ja.yml:2:1"))
    try sample.write("version: 1\nporject: x\n", to: "assets.yml")
    let configuration = try sample.assets("check")
    #expect(configuration.code == 2 && configuration.error.contains("project"))
  }

  @Test func findingsAre1AndNothingIs5() throws {
    let sample = try SampleProject()
    try sample.replace("%@さん、おはようございます", with: "おはようございます", in: "app/ja.xliff")
    let check = try sample.assets("check")
    #expect(check.code == 1 && check.output.contains("app/ja.xliff") && check.output.contains("^"))
    #expect(try sample.assets("check", "--exit-zero").code == 0)
    #expect(try sample.assets("publish").code == 1)
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/Bundles"))
    // A baseline lets the known finding pass, and nothing else.
    try sample.replace(
      "checks: { failOn: error }", with: "checks: { failOn: error, baseline: known.json }", in: "assets.yml")
    #expect(try sample.assets("check", "--write-baseline").code == 0)
    #expect(try sample.assets("check").code == 0)
    #expect(try sample.assets("publish").code == 0)
    let empty = try TemporaryDirectory()
    #expect(try sample.assets("check", empty.path).code == 5)
    #expect(try sample.assets("check", empty.path, "--allow-empty").code == 0)
    #expect(try sample.assets("manifest", "r1..r9").code == 5)
    #expect(try sample.assets("explain", "RB-VALU").error.contains("RB-VALUE"))
    #expect(try sample.assets("check", "--rollback", "--against", "r9").code == 3)
  }

  @Test func aStoreThatIsGoneOrBehindIsNamed() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    try FileManager.default.moveItem(atPath: sample.path + "/Bundles", toPath: sample.path + "/Away")
    let unchecked = try sample.assets("check", "--rollback")
    #expect(unchecked.code == 2 && unchecked.output.contains("RB-UNCHECKED"))
    let behind = try sample.assets("publish")
    #expect(behind.code == 4 && behind.error.contains("r1"))
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/Bundles"))
  }

  @Test func aClosedPipeIsQuietAndAFullDiskIsNot() throws {
    let sample = try SampleProject()
    let closed = try sample.assets.shell("$ASSETS explain | head -1; echo ${PIPESTATUS[0]}")
    #expect(closed.error == "" && closed.output.hasSuffix("\n0\n"))
    let full = try sample.assets.shell("$ASSETS explain > /dev/full")
    #expect(full.code == 74 && full.error.contains("No space left"))
    // A publish whose reader is gone still publishes.
    let publish = try sample.assets.shell("$ASSETS publish --format json | true; $ASSETS log | wc -l")
    #expect(publish.output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
  }

  @Test func colourIsForTerminals() throws {
    let sample = try SampleProject()
    #expect(try !sample.assets("verify").error.contains("\u{1B}"))
    #expect(try sample.assets("publish").code == 0)
    #expect(try !sample.assets("verify").output.contains("\u{1B}"))
    #expect(try sample.assets("verify", "--color", "always").output.contains("\u{1B}["))
    let forced = ToolRunner(in: sample.path, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
    #expect(try forced("verify").output.contains("\u{1B}["))
    let none = ToolRunner(in: sample.path, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
    #expect(try !none("verify").output.contains("\u{1B}["))
  }

  /// A file cannot move the cursor or turn a line around through a message.
  @Test func textOfFilesIsMadeHarmless() throws {
    let folder = try TemporaryDirectory()
    let text =
      "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file source-language=\"en\" "
      + "target-language=\"ja\" original=\"a\" datatype=\"x\"><body><trans-unit id=\"k\"><source>%@</source>"
      + "<target>\u{202E}x\u{9B}31m</target></trans-unit></body></file></xliff>"
    try text.write(toFile: folder.path + "/a.xliff", atomically: false, encoding: .utf8)
    let outcome = try ToolRunner(in: folder.path)("check", "a.xliff")
    #expect(outcome.code == 1)
    #expect(!outcome.output.contains("\u{202E}") && outcome.output.contains("\\u{202E}"))
    #expect(!outcome.output.unicodeScalars.contains("\u{9B}"))
  }

  @Test func initGivesAProjectThatChecksAndPublishes() throws {
    let folder = try TemporaryDirectory()
    let assets = ToolRunner(in: folder.path)
    #expect(try assets("init", "--project", "harbor", "--locales", "en,no,ja").code == 0)
    #expect(try assets("check").code == 0)
    #expect(try assets("publish").code == 0)
    #expect(try assets("index", "apply").code == 0)
    #expect(try assets("search", "welcome").output.contains("article:welcome"))
    let again = try assets("init")
    #expect(again.code == 2 && again.error.contains("already"))
    #expect(try ToolRunner(in: folder.path)("init", "--locales", "x!").code == 64)
  }

  @Test(.enabled(if: getuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv")))
  func aStoreThatMayNotBeWrittenIs74AndStaysAsItIs() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("Harbor", with: "Haven", in: "articles/en.yml")
    // Root may write anywhere, so the tool runs as somebody else.
    let user = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let line = "chmod -R a+rX . && chmod -R a-w Bundles && \(user)$ASSETS publish"
    let outcome = try sample.assets.shell(line)
    #expect(outcome.code == 74 || outcome.code == 2, "\(outcome.error)")
    #expect(try sample.assets("log").output.split(separator: "\n").count == 1)
  }

  /// Nothing that the configuration names goes missing without a word.
  @Test func whatTheConfigurationNamesIsReadOrSaid() throws {
    let sample = try SampleProject()
    let configuration = try sample.read("assets.yml")
    try FileManager.default.removeItem(atPath: sample.path + "/app/ja.xliff")
    let one = try sample.assets("check", "--format", "concise")
    #expect(one.code == 0 && one.output.contains("LO-NO-FILE"))
    try sample.replace("app/{locale}.xliff", with: "nowhere/{locale}.xliff", in: "assets.yml")
    #expect(try sample.assets("check").code == 2)
    try sample.write(configuration, to: "assets.yml")
    try sample.replace("keywords/{locale}.yml", with: "keyword/{locale}.yml", in: "assets.yml")
    #expect(try sample.assets("publish").code == 2)
    try sample.write(configuration, to: "assets.yml")
    try sample.replace("source-language=\"en\"", with: "source-language=\"es\"", in: "app/de.xliff")
    let foreign = try sample.assets("check", "--format", "concise")
    #expect(foreign.code == 1 && foreign.output.contains("LO-WRONG-FILE"))
  }

  @Test func pathsInAProjectSelectFromIt() throws {
    let sample = try SampleProject()
    try sample.replace("terms:", with: "termss:", in: "keywords/ja.yml")
    let check = try sample.assets("check", "keywords/ja.yml", "--format", "json")
    #expect(check.code == 1 && check.output.contains("KW-UNKNOWN-FIELD"))
    #expect(try sample.assets("check", "articles").code == 0)
    #expect(try sample.assets("check", "articles", "none.yml").code == 2)
    try sample.write("version: 1\nstorre: x\n", to: "assets.yml")
    let broken = try sample.assets("check", "--format", "json")
    #expect(broken.code == 2 && broken.output.contains("\"verdict\":\"unreadable\""))
    #expect(try sample.assets("check").error.contains("2 | storre: x"))
  }

  @Test func aStoreThatLostItsHeadOrForkedIsNamed() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    let root = sample.path
    let manager = FileManager.default
    try manager.copyItem(atPath: root + "/Bundles", toPath: root + "/Other")
    let lock = try sample.read("assets.lock")
    try sample.replace("Harbor", with: "Haven", in: "articles/en.yml")
    #expect(try sample.assets("publish").code == 0)
    let head = try sample.read("Bundles/HEAD")
    // Another r2 on the same r1.
    let published = try sample.read("assets.lock")
    try manager.removeItem(atPath: root + "/Bundles")
    try manager.moveItem(atPath: root + "/Other", toPath: root + "/Bundles")
    try sample.write(lock, to: "assets.lock")
    try sample.replace("Haven", with: "Port", in: "articles/en.yml")
    #expect(try sample.assets("publish").code == 0)
    try sample.write(published, to: "assets.lock")
    let forked = try sample.assets("check", "--rollback")
    #expect(forked.code == 3 && forked.output.contains("RB-EQUIVOCATION"))
    #expect(try sample.assets("lock").code == 4)
    #expect(try sample.assets("publish").code == 4)
    try manager.removeItem(atPath: root + "/Bundles/HEAD")
    #expect(try sample.assets("verify").code == 2)
    #expect(try sample.assets("publish").code == 2)
    try sample.write(head, to: "Bundles/HEAD")
    #expect(try sample.assets("verify").code == 2)
  }

  @Test func aRetiredLocaleThatComesBackIsJudgedByItsHistory() throws {
    let sample = try SampleProject()
    let old = try sample.read("articles/ar.yml")
    #expect(try sample.assets("publish").code == 0)
    let lines = old.split(separator: "\n").map { $0.contains("title: ") ? $0 + " ٢" : String($0) }
    try sample.write(lines.joined(separator: "\n") + "\n", to: "articles/ar.yml")
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("locales: [en, ar, de, ja]", with: "locales: [en, de, ja]", in: "assets.yml")
    #expect(try sample.assets("accept", "RB-LOCALE-DROP", "--locale", "ar", "--reason", "closed").code == 0)
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("locales: [en, de, ja]", with: "locales: [en, ar, de, ja]", in: "assets.yml")
    try sample.write(old, to: "articles/ar.yml")
    let back = try sample.assets("publish")
    #expect(back.code == 3 && back.error.contains("RB-STALE-HANDOFF"))
  }
}

extension ToolRunner {
  fileprivate func callAsFunction(_ arguments: [String]) throws -> Outcome { try run(arguments) }
}
