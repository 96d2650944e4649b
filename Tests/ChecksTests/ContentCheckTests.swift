import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct ContentCheckTests {
  private func record(
    _ id: String = "article:focus", route: String = "harbor://articles/focus",
    title: String = "articles/focus.title",
    description: String? = nil, keywords: [String] = []
  ) -> ContentRecord {
    ContentRecord(
      contentID: ContentID(id)!, domain: "articles", route: route, titleKey: MessageKey(title)!,
      descriptionKey: description.flatMap { MessageKey($0) }, keywordKeys: keywords,
      location: SourceLocation(path: "content.yml", line: 2, column: 5))
  }

  private func check(
    _ record: ContentRecord, titles: [String: String] = [:], plainCatalogs: Set<ExactString> = []
  )
    -> [Diagnostic]
  {
    var collector = DiagnosticCollector()
    let context = ContentContext(
      sourceLocale: LanguageTag("en")!, locales: ["en", "de", "ja", "pt-BR"].map { LanguageTag($0)! },
      hasKey: { ["articles/focus.title", "articles/focus.description"].contains($0.description) },
      hasKeywordKey: { $0 == "articles/focus" }, plainCatalogs: plainCatalogs,
      text: { _, locale in titles[locale.description] })
    checkContent([record], context: context, into: &collector)
    return collector.diagnostics
  }

  @Test func whatRefersToTheCatalogsIsFine() {
    #expect(check(record(description: "articles/focus.description", keywords: ["articles/focus"])).isEmpty)
  }

  @Test func unknownKeysAreNamed() {
    let found = check(
      record(title: "articles/fokus.title", description: "articles/focus.text", keywords: ["articles/x"]))
    #expect(
      found.map { "\($0.rule.id) \($0.key!) \($0.severity)" } == [
        "MF-UNKNOWN-KEY articles/fokus.title error", "MF-UNKNOWN-KEY articles/focus.text error",
        "MF-UNKNOWN-KEYWORDS articles/x note",
      ])
    #expect(found.allSatisfy { $0.contentIDs == ["article:focus"] && $0.location?.line == 2 })
  }

  @Test(arguments: [
    ("article:focus:de", "app://x"), ("article:focus", "app://x/pt_BR/focus"), ("article.ja", "app://x"),
    ("article:focus", "app://x?lang=JA"), ("article:focus|pt-br", "app://x"), ("DE/focus", "app://x"),
  ])
  func aLocaleInANameIsFound(id: String, route: String) {
    #expect(check(record(id, route: route)).map(\.rule.id) == ["ID-LOCALE"])
  }

  @Test(arguments: [
    ("article:de-icing", "app://x"), ("article:focus", "https://example.de/focus"),
    ("article:fr", "app://it/x"),
    ("aide", "app://x"), ("urn:x-de-y", "app://x"),
  ])
  func aWordIsNoLocale(id: String, route: String) {
    #expect(check(record(id, route: route)).isEmpty)
  }

  @Test func aTranslatedTitleInANameIsFound() {
    let titles = ["en": "Focus timer", "de": "Fokus-Timer", "ja": "集中タイマー"]
    let found = check(record(route: "app://artikel/fokus-timer"), titles: titles)
    #expect(
      found.map { "\($0.rule.id) \($0.message)" } == ["ID-TRANSLATED the route holds the title in `de`"])
    #expect(check(record("集中タイマー"), titles: titles).count == 1)
    #expect(check(record("article:focus-timer"), titles: titles).isEmpty)
    // A name that every language shares is not translated.
    #expect(check(record("article:harbor"), titles: ["en": "Harbor", "de": "Harbor"]).isEmpty)
  }

  @Test(arguments: ["Hello, %@", "{count} minutes", "%{name}'s notes", "%1$d of %2$d", "{{ title }}"])
  func aPlaceholderInAnIndexedTextIsNamed(_ text: String) {
    let titles = ["en": text, "de": text]
    let found = check(record(), titles: titles)
    #expect(found.map { "\($0.rule.id) \($0.severity)" } == ["MF-PLACEHOLDER warning"])
    #expect(
      found.first?.key == "articles/focus.title" && found.first?.message.hasPrefix("`titleKey`") == true)
    #expect(check(record(), titles: titles, plainCatalogs: ["articles"]).isEmpty)
    // What nobody searches may hold anything.
    var hidden = record()
    hidden.isSearchable = false
    #expect(check(hidden, titles: titles).isEmpty)
    hidden = record()
    hidden.access = .private
    #expect(check(hidden, titles: titles).isEmpty)
  }

  @Test(arguments: ["100 % done", "50% off", "The {} key", "Rabatt 20 %", "Use %"])
  func aPercentSignIsNoPlaceholder(_ text: String) {
    #expect(check(record(), titles: ["en": text]).isEmpty)
  }
}
