import Foundation
import TestSupport
import Testing

/// The main job as a user types it.
@Suite struct MainJobTests {
  private func json(_ outcome: ToolRunner.Outcome) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test func publishEditManifestIndexSearch() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("check").code == 0)
    let first = try json(assets("publish", "--format", "json"))
    #expect(first["status"] as? String == "published" && first["revision"] as? Int == 1)
    #expect(try json(assets("publish", "--format", "json"))["status"] as? String == "unchanged")
    #expect(try assets("index", "apply", "--locale", "ja").code == 0)
    #expect(try assets("search", "静かに").output.contains("article:focus-timer"))

    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    let second = try json(assets("publish", "--format", "json"))
    #expect(second["revision"] as? Int == 2)
    #expect((second["counts"] as? [String: Int])?["upserts"] == 1)
    #expect(try assets("manifest", "r1..r2", "--ids").output == "article:focus-timer\n")
    let applied = try json(assets("index", "apply", "--format", "json"))
    #expect(applied["mode"] as? String == "delta")
    #expect(applied["upserted"] as? [String] == ["article:focus-timer"])
    #expect(try assets("search", "没頭").output.contains("article:focus-timer"))
    #expect(try assets("search", "静かに").output == "")
    #expect(try json(assets("index", "apply", "--format", "json"))["mode"] as? String == "none")

    let digest = try assets("index", "digest").output
    #expect(try assets("index", "rebuild", "--locale", "ja", "--index", "other.db").code == 0)
    #expect(try assets("index", "digest", "--index", "other.db").output == digest && digest.count == 65)

    // The old text again: caught by check and by publish, and nothing is written.
    try sample.replace("没頭タイマーで作業する", with: "集中タイマーで静かに作業する", in: "articles/ja.yml")
    let files = sample.folder.files
    let check = try assets("check", "--rollback", "--against", "r2", "--format", "json")
    #expect(check.code == 3)
    #expect(check.output.contains("RB-VALUE") && check.output.contains("\"article:focus-timer\""))
    let refused = try assets("publish")
    #expect(refused.code == 3 && refused.output == "" && refused.error.contains("nothing was published"))
    // A quiet command says why it failed, and nothing else.
    let quiet = try assets("publish", "--quiet")
    #expect(quiet.code == 3 && quiet.error.contains("RB-VALUE") && !quiet.error.contains("KW-"))
    #expect(sample.folder.files == files)
    #expect(try assets("verify", "--all").code == 0)
  }

  /// A fallback is superseded when the translation arrives, and only then is the item written.
  @Test func aTranslationThatArrivesTakesThePlaceOfTheFallback() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    try sample.replace("    title: 話して入力する\n", with: "", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    #expect(try assets("index", "apply", "--locale", "ja").code == 0)
    let english = try assets("show", "articles/en.yml", "--format", "jsonl").output
    #expect(english.contains("dictation.title"))
    try sample.replace("  dictation:\n", with: "  dictation:\n    title: 話して入力する\n", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    let manifest = try assets("manifest", "head~1..head", "--format", "text").output
    #expect(manifest.contains("title (from en to ja)"))
    #expect(try assets("index", "apply").output.contains("article:dictation"))
    #expect(try assets("search", "話し").output.contains("article:dictation"))
  }

  @Test func sameInputsGiveTheSameBytes() throws {
    let environment = [
      "SOURCE_DATE_EPOCH": "1700000000", "ASSETS_LINEAGE": "0123456789abcdef0123456789abcdef",
    ]
    let (a, b) = (try SampleProject(environment: environment), try SampleProject(environment: environment))
    for (sample, jobs) in [(a, "1"), (b, "4")] {
      #expect(try sample.assets("publish", "--publisher", "p", "--jobs", jobs).code == 0)
    }
    // What belongs to one machine has its stamps.
    func isShared(_ name: String) -> Bool { !name.contains("/.local/") && !name.contains("/.assets/") }
    let names = a.folder.files.filter(isShared)
    #expect(names == b.folder.files.filter(isShared))
    for name in names {
      let x = FileManager.default.contents(atPath: "\(a.folder.path)/\(name)")
      #expect(x == FileManager.default.contents(atPath: "\(b.folder.path)/\(name)"), "\(name)")
    }
    #expect(try a.assets("log").output.contains("2023-11-14"))
  }

  @Test func keywordsAreApprovedInPlaceAndAnEditWithdrawsTheApproval() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let before = try sample.read("keywords/ja.yml")
    #expect(try assets("keywords", "approve", "trials", "--locale", "de", "--reviewer", "k.ito").code == 0)
    #expect(try sample.read("keywords/ja.yml") == before)
    let german = try sample.read("keywords/de.yml")
    #expect(german.contains("by: k.ito"))
    let again = try assets("keywords", "approve", "trials", "--locale", "de", "--reviewer", "somebody")
    #expect(again.code == 0 && again.output.contains("unchanged"))
    #expect(try sample.read("keywords/de.yml") == german)
    #expect(try assets("publish").code == 0)
    // Edited after the approval: what was published stays, and the index has nothing to do.
    try sample.replace("Betaversion", with: "Vorabversion", in: "keywords/de.yml")
    #expect(try assets("keywords", "list", "--locale", "de").output.contains("pending"))
    #expect(try assets("check", "--format", "concise").output.contains("KW-PENDING"))
    #expect(try assets("publish").output.contains("nothing to publish"))
    #expect(try assets("keywords", "approve", "trials", "--locale", "de", "--reviewer", "k.ito").code == 0)
    #expect(try assets("publish").output.contains("published r2"))
    #expect(
      try assets("keywords", "approve", "trails", "--locale", "de", "--reviewer", "x").error.contains(
        "trials"))
  }

  @Test func aLostReceiptIsAnsweredAgain() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    // As if the process had died between the head and the lock.
    try FileManager.default.removeItem(atPath: sample.path + "/assets.lock")
    let again = try json(sample.assets("publish", "--format", "json"))
    #expect(again["status"] as? String == "unchanged" && again["revision"] as? Int == 1)
    #expect(try sample.read("assets.lock").contains("\"revision\": 1"))
    // A lock that is behind with other content is a conflict, until it is refreshed.
    let lock = try sample.read("assets.lock")
    try sample.replace("Harbor", with: "Haven", in: "articles/en.yml")
    #expect(try sample.assets("publish").code == 0)
    try sample.write(lock, to: "assets.lock")
    try sample.replace("Haven", with: "Port", in: "articles/en.yml")
    let conflict = try sample.assets("publish")
    #expect(conflict.code == 4 && conflict.error.contains("assets lock"))
    #expect(try sample.assets("lock").code == 0)
    #expect(try sample.assets("publish", "--expect", "r1").code == 4)
    #expect(try sample.assets("publish", "--expect", "r2").code == 0)
  }

  /// An intended return is accepted for exactly that value, published, recorded, and then forgotten.
  @Test func anAcceptedReturnIsPublishedOnce() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    try sample.replace("没頭タイマーで作業する", with: "集中タイマーで静かに作業する", in: "articles/ja.yml")
    #expect(try assets("publish").code == 3)
    #expect(try assets("accept", "KW-PENDING", "--reason", "x").code == 5)
    #expect(try assets("accept", "RB-VALUE", "--locale", "de", "--reason", "x").code == 5)
    let accepted = try assets("accept", "RB-VALUE", "--locale", "ja", "--reason", "the \"old\" name is back")
    #expect(accepted.code == 0)
    #expect(try sample.read("assets-accepted.yml").contains("focus-timer"))
    #expect(try assets("check", "--rollback").code == 0)
    #expect(try assets("publish", "--dry-run").code == 0)
    let decisions = try sample.read("assets-accepted.yml")
    #expect(try assets("publish").output.contains("published r3"))
    #expect(try sample.read("assets-accepted.yml").contains("accepted: []"))
    #expect(try assets("verify", "--all").code == 0)
    // As if the publish had died before it took the decision out: it is taken out by the next run.
    try sample.write(decisions, to: "assets-accepted.yml")
    #expect(try assets("publish").output.contains("nothing to publish"))
    #expect(try sample.read("assets-accepted.yml").contains("accepted: []"))
    // The decision does not cover the next return.
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    try sample.write(decisions, to: "assets-accepted.yml")
    #expect(try assets("publish").code == 3)
    try sample.write("accepted: yes\n", to: "assets-accepted.yml")
    #expect(try assets("publish").code == 2)
  }

  @Test func aLocaleIsRetiredOnlyOnPurpose() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    #expect(try assets("index", "apply", "--locale", "ar").code == 0)
    try sample.replace("locales: [en, ar, de, ja]", with: "locales: [en, de, ja]", in: "assets.yml")
    let refused = try assets("publish")
    #expect(refused.code == 3 && refused.error.contains("RB-LOCALE-DROP"))
    #expect(try assets("accept", "RB-LOCALE-DROP", "--locale", "ar", "--reason", "market closed").code == 0)
    #expect(try assets("publish").code == 0)
    let manifest = try json(assets("manifest", "r1..r2"))
    let deletes = try #require(manifest["deletes"] as? [[String: Any]])
    #expect(deletes.count == 26 && deletes.allSatisfy { $0["locale"] as? String == "ar" })
    #expect((manifest["upserts"] as? [Any])?.isEmpty == true)
    #expect(try assets("verify", "--all").code == 0)
    #expect(try assets("publish").output.contains("nothing to publish"))
    let packs = try assets.shell("cat Bundles/packs/*").output
    #expect(packs.contains("market closed") && packs.contains("[[\"ar\",2]]"))
  }
}
