import TestSupport
import Testing

@testable import Translations

/// What differs between two tables.
@Suite struct CatalogDifferenceTests {
  private struct Unit: Hashable {
    var prefix: String
    var source: String?
    var target: String?
    var state: TranslationState
    var flags: UInt8
  }

  private static func catalog(_ units: [String: Unit], line: Int) -> Catalog {
    var builder = CatalogBuilder()
    for prefix in ["", "one.strings", "two.strings"] { _ = builder.prefix(Array(prefix.utf8)) }
    for (key, unit) in units {
      func store(_ text: String?) -> Catalog.Slice { text.map { builder.store($0.utf8) } ?? .absent }
      let row = Catalog.Row(
        key: store(key), source: store(unit.source), target: store(unit.target), line: line, column: 1,
        prefix: builder.prefix(Array(unit.prefix.utf8)), state: unit.state, flags: .init(rawValue: unit.flags)
      )
      builder.append(row)
    }
    return builder.finish(
      locale: LanguageTag("de"), sourceLocale: LanguageTag("en"), path: "x/é.yml"
    ) { _, _ in }
  }

  private static func unit(_ random: inout SeededGenerator) -> Unit {
    let texts = [
      nil, "", "a", "A longer text, with more than eight bytes", "A longer text, with more than 8 bytes.",
    ]
    return Unit(
      prefix: ["", "one.strings", "two.strings"][random.below(3)], source: texts[random.below(5)],
      target: texts[random.below(5)], state: TranslationState.allCases[random.below(7)],
      flags: UInt8(random.below(8)))
  }

  private static func units(_ random: inout SeededGenerator) -> [String: Unit] {
    Dictionary(uniqueKeysWithValues: (0..<random.below(40)).map { ("key\($0)", unit(&random)) })
  }

  @Test func itSaysWhichRowsDiffer() throws {
    var random = SeededGenerator(seed: caseSeed())
    for _ in 0..<caseCount(full: 2_000) {
      let old = Self.units(&random)
      var new = old
      for _ in 0..<random.below(6) {
        let key = "key\(random.below(45))"
        switch random.below(3) {
        case 0: new[key] = nil
        case 1: new[key]?.target = "other \(random.below(3))"
        default: new[key] = Self.unit(&random)
        }
      }
      let (a, b) = (Self.catalog(old, line: 1), Self.catalog(new, line: 7))
      let difference = try #require(CatalogDifference(from: a, to: b))
      func name(_ key: String, _ unit: Unit) -> String { unit.prefix + "|" + key }
      let (before, after) = (
        Dictionary(uniqueKeysWithValues: old.map { (name($0, $1), $1) }),
        Dictionary(uniqueKeysWithValues: new.map { (name($0, $1), $1) })
      )
      let expected = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      func name(_ catalog: Catalog, _ row: Catalog.Row) -> String {
        String(decoding: catalog.prefixes[Int(row.prefix)], as: UTF8.self) + "|"
          + String(decoding: catalog.bytes(row.key), as: UTF8.self)
      }
      let found = difference.rows.map { pair in
        pair.new.map { name(b, b.rows[$0]) } ?? name(a, a.rows[pair.old!])
      }
      #expect(Set(found) == expected && found.count == expected.count)
      for pair in difference.rows {
        let known = pair.new.map { name(b, b.rows[$0]) } ?? name(a, a.rows[pair.old!])
        #expect((pair.old != nil) == (before[known] != nil) && (pair.new != nil) == (after[known] != nil))
      }
      func sources(_ units: [String: Unit]) -> [String: [String?]] {
        units.mapValues { [$0.source, $0.flags & 1 == 1 ? "codes" : nil] }
      }
      #expect(difference.hasSameSources == (sources(before) == sources(after)))
    }
  }
}
