import Foundation
import TestSupport
import Testing

/// `show`, `diff`, `blame` and `log` over a published history.
@Suite struct LookBackTests {
  private let harbor: SampleProject

  init() throws {
    harbor = try SampleProject()
    #expect(try harbor.assets("publish", "--message", "one", "--publisher", "me").code == 0)
    try harbor.replace("集中タイマーで静かに作業する", with: "フォーカス", in: "articles/ja.yml")
    #expect(try harbor.assets("publish", "--message", "two", "--publisher", "you").code == 0)
  }

  private let title = "articles/focus-timer.title"

  private func json(_ arguments: String...) throws -> [String: Any] {
    let run = try harbor.assets.run(arguments + ["--format", "json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test func aRevisionALocaleAndAKeyAreShown() throws {
    let head = try harbor.assets("show", "r2")
    #expect(head.code == 0 && head.output.contains("r2  publish  two"))
    #expect(
      try harbor.assets("show", "r1:ja/\(title)").output == "r1  \(title)  translated  集中タイマーで静かに作業する\n")
    #expect(try harbor.assets("show", "head:ja/\(title)").output == "r2  \(title)  translated  フォーカス\n")
    #expect(try harbor.assets("show", "head~1:ja/\(title)").output.hasPrefix("r1  "))
    let lines = try harbor.assets("show", "r2:ja", "--format", "jsonl").output.split(separator: "\n")
    #expect(lines.count > 62 && lines.allSatisfy { $0.contains("\"locale\":\"ja\"") })
    let shown = try json("show", "r2:ja/\(title)")
    let value = try #require((shown["values"] as? [[String: Any]])?.first)
    #expect(value["since"] as? Int == 2 && (value["value"] as? [String: Any])?["text"] as? String == "フォーカス")
    #expect(try harbor.assets("show", "r0").output.contains("empty"))
  }

  @Test func whatIsNotThereIs5AndAWrongSelectorIsUsage() throws {
    #expect(try harbor.assets("show", "r9").code == 5)
    #expect(try harbor.assets("show", "r2:fr").code == 5)
    #expect(try harbor.assets("show", "r2:ja/none").code == 5)
    #expect(try harbor.assets("show", "r2:").code == 64)
    #expect(try harbor.assets("show", "articles/ja.yml", "--format", "json").code == 64)
    #expect(try harbor.assets("blame", "articles/none.title").code == 5)
    #expect(try harbor.assets("blame", title, "--locale", "fr").code == 5)
    #expect(try harbor.assets("blame", "nothing").code == 64)
    #expect(try harbor.assets("diff", "r1..r9").code == 5)
    #expect(try harbor.assets("diff", "r1..r2", "--locale", "fr").code == 5)
    #expect(try harbor.assets("diff", "main").code == 64)
    #expect(try harbor.assets("log", "--locale", "fr").code == 5)
  }

  @Test func diffTellsByKeyWithTextsForPeopleOnly() throws {
    let text = try harbor.assets("diff", "r1..r2")
    #expect(
      text.output == """
        ja   1 changed, 0 added, 0 removed
         ~ \(title)
           - r1  集中タイマーで静かに作業する
           + r2  フォーカス

        """)
    for format in ["json", "markdown"] {
      let plain = try harbor.assets("diff", "r1..r2", "--format", format).output
      #expect(plain.contains(title) && !plain.contains("フォーカス"), "\(format)")
      #expect(try harbor.assets("diff", "r1..r2", "--format", format, "--text").output.contains("フォーカス"))
    }
  }

  @Test func workingFilesAreComparedWithTheHead() throws {
    #expect(try harbor.assets("diff", "--exit-code").code == 0)
    try harbor.replace("フォーカス", with: "タイマー", in: "articles/ja.yml")
    try harbor.replace(
      "route: harbor://articles/focus-timer", with: "route: harbor://articles/other", in: "content.yml")
    let changed = try harbor.assets("diff", "--exit-code")
    #expect(changed.code == 6 && changed.output.contains("+ now  タイマー"))
    #expect(changed.output.contains(" ~ article:focus-timer  route"))
    #expect(try harbor.assets("diff", "--exit-code", "--locale", "de").code == 0)
    #expect(try harbor.assets("diff", "r1").output.contains("- r1   集中タイマーで静かに作業する"))
    try harbor.write("ja: [", to: "articles/ja.yml")
    #expect(try harbor.assets("diff").code == 2)
  }

  @Test func aRenameIsAMoveInDiffAndBlame() throws {
    for locale in ["en", "de", "ja"] {
      try harbor.replace("focus-timer:", with: "focus-clock:", in: "articles/\(locale).yml")
    }
    try harbor.replace("articles/focus-timer.", with: "articles/focus-clock.", in: "content.yml")
    let diff = try json("diff", "--locale", "ja")
    let ja = try #require((diff["locales"] as? [String: Any])?["ja"] as? [String: Any])
    #expect((ja["moved"] as? [[String: Any]])?.map { $0["movedFrom"] as? String }.count == 2)
    #expect((ja["added"] as? [Any])?.isEmpty == true && (ja["removed"] as? [Any])?.isEmpty == true)
    #expect(try harbor.assets("publish", "--message", "three").code == 0)
    let blame = try harbor.assets("blame", "articles/focus-clock.title", "--locale", "ja").output
    let lines = blame.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("(was \(title))") && lines[1].contains("you"))
    #expect(lines[2].hasPrefix(" r1") && lines[2].contains("集中タイマーで静かに作業する"))
    let entries = try json("blame", "articles/focus-clock.title", "--locale", "ja")
    let changes = (entries["entries"] as? [[String: Any]])?.map { $0["change"] as? String }
    #expect(changes == ["moved", "changed", "added"])
    #expect(!(try harbor.assets("blame", title, "--format", "json").output.contains("フォーカス")))
  }

  @Test func theLogOfALocaleLeavesOtherRevisionsOut() throws {
    #expect(try harbor.assets("log", "--locale", "de").output.split(separator: "\n").count == 1)
    #expect(try harbor.assets("log", "--locale", "ja").output.split(separator: "\n").count == 2)
  }

  @Test func catalogTextCannotSteerTheTerminal() throws {
    try harbor.replace("フォーカス", with: "\"\\u202Eevil\\e[2J\"", in: "articles/ja.yml")
    let diff = try harbor.assets("diff").output
    #expect(diff.contains("\\u{202E}evil\\u{1B}[2J") && !diff.contains("\u{202E}"))
    _ = try harbor.assets("publish")
    for arguments in [
      ["show", "head:ja/\(title)"], ["blame", title], ["diff", "r2..r3", "--format", "markdown", "--text"],
    ] {
      let output = try harbor.assets.run(arguments).output
      #expect(
        output.contains("evil") && !output.contains("\u{202E}") && !output.contains("\u{1B}"), "\(arguments)")
    }
  }
}
