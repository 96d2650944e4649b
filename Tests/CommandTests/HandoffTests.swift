import Foundation
import TestSupport
import Testing

/// The translator's hand-off as an engineer types it.
@Suite struct HandoffTests {
  private func json(_ outcome: ToolRunner.Outcome) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  /// The counts of a locale that are not 0.
  private func counts(_ outcome: ToolRunner.Outcome, _ locale: String = "ja") throws -> [String: Int] {
    let locales = try #require(try json(outcome)["locales"] as? [String: [String: Int]])
    return (locales[locale] ?? [:]).filter { $0.value != 0 }
  }

  private func rules(_ outcome: ToolRunner.Outcome) throws -> Set<String> {
    let findings = try #require(try json(outcome)["diagnostics"] as? [[String: Any]])
    return Set(findings.compactMap { $0["rule"] as? String })
  }

  /// A hand-off of some Japanese help pages.
  private func handoff(_ units: [(key: String, source: String, target: String)], state: String = "translated")
    -> String
  {
    let body = units.map {
      "<trans-unit id=\"\($0.key)\"><source>\($0.source)</source><target state=\"\(state)\">\($0.target)</target>"
        + "</trans-unit>\n"
    }
    return """
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="articles" datatype="x"
      source-language="en" target-language="ja"><body>
      \(body.joined())</body></file></xliff>
      """
  }

  private func source(_ sample: SampleProject, _ key: String) throws -> String {
    let lines = try sample.assets("show", "articles/en.yml", "--format", "jsonl").output.split(
      separator: "\n")
    for line in lines {
      let unit = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if unit?["key"] as? String == key { return try #require(unit?["target"] as? String) }
    }
    throw SampleProject.Missing(key: key)
  }

  // MARK: - There and back

  @Test(arguments: ["xliff-1.2", "xcode", "xliff-2.1", "csv"])
  func whatComesBackUnchangedHasNothingToDo(format: String) throws {
    let sample = try SampleProject()
    let assets = sample.assets
    for isPublished in [false, true] {
      if isPublished { #expect(try assets("publish").code == 0) }
      let out = "Out-\(isPublished)"
      let export = try assets("export", "--locale", "*", "--format", format, "--out", out)
      #expect(export.code == 0 && export.output.contains("\(out)/ja/articles"))
      let before = try sample.read("articles/ja.yml") + sample.read("app/ja.xliff")
      let back = try assets("import", out, "--format", "json")
      #expect(back.code == 0)
      #expect(try (json(back)["written"] as? [String]) == [])
      for locale in ["ar", "de", "ja"] {
        #expect(try Set(counts(back, locale).keys).isSubset(of: ["same", "notReady"]))
      }
      #expect(try sample.read("articles/ja.yml") + sample.read("app/ja.xliff") == before)
    }
  }

  @Test func oneEditedTextChangesItsBytesAlone() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    #expect(try assets("export", "--locale", "ja", "--out", "Out").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "没頭タイマーで作業する", in: "Out/ja/articles.xliff")
    let before = try sample.read("articles/ja.yml")
    let preview = try assets("import", "Out", "--dry-run", "--format", "json")
    #expect(try sample.read("articles/ja.yml") == before)
    let real = try assets("import", "Out", "--format", "json")
    var dry = try json(preview)
    #expect(dry.removeValue(forKey: "dryRun") as? Bool == true)
    #expect(NSDictionary(dictionary: dry) == NSDictionary(dictionary: try json(real)))
    #expect(try counts(real)["changed"] == 1 && real.code == 0)
    #expect(
      try sample.read("articles/ja.yml")
        == before.replacingOccurrences(of: "集中タイマーで静かに作業する", with: "没頭タイマーで作業する"))
    let again = try assets("import", "Out")
    #expect(again.code == 0 && again.error.contains("nothing to"))
    #expect(try assets("publish").code == 0)
  }

  @Test func anExportHoldsWhatItIsFor() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    try sample.replace("Close the day with a short review", with: "Close the day", in: "articles/en.yml")
    try sample.replace("    title: 話して入力する\n", with: "", in: "articles/ja.yml")
    let export = try assets(
      "export", "--locale", "ja", "--catalog", "articles", "--since", "r1", "--state", "new,changed", "--id",
      "acme-7")
    #expect(export.code == 0)
    let text = export.output
    #expect(text.components(separatedBy: "<trans-unit").count - 1 == 2)
    #expect(text.contains("assets:handoff=\"acme-7\"") && text.contains("assets:base=\"1\""))
    #expect(text.contains("maxwidth=\"60\"") && text.contains("article:dictation"))
    // The changed one says what its translation was made for.
    #expect(text.contains("<source>Close the day with a short review</source>"))
    let count = try assets("export", "--locale", "ja", "--for", "translate", "--count", "--report", "json")
    let amounts = try #require((try json(count)["locales"] as? [String: [String: [String: Int]]])?["ja"])
    #expect(amounts["changed"]?["words"] == 3 && (amounts["new"]?["words"] ?? 0) > 0)
    #expect(try assets("export", "--locale", "ja", "--state", "final", "--catalog", "articles").code == 5)
    #expect(try assets("export", "--locale", "xx").code == 5)
    #expect(try assets("export").code == 64)
    #expect(try assets("export", "--locale", "*").code == 64)
  }

  @Test func aLocaleWithoutAFileGetsOne() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("export", "--locale", "de", "--catalog", "articles", "--out", "Out").code == 0)
    try sample.replace(
      "target: articles/{locale}.yml", with: "target: \"new/{locale}/articles.yml\"", in: "assets.yml")
    let outcome = try assets("import", "Out", "--catalog", "articles", "--format", "json")
    #expect(outcome.code == 0)
    #expect(try json(outcome)["written"] as? [String] == ["new/de/articles.yml"])
    #expect(try sample.read("new/de/articles.yml").hasPrefix("de:\n"))
    #expect(try assets("import", "Out").error.contains("nothing to do"))
  }

  // MARK: - What is left out

  @Test func staleUnitsWaitUnlessTheyAreAccepted() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    try sample.write(handoff([("focus-timer.title", "An older title", "没頭タイマー")]), to: "back.xliff")
    let before = try sample.read("articles/ja.yml")
    let kept = try assets("import", "back.xliff", "--catalog", "articles", "--format", "json")
    #expect(kept.code == 0)
    #expect(try (counts(kept)) == ["stale": 1])
    #expect(try sample.read("articles/ja.yml") == before)
    let taken = try assets(
      "import", "back.xliff", "--catalog", "articles", "--accept-stale", "--format", "json")
    #expect(taken.code == 0)
    #expect(try (json(taken)["written"] as? [String])?.contains("articles/ja.yml") == true)
    #expect(try sample.read("articles/ja.yml").contains("没頭タイマー"))
    // The side file says what the text was made for.
    #expect(try sample.read("articles/.state/ja.yml").contains("focus-timer.title"))
    let again = try assets(
      "import", "back.xliff", "--catalog", "articles", "--accept-stale", "--format", "json")
    #expect(try (json(again)["written"] as? [String]) == [])
  }

  /// A translator who finds that the text still fits the new source sends the same text back.
  @Test func aTextThatStillFitsIsConfirmed() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    let title = try source(sample, "focus-timer.title")
    try sample.replace(title, with: title + ", again", in: "articles/en.yml")
    func stale() throws -> Int? {
      let locales = try json(try assets("status", "--format", "json"))["locales"] as? [String: [String: Any]]
      return locales?["ja"]?["stale"] as? Int
    }
    #expect(try stale() == 1)
    #expect(try assets("publish").code == 0)
    #expect(try stale() == 1)
    let before = try sample.read("articles/ja.yml")
    // As exported, the unit says that somebody has to look at it.
    #expect(try assets("export", "--locale", "ja", "--out", "Out").code == 0)
    #expect(try assets("import", "Out").error.contains("nothing to do"))
    try sample.write(handoff([("focus-timer.title", title + ", again", "集中タイマーで静かに作業する")]), to: "back.xliff")
    let back = try assets("import", "back.xliff", "--catalog", "articles", "--format", "json")
    #expect(try counts(back) == ["changed": 1])
    #expect(try json(back)["written"] as? [String] == ["articles/.state/ja.yml"])
    #expect(try sample.read("articles/ja.yml") == before)
    #expect(try stale() == 0)
    #expect(try assets("import", "back.xliff", "--catalog", "articles").error.contains("nothing to do"))
    #expect(try assets("publish").code == 0)
    #expect(try stale() == 0)
    #expect(try assets("import", "back.xliff", "--catalog", "articles").error.contains("nothing to do"))
    // The next source is another one again.
    try sample.replace(title + ", again", with: title + ", anew", in: "articles/en.yml")
    #expect(try stale() == 1)
  }

  @Test func aReviewedTextOfAYAMLCatalogChangesItsStateAlone() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let title = try source(sample, "focus-timer.title")
    let units = [("focus-timer.title", title, "集中タイマーで静かに作業する")]
    try sample.write(handoff(units, state: "final"), to: "back.xliff")
    let before = try sample.read("articles/ja.yml")
    let outcome = try assets("import", "back.xliff", "--catalog", "articles", "--format", "json")
    #expect(outcome.code == 0)
    #expect(try counts(outcome) == ["changed": 1])
    #expect(try json(outcome)["written"] as? [String] == ["articles/.state/ja.yml"])
    #expect(try sample.read("articles/ja.yml") == before)
    let again = try assets("import", "back.xliff", "--catalog", "articles", "--format", "json")
    #expect(try counts(again) == ["same": 1])
  }

  @Test func unfinishedAndUnknownUnitsAreListed() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let title = try source(sample, "focus-timer.title")
    try sample.write(
      handoff(
        [("focus-timer.title", title, title), ("gone.title", "Gone", "消えた")], state: "needs-translation"),
      to: "back.xliff")
    let outcome = try assets("import", "back.xliff", "--catalog", "articles", "--format", "json")
    #expect(outcome.code == 0)
    #expect(try (counts(outcome)) == ["notReady": 1, "unknown": 1])
    #expect(try rules(outcome) == ["ST-NOT-READY", "ID-UNKNOWN-UNIT"])
    let text = try assets("import", "back.xliff", "--catalog", "articles")
    #expect(text.output.contains("back.xliff:3:") && text.output.contains("not in today's source"))
    let silent = try assets("import", "back.xliff", "--catalog", "articles", "--only-key", "app/*")
    #expect(silent.code == 5)
  }

  // MARK: - What stops

  @Test func aConflictShowsThreeTextsAndWaitsForADecision() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    #expect(try assets("export", "--locale", "ja", "--catalog", "articles", "--out", "Out").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "こちらの題", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "あちらの題", in: "Out/ja/articles.xliff")
    let files = try sample.read("articles/ja.yml")
    let open = try assets("import", "Out")
    #expect(open.code == 1 && open.output.contains("ST-CONFLICT"))
    for text in ["r1    集中タイマーで静かに作業する", "now   こちらの題", "file  あちらの題"] {
      #expect(open.output.contains(text), "\(open.output)")
    }
    #expect(open.error.contains("--on-conflict ours"))
    #expect(try sample.read("articles/ja.yml") == files)
    #expect(try assets("import", "Out", "--on-conflict", "ours").code == 0)
    #expect(try sample.read("articles/ja.yml") == files)
    #expect(try assets("import", "Out", "--on-conflict", "theirs").code == 0)
    #expect(try sample.read("articles/ja.yml") == files.replacingOccurrences(of: "こちらの題", with: "あちらの題"))
    #expect(try assets("import", "Out").error.contains("nothing to"))
  }

  @Test func anOldHandoffIsRefusedAsAWhole() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    try FileManager.default.copyItem(
      atPath: "\(sample.path)/articles/ja.yml", toPath: "\(sample.path)/old-ja.yml")
    let keys = ["focus-timer", "daily-review", "offline", "sharing", "search", "templates"]
    for key in keys {
      try sample.replace("  \(key):\n    title: ", with: "  \(key):\n    title: 新", in: "articles/ja.yml")
    }
    #expect(try assets("publish").code == 0)
    let refused = try assets("import", "old-ja.yml", "--catalog", "articles", "--format", "json")
    #expect(refused.code == 3)
    #expect(try (rules(refused)).contains("RB-STALE-HANDOFF"))
    #expect(try (json(refused)["written"] as? [String]) == [])
    let text = try assets("import", "old-ja.yml", "--catalog", "articles")
    #expect(text.output.contains("6 of 6 changed units of 'ja' equal r1, the head is r2"))
    let forced = try assets(
      "import", "old-ja.yml", "--catalog", "articles", "--force", "--on-conflict", "theirs")
    #expect(forced.code == 0)
    #expect(try sample.read("articles/ja.yml") == sample.read("old-ja.yml"))
  }

  @Test func aTextThatARollbackTookBackStaysOut() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("publish").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "悪い題", in: "articles/ja.yml")
    #expect(try assets("publish").code == 0)
    #expect(
      try assets(
        "rollback", "--to", "r1", "--locale", "ja", "--key", "articles/focus-timer.title", "--reason", "bad"
      )
      .code == 0)
    let title = try source(sample, "focus-timer.title")
    try sample.write(handoff([("focus-timer.title", title, "悪い題")]), to: "back.xliff")
    for flags in [[], ["--force"], ["--accept-stale"]] {
      let outcome = try assets.run(
        ["import", "back.xliff", "--catalog", "articles", "--format", "json"] + flags)
      #expect(outcome.code == 3)
      #expect(try (counts(outcome)) == ["error": 1])
      #expect(try rules(outcome) == ["RB-WITHDRAWN"])
    }
    #expect(try sample.read("articles/ja.yml").contains("集中タイマーで静かに作業する"))
  }

  @Test func aBrokenFileStopsItsLocaleAndNoOther() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("export", "--locale", "ja,de", "--out", "Out").code == 0)
    try sample.replace("集中タイマーで静かに作業する", with: "没頭", in: "Out/ja/articles.xliff")
    let german = try sample.read("Out/de/articles.xliff")
    try sample.write(String(german.prefix(german.count / 2)), to: "Out/de/articles.xliff")
    let app = try sample.read("Out/de/app.xliff")
    let range = try #require(app.range(of: "<target state=\"translated\">"))
    try sample.write(
      app.replacingCharacters(in: range, with: range.isEmpty ? "" : "<target>Anders "), to: "Out/de/app.xliff"
    )
    let outcome = try assets("import", "Out", "--dry-run", "--format", "json")
    #expect(outcome.code == 2)
    #expect(try (json(outcome)["written"] as? [String]) == ["articles/ja.yml"])
    #expect(
      (try json(try assets("import", "Out", "--dry-run", "--partial", "none", "--format", "json"))["written"]
        as? [String]) == [])
    let file = try assets("import", "Out", "--dry-run", "--partial", "file", "--format", "json")
    #expect(try Set((json(file)["written"] as? [String]) ?? []) == ["articles/ja.yml", "app/de.xliff"])
    #expect(try assets("import", "Out", "--skip-locale", "de").code == 0)
    #expect(try sample.read("articles/ja.yml").contains("没頭"))
  }

  @Test func placeholdersAreCheckedBeforeAnythingIsWritten() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    #expect(try assets("export", "--locale", "ja", "--catalog", "app", "--out", "Out").code == 0)
    let text = try sample.read("Out/ja/app.xliff")
    let place = try #require(text.range(of: "<target[^>]*>[^<]*%[^<]*</target>", options: .regularExpression))
    try sample.write(
      text.replacingCharacters(in: place, with: "<target>何もない</target>"), to: "Out/ja/app.xliff")
    let outcome = try assets("import", "Out", "--format", "json")
    #expect(outcome.code == 1)
    #expect(try (counts(outcome)["error"]) == 1)
    #expect(try rules(outcome).contains { $0.hasPrefix("PH-") })
    #expect(try (json(outcome)["written"] as? [String]) == [])
    let list = try assets("import", "Out", "--dry-run", "--format", "csv")
    #expect(list.code == 1 && list.output.hasPrefix("file,line,column,locale,key,problem,rule,translation"))
    #expect(list.output.contains("何もない"))
  }

  @Test func cellsThatLookLikeFormulasAreMadeHarmless() throws {
    let sample = try SampleProject()
    let title = try source(sample, "focus-timer.title")
    try sample.write(
      handoff([("focus-timer.title", title, "=HYPERLINK(\"x\")")], state: "needs-translation"), to: "b.xliff")
    let list = try sample.assets("import", "b.xliff", "--catalog", "articles", "--format", "csv")
    #expect(list.output.contains(",\"'=HYPERLINK(\"\"x\"\")\","))
  }

  @Test func filesOfOtherLocalesAreRefused() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let units = [("focus-timer.title", "x", "y")]
    try sample.write(handoff(units).replacingOccurrences(of: "\"ja\"", with: "\"pt\""), to: "back.xliff")
    let undeclared = try assets("import", "back.xliff", "--format", "json")
    #expect(undeclared.code == 1)
    #expect(try (rules(undeclared)) == ["LO-UNDECLARED"])
    try FileManager.default.createDirectory(atPath: "\(sample.path)/de", withIntermediateDirectories: true)
    try sample.write(handoff(units), to: "de/articles.xliff")
    let wrong = try assets("import", "de", "--format", "json")
    #expect(wrong.code == 1)
    #expect(try (rules(wrong)) == ["LO-WRONG-FILE"])
    try sample.write(
      handoff(units).replacingOccurrences(of: "focus-timer.title", with: "other"), to: "none.xliff")
    let none = try assets("import", "none.xliff", "--format", "json")
    #expect(none.code == 1)
    #expect(try (rules(none)) == ["CF-NO-CATALOG"])
    #expect(try assets("import", "nothing.xliff").code == 2)
    #expect(try assets("import", "keywords/../Schemas").code == 2)
  }

  @Test func twoFilesThatDisagreeAreBothLeftAlone() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let title = try source(sample, "focus-timer.title")
    for (folder, text) in [("a", "一"), ("b", "二")] {
      try FileManager.default.createDirectory(
        atPath: "\(sample.path)/H/\(folder)", withIntermediateDirectories: true)
      try sample.write(handoff([("focus-timer.title", title, text)]), to: "H/\(folder)/x.xliff")
    }
    let outcome = try assets("import", "H", "--catalog", "articles", "--format", "json")
    #expect(outcome.code == 1)
    #expect(try (counts(outcome)) == ["error": 2])
    #expect(try rules(outcome) == ["ID-DUPLICATE-UNIT"])
  }

  // MARK: - Where files come from

  @Test func standardInputAndXcodesBundlesAreRead() throws {
    let sample = try SampleProject()
    let title = try source(sample, "focus-timer.title")
    try sample.write(handoff([("focus-timer.title", title, "没頭")]), to: "back.xliff")
    let piped = try sample.assets.shell(
      "cat back.xliff | $ASSETS import - --catalog articles --dry-run --format json")
    #expect(piped.code == 0)
    #expect(try (counts(piped)) == ["changed": 1])
    let bundle = "\(sample.path)/ja.xcloc"
    for folder in ["Localized Contents", "Source Contents"] {
      try FileManager.default.createDirectory(
        atPath: "\(bundle)/\(folder)", withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(sample.path)/back.xliff", toPath: "\(bundle)/\(folder)/ja.xliff")
    }
    let outcome = try sample.assets("import", "ja.xcloc", "--catalog", "articles", "--format", "json")
    #expect(outcome.code == 0)
    #expect(try (json(outcome)["files"] as? [Any])?.count == 1)
    #expect(try sample.read("articles/ja.yml").contains("没頭"))
  }

  // MARK: - Status and init

  @Test func statusSaysWhereTheProjectStands() throws {
    let sample = try SampleProject()
    let assets = sample.assets
    let first = try json(assets("status", "--format", "json"))
    #expect(first["head"] is NSNull)
    #expect(try assets("publish").code == 0)
    try sample.replace("    title: 話して入力する\n", with: "", in: "articles/ja.yml")
    let status = try json(assets("status", "--format", "json"))
    #expect(status["changedValues"] as? Int == 1)
    let ja = try #require((status["locales"] as? [String: [String: Any]])?["ja"])
    #expect(ja["reindex"] as? Int == 1 && ja["revision"] as? Int == 1)
    let before = try #require(((first["locales"] as? [String: [String: Any]])?["ja"])?["translated"] as? Int)
    #expect(ja["translated"] as? Int == before - 1)
    let text = try assets("status")
    #expect(
      text.output.contains("head r1") && text.output.contains("1 value edited since")
        && text.error.contains("Next:"))
    #expect(try assets("status", "--locale", "xx").code == 5)
  }

  @Test func initFindsTheCatalogsOfATree() throws {
    let folder = try TemporaryDirectory()
    for (file, text) in [
      "locales/en.yml": "en:\n  a: One\n  b: Two\n", "locales/pt_BR.yml": "pt_BR:\n  a: Um\n",
      "locales/admin.en.yml": "en:\n  c: Three\n", "locales/admin.pt_BR.yml": "pt_BR:\n  c: Três\n",
      "ui/de.xcloc/Localized Contents/de.xliff": handoff([("k", "K", "G")]).replacingOccurrences(
        of: "\"ja\"", with: "\"de\""),
      "locales/notes.yml": "x: y\n",
      // Another project's: it is translated from Norwegian.
      "other/ja.xliff": handoff([("k", "K", "J")]).replacingOccurrences(of: "\"en\"", with: "\"nb\""),
    ] {
      let path = "\(folder.path)/\(file)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    let assets = ToolRunner(in: folder.path)
    let outcome = try assets("init", "--from", ".", "--project", "found")
    #expect(outcome.code == 0 && outcome.error.contains("left out  locales/notes.yml"))
    #expect(outcome.error.contains("left out  other/ja.xliff: it is translated from 'nb', not from 'en'"))
    let text = try String(contentsOfFile: "\(folder.path)/assets.yml", encoding: .utf8)
    for line in [
      "sourceLocale: en", "locales: [en, de, \"pt_BR\"]", "target: \"locales/{locale}.yml\"",
      "target: \"locales/admin.{locale}.yml\"",
      "target: \"ui/{locale}.xcloc/Localized Contents/{locale}.xliff\"",
    ] { #expect(text.contains(line), "\(line) in\n\(text)") }
    #expect(try assets("check").code == 0 && assets("status").code == 0 && assets("publish").code == 0)
    #expect(try assets("init", "--from", ".").code == 2)
    let empty = try TemporaryDirectory()
    #expect(try ToolRunner(in: empty.path)("init", "--from", ".").code == 5)
  }
}

extension SampleProject {
  struct Missing: Error {
    var key: String
  }
}
