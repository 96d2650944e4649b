import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct PluralCheckTests {
  private func check(
    _ locale: String, _ target: [(String, String?)],
    source: [(String, String?)]? = [("n/one", "a"), ("n/other", "b")]
  ) -> [String] {
    var collector = DiagnosticCollector()
    checkPlurals(
      catalog: "app", source: source.map { catalog("en", $0.map { ($0.0, nil, $0.1) }) },
      target: catalog(locale, target.map { ($0.0, "x", $0.1) }), locale: LanguageTag(locale)!,
      into: &collector)
    return collector.diagnostics.map { "\($0.rule.id) \($0.key!) \($0.message)" }
  }

  private func forms(_ names: String) -> [(String, String?)] {
    names.split(separator: " ").map { ("n/\($0)", "text") }
  }

  @Test(arguments: [
    ("de", "one other"), ("ja", "other"), ("ru", "few many one other"), ("pl", "few many one"),
    ("es", "one other"),
    ("es", "many one other"), ("ar", "few many one other two zero"), ("he", "many one other two"),
    ("fr", "one other zero"),
    ("de", "0 1 one other"), ("tlh", "one other"), ("pt-BR", "one other"),
  ])
  func completeMessages(locale: String, names: String) {
    #expect(check(locale, forms(names)).isEmpty)
  }

  @Test(arguments: [
    ("ru", "one other", "PL-MISSING app/n `few`, `many` are missing; `ru` counts with `one`, `few`, `many`"),
    ("de", "other", "PL-MISSING app/n `one` is missing; `de` counts with `one`, `other`"),
    ("de", "one", "PL-MISSING app/n `other` is missing; `de` counts with `one`, `other`"),
    ("ja", "one other", "PL-EXTRA app/n `ja` has no form `one`"),
    ("de", "few one other", "PL-EXTRA app/n `de` has no form `few`"),
    ("tlh", "one", "PL-MISSING app/n `other` is missing; `tlh` counts with `one`, `other`"),
  ])
  func incompleteMessages(locale: String, names: String, expected: String) {
    #expect(check(locale, forms(names)) == [expected])
  }

  /// A form for the number 1 alone, as in the example of XLIFF 2.2: 21 has none in Serbian, but is shown as `other`.
  @Test(arguments: [("1 few other", Severity.warning), ("0 few other", .error), ("1 other", .error)])
  func anExactOneIsNotTheForm(names: String, severity: Severity) {
    var collector = DiagnosticCollector()
    checkPlurals(
      catalog: "app", source: catalog("en", forms("one other").map { ($0.0, nil, $0.1) }),
      target: catalog("sr", forms(names).map { ($0.0, "x", $0.1) }), locale: LanguageTag("sr")!,
      into: &collector)
    #expect(collector.diagnostics.map(\.rule.id) == ["PL-MISSING"])
    #expect(collector.diagnostics.map(\.severity) == [severity])
  }

  /// A hand-off may hold only the forms that changed.
  @Test func aFormMayBeInAnotherFile() {
    var collector = DiagnosticCollector()
    checkPlurals(
      catalog: "app", source: nil,
      target: catalog("ru", forms("one other").map { ($0.0, "x", $0.1) }), locale: LanguageTag("ru")!,
      isPart: true, into: &collector)
    #expect(collector.diagnostics.map { "\($0.rule.id) \($0.severity)" } == ["PL-MISSING warning"])
  }

  /// i18next: the category ends the key, and other keys may stand between the forms.
  @Test(arguments: [
    (
      "ru", "apple_one apple_other",
      ["PL-MISSING app/apple `few`, `many` are missing; `ru` counts with `one`, `few`, `many`"]
    ),
    ("ru", "apple_few apple_many apple_name apple_one", []),
    ("de", "apple_name apple_one apple_other apples", []),
    ("ja", "apple_one apple_other", ["PL-EXTRA app/apple `ja` has no form `one`"]),
    ("de", "apple_one", ["PL-MISSING app/apple `other` is missing; `de` counts with `one`, `other`"]),
  ])
  func suffixesAreForms(locale: String, names: String, expected: [String]) {
    let target = names.split(separator: " ").map { (String($0), Optional("text")) }
    let source = [("apple_name", Optional("n")), ("apple_one", "a"), ("apple_other", "b"), ("apples", "c")]
    #expect(check(locale, target, source: source) == expected)
  }

  @Test(arguments: [
    ["step_one", "step_two", "step_three"], ["filter_other"], ["time_zone", "phone_one"],
    ["place_ordinal_one", "place_ordinal_two", "place_ordinal_other"], ["_one", "_other"],
  ])
  func aKeyThatEndsInACategoryIsNoPlural(names: [String]) {
    let rows = names.map { ($0, Optional("text")) }
    #expect(check("ru", rows, source: rows).isEmpty)
    #expect(check("ja", rows, source: rows).isEmpty)
    #expect(check("ru", Array(rows.prefix(1)), source: rows).isEmpty)
  }

  @Test func aMapIsNoPlural() {
    #expect(
      check("de", [("p/linux", "x"), ("p/other", "y")], source: [("p/linux", "x"), ("p/other", "y")]).isEmpty)
    #expect(check("de", [("p/other", "y")], source: [("p/other", "y")]).isEmpty)
    #expect(check("de", forms("other"), source: []).isEmpty)
  }

  @Test func anUntranslatedMessageIsNoFinding() {
    #expect(check("ru", [("n/one", nil), ("n/other", "")]).isEmpty)
    #expect(check("ru", [("n/few", "x"), ("n/many", ""), ("n/one", "x"), ("n/other", "x")]).count == 1)
  }

  @Test func xcodePathsSayThatTheyArePlurals() {
    #expect(check("ar", [("items/plural/zero", "x"), ("items/plural/other", "x")], source: nil).count == 1)
    #expect(check("ja", [("items/plural/other", "x")], source: nil).isEmpty)
    #expect(
      check("fr", [("/f:dict/n:dict/other:dict/:string", "x")], source: nil) == [
        #"PL-MISSING app/\/f:dict\/n:dict `one` is missing; `fr` counts with `one`, `other`"#
      ])
    #expect(check("fr", [("platforms/other", "x")], source: nil).isEmpty)
  }
}
