import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct YAMLLayoutTests {
  private func locales(_ document: ParsedDocument) -> [String?] {
    document.catalogs.map { $0.locale?.description }
  }

  @Test func theLocaleAtTheRootIsNoPartOfTheKeys() throws {
    let document = try readYAML("pt_BR:\n  a: { b: x }\n", path: "locales/pt-BR.yml")
    #expect(locales(document) == ["pt-BR"])
    #expect(document.onlyTexts == ["a.b=x"])
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: ["no: {a: x}", "\"no\": {a: x}", "'no': {a: x}", "!!str no: {a: x}"])
  func norwegianIsALanguage(_ text: String) throws {
    let document = try readYAML(text, path: "no.yml")
    #expect(locales(document) == ["no"])
    #expect(document.onlyTexts == ["a=x"])
  }

  @Test(
    arguments: [
      ("messages.fr.yaml", "fr"), ("fr.yml", "fr"), ("client.zh_CN.yml", "zh-CN"),
      ("ja/translation.yml", "ja"),
      ("messages.ca@valencia.yaml", "ca-valencia"), ("sr@latin.yml", "sr-Latn"),
      ("b+sr+Latn.yaml", "sr-Latn"),
      ("messages+intl-icu.de.yaml", "de"), ("javascript.en_pirate.yml", "en-pirate"), ("app.yml", nil),
      ("ui-text.yml", nil), ("messages.yml", nil), ("default.yml", nil), ("translation", nil),
    ] as [(String, String?)])
  func theFileNameTellsTheLocaleOfPlainKeys(_ path: String, _ locale: String?) throws {
    let document = try readYAML("title: x\nmenu: { home: y }\n", path: path)
    #expect(locales(document) == [locale])
    #expect(document.onlyTexts == ["menu.home=y", "title=x"])
  }

  @Test func theProjectTellsTheLocaleOfPlainKeys() throws {
    let document = try readYAML("title: x\n", path: "x/de.yml", expected: "ja")
    #expect(locales(document) == ["ja"])
  }

  @Test func oneGroupIsNotALocale() throws {
    for name in ["app", "messages", "menu", "js", "PLUGIN_ADMIN", "validator"] {
      let document = try readYAML("\(name):\n  a: x\n", path: "de.yml")
      #expect(locales(document) == ["de"])
      #expect(document.onlyTexts == ["\(name).a=x"])
      #expect(document.diagnostics.isEmpty)
    }
  }

  @Test func aMadeUpLocaleCountsIfTheFileSaysTheSame() throws {
    let document = try readYAML("qps:\n  a: x\n", path: "qps.yml")
    #expect(locales(document) == ["qps"])
    #expect(document.onlyTexts == ["a=x"])
    #expect(try readYAML("qps:\n  a: x\n", expected: "qps").onlyTexts == ["a=x"])
  }

  @Test func textsAtTheRootMeanThatNothingThereIsALocale() throws {
    let document = try readYAML("de: { a: x }\ntitle: y\n", path: "en.yml")
    #expect(document.onlyTexts == ["de.a=x", "title=y"])
  }

  @Test func namesOfLanguagesWithoutTextsAreKeys() throws {
    let document = try readYAML("en:\nde:\n", path: "languages.fr.yml")
    #expect(document.onlyTexts == ["de=nothing at all", "en=nothing at all"])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func severalLocalesAreSeveralCatalogs() throws {
    let document = try readYAML("ja: { a: x }\nde: { a: y }\ngr: { a: z }\nfr:\n", path: "all.yml")
    #expect(locales(document) == ["de", "fr", "gr", "ja"])
    #expect(document.catalogs.map(\.texts) == [["a=y"], [], ["a=z"], ["a=x"]])
    #expect(document.unitCount == 3)
  }

  @Test func oneLocaleTwiceIsADuplicate() throws {
    let document = try readYAML("pt-BR: { a: x }\npt_BR: { a: y }\n")
    #expect(document.onlyTexts == ["a=x"])
    #expect(document.findings == ["YM-DUPLICATE-KEY 2:1"])
  }

  // MARK: Disagreement

  @Test func rootAndFileNameThatDisagreeAreAnError() throws {
    let document = try readYAML("en:\n  a: x\n", path: "config/pt.yml")
    #expect(document.findings == ["YM-LOCALE-MISMATCH 1:1"])
    #expect(document.diagnostics[0].message == "the first key is locale `en`, the file's name says `pt`")
    #expect(locales(document) == ["en"])
  }

  @Test func rootAndProjectThatDisagreeAreAnError() throws {
    let document = try readYAML("en:\n  a: x\n", path: "app.yml", expected: "pt")
    #expect(document.findings == ["YM-LOCALE-MISMATCH 1:1"])
    #expect(document.catalogs.allSatisfy { $0.locale != LanguageTag("pt") })
  }

  @Test(arguments: [
    ("nb", "no"), ("no", "nb"), ("he", "iw"), ("zh-Hans", "zh-CN"), ("zh-Hant", "zh_TW"),
    ("zh-CN", "zh-Hans-CN"),
    ("pt-BR", "pt_br"), ("sr-Latn", "sr@latin"), ("id", "in"), ("zh-Hant-HK", "zh-HK"),
  ])
  func otherSpellingsOfTheLocaleAgree(_ expected: String, _ root: String) throws {
    let document = try readYAML("'\(root)':\n  a: x\n", expected: expected)
    #expect(document.diagnostics.isEmpty)
    #expect(locales(document) == [expected])
  }

  @Test(arguments: [
    ("pt", "pt-BR"), ("zh-Hans", "zh-TW"), ("zh-Hant", "zh-HK"), ("sr", "sr-Latn"), ("nn", "no"),
  ])
  func otherLocalesOfTheLanguageDoNot(_ expected: String, _ root: String) throws {
    let document = try readYAML("\(root):\n  a: x\n", expected: expected)
    #expect(document.findings.contains("YM-LOCALE-MISMATCH 1:1"))
  }

  // MARK: Lists of messages

  @Test func aListOfMessagesIsACatalog() throws {
    let document = try readYAML(
      """
      - id: prev
        translation: Previous
      - id: words
        translation:
          one: word
          other: "{{ .Count }} words"
      - { translation: ~, id: a.b }
      """, path: "en.yaml")
    #expect(locales(document) == ["en"])
    #expect(
      document.catalogs[0].texts == [
        "a\\.b=nothing at all", "prev=Previous", "words.one=word", "words.other={{ .Count }} words",
      ])
  }

  @Test func anIdThatStandsTwiceIsADuplicate() throws {
    let document = try readYAML("- { id: a, translation: x }\n- { id: a, translation: y }\n")
    #expect(document.onlyTexts == ["a=x"])
    #expect(document.findings == ["YM-DUPLICATE-KEY 2:25"])
  }

  @Test(arguments: [
    ("- translation: x\n", "YM-LAYOUT 1:3"), ("- { id: a, text: b }\n", "YM-LAYOUT 1:18"),
    ("- text\n", "YM-LAYOUT 1:3"), ("- { id: a, translation: b }\n- text\n", "YM-LAYOUT 2:3"),
    ("- [a, b]\n", "YM-LAYOUT 1:4"), ("- { id: \"\", translation: b }\n", "YM-LAYOUT 1:3"),
    ("- { id: ~, translation: b }\n", "YM-LAYOUT 1:3"), ("- {}\n", "YM-LAYOUT 1:3"),
  ])
  func otherListsAreRefused(_ text: String, _ finding: String) throws {
    let document = try readYAML(text)
    #expect(!document.isReadable)
    #expect(document.findings == [finding])
  }

  // MARK: Locales as the last keys

  @Test func localesAsLeavesAreCatalogs() throws {
    let document = try readYAML(
      """
      _version: 2
      hello: { en: Hello, zh-CN: 你好 }
      menu:
        title: { en: Menu }
        hello: { en: Hi, zh-CN: 嗨 }
        en: Menus
      """)
    #expect(locales(document) == ["en", "zh-CN"])
    #expect(
      document.catalogs.map(\.texts) == [
        ["hello=Hello", "menu=Menus", "menu.hello=Hi", "menu.title=Menu"], ["hello=你好", "menu.hello=嗨"],
      ])
    #expect(document.diagnostics.isEmpty)
  }

  @Test func aLeafThatIsNoLocaleIsRefused() throws {
    #expect(try readYAML("_version: 2\nhello: text\n").findings == ["YM-LAYOUT 2:8"])
    #expect(try readYAML("_version: 2\nhello: { 1: text }\n").findings == ["YM-LAYOUT 2:13"])
    #expect(try readYAML("_version: 1\nhello: text\n").onlyTexts == ["_version=1", "hello=text"])
  }
}
