import Foundation
import TestSupport
import Testing

/// The index as a user works on it.
@Suite struct IndexCommandTests {
  private func json(_ outcome: ToolRunner.Outcome) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  private func published() throws -> SampleProject {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    return sample
  }

  @Test func everyPromiseIsKeptOnTheSampleProject() throws {
    let sample = try published()
    let before = sample.folder.files
    let outcome = try sample.assets("rehearse", "--format", "json")
    #expect(outcome.code == 0)
    let rows = try #require(json(outcome)["rows"] as? [[String: String]])
    #expect(rows.count == 19)
    for row in rows { #expect(row["verdict"] == "kept", "\(row)") }
    #expect(sample.folder.files == before, "neither store nor index is touched")
  }

  @Test func itemsAreRemovedWrittenAgainAndExplained() throws {
    let sample = try published()
    let assets = sample.assets
    defer { withExtendedLifetime(sample) {} }
    #expect(try assets("index", "explain", "article:focus-timer").code == 2, "there is no index yet")
    #expect(try assets("index", "apply").code == 0)
    let digest = try assets("index", "digest").output
    #expect(
      try json(assets("index", "remove", "article:focus-timer", "--format", "json"))["removed"] as? [String]
        == ["article:focus-timer"])
    #expect(try assets("index", "explain", "article:focus-timer").output.contains("missing"))
    let verify = try assets("index", "verify")
    #expect(verify.code == 1 && verify.output.contains("missing  article:focus-timer"))
    #expect(try assets("index", "upsert", "article:focus-timer").code == 0)
    #expect(try assets("index", "verify").code == 0)
    #expect(try assets("index", "digest").output == digest)
    #expect(try assets("index", "explain", "nothing:like:it").code == 5)
    #expect(try assets("index", "explain", "article:invoices").output.contains("for an account"))
    #expect(try assets("index", "remove").code == 64)
    #expect(try assets("index", "upsert", "a\u{1}").code == 64)
  }

  @Test func whatIsPurgedIsInNoByte() throws {
    let sample = try published()
    let assets = sample.assets
    #expect(try assets("index", "purge", "--account", "ann").code == 0, "nothing to do without an index")
    #expect(try assets("index", "apply").code == 0)
    try sample.write(
      """
      records:
        - { contentID: note:1, domain: notes, title: Zyzzyva, account: ann, keywords: [quokka] }
        - { contentID: note:2, domain: notes, title: Numbat }
      """, to: "notes.yml")
    #expect(try assets("index", "upsert", "--records", "notes.yml", "--events", "log.jsonl").code == 0)
    #expect(try assets("search", "quokka").output.contains("note:1"))
    #expect(try assets("index", "switch", "ja").code == 0)
    #expect(try assets("search", "quokka").output.contains("note:1"), "kept through a change of language")
    // Without a project, as from a clean-up script.
    let elsewhere = ToolRunner(in: sample.folder.path)
    let index = sample.path + "/.assets/index.db"
    let outcome = try json(
      elsewhere("index", "purge", "--account", "ann", "--index", index, "--format", "json"))
    #expect(outcome["removed"] as? [String] == ["note:1"])
    #expect(try assets("search", "quokka").output == "")
    #expect(try assets("search", "numbat").output.contains("note:2"))
    for file in try FileManager.default.subpathsOfDirectory(atPath: sample.path + "/.assets") {
      guard let data = FileManager.default.contents(atPath: sample.path + "/.assets/" + file) else {
        continue
      }
      for text in ["uokka", "yzzyva"] { #expect(data.range(of: Data(text.utf8)) == nil, "\(file)") }
    }
    let log = try sample.read("log.jsonl")
    #expect(log.contains(#""operation":"upsert""#) && !log.contains("quokka") && !log.contains("Zyzzyva"))
    #expect(try assets("index", "purge", "--all").code == 0)
    #expect(!FileManager.default.fileExists(atPath: index))
    try sample.write("records:\n  - { contentID: note:1, title: x }\n", to: "notes.yml")
    #expect(try assets("index", "apply").code == 0)
    let broken = try assets("index", "upsert", "--records", "notes.yml")
    #expect(broken.code == 2 && broken.error.contains("`domain`"))
  }

  @Test func identifiersOfResultsAreRouted() throws {
    let sample = try published()
    let assets = sample.assets
    let answer = try json(assets("index", "route", "article:focus-timer", "--format", "json"))
    #expect(answer["outcome"] as? String == "content" && answer["named"] as? String == "present")
    #expect(try assets("index", "route", "nothing").code == 5)
    #expect(try assets("index", "route", "article:invoices").output.contains("foreign-account"))
    #expect(try assets("index", "route", "article:invoices", "--account", "ann").code == 0)
  }

  @Test func aFaultIsSimulatedWithoutTouchingTheIndex() throws {
    let sample = try published()
    let assets = sample.assets
    #expect(try assets("index", "apply").code == 0)
    let before = sample.folder.files
    let stopped = try json(
      assets(
        "index", "simulate", "--from", "r0", "--stop-after", "1", "--batch-size", "5", "--format", "json"))
    #expect(stopped["right"] as? Bool == true && stopped["stale"] as? Bool == true)
    #expect((stopped["upserted"] as? [String])?.count == 5)
    #expect((stopped["recovery"] as? [String: Any])?["rewritten"] as? [String] == [])
    let refused = try json(
      assets("index", "simulate", "--from", "r0", "--refuse", "article:focus-timer", "--format", "json"))
    #expect(refused["failed"] as? [String] == ["article:focus-timer"])
    #expect(sample.folder.files == before)
  }

  @Test func twoChangesAtOnceWaitForEachOther() throws {
    let sample = try published()
    let outcome = try sample.assets.shell(
      "for n in 1 2 3 4; do $ASSETS index rebuild --format json > out$n.json & done; "
        + "code=0; for job in $(jobs -p); do wait $job || code=$?; done; exit $code")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try sample.assets("index", "verify").code == 0)
  }

  @Test func aBundleFileIsIndexedLikeTheStore() throws {
    let sample = try published()
    let assets = sample.assets
    #expect(try assets("bundle", "export", "--locale", "ja", "--out", "one.bundle").code == 0)
    let indexed = try assets("index", "apply", "--bundle", "one.bundle", "--locale", "ja", "--index", "b.db")
    #expect(indexed.code == 0, "\(indexed.error)")
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    #expect(
      try assets("bundle", "export", "--locale", "ja", "--since", "r1", "--out", "two.bundle").code == 0)
    let report = try json(
      assets("index", "apply", "--bundle", "two.bundle", "--index", "b.db", "--format", "json"))
    #expect(report["mode"] as? String == "delta")
    #expect(report["upserted"] as? [String] == ["article:focus-timer"])
    #expect(try assets("index", "apply", "--locale", "ja").code == 0)
    #expect(try assets("index", "digest", "--index", "b.db").output == assets("index", "digest").output)
    // Older than what was indexed, and without the steps in between.
    #expect(try assets("index", "apply", "--bundle", "one.bundle", "--index", "b.db").code == 3)
    let german = try assets("index", "switch", "de", "--bundle", "two.bundle", "--index", "b.db")
    #expect(german.code == 5, "the file does not have it: \(german.error)")
  }

  @Test func localesAreResolvedFromWhatIsGiven() throws {
    let sample = try SampleProject(environment: ["LANG": "ja_JP.UTF-8", "LC_ALL": "ja_JP.UTF-8"])
    let assets = sample.assets
    defer { withExtendedLifetime(sample) {} }
    let fallback = try json(assets("locale", "resolve", "--format", "json"))
    #expect(fallback["reason"] as? String == "fallback", "the machine's own settings are not read")
    let system = try json(assets("locale", "resolve", "--system", "fr,ja-JP", "--format", "json"))
    #expect(system["locale"] as? String == "ja" && system["reason"] as? String == "system-preference")
    #expect(
      try assets("locale", "resolve", "--choice", "de-AT", "--system", "ja").output
        == "de  application-choice\n")
    #expect(try assets("locale", "resolve", "--choice", "!").code == 64)
  }
}
