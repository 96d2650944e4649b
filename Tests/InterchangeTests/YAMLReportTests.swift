import Testing
import Translations

@testable import Interchange

/// What users of other tools reported; the list is in Docs/Evidence/yaml-reports.md.
@Suite struct YAMLReportTests {
  @Test func pluralFormsAreKeysAndNeverPlaces() throws {
    let text = "pt-BR:\n  a: {other: x, many: y, one: z}\n  b: {one: u}\n  c: {few: v, zero: w, one: t}\n"
    #expect(
      try readYAML(text, path: "pt-BR.yml").onlyTexts == [
        "a.many=y", "a.one=z", "a.other=x", "b.one=u", "c.few=v", "c.one=t", "c.zero=w",
      ])
  }

  @Test func aNumberIsAText() throws {
    #expect(
      try readYAML("de:\n  a: {one: 1, 2: zwei}\n", path: "de.yml").onlyTexts == ["a.2=zwei", "a.one=1"])
  }

  @Test func reservedWordsAreOrdinaryIds() throws {
    let text = "- {id: description, translation: x}\n- {id: other, translation: {one: y}}\n"
    #expect(try readYAML(text, path: "de.yaml").onlyTexts == ["description=x", "other.one=y"])
  }

  @Test func keysPrintUnambiguouslyAndParseBack() throws {
    let text = "\"a.b\": {\"c/d\": {\"e\\\\f\": x}}\na: {b: {\"c/d\": y}}\n\"\": {\"\": z}\n"
    let catalog = try readYAML(text, path: "de.yml").catalogs[0]
    var printed: Set<String> = []
    for row in catalog.rows {
      let key = MessageKey(bytes: Array("app".utf8) + [0] + catalog.pathBytes(row))
      #expect(MessageKey(key.description) == key)
      #expect(printed.insert(key.description).inserted)
    }
  }

  @Test func suffixesAndAlternativesOfPluralsStayText() throws {
    // i18next, vue-i18n, slang: forms in the name of the key or inside the text.
    let text = "key_one: x\nkey_other: y\nn: none | one | {n} many\n\"k(param=n)\": {one: u}\n"
    #expect(
      try readYAML(text, path: "de.yml").onlyTexts == [
        "k(param=n).one=u", "key_one=x", "key_other=y", "n=none | one | {n} many",
      ])
  }

  // MARK: A layout that the project says

  @Test func aSaidLayoutIsFollowed() throws {
    let read = { (text: String, layout: CatalogLayout) in
      try YAMLCatalogReader().read(
        BytesSource(text), path: "x.yml", expected: LanguageTag("de"), layout: layout)
    }
    // A language menu looks like locales, and is not.
    let menu = "de: {title: Deutsch}\nfr: {title: Französisch}\n"
    #expect(try read(menu, .plain).onlyTexts == ["de.title=Deutsch", "fr.title=Französisch"])
    #expect(try read(menu, .localeRoot).catalogs.map { $0.locale?.description } == ["de", "fr"])
    #expect(try read("a: {b c: x}\n", .localeLeaves).findings == ["YM-LAYOUT 1:10"])
    #expect(try read("messages: {a: x}\n", .localeRoot).findings.first == "YM-LOCALE-MISMATCH 1:1")
    #expect(try read("a b: {a: x}\n", .localeRoot).findings == ["YM-LAYOUT 1:1"])
    #expect(try read("a: x\n", .messageList).findings == ["YM-LAYOUT 1:1"])
    #expect(try read("- {id: a, translation: x}\n", .plain).findings == ["YM-LAYOUT 1:1"])
    #expect(try read("a: {de: x, fr: y}\n", .localeLeaves).catalogs.map(\.texts) == [["a=x"], ["a=y"]])
  }

  @Test func theLayoutIsSaid() throws {
    let layouts = try [
      "de: {a: x}", "a: x", "- {id: a, translation: x}", "_version: 2\na: {de: x}", "", "{}",
    ].map {
      try readYAML($0, path: "de.yml").layout
    }
    #expect(layouts == [.localeRoot, .plain, .messageList, .localeLeaves, nil, nil])
  }
}
