import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Checks

/// Judging a part of a catalog before and after a change, against judging all of it.
@Suite struct AffectedRowsTests {
  private static let segments = [
    "a", "b", "one", "other", "many", "few", "zero", "0", "1", "title", "b_one", "b_other", "b_few", "x/y",
  ]
  private static let texts: [String?] = [
    nil, "", " ", "plain", "%d files", "%@ of %d", "%lld", "100 %", "%1$@ and %2$@",
    "a much longer text than allowed",
  ]

  private static func text(_ random: inout SeededGenerator) -> String? { texts[random.below(texts.count)] }

  private static func table(_ random: inout SeededGenerator) -> [String: String?] {
    var table: [String: String?] = [:]
    for _ in 0..<random.below(30) {
      let path = (0...random.below(3)).map { _ in segments[random.below(segments.count - 1)] }.joined(
        separator: "\0")
      table.updateValue(text(&random), forKey: path)
    }
    return table
  }

  private static func catalog(_ table: [String: String?], _ locale: String) -> Catalog {
    var builder = CatalogBuilder()
    for (path, text) in table {
      builder.append(
        Catalog.Row(
          key: builder.store(path.utf8), target: text.map { builder.store($0.utf8) } ?? .absent, line: 1,
          column: 1,
          state: .translated))
    }
    return builder.finish(locale: LanguageTag(locale), sourceLocale: nil, path: "x.yml") { _, _ in }
  }

  private static func findings(_ target: Catalog, _ source: Catalog, _ locale: LanguageTag) -> [String: Int] {
    var sink = DiagnosticCollector()
    _ = checkPlaceholders(
      catalog: "c", source: source, target: target, dialect: .apple, locale: locale, into: &sink)
    checkPlurals(catalog: "c", source: source, target: target, locale: locale, into: &sink)
    checkLengths(
      catalog: "c", target, limits: [ExactString("title"): 12, ExactString("other"): 4], locale: locale,
      into: &sink)
    var counts: [String: Int] = [:]
    for finding in sink.diagnostics {
      counts["\(finding.rule.id) \(finding.severity) \(finding.key ?? "") \(finding.message)", default: 0] +=
        1
    }
    return counts
  }

  @Test(arguments: ["de", "ar", "ja", "pl"]) func thePartHasTheDifferenceOfTheWhole(tag: String) throws {
    let locale = LanguageTag(tag)!
    var random = SeededGenerator(seed: caseSeed() + UInt64(tag.utf8.first!))
    var judged = 0
    for _ in 0..<caseCount(full: 6_000) {
      let source = Self.catalog(Self.table(&random), "en")
      let before = Self.table(&random)
      var after = before
      for _ in 0...random.below(3) {
        let known = before.keys.sorted()
        let path =
          random.below(3) > 0 && !known.isEmpty
          ? known[random.below(known.count)] : Self.table(&random).keys.min()
        guard let path else { continue }
        if random.below(4) == 0 {
          after[path] = nil
        } else {
          after.updateValue(Self.text(&random), forKey: path)
        }
      }
      let (old, new) = (Self.catalog(before, tag), Self.catalog(after, tag))
      let difference = try #require(CatalogDifference(from: old, to: new))
      guard let rows = AffectedRows(difference, from: old, to: new, source: source) else { continue }
      judged += 1
      let part = source.restricted(to: rows.source)
      func change(_ a: [String: Int], _ b: [String: Int]) -> [String: Int] {
        b.merging(a.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value != 0 }
      }
      let whole = change(Self.findings(old, source, locale), Self.findings(new, source, locale))
      let partly = change(
        Self.findings(old.restricted(to: rows.old), part, locale),
        Self.findings(new.restricted(to: rows.new), part, locale))
      #expect(whole == partly, "\(before) to \(after)")
    }
    #expect(judged > 0)
  }
}
