import SearchIndex
import Testing

@Suite struct LocaleResolverTests {
  private let resolver = LocaleResolver(
    supported: ["en", "pt-BR", "zh-Hans", "zh-Hant"].map { LanguageTag($0)! }, fallback: LanguageTag("en")!)

  @Test(arguments: [
    ("pt-BR", ["ja"], "pt-BR", LocaleReason.applicationChoice), ("zh-TW", [], "zh-Hant", .applicationChoice),
    ("xx", ["zh-CN", "en"], "zh-Hans", .systemPreference), ("", ["fr", "pt"], "pt-BR", .systemPreference),
    ("", ["en-GB", "zh"], "en", .systemPreference), ("", ["fr", "de"], "en", .fallback),
    ("", [], "en", .fallback),
  ])
  func theFirstWishThatIsSupportedWins(
    choice: String, preferences: [String], locale: String, reason: LocaleReason
  ) {
    let resolved = resolver.resolve(
      choice: LanguageTag(choice), preferences: preferences.map { LanguageTag($0)! })
    #expect(resolved == ResolvedLocale(locale: LanguageTag(locale)!, reason: reason))
  }
}
