import Foundation
import TestSupport
import Testing

/// `restore` and `rollback` in a project of one article and one keyword set, whose names are the same.
@Suite struct RestoreCommandTests {
  private let folder: TemporaryDirectory
  private let tool: ToolRunner
  private let path: String

  /// r1 and r2; r2 changed the German title and the German keywords.
  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path
    tool = ToolRunner(in: path)
    try write(
      """
      version: 1
      project: p
      sourceLocale: en
      locales: [en, de]
      catalogs:
        - { name: articles, source: C/en.yml, target: "C/{locale}.yml" }
      content: content.yml
      keywords: { path: "K/{locale}.yml" }

      """, to: "assets.yml")
    try write(
      """
      content:
        - contentID: article:a1
          domain: articles
          route: p://a1
          titleKey: articles/a1.title   # shown in the list
          descriptionKey: articles/a1.text
          keywordKeys: [articles/a1]
          isSearchable: true   # keep
          access: public

      """, to: "content.yml")
    for locale in ["en", "de"] {
      try write(
        "\(locale):\n  a1:\n    title: Title \(locale) one\n    text: Text \(locale) one\n",
        to: "C/\(locale).yml")
      try write(
        "locale: \(locale)\nkeywords:\n  articles/a1:\n    state: approved\n"
          + "    terms: [k\(locale) one, 'k\(locale) two']   # why\n", to: "K/\(locale).yml")
    }
    #expect(try assets("publish").code == 0)
    try replace("Title de one", with: "Title de two", in: "C/de.yml")
    try replace("kde two", with: "kde three", in: "K/de.yml")
    #expect(try assets("publish").code == 0)
  }

  private func assets(_ arguments: String...) throws -> ToolRunner.Outcome { try tool.run(arguments) }

  private func read(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  private func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func replace(_ text: String, with new: String, in file: String) throws {
    let old = try read(file)
    try #require(old.contains(text))
    try write(old.replacing(text, with: new), to: file)
  }

  /// Lets a shell run the first command of this name that a text prints, as it is printed.
  private func paste(_ name: String, from printed: String) throws {
    let start = try #require(printed.firstRange(of: "`assets \(name)"), "\(printed)").lowerBound
    let command = printed[printed.index(after: start)...].prefix { $0 != "`" }
    let outcome = try tool.shell("assets() { \"$ASSETS\" \"$@\"; }; \(command)")
    #expect(outcome.code == 0, "\(command): \(outcome.error)")
  }

  private func addExtra() throws {
    for locale in ["en", "de"] {
      try write(read("C/\(locale).yml") + "  x: Extra \(locale)\n", to: "C/\(locale).yml")
    }
    #expect(try assets("publish").code == 0)
  }

  @Test func thePrintedCommandForKeywordsTouchesNothingElse() throws {
    try replace("Title de two", with: "Title de brand new", in: "C/de.yml")
    try replace("kde three", with: "kde two", in: "K/de.yml")
    let refused = try assets("check", "--rollback")
    #expect(refused.code == 3 && refused.output.contains("RB-KEYWORDS"))
    try paste("restore", from: refused.output)
    #expect(try read("C/de.yml").contains("Title de brand new"))
    #expect(try read("K/de.yml").contains("[kde one, 'kde three']   # why"))
    #expect(try assets("check", "--rollback").code == 0)
  }

  @Test func aRollbackOfKeywordsLeavesTheTitles() throws {
    let done = try assets(
      "rollback", "--to", "r1", "--locale", "de", "--key", "articles/a1", "--only", "keywords", "--reason",
      "x")
    #expect(done.code == 0 && done.output.contains("restored  de  articles/a1\n"), "\(done.error)")
    #expect(!done.output.contains("title"))
    #expect(try read("C/de.yml").contains("Title de two"))
    // The terms that stay keep their quotes, and nobody is said to have signed the list.
    #expect(
      try read("K/de.yml")
        == "locale: de\nkeywords:\n  articles/a1:\n    state: approved\n    terms: [kde one, 'kde two']   # why\n"
    )
    #expect(try assets("publish").output.contains("nothing to publish"))
    #expect(try assets("restore", "--from", "r1", "--locale", "de", "--only", "records").code == 64)
  }

  @Test func keysOfAnyKindAreQuotedInCommands() throws {
    let keys = ["x'; touch PWNED; echo '", "-x", "a\\tb", "d`touch PWNED`\\u202E"]
    let texts = try ["en", "de"].map { try read("C/\($0).yml") }
    func say(_ word: String) throws {
      for (locale, text) in zip(["en", "de"], texts) {
        let lines = keys.enumerated().map { "  \"\($0.element)\": val \(locale) \($0.offset) \(word)\n" }
        try write(text + lines.joined(), to: "C/\(locale).yml")
      }
    }
    for word in ["one", "two"] {
      try say(word)
      #expect(try assets("publish").code == 0)
    }
    let now = try read("C/de.yml")
    try say("one")
    let refused = try assets("check", "--rollback")
    let ways = refused.output.components(separatedBy: "= help: ").filter { $0.hasPrefix("keep the text") }
    #expect(refused.code == 3 && ways.count == 8, "\(refused.output)")
    for way in ways { try paste("restore", from: way) }
    #expect(try assets("check", "--rollback").code == 0)
    #expect(try read("C/de.yml") == now)
    #expect(!FileManager.default.fileExists(atPath: "\(path)/PWNED"))
  }

  @Test func aKeyThatWasTakenBackGoesAgain() throws {
    try addExtra()
    let back = try assets("rollback", "--to", "r2", "--locale", "de", "--reason", "bad")
    #expect(
      back.code == 0 && back.output.contains("removed  de  articles/x") && !back.output.contains("restored"))
    try write(read("C/de.yml") + "  x: Extra de\n  new: Neu\n", to: "C/de.yml")
    let refused = try assets("check", "--rollback")
    #expect(refused.code == 3 && refused.output.contains("RB-WITHDRAWN"))
    let dry = try assets("restore", "--locale", "de", "--from", "r4", "--dry-run")
    #expect(dry.output == "would remove  de  articles/x\n", "\(dry.output)")
    try paste("restore", from: refused.output)
    #expect(try assets("check", "--rollback").code == 0)
    // What was never published is nowhere else.
    #expect(try read("C/de.yml").hasSuffix("  new: Neu\n") && !read("C/de.yml").contains("Extra"))
    let nothing = try assets("restore", "--locale", "de", "--key", "articles/new", "--from", "r4")
    #expect(nothing.code == 5 || nothing.output.contains("never published: 1 addition"))
    #expect(try read("C/de.yml").hasSuffix("  new: Neu\n"))
  }

  @Test func theHintAfterAStoreOnlyRollbackWorks() throws {
    try addExtra()
    let back = try assets("rollback", "--to", "r1", "--locale", "de", "--reason", "bad", "--store-only")
    #expect(
      back.code == 0 && back.error.contains("`assets restore --locale de --from r4` edits them"),
      "\(back.error)")
    try paste("restore", from: back.error)
    #expect(try assets("publish").output.contains("nothing to publish"))
  }

  @Test func theSecondRunOfARollbackHasNothingToDo() throws {
    #expect(try assets("rollback", "--to", "r1", "--locale", "de", "--reason", "x").code == 0)
    let before = folder.files
    let again = try assets("rollback", "--to", "r1", "--locale", "de", "--reason", "x")
    #expect(again.code == 0 && again.output == "r3 restores r1 already   nothing is left to do\n")
    #expect(folder.files == before)
  }

  @Test func aLocaleThatIsNowhereIsNoMatch() throws {
    let missing = try assets("restore", "--from", "r1", "--locale", "xx")
    #expect(missing.code == 5 && missing.error.contains("'xx'"))
  }

  @Test func aRollbackOfTheContentMapChangesOneWord() throws {
    let map = try read("content.yml")
    try replace("articles/a1.title", with: "articles/a1.text", in: "content.yml")
    #expect(try assets("publish").code == 0)
    #expect(try assets("rollback", "--to", "r2", "--reason", "x").code == 0)
    #expect(try read("content.yml") == map)
    #expect(try assets("publish").output.contains("nothing to publish"))
  }

  @Test func unpublishedKeywordsAreNotLost() throws {
    try replace("kde three", with: "kde four", in: "K/de.yml")
    let refused = try assets("rollback", "--to", "r1", "--locale", "de", "--reason", "x")
    #expect(refused.code == 1 && refused.error.contains("CF-UNPUBLISHED"))
    #expect(try read("K/de.yml").contains("kde four"))
  }

  @Test func aCatalogThatIsALinkStaysOne() throws {
    try FileManager.default.moveItem(atPath: "\(path)/C/de.yml", toPath: "\(path)/C/german.yml")
    try FileManager.default.createSymbolicLink(atPath: "\(path)/C/de.yml", withDestinationPath: "german.yml")
    #expect(try assets("rollback", "--to", "r1", "--locale", "de", "--reason", "x").code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/C/de.yml") == "german.yml")
    #expect(try read("C/german.yml").contains("Title de one"))
  }
}
