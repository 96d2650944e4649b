import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct ProjectConfigurationTests {
  private static let example = """
    # yaml-language-server: $schema=Schemas/assets.schema.json
    version: 1
    project: harbor
    sourceLocale: en
    locales: [en, ar, de, ja, pt-BR, zh-Hans]
    fallbacks: { pt-BR: [en] }
    fallbackLocale: en
    catalogs:
      - name: articles
        source: Catalogs/articles/en.yml
        target: Catalogs/articles/{locale}.yml
        placeholders: apple
        limits: { title: 60 }
      - name: app
        target: Catalogs/app/{locale}.xliff
        key: resname
        scope: document
    content: Catalogs/content.yml
    keywords: { path: "Catalogs/keywords/{locale}.yml", maxTerms: 8, appStoreBytes: 100 }
    store: Bundles
    publish: { minimumState: reviewed }
    import: { onConflict: theirs, minimumState: needs-review }
    checks: { failOn: warning, rules: { KW-CASE-STYLE: off, TX-SPACE: error }, baseline: assets-baseline.json }
    legacyIdentifiers: [ "{contentID}:{locale}" ]
    """

  private static let least = """
    version: 1
    project: p
    sourceLocale: en
    locales: [en, de]
    catalogs: [{ name: app, target: "{locale}.yml" }]
    """

  private func read(_ text: String, rules: [Rule] = []) throws -> Parsed<ProjectConfiguration?> {
    try ConfigurationReader(knownRules: rules).read(BytesSource(text), path: "assets.yml")
  }

  /// The least configuration with more lines behind it.
  private func findings(_ more: String) throws -> [String] {
    try read(Self.least + "\n" + more).diagnostics.findings
  }

  @Test func theExampleSaysWhatItSays() throws {
    let parsed = try read(Self.example)
    #expect(parsed.diagnostics.isEmpty)
    let configuration = try #require(parsed.value)
    #expect(configuration.project == "harbor")
    #expect(configuration.sourceLocale.description == "en")
    #expect(configuration.locales.map(\.description) == ["en", "ar", "de", "ja", "pt-BR", "zh-Hans"])
    #expect(configuration.fallbacks.map { "\($0.key):\($0.value)" } == ["pt-BR:[en]"])
    #expect(configuration.fallbackLocale?.description == "en")
    #expect(configuration.content == "Catalogs/content.yml")
    #expect(configuration.store == "Bundles")
    #expect(configuration.publishing.minimumState == .reviewed)
    #expect(configuration.importing.onConflict == .theirs)
    #expect(configuration.importing.minimumState == .needsReview)
    #expect(configuration.checks.failOn == .warning)
    #expect(configuration.checks.rules == ["KW-CASE-STYLE": .off, "TX-SPACE": .error])
    #expect(configuration.checks.rules["KW-CASE-STYLE"]?.severity == nil)
    #expect(configuration.checks.baseline == "assets-baseline.json")
    #expect(configuration.legacyIdentifiers == ["{contentID}:{locale}"])
    let keywords = try #require(configuration.keywords)
    #expect(keywords.path == "Catalogs/keywords/{locale}.yml")
    #expect(keywords.maxTerms == 8)
    #expect(keywords.appStoreBytes == 100)
  }

  @Test func catalogsSayWhatTheySay() throws {
    let configuration = try #require(try read(Self.example).value)
    let (articles, app) = (configuration.catalogs[0], configuration.catalogs[1])
    #expect(articles.name == "articles")
    #expect(articles.format == .yaml)
    #expect(articles.placeholders == .apple)
    #expect(articles.limits == [ExactString("title"): 60])
    #expect(articles.location == SourceLocation(path: "assets.yml", line: 9, column: 5))
    #expect(app.format == .xliff)
    #expect(app.source == nil)
    #expect(app.key == .resname)
    #expect(app.scope == .document)
    let german = try #require(LanguageTag("de"))
    #expect(configuration.path(of: articles, in: german) == "Catalogs/articles/de.yml")
    #expect(configuration.path(of: articles, in: configuration.sourceLocale) == "Catalogs/articles/en.yml")
    #expect(configuration.path(of: app, in: configuration.sourceLocale) == nil)
  }

  @Test func whatIsLeftOutHasADefault() throws {
    let configuration = try #require(try read(Self.least).value)
    #expect(configuration.store == "Bundles")
    #expect(configuration.publishing.minimumState == .translated)
    #expect(configuration.importing.onConflict == .fail)
    #expect(configuration.checks.failOn == .error)
    #expect(configuration.keywords == nil)
    #expect(configuration.content == nil)
    #expect(configuration.catalogs[0].source == "en.yml")
    #expect(configuration.catalogs[0].key == .id)
    #expect(configuration.catalogs[0].scope == .file)
    #expect(configuration.catalogs[0].placeholders == nil)
    let keywords = try read(Self.least + "\nkeywords: { path: \"k/{locale}.yml\" }").value?.keywords
    #expect(keywords?.maxTerms == 12)
  }

  @Test func filesAreNamedAsTheLocaleIsWritten() throws {
    let text = Self.least.replacing("[en, de]", with: "[en, pt_BR]")
    let configuration = try #require(try read(text).value)
    let brazilian = try #require(LanguageTag("pt-BR"))
    #expect(configuration.locales.contains(brazilian))
    #expect(configuration.path(of: configuration.catalogs[0], in: brazilian) == "pt_BR.yml")
  }

  @Test func norwegianIsALocaleNotATruthValue() throws {
    let configuration = try #require(try read(Self.least.replacing("[en, de]", with: "[en, no]")).value)
    #expect(configuration.locales.map(\.description) == ["en", "no"])
  }

  @Test(arguments: ["de, de", "iw, he", "in, id"])
  func oneLocaleUnderTwoNamesIsDeclaredTwice(locales: String) throws {
    let parsed = try read(Self.least.replacing("[en, de]", with: "[en, \(locales)]"))
    let finding = parsed.diagnostics.first { $0.message.contains("declared twice") }
    #expect(finding?.rule.id == "CF-LOCALE" && finding?.notes.count == 1)
  }

  @Test(arguments: [
    ("fallbak: {}", "CF-UNKNOWN-FIELD 6:1"),
    ("publish: { minState: final }", "CF-UNKNOWN-FIELD 6:12"),
    ("publish: { minimumState: done }", "CF-VALUE 6:26"),
    ("publish: { minimumState: absent }", "CF-VALUE 6:26"),
    ("publish: final", "CF-TYPE 6:10"),
    ("import: { onConflict: mine }", "CF-VALUE 6:23"),
    ("fallbackLocale: fr", "CF-LOCALE 6:17"),
    ("fallbackLocale: not_a_locale!", "CF-VALUE 6:17"),
    ("fallbacks: { de: [fr] }", "CF-FALLBACK 6:19"),
    ("fallbacks: { fr: [en] }", "CF-FALLBACK 6:14"),
    ("fallbacks: { de: [de] }", "CF-FALLBACK 6:19"),
    ("fallbacks: { de: [en, en] }", "CF-FALLBACK 6:23"),
    ("fallbacks: { de: [en], DE: [en] }", "CF-FALLBACK 6:24"),
    ("fallbacks: { de: en }", "CF-TYPE 6:18"),
    ("fallbacks: [de]", "CF-TYPE 6:12"),
    ("content: /etc/passwd", "CF-PATH 6:10"),
    ("content: ~/content.yml", "CF-PATH 6:10"),
    ("content: a/../../b.yml", "CF-PATH 6:10"),
    ("content: a\\b.yml", "CF-PATH 6:10"),
    ("content: a//b.yml", "CF-PATH 6:10"),
    ("content: \"{locale}.yml\"", "CF-PATH 6:10"),
    ("content: \"a\\tb\"", "CF-VALUE 6:10"),
    ("content: ~", "CF-TYPE 6:10"),
    ("content: \"\"", "CF-VALUE 6:10"),
    ("content: [a.yml]", "CF-TYPE 6:10"),
    ("store: ..", "CF-PATH 6:8"),
    ("keywords: {}", "CF-MISSING-FIELD 6:11"),
    ("keywords: { path: k.yml }", "CF-PATH 6:19"),
    ("keywords: { path: \"{locale}\", maxTerms: 0 }", "CF-TYPE 6:41"),
    ("keywords: { path: \"{locale}\", maxTerms: many }", "CF-TYPE 6:41"),
    ("keywords: { path: \"{locale}\", maxTerms: 99999999999999999999 }", "CF-TYPE 6:41"),
    ("checks: { rules: { RB-VALUE: off } }", "CF-HISTORY-RULE 6:20"),
    ("checks: { rules: { RV-CHAIN: note } }", "CF-HISTORY-RULE 6:20"),
    ("checks: { rules: { kw-case: off } }", "CF-UNKNOWN-RULE 6:20"),
    ("checks: { rules: { KW-CASE: no } }", "CF-VALUE 6:29"),
    ("checks: { failOn: never }", "CF-VALUE 6:19"),
    ("checks: { suppress: [{ rule: KW-X, key: a/b }] }", "CF-MISSING-FIELD 6:22"),
    ("checks: { suppress: [{ rule: RB-VALUE, key: a/b, reason: x }] }", "CF-HISTORY-RULE 6:30"),
    ("checks: { suppress: [{ rule: KW-X, key: a/b, locale: fr, reason: x }] }", "CF-LOCALE 6:54"),
    ("legacyIdentifiers: [\"{locale}\"]", "CF-VALUE 6:21"),
    ("legacyIdentifiers: [\"{contentID}{x}\"]", "CF-VALUE 6:21"),
    ("project: again", "YM-DUPLICATE-KEY 6:1"),
    ("? [a]\n: b", "YM-KEY 6:3"),
    ("<<: {}", "YM-MERGE 6:1"),
    ("store: !!binary x", "YM-TAG 6:8"),
    ("store: \"open", "YM-UNCLOSED-QUOTE 6:8"),
  ])
  func whatIsWrongIsReportedWithItsPlace(_ line: String, _ finding: String) throws {
    #expect(try findings(line) == [finding])
    #expect(try read(Self.least + "\n" + line).value == nil)
  }

  @Test(arguments: [
    ("- { target: \"{locale}.yml\" }", "CF-MISSING-FIELD 7:5"),
    ("- { name: app, target: \"x/{locale}.yml\" }", "CF-DUPLICATE 7:5"),
    ("- { name: other, target: \"{locale}.yml\" }", "CF-DUPLICATE 7:5"),
    ("- { name: a/b, target: \"x/{locale}.yml\" }", "CF-VALUE 7:13"),
    ("- { name: a.b, target: \"x/{locale}.yml\" }", "CF-VALUE 7:13"),
    ("- { name: b, target: \"x/{locale}.po\" }", "CF-PATH 7:24"),
    ("- { name: b, target: x.yml }", "CF-PATH 7:24"),
    ("- { name: b, target: \"../{locale}.yml\" }", "CF-PATH 7:24"),
    ("- { name: b, target: \"x/{locale}.yml\", key: id }", "CF-VALUE 7:42"),
    ("- { name: b, target: \"x/{locale}.yml\", scope: file }", "CF-VALUE 7:42"),
    ("- { name: b, target: \"x/{locale}.xlf\", key: name }", "CF-VALUE 7:47"),
    ("- { name: b, target: \"x/{locale}.xlf\", placeholders: c }", "CF-VALUE 7:56"),
    ("- { name: b, target: \"x/{locale}.xlf\", limits: { title: -1 } }", "CF-TYPE 7:59"),
    ("- { name: b, target: \"x/{locale}.xlf\", limit: {} }", "CF-UNKNOWN-FIELD 7:42"),
    ("- text", "CF-TYPE 7:5"),
  ])
  func catalogsAreChecked(_ item: String, _ finding: String) throws {
    let text = Self.least.replacing(
      "catalogs: [{ name: app, target: \"{locale}.yml\" }]",
      with: "catalogs:\n  - { name: app, target: \"{locale}.yml\" }\n  \(item)"
    )
    let parsed = try read(text)
    #expect(parsed.diagnostics.findings == [finding])
    #expect(parsed.value == nil)
  }

  @Test func whatIsMissingIsSaidTogether() throws {
    let parsed = try read("project: p\nlocales: [en]\n")
    #expect(parsed.diagnostics.findings == ["CF-MISSING-FIELD 1:1"])
    #expect(parsed.diagnostics[0].message == "the configuration has no `version`, `sourceLocale`, `catalogs`")
  }

  @Test func anotherVersionIsNotJudgedByThisOnes() throws {
    let parsed = try read("version: 2\nnovelty: [x]\n")
    #expect(parsed.diagnostics.findings == ["CF-VERSION 1:10"])
    #expect(parsed.value == nil)
  }

  @Test(arguments: ["", "# nothing\n", "- a\n", "text\n"])
  func aFileThatIsNoConfigurationIsAnError(_ text: String) throws {
    let parsed = try read(text)
    #expect(parsed.value == nil)
    #expect(parsed.hasErrors)
  }

  @Test func nearNamesAreOffered() throws {
    let helps = try read(Self.least + "\nsourceLocal: en\nkeyword: x\nbundles: x\n").diagnostics.map(\.help)
    #expect(helps[0] == "did you mean `sourceLocale`?")
    #expect(helps[1] == "did you mean `keywords`?")
    #expect(helps[2]?.hasPrefix("allowed here: version, project") == true)
  }

  @Test func rulesAreLookedUpWhereTheyAreKnown() throws {
    let rule = Rule("KW-CASE-STYLE", .note, "s", cause: "c", bad: "b", good: "g")
    let parsed = try read(Self.least + "\nchecks: { rules: { KW-CASESTYLE: off } }", rules: [rule])
    #expect(parsed.diagnostics.findings == ["CF-UNKNOWN-RULE 6:20"])
    #expect(parsed.diagnostics[0].help == "did you mean `KW-CASE-STYLE`?")
    #expect(try read(Self.least + "\nchecks: { rules: { KW-CASE-STYLE: off } }", rules: [rule]).value != nil)
  }

  @Test func suppressionsSayWhatTheySay() throws {
    let text =
      Self.least
      + "\nchecks:\n  suppress:\n    - { rule: KW-X, key: app/a.b, locale: de, reason: on purpose }\n"
    let suppression = try #require(try read(text).value?.checks.suppressions.first)
    #expect(suppression.rule == "KW-X")
    #expect(suppression.key == ExactString("app/a.b"))
    #expect(suppression.locale?.description == "de")
    #expect(suppression.reason == "on purpose")
    #expect(suppression.location.line == 8)
  }

  @Test func pathsLoseTheirDots() throws {
    #expect(try read(Self.least + "\ncontent: ./a/./b.yml").value?.content == "a/b.yml")
  }

  @Test func aFileThatIsTooDeepIsRefused() throws {
    #expect(try findings("content: " + String(repeating: "[", count: 100)) == ["SE-DEPTH 6:109"])
  }
}
