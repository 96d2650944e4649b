import Foundation
import TestSupport
import Testing

/// An index where nothing may be written: on a medium that is read-only, in somebody else's folder.
@Suite struct ReadOnlyIndexTests {
  /// Root may write anywhere, so the tool runs as somebody else; it is copied to where that one may start it.
  private static let canBeSomebodyElse =
    getuid() != 0 || FileManager.default.fileExists(atPath: "/usr/bin/setpriv")
  private static let canMount =
    getuid() == 0 && (try? ToolRunner(in: "/").shell("unshare -m true").code) == 0
  private static let somebody =
    getuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups ./tool" : "./tool"

  private static let reading = [
    "search focus", "search focus --format json", "index status", "index explain article:focus-timer",
    "index digest", "index verify", "index route article:focus-timer", "index simulate --from r0", "status",
  ]
  private static let writing = [
    "index apply", "index rebuild", "index switch ja", "index upsert article:focus-timer",
    "index remove article:focus-timer", "index purge --account ann", "index purge --all", "index retry",
  ]

  private func indexed() throws -> SampleProject {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    #expect(try sample.assets("index", "apply").code == 0)
    #expect(try sample.assets.shell("cp $ASSETS tool && chmod -R a+rX .").code == 0)
    return sample
  }

  private func bytes(_ sample: SampleProject) throws -> String {
    try sample.assets.shell("cd .assets && ls && sha256sum index.db*").output
  }

  @Test(.enabled(if: canBeSomebodyElse))
  func whatOnlyReadsWorksAndWhatWritesSaysWhyNot() throws {
    let sample = try indexed()
    defer { withExtendedLifetime(sample) {} }
    let expected = try Self.reading.map { try sample.assets.shell("$ASSETS \($0)").output }
    _ = try sample.assets.shell("chmod 444 .assets/* && chmod 555 .assets")
    let before = try bytes(sample)
    for (line, output) in zip(Self.reading, expected) {
      let outcome = try sample.assets.shell("\(Self.somebody) \(line)")
      #expect(outcome.code == 0, "\(line): \(outcome.error)")
      #expect(outcome.output == output, "\(line)")
    }
    for line in Self.writing {
      let outcome = try sample.assets.shell("\(Self.somebody) \(line)")
      #expect(outcome.code == 74, "\(line): \(outcome.error)")
      #expect(outcome.error.contains("index.db"), "\(line): \(outcome.error)")
    }
    #expect(try bytes(sample) == before)
    _ = try sample.assets.shell("chmod 755 .assets && chmod 644 .assets/*")
  }

  /// The folder may be written and the file not: the lock is had, and the first write is refused.
  @Test(.enabled(if: canBeSomebodyElse))
  func aFileThatMayNotBeWrittenKeepsItsRevision() throws {
    let sample = try indexed()
    defer { withExtendedLifetime(sample) {} }
    let digest = try sample.assets("index", "digest").output
    try sample.replace("Harbor", with: "Haven", in: "articles/en.yml")
    #expect(try sample.assets("publish").code == 0)
    _ = try sample.assets.shell(
      "chmod a+rX -R . && chmod 777 .assets && chmod 666 .assets/* && chmod 444 .assets/index.db")
    for line in Self.writing.dropLast() {
      let outcome = try sample.assets.shell("\(Self.somebody) \(line)")
      if outcome.code == 0 {
        #expect(line.contains("purge") || line.contains("retry"), "\(line): there was nothing to do")
      } else {
        #expect(outcome.code == 74 && outcome.error.contains("readonly"), "\(line): \(outcome.error)")
      }
    }
    #expect(try sample.assets.shell("\(Self.somebody) index digest").output == digest)
    #expect(try sample.assets.shell("\(Self.somebody) index status").output.contains("stale"))
    let verify = try sample.assets.shell("\(Self.somebody) index verify")
    #expect(verify.code == 0, "it is what it was, as a whole: \(verify.error)")
    // Once it may be written, nothing stands in the way.
    _ = try sample.assets.shell("rm -f .assets/index.db-shm .assets/index.db-wal; chmod 644 .assets/index.db")
    #expect(try sample.assets("index", "apply").code == 0)
    #expect(try sample.assets("index", "verify").code == 0)
  }

  /// What was not moved into the file yet cannot be seen without writing, so nothing older is answered instead.
  @Test(.enabled(if: canBeSomebodyElse && FileManager.default.fileExists(atPath: "/usr/bin/python3")))
  func anUnfinishedJournalIsNamed() throws {
    let sample = try indexed()
    defer { withExtendedLifetime(sample) {} }
    let script = """
      import os, sqlite3
      index = sqlite3.connect(".assets/index.db", isolation_level=None)
      index.execute("INSERT INTO state VALUES('test', 1)")
      os._exit(0)
      """
    try sample.write(script, to: "leave.py")
    #expect(
      try sample.assets.shell("python3 leave.py && rm .assets/index.db-shm && test -s .assets/index.db-wal")
        .code == 0)
    _ = try sample.assets.shell("chmod 444 .assets/* && chmod 555 .assets")
    for line in ["search focus", "index status", "index verify"] {
      let outcome = try sample.assets.shell("\(Self.somebody) \(line)")
      #expect(outcome.code == 74 && outcome.error.contains("journal"), "\(line): \(outcome.error)")
    }
    _ = try sample.assets.shell("chmod 755 .assets && chmod 644 .assets/*")
    #expect(try sample.assets("index", "status").output.contains("up to date"))
  }

  @Test(.enabled(if: canMount))
  func aReadOnlyMountIsLikeAReadOnlyFolder() throws {
    let sample = try indexed()
    defer { withExtendedLifetime(sample) {} }
    let before = try bytes(sample)
    func mounted(_ line: String) throws -> ToolRunner.Outcome {
      try sample.assets.shell(
        "unshare -m sh -c 'mount --bind . . && mount -o remount,ro,bind . && cd \(sample.path) && exec $ASSETS \(line)'"
      )
    }
    for line in Self.reading {
      let outcome = try mounted(line)
      #expect(outcome.code == 0, "\(line): \(outcome.error)")
    }
    for line in Self.writing {
      let outcome = try mounted(line)
      #expect(outcome.code == 74 && outcome.error.contains("Read-only"), "\(line): \(outcome.error)")
    }
    #expect(try bytes(sample) == before)
  }
}
