import Testing

@testable import Translations

/// The source catalog that is put together from the source texts of translations.
@Suite struct MergedSourcesTests {
  private func catalog(_ locale: String, _ keys: [String]) -> Catalog {
    var builder = CatalogBuilder()
    func store(_ text: String) -> Catalog.Slice {
      let start = builder.arena.count
      builder.arena += Array(text.utf8)
      return Catalog.Slice(offset: start, count: builder.arena.count - start)
    }
    for key in keys {
      let path = store(key.replacing(".", with: "\0"))
      builder.append(
        Catalog.Row(key: path, source: store("S"), target: store("T"), line: 1, column: 1, state: .translated)
      )
    }
    return builder.finish(locale: LanguageTag(locale), sourceLocale: LanguageTag("en"), path: locale) {
      _, _ in
    }
  }

  private func keys(_ catalogs: [Catalog]) -> [String] {
    let merged = Catalog.mergedSources(of: catalogs, locale: LanguageTag("en")!, path: "en") { _ in }
    return merged.rows.map {
      String(decoding: merged.pathBytes($0), as: UTF8.self).replacing("\0", with: ".")
    }
  }

  @Test func formsThatOnlyATranslationNeedsAreNoSourceKeys() {
    let arabic = catalog(
      "ar", ["n.plural.zero", "n.plural.one", "n.plural.two", "n.plural.few", "n.plural.other"])
    let german = catalog("de", ["n.plural.one", "n.plural.other"])
    #expect(keys([arabic, german]) == ["n.plural.one", "n.plural.other"])
    #expect(keys([arabic]) == ["n.plural.one", "n.plural.other"])
  }

  @Test func anExplicitZeroOfTheSourceIsOne() {
    let arabic = catalog("ar", ["n.plural.zero", "n.plural.other"])
    let german = catalog("de", ["n.plural.zero", "n.plural.one", "n.plural.other"])
    #expect(keys([arabic, german]) == ["n.plural.one", "n.plural.other", "n.plural.zero"])
  }

  @Test func dictionariesOfFormsAreReadToo() {
    let russian = catalog("ru", ["/k:dict/n:dict/few:dict/:string", "/k:dict/n:dict/one:dict/:string"])
    #expect(keys([russian]) == ["/k:dict/n:dict/one:dict/:string"])
  }

  /// Angular's extractor writes the expression of the program beside a placeholder.
  @Test func onlyTextsAndCodesCanDisagree() {
    func disagreements(_ sources: String...) -> Int {
      var count = 0
      let catalogs = sources.enumerated().map { index, text in
        var builder = CatalogBuilder()
        builder.arena = Array("k".utf8) + Array(text.utf8)
        builder.append(
          Catalog.Row(
            key: .init(offset: 0, count: 1), source: .init(offset: 1, count: text.utf8.count), line: 1,
            column: 1,
            state: .translated, flags: [.sourceHasCodes]))
        return builder.finish(locale: LanguageTag("de"), sourceLocale: LanguageTag("en"), path: "\(index)") {
          _, _ in
        }
      }
      _ = Catalog.mergedSources(of: catalogs, locale: LanguageTag("en")!, path: "en") { _ in count += 1 }
      return count
    }
    func code(_ id: String, _ equivalent: String) -> String { "\u{1}x\u{1F}\(id)\u{1F}\(equivalent)\u{2}" }
    #expect(disagreements("a \(code("I", "{{ x }}"))", "a \(code("I", "{{x | date}}"))") == 0)
    #expect(disagreements("a \(code("I", "{{x}}"))", "a \(code("J", "{{x}}"))") == 1)
    #expect(disagreements("a \(code("I", "{{x}}"))", "b \(code("I", "{{x}}"))") == 1)
    #expect(disagreements("a \(code("I", "{{x}}"))", "a") == 1)
  }

  @Test func otherKeysWithTheSameWordsStay() {
    #expect(keys([catalog("ru", ["menu.few", "plural.x", "few"])]) == ["few", "menu.few", "plural.x"])
  }
}
