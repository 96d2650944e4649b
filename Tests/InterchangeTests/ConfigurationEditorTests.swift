import Diagnostics
import Testing
import Translations

@testable import Interchange

@Suite struct ConfigurationEditorTests {
  private let text = """
    version: 1
    project: p   # ours
    sourceLocale: en
    locales:
      - en
      # the old ones
      - de   # since 2019
      - pt_BR
    fallbacks:
      # Brazil reads German
      pt-BR: [de, en]
    fallbackLocale: en
    catalogs:
      - name: m
        target: m/{locale}.yml
    publish:
      trustedKeys: []

    """

  private func declarations(
    _ locales: [String], _ fallbacks: [String: [String]] = [:], end: String? = "en",
    _ state: TranslationState = .translated
  ) -> ConfigurationEditor.Declarations {
    ConfigurationEditor.Declarations(
      locales: locales.map { LanguageTag($0)! },
      fallbacks: Dictionary(
        uniqueKeysWithValues: fallbacks.map { (LanguageTag($0.key)!, $0.value.map { LanguageTag($0)! }) }),
      fallbackLocale: end.map { LanguageTag($0)! }, minimumState: state)
  }

  private func edited(
    _ wanted: ConfigurationEditor.Declarations, _ text: String? = nil
  ) throws -> Parsed<String?> {
    let parsed = try ConfigurationEditor.editing(
      wanted, in: Array((text ?? self.text).utf8), path: "assets.yml")
    return Parsed(parsed.value.map { String(decoding: $0, as: UTF8.self) }, diagnostics: parsed.diagnostics)
  }

  @Test func nothingIsTouchedWhenNothingIsWanted() throws {
    #expect(try edited(declarations(["en", "de", "pt-BR"], ["pt-BR": ["de", "en"]])).value == text)
  }

  @Test func localesComeAndGoInLinesOfTheirOwn() throws {
    let result = try edited(declarations(["en", "pt-BR", "ja", "ar"], ["pt-BR": ["en"]])).value
    #expect(
      result
        == text.replacing("  - de   # since 2019\n", with: "")
        .replacing("  - pt_BR\n", with: "  - pt_BR\n  - ja\n  - ar\n")
        .replacing("[de, en]", with: "[en]"))
  }

  @Test func chainsComeAndGo() throws {
    let others = declarations(["en", "de", "pt-BR"], ["de": ["pt-BR", "en"], "pt-BR": ["de", "en"]])
    #expect(
      try edited(others).value
        == text.replacing("pt-BR: [de, en]\n", with: "pt-BR: [de, en]\n  de: [pt-BR, en]\n"))
    // The last one takes the field with it.
    #expect(
      try edited(declarations(["en", "de", "pt-BR"])).value
        == text.replacing("fallbacks:\n  # Brazil reads German\n  pt-BR: [de, en]\n", with: ""))
    // In the place of the only one.
    #expect(
      try edited(declarations(["en", "de", "pt-BR"], ["de": []])).value
        == text.replacing("  pt-BR: [de, en]\n", with: "  de: []\n"))
  }

  @Test func theEndAndTheMinimumStateChangeInPlace() throws {
    let chains = ["pt-BR": ["de", "en"]]
    #expect(
      try edited(declarations(["en", "de", "pt-BR"], chains, end: "de", .reviewed)).value
        == text.replacing("fallbackLocale: en", with: "fallbackLocale: de")
        .replacing("  trustedKeys: []\n", with: "  trustedKeys: []\n  minimumState: reviewed\n"))
    #expect(
      try edited(declarations(["en", "de", "pt-BR"], chains, end: nil)).value
        == text.replacing("fallbackLocale: en\n", with: ""))
    let bare = """
      version: 1
      project: p
      sourceLocale: en
      locales: [en, de, "pt-BR"]
      catalogs: [{ name: m, target: "m/{locale}.yml" }]
      """
    #expect(
      try edited(declarations(["en", "pt-BR", "ja"], ["ja": ["pt-BR"]], end: "en", .final), bare).value == """
        version: 1
        project: p
        sourceLocale: en
        locales: [en, pt-BR, ja]
        fallbacks: { ja: [pt-BR] }
        fallbackLocale: en
        catalogs: [{ name: m, target: "m/{locale}.yml" }]
        publish: { minimumState: final }
        """)
  }

  @Test func aFileInBracesIsEdited() throws {
    let flow = "{version: 1, project: p, sourceLocale: en, locales: [en, de], "
    let rest = "catalogs: [{name: m, target: \"m/{locale}.yml\"}], fallbacks: {de: [en]}}"
    #expect(
      try edited(declarations(["en", "ja"], ["ja": ["en"]], end: nil, .reviewed), flow + rest).value
        == flow.replacing("[en, de]", with: "[en, ja]")
        + rest.replacing("{de: [en]}", with: "{ ja: [en] }, publish: { minimumState: reviewed }"))
  }

  @Test(arguments: [
    ("locales: &all [en, de]", "an anchor"),
    ("locales: [en, # first\n  de]", "a comment stands between the brackets"),
    ("locales:\n  -\n    en\n  -\n    de", "no line of its own"),
  ])
  func whatCannotBeEditedIsRefused(_ locales: String, _ cause: String) throws {
    let file =
      "version: 1\nproject: p\nsourceLocale: en\n\(locales)\ncatalogs:\n  - { name: m, target: \"m/{locale}.yml\" }\n"
    let refused = try edited(declarations(["en"], [:], end: nil), file)
    #expect(refused.value == nil)
    #expect(refused.diagnostics.map(\.rule.id) == ["CF-NOT-EDITABLE"])
    #expect(refused.diagnostics.first?.message.contains(cause) == true)
    #expect(refused.diagnostics.first?.location?.line ?? 0 >= 4)
  }

  @Test func aFileWithErrorsIsNotEdited() throws {
    let refused = try edited(declarations(["en"]), "version: 1\n")
    #expect(refused.value == nil && refused.hasErrors)
  }
}
