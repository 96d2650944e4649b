import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct ChoiceComparisonTests {
  @Test func theCheckOfPlaceholdersAsks() {
    var collector = DiagnosticCollector()
    checkPlaceholders(
      catalog: "app", source: catalog("en", [("k", nil, "one|%count% apples"), ("l", nil, "x %count%|y")]),
      target: catalog("de", [("k", nil, "%count% Äpfel"), ("l", nil, "x %count%|y")]), dialect: .symfony,
      locale: LanguageTag("de")!, into: &collector)
    #expect(
      collector.diagnostics.map { "\($0.rule.id) \($0.severity) \($0.key!)" } == ["PL-CHOICES warning app/k"])
  }

  private func message(_ source: String, _ target: String, _ locale: String = "de") -> String? {
    let tag = LanguageTag(locale)!
    return ChoiceComparison.finding(
      source: Array(source.utf8)[...], target: Array(target.utf8)[...], locale: tag,
      plurals: PluralRequirements(tag))?.message
  }

  @Test(arguments: [
    ("one apple|%count% apples", "%count% Äpfel", 2),
    ("{0} none|{1} one|]1,Inf[ %count% apples", "%count% Äpfel", 3),
    ("no apples | one apple | {count} apples", "{count} Äpfel", 3),
    ("car | {n} cars", "Autos", 2), ("[0,1] few|]1,Inf[ many", "viele", 2),
  ])
  func alternativesThatAreLost(source: String, target: String, count: Int) {
    #expect(
      message(source, target) == "the source has \(count) alternatives for the number, the text has one")
    #expect(message(source, target, "tlh") != nil)
    // One form is all that these count with.
    #expect(message(source, target, "ja") == nil)
  }

  @Test(arguments: [
    ("one apple|%count% apples", "ein Apfel|%count% Äpfel"), ("one|%count%", ""), ("one|%count%", " "),
    ("one|%count% apples", "%count% Apfel|%count% Äpfel|%count% Äpfel"),
    ("car | {n} cars", "Auto | {n} Autos"), ("one|%count% apples", "einer|viele"),
    ("Home | News", "Start, Neues"), ("a|b", "a"),
    ("%count% apples || pears", "%count% Äpfel"), ("{count} of x|y", "{count} von x"), ("{name}|b", "{name}"),
    ("%name% | b", "%name%"), ("plain", "schlicht"),
  ])
  func otherTextsAndWholeOnes(source: String, target: String) {
    #expect(message(source, target) == nil)
  }
}
