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

  /// A table like another one, but for some rows.
  private static func edit(
    _ before: [String: String?], _ random: inout SeededGenerator, most: Int
  ) -> [String: String?] {
    var after = before
    for _ in 0..<random.below(most + 1) {
      let known = before.keys.sorted()
      let path =
        random.below(3) > 0 && !known.isEmpty ? known[random.below(known.count)] : table(&random).keys.min()
      guard let path else { continue }
      if random.below(4) == 0 { after[path] = nil } else { after.updateValue(text(&random), forKey: path) }
    }
    return after
  }

  /// What a reader of a part gets who asks for the rows below some beginnings.
  private static func part(_ table: ComparedTable, below stems: [[UInt8]]) -> ComparedTable {
    let rows = table.new.rows.indices.filter { row in
      stems.contains { table.new.pathBytes(table.new.rows[row]).starts(with: $0) }
    }
    return ComparedTable(unchanged: table.new.restricted(to: rows), isWhole: false)
  }

  @Test(arguments: ["de", "ar", "ja", "pl"]) func thePartHasTheDifferenceOfTheWhole(tag: String) throws {
    let locale = LanguageTag(tag)!
    var random = SeededGenerator(seed: caseSeed() + UInt64(tag.utf8.first!))
    var judged = 0
    for _ in 0..<caseCount(full: 6_000) {
      let (sourceBefore, before) = (Self.table(&random), Self.table(&random))
      // Mostly one of the two stands still, and then only a part of it is there.
      let kind = random.below(3)
      let sourceAfter = kind > 0 ? Self.edit(sourceBefore, &random, most: 3) : sourceBefore
      let after = kind < 2 ? Self.edit(before, &random, most: 3) : before
      func compared(_ a: [String: String?], _ b: [String: String?], _ tag: String) throws -> ComparedTable {
        let (old, new) = (Self.catalog(a, tag), Self.catalog(b, tag))
        return ComparedTable(from: old, to: new, try #require(CatalogDifference(from: old, to: new)))
      }
      let source = try compared(sourceBefore, sourceAfter, "en")
      let target = try compared(before, after, tag)
      let stems = AffectedRows.stems([source, target].filter { !$0.difference.rows.isEmpty })
      let knownSource = kind == 0 ? Self.part(source, below: stems) : source
      let knownTarget = kind == 2 ? Self.part(target, below: stems) : target
      guard let rows = AffectedRows(knownTarget, source: knownSource) else { continue }
      judged += 1
      func change(_ a: [String: Int], _ b: [String: Int]) -> [String: Int] {
        b.merging(a.mapValues { -$0 }, uniquingKeysWith: +).filter { $0.value != 0 }
      }
      let whole = change(
        Self.findings(target.old, source.old, locale), Self.findings(target.new, source.new, locale))
      let partly = change(
        Self.findings(
          knownTarget.old.restricted(to: rows.old), knownSource.old.restricted(to: rows.oldSource), locale),
        Self.findings(
          knownTarget.new.restricted(to: rows.new), knownSource.new.restricted(to: rows.newSource), locale))
      #expect(whole == partly, "\(sourceBefore) to \(sourceAfter), \(before) to \(after)")
    }
    #expect(judged > caseCount(full: 6_000) / 4)
  }
}
