import Foundation
import TestSupport
import Testing

/// `rollback` and `restore` as a user types them.
@Suite struct RollbackCommandTests {
  private let sample: SampleProject

  /// r1 is the sample; r2 has a bad Japanese title in YAML, a bad text in XLIFF, and other keywords.
  init() throws {
    sample = try SampleProject()
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "タップで作業", in: "articles/ja.yml")
    try sample.replace("メモを音声入力している間だけマイクを使用します。", with: "マイク", in: "app/ja.xliff")
    try sample.replace("[はじめかた, 使い方, 入門,", with: "[はじめかた,", in: "keywords/ja.yml")
    let approved = try sample.assets(
      "keywords", "approve", "basics", "--locale", "ja", "--reviewer", "k.ito")
    #expect(approved.code == 0)
    #expect(try sample.assets("publish").code == 0)
  }

  private let files = ["articles/ja.yml", "app/ja.xliff"]

  @Test func aLocaleIsRolledBackWithItsFiles() throws {
    let before = try files.map { try sample.read($0) }
    let dry = try sample.assets(
      "rollback", "--to", "r1", "--locale", "ja", "--reason", "glossary", "--dry-run")
    #expect(dry.code == 0 && dry.output.contains("would roll back to r1 as r3"))
    #expect(try files.map { try sample.read($0) } == before)
    let done = try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "glossary")
    #expect(done.code == 0 && done.output.contains("rolled back to r1 as r3"))
    // The files differ from what they were at r1 in nothing but the reviewer of the keywords.
    let fresh = try SampleProject()
    #expect(try files.map { try sample.read($0) } == files.map { try fresh.read($0) })
    #expect(try sample.read("keywords/ja.yml").contains("[はじめかた, 使い方, 入門,"))
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    #expect(try sample.assets("verify", "--all").code == 0)
    let manifest = try sample.assets("manifest", "r2..r3").output
    #expect(manifest.contains("\"kind\":\"rollback\"") && manifest.contains("\"restores\":{"))
    // Once more finds it done.
    let again = try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "glossary")
    #expect(again.code == 0 && again.output.contains("restores r1 already"))
  }

  @Test func whatWasTakenBackIsRefused() throws {
    #expect(
      try sample.assets("rollback", "--to", "r1", "--key", "articles/focus-timer", "--reason", "x").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "タップで作業", in: "articles/ja.yml")
    let refused = try sample.assets("publish")
    #expect(refused.code == 3 && refused.error.contains("RB-WITHDRAWN"))
    #expect(try sample.assets("check", "--rollback").code == 3)
    // Both ways out.
    #expect(
      try sample.assets(
        "restore", "--locale", "ja", "--key", "articles/focus-timer.title", "--from", "r3"
      ).output.contains("restored  ja  articles/focus-timer.title"))
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    try sample.replace("集中タイマーで静かに作業する", with: "タップで作業", in: "articles/ja.yml")
    #expect(try sample.assets("accept", "RB-WITHDRAWN", "--reason", "it was right").code == 0)
    #expect(try sample.assets("publish").code == 0)
    #expect(try sample.assets("verify", "--all").code == 0)
  }

  @Test func anUnpublishedEditIsNotLost() throws {
    try sample.replace("タップで作業", with: "タップ作業", in: "articles/ja.yml")
    let before = sample.folder.files
    let refused = try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "x")
    #expect(refused.code == 1 && refused.error.contains("CF-UNPUBLISHED"))
    #expect(refused.error.contains("articles/ja.yml:7"))
    #expect(sample.folder.files == before)
    #expect(
      try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "x", "--store-only").code == 0
    )
    #expect(try sample.read("articles/ja.yml").contains("タップ作業"))
  }

  @Test func everythingIsRolledBackWithTheContentMap() throws {
    let map = try sample.read("content.yml")
    try sample.replace("domain: articles", with: "domain: help", in: "content.yml")
    #expect(try sample.assets("publish").code == 0)
    #expect(try sample.assets("rollback", "--to", "r2", "--reason", "x").code == 0)
    #expect(try sample.read("content.yml") == map)
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    #expect(try sample.assets("verify", "--all").code == 0)
    // The old records come back, one is put right by name and the others at once.
    try sample.replace("domain: articles", with: "domain: help", in: "content.yml")
    let refused = try sample.assets("publish")
    #expect(
      refused.code == 3 && refused.error.contains("RB-SOURCE") && refused.error.contains("content.yml:4"))
    #expect(
      try sample.assets("restore", "--from", "head", "--key", "article:getting-started").output
        == "restored  article:getting-started\n")
    #expect(try sample.assets("restore", "--from", "head").code == 0)
    #expect(try sample.read("content.yml") == map)
  }

  @Test func fallbacksAndTheMinimumStateAreRolledBackWithTheConfiguration() throws {
    let configuration = try sample.read("assets.yml")
    try sample.replace("fallbackLocale: en\n", with: "fallbackLocale: de\n", in: "assets.yml")
    try sample.replace(
      "publish: { minimumState: translated }", with: "publish: { minimumState: reviewed }", in: "assets.yml")
    #expect(try sample.assets("publish").code == 0)
    let done = try sample.assets("rollback", "--to", "r2", "--reason", "x")
    #expect(done.code == 0 && done.output.contains("restored  the fallbacks"), "\(done.error)")
    #expect(done.output.contains("restored  the minimum state"))
    #expect(try sample.read("assets.yml") == configuration)
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    #expect(try sample.assets("verify", "--all").code == 0)
  }

  @Test func theListOfLocalesIsRolledBackWithItsFiles() throws {
    let configuration = try sample.read("assets.yml")
    try sample.replace("locales: [en, ar, de, ja]", with: "locales: [en, ar, ja]", in: "assets.yml")
    #expect(
      try sample.assets("accept", "RB-LOCALE-DROP", "--locale", "de", "--reason", "no market").code == 0)
    #expect(try sample.assets("publish").code == 0)
    let german = try ["articles/de.yml", "app/de.xliff", "keywords/de.yml"].map { try sample.read($0) }
    #expect(try sample.assets("rollback", "--to", "r2", "--reason", "x", "--dry-run").code == 0)
    let done = try sample.assets("rollback", "--to", "r2", "--reason", "the market is back")
    #expect(done.code == 0, "\(done.error)")
    #expect(done.output.contains("restored  the list of locales, with de"))
    #expect(
      try sample.read("assets.yml")
        == configuration.replacing("[en, ar, de, ja]", with: "[en, ar, ja, de]"))
    #expect(
      try ["articles/de.yml", "app/de.xliff", "keywords/de.yml"].map { try sample.read($0) } == german)
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    // And away again, with files that stay.
    let away = try sample.assets("rollback", "--to", "r3", "--reason", "it is not")
    #expect(away.code == 0 && away.output.contains("the list of locales, without de"), "\(away.error)")
    #expect(try sample.read("assets.yml").contains("locales: [en, ar, ja]"))
    #expect(
      try ["articles/de.yml", "app/de.xliff", "keywords/de.yml"].map { try sample.read($0) } == german)
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    #expect(try sample.assets("verify", "--all").code == 0)
    // What the files say meanwhile is not written over.
    try sample.write(german[0].replacing("Fokus", with: "Fokus!"), to: "articles/de.yml")
    let refused = try sample.assets("rollback", "--to", "r2", "--reason", "x")
    #expect(refused.code == 1 && refused.error.contains("not declared today"))
    #expect(refused.error.contains("articles/de.yml") && refused.error.contains("move it away"))
    // Files that are gone are written again, where a file can be made from its values.
    for file in ["articles/de.yml", "keywords/de.yml"] {
      try FileManager.default.removeItem(atPath: "\(sample.path)/\(file)")
    }
    let written = try sample.assets("rollback", "--to", "r2", "--reason", "x")
    #expect(written.code == 0, "\(written.error)")
    #expect(try sample.read("keywords/de.yml").hasPrefix("locale: de\nkeywords:\n"))
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
  }

  @Test func anUnpublishedConfigurationIsNotLost() throws {
    try sample.replace("fallbackLocale: en\n", with: "fallbackLocale: de\n", in: "assets.yml")
    #expect(try sample.assets("publish").code == 0)
    try sample.replace("fallbackLocale: de\n", with: "fallbackLocale: ja\n", in: "assets.yml")
    let before = sample.folder.files
    let refused = try sample.assets("rollback", "--to", "r2", "--reason", "x")
    #expect(refused.code == 1 && refused.error.contains("CF-UNPUBLISHED"))
    #expect(refused.error.contains("the fallbacks") && sample.folder.files == before)
  }

  @Test func aFieldThatCannotBeEditedIsRefused() throws {
    try sample.replace("fallbackLocale: en\n", with: "fallbackLocale: &end de\n", in: "assets.yml")
    #expect(try sample.assets("publish").code == 0)
    let refused = try sample.assets("rollback", "--to", "r2", "--reason", "x")
    #expect(refused.code == 1 && refused.error.contains("CF-NOT-EDITABLE"))
    #expect(try sample.assets("log").output.split(separator: "\n").count == 3)
    #expect(try sample.assets("rollback", "--to", "r2", "--reason", "x", "--store-only").code == 0)
    #expect(try sample.assets("verify", "--all").code == 0)
  }

  @Test func aReceiptThatWasLostIsAnsweredAgain() throws {
    let lock = try sample.read("assets.lock")
    let text = try sample.read("articles/ja.yml")
    #expect(try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "x").code == 0)
    // As if it had died before the files and the lock were written.
    try sample.write(lock, to: "assets.lock")
    try sample.write(text, to: "articles/ja.yml")
    let again = try sample.assets("rollback", "--to", "r1", "--locale", "ja", "--reason", "x")
    #expect(again.code == 0 && again.output.contains("1 working file brought in line"))
    #expect(try sample.assets("publish").output.contains("nothing to publish"))
    #expect(try sample.assets("log").output.split(separator: "\n").count == 3)
  }

  @Test func wrongSelectorsAreSaid() throws {
    for arguments in [
      ["rollback", "--to", "r9", "--reason", "x"], ["rollback", "--to", "head", "--reason", "x"],
      ["rollback", "--to", "r1", "--locale", "fr", "--reason", "x"], ["restore", "--from", "r9"],
      ["restore", "--from", "r1", "--key", "articles/focus-timr"],
    ] {
      #expect(try sample.assets.run(arguments).code == 5, "\(arguments)")
    }
    let nearest = try sample.assets("restore", "--from", "head", "--key", "articles/focus-timer.titel")
    #expect(nearest.error.contains("did you mean 'articles/focus-timer.title'?"))
    #expect(try sample.assets("rollback", "--to", "r1").code == 64)
    #expect(try sample.assets("restore", "--from", "head").output.contains("nothing to restore"))
  }
}
