import Testing

@testable import Translations

func tag(_ text: String) -> LanguageTag { LanguageTag(text)! }
func tags(_ text: String) -> [LanguageTag] { text.split(separator: " ").map { tag(String($0)) } }

@Suite struct LanguageTagTests {
  @Test(arguments: [
    ("en", "en"), ("EN-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("pt_BR", "pt-BR"), ("es-419", "es-419"),
    ("sl-rozaj-biske", "sl-rozaj-biske"), ("de-u-CO-phonebk", "de-u-co-phonebk"),
    ("x-Whatever", "x-whatever"),
  ])
  func spellingBecomesCanonical(written: String, canonical: String) {
    #expect(LanguageTag(written)?.description == canonical)
  }

  @Test(arguments: ["", "e", "-en", "en-", "en--US", "e1", "en-ÄÖ", "toolonglanguage", "en-toolongsubtag"])
  func whatIsNoTagIsRefused(written: String) {
    #expect(LanguageTag(written) == nil)
  }

  @Test func subtagsAreFound() {
    #expect(tag("zh-Hant-TW").language == "zh")
    #expect(tag("zh-Hant-TW").script == "Hant")
    #expect(tag("zh-Hant-TW").region == "TW")
    #expect(tag("es-419").region == "419")
    #expect(tag("en-x-hans").script == nil)
    #expect(tag("de-u-co-phonebk").region == nil)
  }

  @Test func theOrderIsThatOfTheBytes() {
    #expect(tags("pt zh-Hans en pt-BR").sorted() == tags("en pt pt-BR zh-Hans"))
  }

  @Test(arguments: [
    ("iw", "he"), ("in-ID", "id-ID"), ("ji", "yi"), ("sh", "sr-Latn"), ("sh-Cyrl", "sr-Cyrl"), ("no", "no"),
    ("nb", "nb"), ("tl-PH", "fil-PH"), ("deu-DD", "de-DE"), ("cmn-TW", "zh-TW"), ("en-SU", "en-SU"),
    ("xx", "xx"),
  ])
  func replacedSubtagsGetTheirPresentForm(old: String, new: String) {
    #expect(tag(old).canonicalized == tag(new))
  }

  @Test(arguments: [
    ("en", "en-Latn-US"), ("zh", "zh-Hans-CN"), ("zh-TW", "zh-Hant-TW"), ("zh-Hant", "zh-Hant-TW"),
    ("pt", "pt-Latn-BR"), ("sr-ME", "sr-Latn-ME"), ("und-Jpan", "ja-Jpan-JP"), ("iw", "he-Hebr-IL"),
    ("no", "no-Latn-NO"), ("nb", "nb-Latn-NO"), ("qaa", "qaa"), ("de-1901", "de-Latn-DE-1901"),
    ("x-klingon", "x-klingon"),
  ])
  func likelySubtagsAreAdded(short: String, full: String) {
    #expect(tag(short).maximized == tag(full))
  }

  @Test(arguments: [
    ("en-Latn-US", "en"), ("zh-Hant-TW", "zh-TW"), ("zh-Hans", "zh"), ("sr-Latn-RS", "sr-Latn"),
    ("pt-Latn-PT", "pt-PT"), ("en-Shaw", "en-Shaw"), ("qaa-Latn", "qaa-Latn"),
  ])
  func likelySubtagsAreRemoved(full: String, short: String) {
    #expect(tag(full).minimized == tag(short))
    #expect(tag(full).minimized.maximized == tag(full).maximized)
  }

  /// What every tag of the tables must keep: minimizing loses nothing.
  @Test func minimizingKeepsTheMeaning() {
    let text = "\(LocaleData.likelySubtags)"
    var failures: [String] = []
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: " ").map { tag(String($0)) }
      if sides[1].minimized.maximized != sides[1].maximized { failures.append(String(line)) }
    }
    #expect(failures.isEmpty)
  }

  @Test func everyLineOfATableIsFound() {
    for table in [
      LocaleData.likelySubtags, LocaleData.parents, LocaleData.regionAliases, PluralData.cardinals,
    ] {
      let lines = SortedLines(table)
      for line in "\(table)".split(separator: "\n") {
        let key = line.prefix { $0 != " " }
        #expect(lines[String(key)] == String(line.dropFirst(key.count + 1)))
      }
      #expect(lines["zzz"] == nil)
      #expect(lines[""] == nil)
      #expect(lines["!"] == nil)
    }
  }
}
