import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct ICUComparisonTests {
  private func findings(_ source: String, _ target: String, _ locale: String = "de") -> [String] {
    ICUComparison.findings(
      source: Array(source.utf8)[...], sourceHasCodes: false, target: Array(target.utf8)[...],
      targetHasCodes: false, locale: LanguageTag(locale)!, plurals: PluralRequirements(LanguageTag(locale)!)
    ).map { finding in
      let severity = finding.severity ?? finding.rule.severity
      return "\(finding.rule.id)\(severity == .warning ? " (warning)" : ""): \(finding.message)"
    }
  }

  private static let files = "{n, plural, one {# file} other {# files}}"

  @Test(arguments: [
    ("Hi {name}", "Hallo {name}", "de"), ("{a} of {b}", "{b} von {a}", "de"),
    (files, "{n, plural, one {# Datei} other {# Dateien}}", "de"),
    (files, "{n, plural, other {# ファイル}}", "ja"),
    (files, "{n} ファイル", "ja"), (files, "{n, plural, one {eine Datei} other {# Dateien}}", "de"),
    (files, "{n, plural, =1 {eine Datei} other {# Dateien}}", "de"),
    (files, "{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}", "pl"),
    ("{d, date, short}", "am {d, date, long}", "de"), ("{n}", "{n, number}", "de"),
    ("{g, select, male {his} other {their}}", "{g, select, male {sein} other {ihr}}", "de"),
    ("It''s {n}", "C''est {n}", "fr"), ("It's {n}", "C'est {n}", "fr"), ("a {b", "ganz anders", "de"),
    ("{n, plural, offset:1 one {#} other {#}}", "{n, plural, offset:1 one {#} other {#}}", "de"),
  ])
  func right(source: String, target: String, locale: String) {
    #expect(findings(source, target, locale).isEmpty)
  }

  @Test(arguments: [
    ("Hi {name}", "Hallo", "de", "PH-MISSING: `{name}` of the source is missing"),
    ("Hi {name}", "Hallo {Name}", "de", "PH-UNKNOWN: `{Name}` is no placeholder of the source"),
    ("Hi", "Hallo {x}", "de", "PH-UNKNOWN: `{x}` is no placeholder of the source"),
    ("Of {name}", "D'{name}", "fr", "PH-MISSING: `{name}` of the source is missing"),
    (files, "{n, plural, eins {#} andere {#}}", "de", "PH-MALFORMED: `eins` is no plural form"),
    (files, "{n, plural, one {# Datei}}", "de", "PH-MALFORMED: the form `other` is missing"),
    (files, "{n, plural, one {a} other {b}", "de", "PH-MALFORMED: a `{` is never closed"),
    (files, "{n, Plural, one {a} other {b}}", "de", "PH-MALFORMED: `Plural` is no kind of argument"),
    (
      files, "{n, plural, one {# plik} other {# pliku}}", "pl",
      "PL-MISSING: `few`, `many` are missing; `pl` counts with `one`, `few`, `many`"
    ),
    (files, "{n, plural, one {# ファイル} other {# ファイル}}", "ja", "PL-EXTRA (warning): `ja` has no form `one`"),
    (
      files, "{n, plural, one {Datei} other {Dateien}}", "de",
      "PH-MISSING: the form `other` does not show the number"
    ),
    (files, "{n, select, other {# x}}", "de", "PH-TYPE: `{n}` is a select and in the source a plural"),
    (files, "{n, selectordinal, other {#}}", "de", "PH-TYPE: `{n}` is an ordinal and in the source a plural"),
    ("{d, date}", "{d, number}", "de", "PH-TYPE: `{d}` is a number and in the source a date"),
    (
      "{g, select, a {x} other {y}}", "{g}", "de",
      "PH-TYPE: `{g}` is shown as it is and in the source a select"
    ),
    (
      "{g, select, a {x} other {y}}", "{g, select, b {x} other {y}}", "de",
      "PH-UNKNOWN: `b` is no key of the select"
    ),
    (
      "{g, select, a {x} other {y}}", "{g, select, other {y}}", "de",
      "PH-MISSING (warning): the select has no text for `a`"
    ),
    (
      "{n, plural, offset:1 other {#}}", "{n, plural, one {#} other {#}}", "de",
      "PH-TYPE: `{n}` is a plural and in the source a plural with offset 1"
    ),
    (
      "It''s {n}", "C'est {n}", "fr",
      "PH-MALFORMED (warning): a single apostrophe, where the source doubles its apostrophes"
    ),
    ("{n} files", "{n} Dateien}", "de", "PH-MALFORMED (warning): a `}` closes nothing"),
  ])
  func wrong(source: String, target: String, locale: String, expected: String) {
    #expect(findings(source, target, locale) == [expected])
  }

  @Test func whatAnApostropheHidesIsSaid() {
    let found = ICUComparison.findings(
      source: Array("Of {name}".utf8)[...], sourceHasCodes: false, target: Array("D'{name}".utf8)[...],
      targetHasCodes: false, locale: LanguageTag("fr")!, plurals: nil)
    #expect(found.first?.help == "an apostrophe before `{` quotes it; write `''` for an apostrophe")
  }
}
