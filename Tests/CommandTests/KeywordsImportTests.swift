import Foundation
import TestSupport
import Testing

/// Keywords of the App Store become proposed sets.
@Suite struct KeywordsImportTests {
  private func sample(_ lists: [String: String]) throws -> SampleProject {
    let sample = try SampleProject()
    for (locale, text) in lists {
      let folder = "\(sample.path)/metadata/\(locale)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try sample.write(text, to: "metadata/\(locale)/keywords.txt")
    }
    return sample
  }

  @Test func termsBecomeAProposedSetAndNothingElseChanges() throws {
    let sample = try sample(["ja": "集中、 タイマー,集中,,Wi-Fi\n", "de-DE": "Fokus, Uhr", "fr-FR": "montre"])
    let before = try sample.read("keywords/ja.yml")
    let dry = try sample.assets("keywords", "import", "metadata", "--key", "app-store", "--dry-run")
    #expect(dry.code == 0)
    #expect(dry.output.contains("would propose  ja  app-store  3 terms"))
    #expect(dry.output.contains("skipped  fr-FR"))
    #expect(try sample.read("keywords/ja.yml") == before)

    let real = try sample.assets("keywords", "import", "metadata", "--key", "app-store")
    #expect(real.code == 0, "\(real.error)")
    #expect(real.output == dry.output.replacingOccurrences(of: "would ", with: ""))
    let after = try sample.read("keywords/ja.yml")
    for line in before.split(separator: "\n") { #expect(after.contains(line)) }
    let list = try sample.assets("keywords", "list", "--locale", "ja", "--format", "json")
    #expect(list.output.contains("\"app-store\"") && list.output.contains("proposed"))

    let again = try sample.assets("keywords", "import", "metadata", "--key", "app-store")
    #expect(again.output.contains("unchanged  ja  app-store  3 terms"))
    #expect(try sample.read("keywords/ja.yml") == after)
    #expect(try sample.assets("check").code == 0)
  }

  @Test func otherTermsReplaceThoseOfTheSet() throws {
    let sample = try sample(["ja": "一,二"])
    #expect(try sample.assets("keywords", "import", "metadata", "--key", "k").code == 0)
    try sample.write("二,三", to: "metadata/ja/keywords.txt")
    let result = try sample.assets("keywords", "import", "metadata", "--key", "k")
    #expect(result.output.contains("change  ja  k  2 terms"))
  }

  @Test func aFolderWithoutListsMatchesNothing() throws {
    let sample = try sample([:])
    let result = try sample.assets("keywords", "import", "nowhere", "--key", "k")
    #expect(result.code == 5)
    #expect(result.error.contains("keywords.txt"))
  }
}
