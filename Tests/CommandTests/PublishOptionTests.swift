import Foundation
import TestSupport
import Testing

/// Plans, signatures and the checks before a commit, as a release engineer uses them.
@Suite struct PublishOptionTests {
  @Test func aPlanIsAppliedExactlyOrNotAtAll() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish", "--out", "plan.json").code == 64)
    #expect(try assets("publish", "--dry-run", "--out", "plan.json").code == 0)
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/Bundles"))
    let text = try sample.read("plan.json")
    #expect(text.contains("articles/ja.yml") && text.contains("assets.yml") && !text.contains("集中"))
    #expect(try assets("publish", "plan.json").output.contains("published r1"))
    // Applied again, it has nothing to do.
    #expect(try assets("publish", "plan.json").output.contains("nothing to publish"))
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    let stale = try assets("publish", "plan.json")
    #expect(stale.code == 4 && stale.error.contains("the head is r1"))
    #expect(try assets("publish", "--dry-run", "--out", "two.json").code == 0)
    try sample.replace("没頭", with: "熱中", in: "articles/ja.yml")
    let changed = try assets("publish", "two.json")
    #expect(changed.code == 4 && changed.error.contains("articles/ja.yml"))
    try sample.replace("熱中", with: "没頭", in: "articles/ja.yml")
    #expect(try assets("publish", "two.json", "--message", "as planned").output.contains("published r2"))
    try sample.write("{}", to: "two.json")
    #expect(try assets("publish", "two.json").code == 2)
    #expect(try assets("publish", "missing.json").code == 2)
    #expect(try assets("publish", "--dry-run", "--out", "none/plan.json").code == 74)
  }

  /// A file that appears, disappears or changes is seen by a plan.
  @Test func aPlanKnowsFilesThatWereNotThere() throws {
    let sample = try SampleProject()
    try FileManager.default.removeItem(atPath: sample.path + "/articles/ar.yml")
    #expect(try sample.assets("publish", "--dry-run", "--out", "plan.json").code == 0)
    #expect(try sample.read("plan.json").contains(#"{"digest":null,"path":"articles/ar.yml"}"#))
    try sample.write("ar: {}\n", to: "articles/ar.yml")
    let refused = try sample.assets("publish", "plan.json")
    #expect(refused.code == 4 && refused.error.contains("articles/ar.yml"))
  }

  @Test func headsAreSignedAndSignaturesAsked() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let key = try assets("key", "generate", "../key").output.trimmingCharacters(in: .newlines)
    #expect(key.hasPrefix("ed25519:") && key.count == 72)
    #expect(try assets("key", "show", "../key").output == key + "\n")
    #expect(try assets("key", "generate", "../key").code == 64)
    let stranger = try assets("key", "generate", "../other").output.trimmingCharacters(in: .newlines)
    #expect(try assets("publish", "--signing-key", "../key").code == 0)
    #expect(try assets("verify", "--require-signature").code == 64)
    #expect(try assets("verify", "--require-signature", "--trusted-key", key).code == 0)
    let foreign = try assets("verify", "--require-signature", "--trusted-key", stranger)
    #expect(foreign.code == 2 && foreign.output.contains("RV-SIGNATURE"))
    // An index takes only what is signed as asked, from the store and from a bundle file.
    #expect(try assets("bundle", "export", "--out", "h.bundle").code == 0)
    for source in [[], ["--bundle", "h.bundle"]] {
      let arguments = ["index", "apply", "--require-signature"] + source
      #expect(try assets.run(arguments).code == 64)
      let refused = try assets.run(arguments + ["--trusted-key", stranger])
      #expect(refused.code == 2 && refused.error.contains("RV-SIGNATURE"))
      #expect(!FileManager.default.fileExists(atPath: sample.path + "/.assets/index.db"))
    }
    #expect(try assets("index", "apply", "--require-signature", "--trusted-key", key).code == 0)
    #expect(try assets("check", "--rollback", "--require-signature", "--trusted-key", key).code == 0)
    let check = try assets("check", "--rollback", "--require-signature", "--trusted-key", stranger)
    #expect(check.code == 1 && check.output.contains("RV-SIGNATURE"))

    // A project that trusts a key is not published without one by mistake.
    try sample.replace(
      "publish: { minimumState: translated }", with: "publish: { trustedKeys: [\"\(key)\"] }",
      in: "assets.yml")
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try assets("publish").code == 64)
    #expect(try assets("publish", "--signing-key", "../other").code == 64)
    #expect(try assets("publish", "--dry-run").code == 0)
    #expect(try assets("publish", "--unsigned").output.contains("published r2"))
    #expect(try assets("verify", "--require-signature").output.contains("r2 is not signed"))
    // The signature may come later, and from an open descriptor.
    let signed = try assets.shell("\"$ASSETS\" publish --signing-key-fd 7 7< ../key")
    #expect(signed.code == 0 && signed.output.contains("nothing to publish"))
    #expect(try assets("verify", "--all", "--require-signature").code == 0)
    let environment = ToolRunner(in: sample.path, environment: ["ASSETS_SIGNING_KEY": "../key"])
    #expect(try environment("publish").code == 0)

    // Keys that others may read, links and folders are no keys.
    for (line, reason) in [
      ("chmod 644 ../key", "chmod 600"), ("chmod 600 ../key; ln -s key ../link; mv ../link ../key2", "key2"),
    ] {
      _ = try assets.shell(line)
      let file = reason == "key2" ? "../key2" : "../key"
      let refused = try assets("key", "show", file)
      #expect(refused.code == 2 && refused.error.contains(reason), "\(refused.error)")
    }
    #expect(try assets("key", "show", ".").code == 2)
    #expect(try assets("key", "show", "assets.yml").code == 2)
    #expect(try assets("verify", "--trusted-key", "ed25519:" + String(repeating: "0", count: 64)).code == 64)
    // A damaged signature is found without trusting anybody.
    _ = try assets.shell("sed -i 's/\"signature\":\"./\"signature\":\"x/' Bundles/heads/2-*.sig")
    #expect(try assets("verify").code == 2)
  }

  @Test func aBundleFileIsExportedAndVerified() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("bundle", "export", "--out", "a.bundle").code == 2)
    #expect(try assets("publish").code == 0)
    let lock = try sample.read("assets.lock")
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    try sample.write(lock, to: "old.lock")
    #expect(try assets("bundle", "export", "--out", "a.bundle", "--locale", "ja", "--since", "r1").code == 0)
    let elsewhere = try TemporaryDirectory()
    let outside = ToolRunner(in: elsewhere.path)
    let sound = try outside("verify", sample.path + "/a.bundle", "--against", sample.path + "/old.lock")
    #expect(sound.code == 0 && sound.output.contains("sound  r2"))
    #expect(try assets("bundle", "export", "--out", "b.bundle").code == 0)
    #expect(try assets("verify", "b.bundle", "--against", "assets.lock").code == 0)
    try sample.write(
      lock.replacingOccurrences(of: "\"revision\": 1,\n  \"head", with: "\"revision\": 9,\n  \"head"),
      to: "newer.lock")
    let older = try assets("verify", "b.bundle", "--against", "newer.lock")
    #expect(older.code == 3 && older.output.contains("RB-REVISION"))
    #expect(try assets("verify", "b.bundle", "--require-signature").code == 64)
    #expect(try assets("verify", "b.bundle", "--all").code == 64)
    #expect(try assets("verify", "--against", "assets.lock").code == 64)
    #expect(try assets("verify", "missing.bundle").code == 2)
    #expect(try assets("verify", "b.bundle", "--against", "assets.yml").code == 2)
    #expect(try assets("bundle", "export", "--out", "b.bundle", "--locale", "fr").code == 5)
    #expect(try assets("bundle", "export", "--out", "b.bundle", "--since", "r2").code == 5)
    #expect(try assets("bundle", "export", "--out", "none/b.bundle").code == 74)
    _ = try assets.shell("sed -i 's/Harbor/Harbour/' b.bundle")
    #expect(try assets("verify", "b.bundle").code == 2)
  }
}
