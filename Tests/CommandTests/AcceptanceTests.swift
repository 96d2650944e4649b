import Foundation
import TestSupport
import Testing

/// Decisions that something goes back on purpose, and what findings about history name.
@Suite struct AcceptanceTests {
  private let sample: SampleProject
  private let title = "articles/focus-timer.title"
  private let first = "集中タイマーで静かに作業する"
  private let second = "没頭タイマー"

  /// r1 is the sample; r2 has another Japanese title.
  init() throws {
    sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    try sample.replace(first, with: second, in: "articles/ja.yml")
    #expect(try sample.assets("publish").code == 0)
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let run = try sample.assets.run(arguments + ["--format", "json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private func diagnostic(_ rule: String, _ arguments: String...) throws -> [String: Any] {
    let run = try sample.assets.run(arguments + ["--format", "json"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let findings = try #require(report["diagnostics"] as? [[String: Any]])
    return try #require(findings.first { $0["rule"] as? String == rule }, "\(run.output)")
  }

  @Test func aDecisionIsForItsKeyAndIsShownAfterwards() throws {
    try sample.replace(second, with: first, in: "articles/ja.yml")
    #expect(try sample.assets("accept", "RB-VALUE", "--reason", "it was better", "--by", "k.ito").code == 0)
    let decided = try sample.read("assets-accepted.yml")
    try sample.write(decided.replacing("focus-timer", with: "other"), to: "assets-accepted.yml")
    let refused = try sample.assets("publish")
    #expect(refused.code == 3 && refused.error.contains("RB-VALUE"))
    try sample.write(decided, to: "assets-accepted.yml")
    #expect(try sample.assets("publish").code == 0)

    let line = "accepted  RB-VALUE  ja  \(title)  by k.ito, "
    #expect(try sample.assets("show", "r3").output.contains("   \(line)"))
    #expect(try !sample.assets("show", "r2").output.contains("accepted"))
    let log = try sample.assets("log", "-v").output.split(separator: "\n")
    #expect(log.count == 4 && log[1].contains(line) && log[1].hasSuffix(": it was better"))
    #expect(try sample.assets("log").output.split(separator: "\n").count == 3)
    let revisions = try #require(try json("log")["revisions"] as? [[String: Any]])
    #expect(revisions.map { ($0["accepted"] as? [Any])?.count } == [1, 0, 0])
    let published = try #require(try json("show", "r3")["published"] as? [String: Any])
    let accepted = try #require((published["accepted"] as? [[String: Any]])?.first)
    #expect(accepted["key"] as? String == title && accepted["reason"] as? String == "it was better")
  }

  @Test func aDecisionDoesNotOutliveWhatWasPublished() throws {
    try sample.replace(second, with: first, in: "articles/ja.yml")
    #expect(try sample.assets("accept", "RB-VALUE", "--reason", "it was better").code == 0)
    for (old, new) in [(first, "三番"), ("三番", "四番")] {
      try sample.replace(old, with: new, in: "articles/ja.yml")
      #expect(try sample.assets("publish").code == 0)
    }
    try sample.replace("四番", with: first, in: "articles/ja.yml")
    #expect(try sample.assets("publish").code == 3)
  }

  @Test func whatARollbackTookBackIsImportedOnceAccepted() throws {
    let handoff = try sample.read("articles/ja.yml")
    try sample.write(handoff, to: "it's back.yml")
    let rolled = try sample.assets(
      "rollback", "--to", "r1", "--locale", "ja", "--key", title, "--reason", "bad")
    #expect(rolled.code == 0)
    let run = ["import", "it's back.yml", "--catalog", "articles"]
    let refused = try sample.assets.run(run)
    #expect(refused.code == 3 && refused.output.contains("affects: article:focus-timer"))
    // The way out that it names, as it stands there.
    let command = try #require(
      refused.output.split(separator: "`").first { $0.hasPrefix("assets accept RB-WITHDRAWN") })
    let typed = command.replacing("assets accept", with: "$ASSETS accept").replacing("…", with: "right")
    #expect(try sample.assets.shell(String(typed)).code == 0, "\(typed)")
    let done = try sample.assets.run(run)
    #expect(done.code == 0, "\(done.output)\(done.error)")
    #expect(try sample.read("articles/ja.yml").contains(second))
    #expect(try sample.assets("publish").code == 0)
    #expect(try sample.read("assets-accepted.yml").contains("accepted: []"))
    #expect(try sample.assets("accept", "RB-VALUE", "--handoff", "x.yml", "--reason", "r").code == 64)
    #expect(
      try sample.assets("accept", "RB-WITHDRAWN", "--handoff", "none.yml", "--reason", "r").code == 2)
  }

  @Test func aLocaleThatIsNotDeclaredAnyMoreIsShownWhereLocalesAre() throws {
    try sample.replace("locales: [en, ar, de, ja]", with: "locales: [en, ar, ja]", in: "assets.yml")
    let finding = try diagnostic("RB-LOCALE-DROP", "check", "--rollback")
    #expect(finding["path"] as? String == "assets.yml" && finding["line"] as? Int == 5)
    #expect((finding["help"] as? String)?.hasPrefix("declare 'de' under `locales` again") == true)
    #expect((finding["contentIDs"] as? [String])?.contains("article:focus-timer") == true)
    #expect((finding["cause"] as? String)?.contains("assets.yml") == true)
  }

  @Test func anOldFileIsShownAtTheFirstOfItsKeys() throws {
    var text = try sample.read("articles/ja.yml")
    let published = text
    text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("title: ") ? line + "!" : line
    }.joined(separator: "\n")
    try sample.write(text, to: "articles/ja.yml")
    let changed = try sample.assets("publish")
    #expect(changed.code == 0, "\(changed.error)")
    try sample.write(published, to: "articles/ja.yml")
    let finding = try diagnostic("RB-STALE-HANDOFF", "check", "--rollback")
    let keys = try #require(finding["keys"] as? [String])
    #expect(keys.count > 5 && keys.contains(title))
    #expect(finding["line"] as? Int != nil && finding["path"] as? String == "articles/ja.yml")
    #expect((finding["contentIDs"] as? [String])?.count ?? 0 > 5)
    #expect((finding["revisions"] as? [String: Int]) == ["old": 2, "current": 3])
    let printed = try sample.assets("check", "--rollback").output
    #expect(printed.contains("= keys: articles/") && printed.contains(" more\n"))
    #expect(printed.contains("= likely cause: "))
  }

  @Test func anUnreadableSourceMakesNoOtherErrors() throws {
    try sample.write("en: [", to: "articles/en.yml")
    let run = try sample.assets("check", "--format", "concise")
    #expect(run.code == 2 && !run.output.contains("MF-UNKNOWN-KEY"), "\(run.output)")
    #expect(run.output.contains("articles/en.yml:1"))
  }

  @Test func aTimeThatIsNoneIsRefused() throws {
    try sample.replace(second, with: "三番", in: "articles/ja.yml")
    for text in ["nonsense", "999999999999999"] {
      let run = try sample.assets.shell("SOURCE_DATE_EPOCH=\(text) $ASSETS publish")
      #expect(run.code == 64 && run.error.contains("SOURCE_DATE_EPOCH"), "\(run.error)")
    }
    #expect(try sample.assets("log").output.split(separator: "\n").count == 2)
  }

  @Test func aSecondProjectOfARepositoryGetsItsWorkflow() throws {
    let setup = try sample.assets.shell(
      "cd .. && git init -q . && cp -r harbor pier && cd harbor && $ASSETS init --ci github"
        + " && cd ../pier && $ASSETS init --ci github && $ASSETS init --ci github")
    #expect(
      setup.output == """
        created  .github/workflows/assets.yml
        created  .github/workflows/assets-pier.yml
        kept     .github/workflows/assets-pier.yml

        """, "\(setup.error)")
  }

  @Test func helpHasNoSignsOfItsSource() throws {
    for command in ["diff", "blame", "accept", "log"] {
      let help = try sample.assets("help", command)
      #expect(help.code == 0 && !help.output.contains("\\"), "\(help.output)")
    }
  }
}
