import Foundation
import TestSupport
import Testing

/// What commands say when lock, store and head do not fit together, and whether what they advise works.
@Suite struct HeadConflictTests {
  private let sample: SampleProject
  private var assets: ToolRunner { sample.assets }
  private let title = "集中タイマーで静かに作業する"

  /// r1 is the sample, r2 has another Japanese title.
  init() throws {
    sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    try sample.replace(title, with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try sample.assets("publish").code == 0)
  }

  /// Takes back the lock to the revision before.
  private func publishAndLoseTheLock(_ arguments: [String] = []) throws {
    let lock = try sample.read("assets.lock")
    try sample.replace("没頭", with: "熱中", in: "articles/ja.yml")
    #expect(try assets.run(["publish"] + arguments).code == 0)
    try sample.write(lock, to: "assets.lock")
  }

  /// Nothing is published twice, whichever way the head was named.
  @Test func whatWasPublishedIsAnsweredToTheSameCommand() throws {
    try sample.replace("没頭", with: "熱中", in: "articles/ja.yml")
    let lock = try sample.read("assets.lock")
    #expect(try assets("publish", "--dry-run", "--out", "plan.json").code == 0)
    for arguments in [["publish", "--expect", "r2"], ["publish", "plan.json", "--expect", "r2"]] {
      #expect(try assets.run(arguments).code == 0)
      try sample.write(lock, to: "assets.lock")
      for _ in 0..<2 {
        let again = try assets.run(arguments)
        #expect(again.code == 0 && again.output.contains("nothing to publish   the head r3"))
      }
    }
    #expect(try assets("publish", "--expect", "r1").code == 4)
    try sample.replace("熱中", with: "専念", in: "articles/ja.yml")
    #expect(try assets("publish", "--expect", "r2").code == 4)
  }

  @Test func aStoreThatIsGoneIsNotTakenForOneThatNeverWas() throws {
    #expect(try assets.shell("mv Bundles ../kept").code == 0)
    let commands = [
      ["status"], ["diff"], ["log"], ["verify"], ["lock"], ["rollback", "--to", "r1", "--reason", "x"],
      ["manifest", "r1..r2"], ["gc"], ["bundle", "export", "--out", "b"], ["show", "r1"], ["publish"],
    ]
    for command in commands {
      let run = try assets.run(command)
      #expect(run.code == 4 && run.error.contains("RB-RESTORED: assets.lock names r2"), "\(command)")
      #expect(!run.output.contains("nothing published"), "\(command)")
    }
    let accept = try assets("accept", "RB-VALUE", "--reason", "x")
    #expect(accept.code == 2 && accept.error.contains("its history is not here"))
    // A project without a lock never published.
    #expect(try assets.shell("rm assets.lock").code == 0)
    #expect(try assets("status").code == 0)
    #expect(try assets("log").code == 2)
  }

  @Test func statusSaysWhatIsWrongWithTheLock() throws {
    let lock = try sample.read("assets.lock")
    let cases = [
      ("\"revision\": 2", "\"revision\": 9", Int32(4), "names r9"),
      ("\"head\": \"", "\"head\": \"0", 2, "assets.lock"),
      ("{", "<<<<<<< ours\n{", 2, "one side"),
    ]
    for (old, new, code, text) in cases {
      try sample.write(lock.replacing(old, with: new, maxReplacements: 1), to: "assets.lock")
      let run = try assets("status")
      #expect(run.code == code && run.error.contains(text) && !run.error.contains("Next:"), "\(new)")
      #expect(run.output.contains("head r2"))
    }
    try sample.write(lock, to: "assets.lock")
    try publishAndLoseTheLock()
    let behind = try assets("status")
    #expect(behind.code == 0 && behind.error.contains("Next:  assets lock"))
    #expect(try assets("lock").code == 0)
    #expect(try !assets("status").error.contains("assets lock"))
  }

  @Test func aStoreBehindTheLockShipsNothing() throws {
    #expect(try assets.shell("cp -r Bundles ../older").code == 0)
    try publishAndLoseTheLock()
    #expect(try assets("lock").code == 0)
    #expect(try assets.shell("rm -r Bundles; mv ../older Bundles").code == 0)
    let bundle = try assets("bundle", "export", "--out", "b.bundle")
    #expect(bundle.code == 4 && bundle.error.contains("r3"))
    #expect(!FileManager.default.fileExists(atPath: sample.path + "/b.bundle"))
    let expected = try assets("publish", "--expect", "r3")
    #expect(expected.code == 4 && expected.error.contains("RB-RESTORED"))
  }

  @Test func theWayOutOfAForeignLockWorks() throws {
    let lock = try sample.read("assets.lock")
    let digest = lock.split(separator: "\"head\": \"")[1].prefix(64)
    try sample.write(
      lock.replacing(digest, with: String(digest.reversed())), to: "assets.lock")
    for command in ["publish", "lock", "status"] {
      let run = try assets.run([command])
      #expect(run.code == 4 && run.error.contains("remove assets.lock and run `assets lock`"), "\(command)")
    }
    #expect(try assets.shell("rm assets.lock").code == 0)
    #expect(try assets("lock").code == 0)
    #expect(try sample.read("assets.lock") == lock)
    #expect(try assets("publish").code == 0)
  }

  @Test func aHeadThatMovedIsSaidBesideAFileThatCannotBeRead() throws {
    try publishAndLoseTheLock()
    try sample.write("ja: \"", to: "articles/ja.yml")
    let behind = try assets("publish", "-o", "json:report.json")
    #expect(behind.code == 4 && behind.error.contains("articles/ja.yml"))
    #expect(behind.error.contains("assets.lock names r2, the store's head is r3"))
    #expect(try sample.read("report.json").contains("\"exit\":4"))
    #expect(try assets("lock").code == 0)
    #expect(try assets("publish").code == 2)
    for command in [["publish"], ["rollback", "--to", "r1", "--reason", "x"]] {
      let expected = try assets.run(command + ["--expect", "r2"])
      #expect(expected.code == 4 && expected.error.contains("expected r2, the head is r3"))
    }
  }

  /// What is published stays published when the files after it cannot be written.
  @Test(.enabled(if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func aRevisionIsNotHiddenByAFileThatCannotBeWritten() throws {
    let someone =
      geteuid() == 0
      ? #"chown -R 65534 .; chmod o+x .. ; as() { setpriv --reuid 65534 --clear-groups "$ASSETS" "$@"; }"#
      : #"as() { "$ASSETS" "$@"; }"#
    try sample.replace("没頭", with: "熱中", in: "articles/ja.yml")
    let publish = try assets.shell("\(someone); chmod a-w .; as publish; code=$?; chmod u+w .; exit $code")
    #expect(publish.code == 74 && publish.error.contains("assets.lock"))
    #expect(publish.error.contains("r3 is published") && publish.error.contains("run the same command again"))
    #expect(try assets.shell("\(someone); as publish").code == 0)
    let rollback = try assets.shell(
      "\(someone); chmod a-w articles; as rollback --to r2 --reason x; code=$?; chmod u+w articles; exit $code"
    )
    #expect(rollback.code == 74 && rollback.error.contains("r4 is published"))
    let next = try assets.shell("\(someone); as publish")
    #expect(next.code == 4 && next.error.contains("`assets rollback --to r2` with the same options again"))
    #expect(try assets.shell("\(someone); as rollback --to r2 --reason x && as publish").code == 0)
    #expect(try sample.read("articles/ja.yml").contains("没頭"))
  }

  @Test func aStoreOutsideOfTheProjectIsRefused() throws {
    #expect(
      try assets.shell("rm -r assets.lock; mkdir ../else; mv Bundles ../else; ln -s ../else/Bundles .").code
        == 0)
    for command in ["publish", "log", "status"] {
      let run = try assets.run([command])
      #expect(run.code == 2 && run.error.contains("link that leads out of the project"), "\(command)")
    }
    // A link inside is a matter of taste.
    #expect(try assets.shell("rm Bundles; mv ../else/Bundles kept; ln -s kept Bundles").code == 0)
    #expect(try assets("lock").code == 0)
    #expect(try assets("verify", "--all").code == 0)
    #expect(try assets.shell("mv kept/packs ../else; ln -s ../../else/packs kept/packs").code == 0)
    #expect(try assets("log").error.contains("Bundles/packs"))
  }

  @Test func publishHoldsTheStoreAgainstTheRowsOfTheLock() throws {
    let lock = try sample.read("assets.lock")
    try sample.write(
      lock.replacing(#""revision":1}"#, with: #""revision":9}"#, maxReplacements: 1), to: "assets.lock")
    try #require(try sample.read("assets.lock") != lock)
    let unchanged = try assets("publish")
    #expect(unchanged.code == 3 && unchanged.error.contains("RB-PARTIAL"))
    try sample.replace("没頭", with: "熱中", in: "articles/ja.yml")
    #expect(try assets("publish").code == 3)
    let check = try assets("check", "--rollback", "--against", "assets.lock", "--format", "concise")
    #expect(check.code == 3 && check.output.split(separator: "RB-PARTIAL").count == 2)
  }

  @Test func noHintLeadsInACircle() throws {
    #expect(try assets("bundle", "export", "--out", "old.bundle").code == 0)
    try publishAndLoseTheLock()
    #expect(try assets("lock").code == 0)
    let older = try assets("verify", "old.bundle", "--against", "assets.lock")
    #expect(older.code == 3 && older.output.contains("(r2, assets.lock names r3)"))
    #expect(try assets.shell("head -c 2000 old.bundle > cut.bundle").code == 0)
    let cut = try assets("verify", "cut.bundle")
    #expect(cut.code == 2 && cut.error.contains("bundle export") && !cut.error.contains("verify --all"))
    let head = try sample.read("Bundles/HEAD")
    try sample.write("<<<<<<< a\n\(head)=======\n\(head)>>>>>>> b\n", to: "Bundles/HEAD")
    let conflict = try assets("log")
    #expect(conflict.code == 2 && conflict.error.contains("one side of git"))
    try sample.write(head, to: "Bundles/HEAD")
    try sample.write("assets-store/9\n", to: "Bundles/FORMAT")
    let format = try assets("verify", "--all")
    #expect(format.code == 2 && format.error.contains("the version of assets that wrote it"))
  }
}
