import Testing

@testable import Translations

@Suite struct LocaleChainTests {
  private func parents(_ text: String) -> String {
    var result: [String] = []
    var current = tag(text).parent
    while let parent = current {
      result.append(parent.description)
      current = parent.parent
    }
    return result.joined(separator: " ")
  }

  @Test(arguments: [
    ("en", ""), ("en-US", "en"), ("en-AU", "en-001 en"), ("en-AT", "en-150 en-001 en"),
    ("en-Latn-AU", "en-001 en"),
    ("pt-BR", "pt"), ("pt-AO", "pt-PT pt"), ("es-MX", "es-419 es"), ("zh-TW", "zh-Hant"),
    ("zh-Hant-TW", "zh-Hant"),
    ("zh-Hant", ""), ("zh-HK", "zh-Hant"), ("zh-MO", "zh-Hant-HK zh-Hant"), ("zh-CN", "zh"),
    ("zh-Hans", "zh"),
    ("sr-ME", "sr-Latn"), ("sr-Latn", ""), ("sr-Cyrl", "sr"), ("nb", "no"), ("nn", "no"), ("ru-Latn", ""),
    ("de-CH-1901", "de-CH de"), ("de-u-co-phonebk", "de-u-co de"), ("x-test", ""),
  ])
  func parentsFollowCLDR(locale: String, expected: String) {
    #expect(parents(locale) == expected)
  }

  @Test func anExplicitChainIsComplete() {
    let declared = tags("en fr pt pt-BR es")
    #expect(
      localeChain(for: tag("pt-BR"), declared: declared, explicit: tags("es"), fallback: tag("en"))
        == tags("pt-BR es"))
    #expect(
      localeChain(for: tag("pt-BR"), declared: declared, explicit: [], fallback: tag("en")) == tags("pt-BR"))
    #expect(
      localeChain(for: tag("fr"), declared: declared, explicit: tags("fr es de es"), fallback: nil)
        == tags("fr es"))
  }

  @Test func anImplicitChainHasDeclaredAncestorsThenTheFallback() {
    func chain(_ locale: String, _ declared: String, _ fallback: String = "en") -> [LanguageTag] {
      localeChain(for: tag(locale), declared: tags(declared), explicit: nil, fallback: tag(fallback))
    }
    #expect(chain("pt-AO", "en pt pt-PT pt-AO") == tags("pt-AO pt-PT pt en"))
    #expect(chain("pt-AO", "en pt pt-AO") == tags("pt-AO pt en"))
    #expect(chain("zh-TW", "en zh-Hans zh-TW") == tags("zh-TW en"))
    #expect(chain("zh-HK", "en zh-Hans zh-TW zh-HK") == tags("zh-HK zh-TW en"))
    #expect(chain("en-GB", "en-US en-GB de", "de") == tags("en-GB en-US de"))
    #expect(chain("nn", "en nb nn") == tags("nn nb en"))
    #expect(chain("en", "en en-US", "en") == tags("en"))
    #expect(chain("ja", "ja de", "en") == tags("ja"))
  }

  @Test(arguments: [
    ("zh-TW", "en zh-Hans zh-Hant", "zh-Hant"), ("zh-HK", "en zh-Hans zh-TW", "zh-TW"),
    ("zh-TW ja", "zh-Hans ja", "ja"), ("nb", "en no", "no"), ("no", "en nb", "nb"), ("nn-NO", "en nb", "nb"),
    ("iw-IL", "en he", "he"), ("in", "id en", "id"), ("en-GB", "de en-US", "en-US"),
    ("es", "en es-MX", "es-MX"),
    ("pt", "pt-PT en", "pt-PT"), ("pt", "pt-PT pt-BR", "pt-BR"), ("sr-Latn", "sr en", nil),
    ("fr de", "de fr", "fr"),
    ("sh", "sr-Latn", "sr-Latn"), ("de-AT", "", nil), ("tlh", "en", nil),
  ])
  func lookupFindsTheSupportedLocale(preferences: String, supported: String, expected: String?) {
    let found = LanguageTag.lookup(tags(preferences), among: tags(supported))
    #expect(found?.locale.description == expected)
  }

  @Test func theServedPreferenceIsNamed() {
    #expect(LanguageTag.lookup(tags("fr zh-TW"), among: tags("zh-Hant"))?.preference == tag("zh-TW"))
  }

  @Test func scriptsAndLanguagesAreToldApart() {
    #expect(tag("en").sharesLanguageAndScript(with: tag("en-GB")))
    #expect(tag("zh-TW").sharesLanguageAndScript(with: tag("zh-Hant")))
    #expect(!tag("zh-TW").sharesLanguageAndScript(with: tag("zh")))
    #expect(!tag("sr").sharesLanguageAndScript(with: tag("sr-Latn")))
    #expect(tag("no").sharesLanguageAndScript(with: tag("nb")))
    #expect(!tag("nn").sharesLanguageAndScript(with: tag("nb")))
    #expect(!tag("de").sharesLanguageAndScript(with: tag("nl")))
  }
}
