import Foundation
import TestSupport
import Testing

/// What an earlier run read never changes an answer: two copies of a project live through the same edits, and one of
/// them reads everything every time.
@Suite struct PublishCacheTests {
  private static let environment = [
    "SOURCE_DATE_EPOCH": "1700000000", "ASSETS_LINEAGE": "0123456789abcdef0123456789abcdef", "CI": "",
  ]

  /// An edit of a project, as a line of shell.
  private static func edit(_ random: inout SeededGenerator) -> String {
    let locale = ["en", "ja", "de", "ar"][random.below(4)]
    let word = ["Alpha", "Beta", "Gamma", "Delta"][random.below(4)]
    let file = "articles/\(locale).yml"
    switch random.below(16) {
    case 0...4: return "sed -i '0,/title: .*/s//title: \(word) \(random.below(9))/' \(file)"
    case 5: return "touch \(file)"
    case 6: return "sed -i 's/Harbor/Harb0r/' \(file)"
    case 7: return "cp \(file) x && touch -r \(file) x && mv x \(file)"
    case 8: return "cp \(file) x; sed -i 's/Alpha/Aleph/' \(file); touch -r x \(file); rm x"
    case 9: return "mv articles/ar.yml articles/ar.off 2>/dev/null || mv articles/ar.off articles/ar.yml"
    case 10: return "sed -i 's/state: approved/state: proposed/' keywords/\(locale).yml"
    case 11: return "sed -i 's/state: proposed/state: approved/' keywords/\(locale).yml"
    case 12: return "sed -i 's/failOn: error }/failOn: error, rules: { KW-PENDING: off } }/' assets.yml"
    case 13: return "sed -i 's/, rules: { KW-PENDING: off }//' assets.yml"
    case 14: return "rm -rf Bundles/.local"
    default: return "sed -i '0,/domain: .*/s//domain: d\(random.below(3))/' content.yml"
    }
  }

  @Test(arguments: 1...UInt64(4)) func aRunThatRemembersAnswersLikeOneThatReads(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let remembers = try SampleProject(environment: Self.environment)
    let reads = try SampleProject(environment: Self.environment)
    for step in 0..<caseCount(full: 160) {
      let line = Self.edit(&random)
      let options = [["--verbose"], ["--dry-run"], ["--format", "json"], ["--expect", "head"]][
        random.below(4)]
      let common = ["publish", "--publisher", "p", "--message", "m"] + options
      var answers: [ToolRunner.Outcome] = []
      for (sample, extra) in [(remembers, []), (reads, ["--no-cache"])] {
        _ = try sample.assets.shell(line)
        answers.append(try sample.assets.run(common + extra))
        answers.append(try sample.assets.run(common + extra))
        answers.append(try sample.assets.shell("cat Bundles/HEAD assets.lock"))
      }
      let name = "seed \(seed), step \(step): \(line)"
      for (a, b) in zip(answers[..<3], answers[3...]) {
        #expect(a.code == b.code && a.output == b.output, "\(name)\n\(a.error)\n\(b.error)")
        let roots = [remembers.path, reads.path]
        #expect(
          a.error.replacingOccurrences(of: roots[0], with: "")
            == b.error.replacingOccurrences(of: roots[1], with: ""),
          "\(name)")
      }
    }
    #expect(try remembers.assets("verify", "--all").code == 0)
    #expect(!FileManager.default.fileExists(atPath: reads.path + "/.assets"))
  }

  /// A store that came by git or by a copy has no folder of this machine.
  @Test func aCopiedStoreIsPublishedInto() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    _ = try sample.assets.shell("rm -rf Bundles/.local .assets")
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try sample.assets("publish").output.contains("published r2"))
    #expect(try sample.assets.shell("ls -A Bundles/.local").output == ".gitignore\nlock\nnodes\n")
    #expect(try sample.assets("verify", "--all").code == 0)
  }
}
