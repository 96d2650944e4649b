import Diagnostics
import Testing
import Translations

@testable import Checks

@Suite struct MarkupCheckTests {
  /// A message written with codes in guillemets: `Hi ‹x 1›, ‹g 2›new‹/g 2›`.
  private func message(_ text: String) -> Message {
    var bytes: [UInt8] = []
    var hasCodes = false
    for part in text.split(separator: "‹", omittingEmptySubsequences: false).enumerated() {
      guard part.offset > 0 else {
        bytes += Array(part.element.utf8)
        continue
      }
      hasCodes = true
      let sides = part.element.split(separator: "›", maxSplits: 1, omittingEmptySubsequences: false)
      let words = sides[0].split(separator: " ")
      bytes += [1] + Array(words[0].utf8) + [0x1F] + Array(words[1].utf8) + [0x1F, 2] + Array(sides[1].utf8)
    }
    return Message(bytes: bytes, hasCodes: hasCodes)
  }

  @Test(arguments: [
    ("‹x 1› of ‹x 2›", "‹x 2› von ‹x 1›"), ("‹g 1›a‹/g 1›", "‹g 1›b‹/g 1›"), ("‹x 1›", "‹x 1› und ‹x 1›"),
    ("‹pc 1›a‹/pc 1›", "‹sc 1›b‹ec 1›"), ("plain", "einfach"),
  ])
  func right(source: String, target: String) {
    #expect(MarkupComparison(message(source), message(target)).findings().isEmpty)
  }

  @Test(arguments: [
    ("Hi ‹x 1›", "Hallo", "MK-CODE-MISSING error"), ("Hi ‹x NAME›", "Hallo", "MK-CODE-MISSING warning"),
    ("a", "‹g 1›b‹/g 1›", "MK-CODE-UNKNOWN warning"), ("‹g 1›a‹/g 1›", "b", "MK-CODE-MISSING warning"),
    ("Hi ‹x 1›", "Hallo ‹x 1›‹x 9›", "MK-CODE-UNKNOWN error"), ("Hi", "Hallo ‹x 1›", "MK-CODE-UNKNOWN error"),
    ("‹bpt 1›a‹ept 1›", "‹bpt 1›b", "MK-CODE-PAIR error"), ("‹sc 1›a‹ec 1›", "b‹ec 1›", "MK-CODE-PAIR error"),
    ("Hi ‹x 1›", "Hallo <x id=\"1\"/>", "MK-CODE-LITERAL error"),
  ])
  func wrong(source: String, target: String, expected: String) {
    let findings = MarkupComparison(message(source), message(target)).findings()
    #expect(findings.map { "\($0.rule.id) \(($0.severity ?? $0.rule.severity).rawValue)" } == [expected])
  }

  @Test func aPairIsNamedOnce() {
    let findings = MarkupComparison(message("‹g 1›a‹/g 1›‹x 2›"), message("b")).findings()
    #expect(findings.map(\.message) == ["<g id=\"1\">, <x id=\"2\"> of the source are missing"])
  }

  @Test func findingsNameThePlaceAndTheKey() {
    var builder = CatalogBuilder()
    func store(_ text: String) -> Catalog.Slice {
      let start = builder.arena.count
      builder.arena += message(text).bytes
      return Catalog.Slice(offset: start, count: builder.arena.count - start)
    }
    let key = store("k")
    let source = store("Hi ‹x 1›")
    let target = store("Hallo")
    builder.append(
      Catalog.Row(
        key: key, source: source, target: target, line: 3, column: 5, state: .translated,
        flags: [.sourceHasCodes]))
    let catalog = builder.finish(locale: LanguageTag("de"), sourceLocale: nil, path: "de.xliff") { _, _ in }
    var sink = DiagnosticCollector()
    checkMarkup(catalog: "app", catalog, locale: LanguageTag("de")!, into: &sink)
    #expect(sink.diagnostics.map(\.key) == ["app/k"])
    #expect(sink.diagnostics.map(\.severity) == [.error])
    // A file of XLIFF 2 says itself that the code may be left out.
    var single = DiagnosticCollector()
    checkMarkup(catalog: "", catalog, locale: LanguageTag("de")!, isJudgedByFile: true, into: &single)
    #expect(single.diagnostics.map(\.rule) == [MarkupRules.codeMissing])
    #expect(single.diagnostics.map(\.severity) == [.warning])
    #expect(sink.diagnostics.first?.location?.description == "de.xliff:3:5")
  }
}
