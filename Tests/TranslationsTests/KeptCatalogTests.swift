import TestSupport
import Testing

@testable import Translations

/// Tables that are kept in pieces, and what is found with them later.
@Suite struct KeptCatalogTests {
  /// A file that tables are kept in, one behind the other as long as they share pieces.
  private struct File {
    var bytes: [UInt8] = []
    var index: [UInt8] = []

    var kept: KeptCatalog? { KeptCatalog(index) }

    mutating func keep(_ catalog: Catalog, _ parts: [KeptCatalog.Part]) {
      let start = bytes.count
      let kept = unsafe KeptCatalog(catalog, parts, at: start) { unsafe bytes.append(contentsOf: $0) }
      index = kept.bytes
    }

    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
    }
  }

  private typealias Units = [String: [String?]]

  private static func catalog(_ units: Units, prefixes: [String]) -> Catalog {
    var builder = CatalogBuilder()
    for prefix in prefixes { _ = builder.prefix(Array(prefix.utf8)) }
    for (key, texts) in units {
      func store(_ text: String?) -> Catalog.Slice { text.map { builder.store($0.utf8) } ?? .absent }
      builder.append(
        Catalog.Row(
          key: store(key), source: store(texts[0]), target: store(texts[1]), line: 3, column: 4,
          prefix: builder.prefix(Array(prefixes[(key.utf8.last.map(Int.init) ?? 0) % prefixes.count].utf8)),
          state: TranslationState.allCases[key.utf8.count % 7], flags: .init(rawValue: UInt8(key.utf8.count)))
      )
    }
    return builder.finish(
      locale: LanguageTag("de"), sourceLocale: LanguageTag("en"), path: "x/é.yml"
    ) { _, _ in }
  }

  private static func text(_ random: inout SeededGenerator) -> String? {
    [nil, "", "a", "exactly8", "A longer text with more than eight bytes \(random.below(9))"][random.below(5)]
  }

  private static func units(_ random: inout SeededGenerator) -> Units {
    let keys = (0..<random.below(400)).map { _ in
      (0...random.below(3)).map { _ in "k\(random.below(12))" }.joined(separator: "\0")
    }
    return Dictionary(keys.map { ($0, [text(&random), text(&random)]) }) { $1 }
  }

  private static func edit(_ units: inout Units, _ random: inout SeededGenerator) {
    for _ in 0..<random.below(7) {
      guard let known = units.keys.sorted().dropFirst(random.below(max(1, units.count))).first else { return }
      switch random.below(6) {
      case 0: units[known] = nil
      case 1: units[known + "\0new\(random.below(5))"] = [text(&random), text(&random)]
      case 2: units["\(random.below(3))"] = [text(&random), text(&random)]
      case 3: units["zz\(random.below(3))"] = [text(&random), text(&random)]
      default: units[known]![random.below(2)] = text(&random)
      }
    }
    if random.below(20) == 0 { units = Self.units(&random) }
  }

  /// All there is to say of a row.
  private static func row(_ catalog: Catalog, _ row: Catalog.Row) -> [[UInt8]?] {
    [
      catalog.pathBytes(row), row.source.isAbsent ? nil : Array(catalog.bytes(row.source)),
      row.target.isAbsent ? nil : Array(catalog.bytes(row.target)),
      [row.state.rawValue, row.flags.rawValue],
    ]
  }

  private static func rows(_ catalog: Catalog) -> [[[UInt8]?]] { catalog.rows.map { row(catalog, $0) } }

  private static func pairs(_ difference: CatalogDifference, _ old: Catalog, _ new: Catalog) -> [[[UInt8]?]] {
    difference.rows.map { pair in
      (pair.old.map { row(old, old.rows[$0]) } ?? [nil]) + (pair.new.map { row(new, new.rows[$0]) } ?? [nil])
    }
  }

  @Test(arguments: [[""], ["one.strings", "two.strings"]])
  func whatChangesIsFoundEditAfterEdit(prefixes: [String]) throws {
    var random = SeededGenerator(seed: caseSeed())
    for _ in 0..<caseCount(full: 100) {
      var units = Self.units(&random)
      var before = Self.catalog(units, prefixes: prefixes)
      var file = File()
      file.keep(before, [.rows(0..<before.count)])
      for _ in 0..<8 {
        Self.edit(&units, &random)
        let kept = try #require(file.kept)
        let whole = try #require(kept.table(below: nil, read: file.read))
        #expect(Self.rows(whole) == Self.rows(before) && whole.prefixes == before.prefixes)
        #expect(whole.locale == before.locale && whole.sourceLocale == before.sourceLocale)
        #expect(whole.path == before.path)
        let after = Self.catalog(units, prefixes: prefixes)
        var new = after
        let found = try #require(kept.compare(with: &new, read: file.read))
        #expect(Self.rows(new) == Self.rows(after) && Self.rows(found.old) == Self.rows(before))
        let expected = try #require(CatalogDifference(from: before, to: after))
        #expect(
          Self.pairs(found.difference, found.old, new) == Self.pairs(expected, before, after)
            && found.difference.hasSameSources == expected.hasSameSources)
        file.keep(new, found.parts)
        before = after
      }
    }
  }

  @Test func aPartHasAllRowsThatWereAskedFor() throws {
    var random = SeededGenerator(seed: caseSeed())
    for _ in 0..<caseCount(full: 200) {
      let catalog = Self.catalog(Self.units(&random), prefixes: [""])
      var file = File()
      file.keep(catalog, [.rows(0..<catalog.count)])
      let stems = (0..<random.below(4)).map { _ in Array("k\(random.below(12))\0k".utf8) }
      let kept = try #require(file.kept)
      let part = try #require(kept.table(below: stems, read: file.read))
      let found = Self.rows(part)
      #expect(
        found.map { $0[0]! }.elementsEqual(
          Set(found.map { $0[0]! }).sorted { $0.lexicographicallyPrecedes($1) }))
      let wanted = Self.rows(catalog).filter { row in stems.contains { row[0]!.starts(with: $0) } }
      #expect(Set(found).isSuperset(of: wanted) && Set(found).isSubset(of: Self.rows(catalog)))
    }
  }

  /// A table that was damaged is not compared with, or the damage is where nothing was asked for.
  @Test func damageIsSeen() throws {
    var random = SeededGenerator(seed: caseSeed())
    for _ in 0..<caseCount(full: 400) {
      var units = Self.units(&random)
      let before = Self.catalog(units, prefixes: [""])
      var file = File()
      file.keep(before, [.rows(0..<before.count)])
      Self.edit(&units, &random)
      let after = Self.catalog(units, prefixes: [""])
      guard !file.bytes.isEmpty else { continue }
      var damaged = file
      damaged.bytes[random.below(file.bytes.count)] ^= UInt8(1 << random.below(8))
      var new = after
      let kept = try #require(file.kept)
      #expect(kept.compare(with: &new, read: damaged.read) == nil)
      #expect(kept.table(below: nil, read: damaged.read) == nil)
      damaged = file
      damaged.bytes.removeLast()
      #expect(kept.table(below: nil, read: damaged.read) == nil)
      for cut in stride(from: 0, to: file.index.count, by: 13) {
        #expect(KeptCatalog(Array(file.index[..<cut])) == nil)
      }
      // An index is behind a digest; one that was damaged all the same leads nowhere else.
      var index = file.index
      index[random.below(index.count)] ^= UInt8(1 << random.below(8))
      new = after
      _ = KeptCatalog(index)?.compare(with: &new, read: file.read)
      for row in KeptCatalog(index)?.table(below: nil, read: file.read)?.rows ?? [] {
        #expect(row.key.range.upperBound <= file.bytes.count)
      }
    }
  }
}
