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

  /// An edit of one or two translations, as a line of shell; now and then of something else, or of what is remembered.
  private static func editOfTexts(_ random: inout SeededGenerator) -> String {
    let locale = ["ja", "de", "ar"][random.below(3)]
    let word = ["Alpha", "Beta", "Gamma", "Fokus", "集中", "notes"][random.below(6)]
    let yaml = "articles/\(locale).yml"
    let xliff = "app/\(locale).xliff"
    let line = random.below(30) + 3
    let key = "k\(random.below(400))"
    switch random.below(40) {
    case 0...4: return "sed -i '\(line)s/: \\([^{]\\)/: \(word) \\1/' \(yaml)"
    case 5...7: return "sed -i '\(4 + random.below(90))s/<target\\([^>]*\\)>/<target\\1>\(word) /' \(xliff)"
    case 8: return "sed -i '0,/<target state=\"[a-z-]*\"/s//<target state=\"final\"/' \(xliff)"
    case 9: return "sed -i '0,/state=\"final\"/s//state=\"needs-translation\"/' \(xliff)"
    case 10: return "sed -i '\(line)d' \(yaml)"
    case 11: return "cp $ORIGINALS/\(yaml) \(yaml)"
    case 12: return "cp $ORIGINALS/\(xliff) \(xliff)"
    case 13: return "sed -i 's/^      one: .*/&\\n      many: \(word)/' \(yaml)"
    case 14: return "sed -i '/^      \\(one\\|many\\|two\\): /d' \(yaml)"
    case 15: return "sed -i '\(line)s/$/ %d/' \(yaml)"
    case 16: return "sed -i 's/ %d$//' \(yaml)"
    case 17: return "printf '  extra-\(random.below(3)):\\n    title: \(word)\\n    one: x\\n' >> \(yaml)"
    case 18: return "sed -i '/^  extra-\(random.below(3)):/,+2d' \(yaml)"
    case 19: return "sed -i '\(line){h;d};\(line + 6)G' \(yaml)"
    case 20: return "sed -i '\(line){p}' \(yaml)"
    case 21: return "sed -i '1s/^/# \(word)\\n/' \(yaml)"
    case 22: return "sed -i '/^# [A-Z]/d' \(yaml)"
    case 23: return "sed -i '\(line)s/: ./: \"\"#/' articles/de.yml articles/ja.yml"
    case 24: return "sed -i 's/locales: \\[en, ar, de, ja\\]/locales: [en, ar, de, ja, fr]/' assets.yml"
    case 25: return "sed -i 's/, ja, fr/, ja/' assets.yml"
    case 26: return "sed -i 's/\(word)/\(word)s/' articles/en.yml"
    case 27: return "sed -i 's/title: 60/title: \(10 + random.below(60))/' assets.yml"
    case 28: return "sed -i 's/title: [0-9]*,/title: 60,/' assets.yml"
    // What is remembered is damaged, cut off, or that of another time.
    case 29:
      return
        "for f in .assets/tables/*; do test -f $f && printf x | dd of=$f bs=1 seek=\(random.below(30_000)) conv=notrunc; done; :"
    case 30: return "for f in .assets/tables/*; do test -f $f && truncate -s -1 $f; break; done; :"
    case 31...35: return "sed -i 's/^    \(key): .*/    \(key): \(word) \(random.below(9))/' \(yaml)"
    case 36: return "sed -i '/^    \(key): /d' \(yaml)"
    case 37: return "sed -i 's/^    \(key): .*/&\\n    \(key)-\(random.below(3)): \(word)/' \(yaml)"
    default:
      return
        "rm -rf .old; mv .assets/tables .old 2>/dev/null; cp -r .older .assets/tables 2>/dev/null; mv .old .older; :"
    }
  }

  /// An edit of sources, keys or keywords, as a line of shell; findings come and go with it.
  private static func editOfSources(_ random: inout SeededGenerator) -> String {
    let locale = ["en", "ja", "de", "ar"][random.below(4)]
    let number = random.below(1000)
    let word = ["Alpha", "%d Beta", "the", "Fokus", "集中", "notes", "%@", "Very long title of a text"][
      random.below(8)]
    let text = "\"\(word) \(number)\""
    let (key, other) = ("k\(random.below(40))", "k\(random.below(400))")
    let set = "bulk\(random.below(40))"
    let state = ["approved", "approved", "approved", "proposed", "retired", "rejected"][random.below(6)]
    let terms = (0...random.below(3)).map { _ in
      [
        "alpha", "the", "text", "集中", "\(number) of", "news", "new", "beta", "12", "Text \(random.below(40))",
      ][
        random.below(10)]
    }.joined(separator: ", ")
    let unit =
      "\(["backup", "appearance", "accessibility"][random.below(3)])-\(["title", "description"][random.below(2)])"
    let (yaml, words) = ("articles/\(locale).yml", "keywords/\(locale).yml")
    switch random.below(30) {
    case 0...2: return "sed -i 's/^    \(key): .*/    \(key): \(text)/' articles/en.yml"
    case 3: return "sed -i 's/^    \(key): .*/    \(key): \(text)/' articles/*.yml"
    case 4:
      return
        "sed -i 's/^    \(key): .*/    \(key): \(text)/; s/^    \(other): .*/    \(other): \(text)/' \(yaml)"
    case 5: return "sed -i 's/^    \(other): .*/&\\n    \(other)-x: \(text)/' articles/en.yml"
    case 6: return "sed -i 's/^    \(other): .*/&\\n    \(other)-y: \(text)/' articles/*.yml"
    case 7: return "sed -i '/^    \(other): /d' articles/en.yml"
    case 8: return "sed -i '/^    k[0-9]*-[xy]: /d' articles/\(["en", "*"][random.below(2)]).yml"
    case 9:
      return
        "sed -i 's/^    \(other): .*/&\\n    n\(number):\\n      one: \(text)\\n      other: \(text)/' articles/*.yml"
    case 10: return "sed -i 's/^      one: .*/&\\n      few: \(text)/' \(yaml)"
    case 11: return "sed -i '/^      \\(one\\|few\\): /d' \(yaml)"
    case 12: return "sed -i '\(3 + random.below(30))s/: \\([^{]\\)/: \(word) \(number) \\1/' articles/en.yml"
    case 13...16: return "sed -i 's/^  \(set): .*/  \(set): { state: \(state), terms: [\(terms)] }/' \(words)"
    case 17:
      return "sed -i 's/^  \(set): .*/  \(set): { state: approved, terms: [\(terms)] }/' keywords/*.yml"
    case 18...20:
      return "\"$ASSETS\" keywords approve \(set) --locale \(locale) --reviewer r --yes >../out 2>&1; :"
    case 21: return "sed -i '/^  \(set): /d' \(words)"
    case 22: return "echo '  \(set): { state: \(state), terms: [\(terms)] }' >> \(words)"
    case 23: return "echo '  more\(number): { state: approved, terms: [\(terms)] }' >> \(words)"
    case 24: return "sed -i '\(5 + random.below(20))s/terms: \\[/&\(number) of, /' \(words)"
    case 25:
      return
        "sed -i '/id=\"\(unit)\"/,/source>/s/<source>/<source>\(word) /' app/\(["*", "*", "de"][random.below(3)]).xliff"
    case 26:
      return "sed -i '/id=\"\(unit)\"/,/target>/s/<target\\([^>]*\\)>/<target\\1>\(word) /' app/*.xliff"
    case 27:
      return
        "sed -i '/<trans-unit id=\"\(unit)\"/,/<.trans-unit>/d' app/\(["*", "*", "de"][random.below(3)]).xliff"
    case 28: return "cp $ORIGINALS/app/*.xliff app"
    default: return "cp $ORIGINALS/\(words) \(words); cp $ORIGINALS/\(yaml) \(yaml)"
    }
  }

  /// More texts, keyword sets and content for the edits to meet: a line of shell.
  /// - Parameter isSorted: the content map has its records in the order of their content IDs.
  private static func bulk(isSorted: Bool) -> String {
    let content = isSorted ? "echo 'content:' > content.yml" : ":"
    return """
      for l in en de ja ar; do
        (echo '  bulk:'; for i in $(seq 0 399); do echo "    k$i: Text $i $l"; done) >> articles/$l.yml
        for i in $(seq 0 39); do echo "  bulk$i: { state: approved, terms: [$l word $i, text] }"; done >> keywords/$l.yml
      done
      \(content)
      for i in $(seq 10 49); do
        echo "  - { contentID: 'bulk:$i', domain: d, route: 'x://$i', titleKey: articles/bulk.k$((i-10)),"
        echo "      descriptionKey: articles/bulk.k$i, keywordKeys: [bulk$((i-10)), bulk$((i%5))] }"
      done >> content.yml
      """
  }

  /// Two copies of a project live through edits of texts. One reads what changed, the other everything.
  @Test(arguments: 1...UInt64(4)) func aRunThatReadsWhatChangedAnswersLikeOneThatReadsAll(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed + caseSeed())
    let originals = try SampleProject()
    let environment = Self.environment.merging(["ORIGINALS": originals.path]) { $1 }
    let remembers = try SampleProject(environment: environment)
    let reads = try SampleProject(environment: environment)
    // How many publishes of each kind of edit read what changed alone, of how many.
    var partial = [0, 0]
    var published = [0, 0]
    for sample in [originals, remembers, reads] {
      // Enough for a table of several pieces.
      _ = try sample.assets.shell(Self.bulk(isSorted: seed % 2 == 0))
    }
    for sample in [remembers, reads] {
      #expect(try sample.assets("publish", "--publisher", "p", "--message", "m").code == 0)
      _ = try sample.assets.shell("mkdir ../good; cp -r articles app keywords assets.yml ../good")
    }
    for step in 0..<caseCount(full: 400) {
      let kind = random.below(5) < 3 ? 1 : 0
      let line = kind == 1 ? Self.editOfSources(&random) : Self.editOfTexts(&random)
      let isTakenBack = random.below(4) > 0
      // One of the two is killed in between, now and then. What the next run says depends on how far it came.
      let killedAfter = random.below(8) == 0 ? random.below(600) : nil
      let common = ["publish", "--publisher", "p", "--message", "m", "--verbose"]
      var answers: [ToolRunner.Outcome] = []
      for (sample, extra) in [(remembers, []), (reads, ["--no-cache"])] {
        _ = try sample.assets.shell(line)
        if let killedAfter, extra.isEmpty {
          _ = try sample.assets.shell(
            "\"$ASSETS\" \(common.joined(separator: " ")) & sleep \(Double(killedAfter) / 1000); kill -9 $!; wait"
          )
        }
        var outcome = try sample.assets.run(common + extra)
        let lines = outcome.error.replacingOccurrences(of: sample.path, with: "").split(separator: "\n")
        outcome.error = lines.filter { !$0.contains("changed since r") }.joined(separator: "\n")
        if extra.isEmpty, outcome.output.hasPrefix("published") {
          published[kind] += 1
          if lines.contains(where: { $0.contains("changed since r") }) { partial[kind] += 1 }
        }
        answers.append(outcome)
        answers.append(try sample.assets.shell("cat Bundles/HEAD assets.lock"))
        answers.append(try sample.assets.run(["manifest", "head~1..head"]))
        // What is wrong is taken back, or the projects would stand still.
        if outcome.code == 0 {
          _ = try sample.assets.shell(
            "rm -rf ../good; mkdir ../good; cp -r articles app keywords assets.yml ../good")
        } else if isTakenBack {
          _ = try sample.assets.shell("rm -rf articles app keywords; cp -r ../good/. .")
        }
      }
      let name = "seed \(seed), step \(step): \(line)\(killedAfter.map { ", killed after \($0) ms" } ?? "")"
      let compared = killedAfter == nil ? 0 : 1
      for (a, b) in zip(answers[compared..<3], answers[(3 + compared)...]) {
        #expect(
          a.code == b.code && a.output == b.output && a.error == b.error,
          "\(name)\n\(a.output)\n\(a.error)\n\(b.output)\n\(b.error)")
      }
    }
    print("seed \(seed): \(partial) of \(published) publishes read only what changed")
    for kind in 0...1 { #expect(partial[kind] * 2 > published[kind] || published[kind] < 20) }
    #expect(partial[0] + partial[1] > 0)
    #expect(try remembers.assets("verify", "--all").code == 0)
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
        let told = a.error.split(separator: "\n").filter { !$0.contains("changed since r") }
        #expect(
          told.map { $0.replacingOccurrences(of: roots[0], with: "") }
            == b.error.split(separator: "\n").map { $0.replacingOccurrences(of: roots[1], with: "") },
          "\(name)")
      }
    }
    #expect(try remembers.assets("verify", "--all").code == 0)
    #expect(!FileManager.default.fileExists(atPath: reads.path + "/.assets"))
  }

  /// What is remembered is never written, nor anything removed, where a link leads.
  @Test func aLinkedFolderIsLeftAlone() throws {
    let sample = try SampleProject()
    let name = "0123456789abcdef0123456789abcdef"
    _ = try sample.assets.shell(
      "mkdir .assets ../theirs; echo x > ../theirs/\(name); ln -s ../../theirs .assets/tables")
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try sample.assets("publish").output.contains("published r2"))
    #expect(try sample.assets.shell("ls -A ../theirs").output == "\(name)\n")
  }

  /// A store that came by git or by a copy has no folder of this machine.
  @Test func aCopiedStoreIsPublishedInto() throws {
    let sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    _ = try sample.assets.shell("rm -rf Bundles/.local .assets")
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "articles/ja.yml")
    #expect(try sample.assets("publish").output.contains("published r2"))
    #expect(try sample.assets.shell("ls -A Bundles/.local").output == ".gitignore\nlock\nnodes-1-2\n")
    #expect(try sample.assets("verify", "--all").code == 0)
  }
}
