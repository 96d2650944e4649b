import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct PlaceholderCheckTests {
  /// Rule and key of each finding, in order.
  private func findings(
    _ dialect: PlaceholderDialect?, _ locale: String = "de",
    _ entries: [(path: String, source: String?, target: String?)]
  ) -> [String] {
    diagnostics(dialect, locale, entries).map { "\($0.rule.id) \($0.key ?? "")" }
  }

  /// Slashes separate the segments of a path.
  private func diagnostics(
    _ dialect: PlaceholderDialect?, _ locale: String,
    _ entries: [(path: String, source: String?, target: String?)],
    asFiles: Bool = false
  ) -> [Diagnostic] {
    var collector = DiagnosticCollector()
    if asFiles {
      let source = catalog("en", entries.map { ($0.path, nil, $0.source) })
      let target = catalog(locale, entries.map { ($0.path, nil, $0.target) })
      checkPlaceholders(
        catalog: "app", source: source, target: target, dialect: dialect, locale: LanguageTag(locale)!,
        into: &collector)
    } else {
      checkPlaceholders(
        catalog: "app", source: nil, target: catalog(locale, entries), dialect: dialect,
        locale: LanguageTag(locale)!, into: &collector)
    }
    return collector.diagnostics
  }

  private func single(
    _ dialect: PlaceholderDialect, _ source: String, _ target: String, locale: String = "de"
  ) -> [String] {
    diagnostics(dialect, locale, [("k", source, target)]).map { "\($0.rule.id): \($0.message)" }
  }

  @Test(arguments: [
    ("%@ has %d items", "%2$d Einträge in %1$@"), ("%1$@ of %2$@", "%2$@ von %1$@"),
    ("Save 50%", "Spar 50 % du"),
    ("100% sure", "100 % sicher"), ("%d of 100%", "%d von 100 %"), ("%ld", "%d"), ("%d", "%lld"),
    ("%@", "%1$@ und %1$@"),
    ("%1$@ %1$@", "%1$@"), ("50% off", "50% de descuento"), ("%.2f m", "%.2f Meter"),
    ("No format", "Keins, 70% und"),
    ("%1$#@a@ and %2$#@b@", "%2$#@b@, %1$#@a@"), ("%d", ""), ("%lu%%", "%lu %%"),
  ])
  func rightApple(source: String, target: String) {
    #expect(single(.apple, source, target).isEmpty)
  }

  @Test(arguments: [
    ("Pasting %ld tags", "Einfügen", "PH-MISSING: `%ld` of the source is missing"),
    ("%@ and %@", "%@", "PH-MISSING: `%@` of the source is missing"),
    ("%@", "%@ %@", "PH-UNKNOWN: `%@` is no placeholder of the source"),
    ("Hello", "Hallo %@", "PH-UNKNOWN: `%@` is no placeholder of the source"),
    ("%ld files", "%@ Dateien", "PH-TYPE: `%@` formats the argument that the source formats as `%ld`"),
    (
      "%@: %d", "%d: %@",
      "PH-ORDER: arguments without numbers are `%d`, `%@` here and `%@`, `%d` in the source"
    ),
    ("%@: %d", "%1$@: %d", "PH-ORDER: arguments with and without numbers are mixed"),
    ("%1$d of %2$d", "%d sur $d", "PH-MALFORMED: `$d` was meant to be `%2$d`"),
    ("%1$@, %2$@", "%1$@, 2$@", "PH-MALFORMED: `2$@` was meant to be `%2$@`"),
    ("%@!", "％@！", "PH-MALFORMED: `％@` was meant to be `%@`"),
    ("%@!", "% @!", "PH-MALFORMED: `% @` was meant to be `%@`"),
    ("%1$@!", "%1$ @!", "PH-MALFORMED: `%1$ @` was meant to be `%1$@`"),
    ("100%", "100 % sicher %d", "PH-UNKNOWN: `%d` is no placeholder of the source"),
    ("%lld", "%Lld", "PH-MALFORMED: `%Lld` was meant to be `%lld`"),
    ("%@", "％＠", "PH-MALFORMED: `％＠` was meant to be `%@`"),
    ("50%% off", "50% Rabatt", "PH-MALFORMED: a single `%`, where the source has `%%`"),
    ("%5.2f", "%.2f", "PH-TYPE: `%.2f` has another width or precision than `%5.2f` of the source"),
    ("%#@items@", "items", "PH-MISSING: `%#@items@` of the source is missing"),
    ("%#@items@", "%#@Dinge@", "PH-UNKNOWN: `%#@Dinge@` is no placeholder of the source"),
  ])
  func wrongApple(source: String, target: String, expected: String) {
    #expect(single(.apple, source, target).contains(expected), "\(single(.apple, source, target))")
  }

  @Test func appleFindingsAreErrorsWithKeyAndPlace() throws {
    let found = try #require(diagnostics(.apple, "de", [("a.b/c", "%@", "x")]).first)
    #expect(found.severity == .error)
    #expect(found.key == #"app/a\.b.c"#)
    #expect(found.locale == "de")
    #expect(found.location?.description == "de.test:1:1")
    #expect(found.help == "put it where the text needs the value")
  }

  @Test(arguments: [
    ("%{name} has %{count}", "%{count} hat %{name}"), ("%{a}", "%{a} %{a}"), ("%%{x}", "%%{y}"),
    ("100 %", "100 % {x}"),
    ("%<price>.2f €", "€ %<price>.2f"), ("%d.%m.%Y", "%Y/%m/%d"), ("plain", "{name} %s %@"),
  ])
  func rightRuby(source: String, target: String) {
    #expect(single(.ruby, source, target).isEmpty)
  }

  @Test(arguments: [
    ("%{errors}", "%{பிழைகள்}", "PH-UNKNOWN: `%{பிழைகள்}` is no placeholder of the source"),
    ("%{organisation}", "%{organization}", "PH-UNKNOWN: `%{organization}` is no placeholder of the source"),
    ("%{a} %{b}", "%{a}", "PH-MISSING: `%{b}` of the source is missing"),
    ("%{number}", "% {number}", "PH-MALFORMED: `% {number}` was meant to be `%{number}`"),
    ("%{number}", "％{number}", "PH-MALFORMED: `％{number}` was meant to be `%{number}`"),
    ("%{name}", "{name}", "PH-MALFORMED: `{name}` was meant to be `%{name}`"),
    ("%{name}", "%name}", "PH-MALFORMED: `%name}` was meant to be `%{name}`"),
    ("%{name}", "%{name)", "PH-MALFORMED: `%{name)` was meant to be `%{name}`"),
    ("%{name}", "%｛name｝", "PH-MALFORMED: `%｛name｝` was meant to be `%{name}`"),
    ("%{name}", "%{\u{A0}name}", "PH-MALFORMED: `%{\u{A0}name}` was meant to be `%{name}`"),
    ("%{name}", "%{%{name}", "PH-MALFORMED: `%{` begins like a placeholder and is none"),
  ])
  func wrongRuby(source: String, target: String, expected: String) {
    #expect(single(.ruby, source, target) == [expected])
  }

  @Test func aChangedNameIsOneFindingWithTheWayOut() {
    let found = diagnostics(.ruby, "de", [("k", "%{organisation}", "%{organization}")])
    #expect(found.map(\.help) == ["write `%{organisation}`, as the source does"])
  }

  @Test func anOmittedNameIsAWarningInRuby() {
    #expect(diagnostics(.ruby, "de", [("k", "%{name}", "x")]).map(\.severity) == [.warning])
    #expect(diagnostics(.ruby, "de", [("k", "%{name}", "%{nom}")]).map(\.severity) == [.error])
  }

  @Test func theNumberMayBeLeftOutWhereOneNumberIsMeant() {
    func check(_ locale: String, _ forms: [(String, String)]) -> [String] {
      let source = ["one": "%{count} item", "other": "%{count} items"]
      let english = catalog("en", source.map { ("items/\($0.key)", nil, $0.value) })
      let target = catalog(locale, forms.map { ("items/\($0.0)", nil, $0.1) })
      var collector = DiagnosticCollector()
      checkPlaceholders(
        catalog: "app", source: english, target: target, dialect: .ruby, locale: LanguageTag(locale)!,
        into: &collector)
      return collector.diagnostics.map { $0.key! }
    }
    #expect(check("de", [("one", "ein Ding"), ("other", "%{count} Dinge")]).isEmpty)
    #expect(
      check("ar", [("zero", "لا"), ("one", "واحد"), ("two", "اثنان"), ("few", "x"), ("other", "%{count}")])
        == ["app/items.few"])
    #expect(
      check("ru", [("one", "одна вещь"), ("few", "%{count} вещи"), ("many", "%{count} вещей")]) == [
        "app/items.one"
      ])
    #expect(check("fr", [("one", "une chose"), ("other", "%{count} choses")]) == ["app/items.one"])
    // `zero` is the number 0 wherever CLDR does not say otherwise, and so are explicit numbers.
    #expect(
      check("fr", [("zero", "aucune"), ("one", "%{count} chose"), ("other", "%{count} choses")]).isEmpty)
    #expect(
      check("lv", [("zero", "nav"), ("one", "%{count} x"), ("other", "%{count} y")]) == ["app/items.zero"])
    #expect(check("fr", [("0", "aucune"), ("1", "une"), ("other", "%{count} choses")]).isEmpty)
    // Japanese has no `one`; the form is dead or serves the number 1.
    #expect(check("ja", [("one", "1件"), ("other", "%{count}件")]).isEmpty)
    // A text that was not written for its one number.
    #expect(check("de", [("one", "Notiz"), ("other", "Notiz")]) == ["app/items.one", "app/items.other"])
    #expect(check("tlh", [("one", "wa'"), ("other", "%{count}")]) == ["app/items.one"])
  }

  @Test func formsAreComparedWithAllFormsOfTheSource() {
    let source: [(String, String?, String?)] = [
      ("n/one", nil, "1 item for %{name}"), ("n/other", nil, "%{count} items for %{name}"),
    ]
    let target: [(String, String?, String?)] = [
      ("n/few", nil, "%{count} вещи для %{name}"), ("n/many", nil, "%{count} вещей"),
      ("n/one", nil, "вещь для %{name}"),
      ("n/other", nil, "%{count} %{what} для %{name}"),
    ]
    var collector = DiagnosticCollector()
    checkPlaceholders(
      catalog: "app", source: catalog("en", source), target: catalog("ru", target), dialect: .ruby,
      locale: LanguageTag("ru")!, into: &collector)
    #expect(
      collector.diagnostics.map { "\($0.rule.id) \($0.key!)" } == [
        "PH-MISSING app/n.many", "PH-MISSING app/n.one", "PH-UNKNOWN app/n.other",
      ])
  }

  @Test func railsGivesValidationsTheirNames() {
    #expect(
      findings(.ruby, "ar", [("errors/messages/blank", "can't be blank %{x}", "%{attribute} %{x}")]).isEmpty)
    #expect(findings(.ruby, "ar", [("labels/blank", "can't be blank %{x}", "%{attribute} %{x}")]).count == 1)
    let forms: [(String, String?, String?)] = [
      ("n/one", "a day", "%{count} Tag"), ("n/other", "days", "%{count} Tage"),
    ]
    #expect(findings(.ruby, "de", forms).isEmpty)
  }

  @Test func aMapWithOtherIsNoPlural() {
    // In a plural the name would be allowed in each form.
    let entries: [(String, String?, String?)] = [
      ("platforms/linux", "Linux %{version}", "Linux %{version}"),
      ("platforms/other", "Other", "Andere %{version}"),
    ]
    #expect(findings(.ruby, "de", entries) == ["PH-UNKNOWN app/platforms.other"])
    #expect(diagnostics(.ruby, "de", entries, asFiles: true).count == 1)
    #expect(findings(.ruby, "de", [("p/other", "Other %{n}", "Andere")]) == ["PH-MISSING app/p.other"])
  }

  @Test func leavesOfASubstitutionAreNumberedElsewhere() {
    let stem = "%ld points/substitutions/points/plural"
    #expect(
      findings(
        .apple, "ru",
        [
          ("\(stem)/few", "%ld points", "%2$ld точки"), ("\(stem)/many", "%ld points", "%arg точек"),
          ("\(stem)/one", "%ld point", "%2$ld точка"), ("\(stem)/other", "%ld points", "точки"),
          ("%ld points", "%#@points@", "%#@points@"),
        ]) == [#"PH-MISSING app/%ld points.substitutions.points.plural.other"#])
    #expect(
      findings(.apple, "ru", [("\(stem)/other", "%ld", "%@")]) == [
        "PH-TYPE app/%ld points.substitutions.points.plural.other"
      ])
    #expect(
      findings(
        .apple, "de",
        [
          ("/files:dict/n:dict/one:dict/:string", "%u file", "eine Datei"),
          ("/files:dict/n:dict/other:dict/:string", "%u files", "%1$u Dateien"),
        ]
      ).isEmpty)
    #expect(
      findings(.apple, "ja", [("/files:dict/n:dict/other:dict/:string", "%u files", "ファイル")])
        == [#"PH-MISSING app/\/files:dict\/n:dict\/other:dict\/:string"#])
  }

  @Test func datesAreNoFormats() {
    #expect(
      findings(.printf, "de", [("date/formats/short", "%d %b", "%e. %b"), ("x", "%d.%m.%Y", "%Y-%m-%d")])
        .isEmpty)
    #expect(findings(.printf, "de", [("x", "%d files", "Dateien")]).count == 1)
  }

  @Test func symfonyAndDotnetNamesAreCompared() {
    #expect(single(.symfony, "Hi %name%, {{ limit }}", "{{ limit }}, hallo %name%").isEmpty)
    #expect(
      single(.symfony, "Hi %name%", "Hallo %nom%") == ["PH-UNKNOWN: `%nom%` is no placeholder of the source"])
    #expect(
      single(.symfony, "Hi %name%", "Hallo % name %") == ["PH-MALFORMED: `% name %` was meant to be `%name%`"]
    )
    #expect(single(.dotnet, "{0} of {1:N2}", "{1:N0} von {0}").isEmpty)
    #expect(single(.dotnet, "{0} of {1}", "{0}") == ["PH-MISSING: `{1}` of the source is missing"])
    #expect(single(.dotnet, "{0}", "{0} {1}").count == 1)
  }

  @Test func messagesAreComparedWhereTheSourceHasThem() {
    var collector = DiagnosticCollector()
    let target = catalog("de", [("k", "{count, plural, one {# x} other {# x}}", "nichts")])
    let used = checkPlaceholders(
      catalog: "app", source: nil, target: target, dialect: nil, locale: LanguageTag("de")!, into: &collector)
    #expect(used == .icu)
    #expect(collector.diagnostics.map(\.message) == ["`{count}` of the source is missing"])
  }

  @Test func theDialectIsThatOfTheSource() {
    #expect(findings(nil, "de", [("a", "%{name}", "%name"), ("b", "Hi %{name}", "Hallo")]).count == 2)
    #expect(findings(nil, "de", [("a", "Plain 100 %", "Einfach %{name} %@")]).isEmpty)
  }

  @Test func onlyKeysOfBothCatalogsAreCompared() {
    let source = catalog("en", [("a", nil, "%@"), ("b", nil, "%@"), ("c", nil, nil), ("e", nil, "")])
    let target = catalog(
      "de", [("a", nil, "%@"), ("b", nil, nil), ("c", nil, "%@"), ("d", nil, "%@"), ("e", nil, "%@")])
    var collector = DiagnosticCollector()
    checkPlaceholders(
      catalog: "app", source: source, target: target, dialect: .apple, locale: LanguageTag("de")!,
      into: &collector)
    #expect(collector.diagnostics.isEmpty)
  }
}

/// A catalog of paths with slashes between the segments; lines count from 1 in the order given.
func catalog(_ locale: String, _ entries: [(path: String, source: String?, target: String?)]) -> Catalog {
  var builder = CatalogBuilder()
  for (line, entry) in entries.enumerated() {
    // A stringsdict path is one segment.
    let key = entry.path.hasPrefix("/") ? Array(entry.path.utf8) : entry.path.utf8.map { $0 == 0x2F ? 0 : $0 }
    let slice = builder.store(key)
    let source = entry.source.map { builder.store($0.utf8) } ?? .absent
    let target = entry.target.map { builder.store($0.utf8) } ?? .absent
    builder.append(
      Catalog.Row(key: slice, source: source, target: target, line: line + 1, column: 1, state: .translated))
  }
  return builder.finish(locale: LanguageTag(locale), sourceLocale: LanguageTag("en"), path: "\(locale).test")
  { _, _ in }
}
