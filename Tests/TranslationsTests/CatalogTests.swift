import Diagnostics
import TestSupport
import Testing
import Translations

@Suite struct CatalogTests {
  private func catalog(
    _ entries: [(prefix: String, key: String, target: String)], duplicates: (String) -> Void = { _ in }
  ) -> Catalog {
    var builder = CatalogBuilder(reservingBytes: 100)
    for (line, entry) in entries.enumerated() {
      let prefix = builder.prefix(Array(entry.prefix.utf8))
      let key = builder.store(entry.key.utf8)
      let target = builder.store(entry.target.utf8)
      builder.append(
        Catalog.Row(
          key: key, target: target, line: line + 1, column: 3, prefix: prefix, state: .translated))
    }
    let arena = builder.arena
    return builder.finish(locale: LanguageTag("de"), sourceLocale: nil, path: "de.yml") { first, second in
      duplicates("\(String(decoding: arena[first.key.range], as: UTF8.self)) \(first.line) \(second.line)")
    }
  }

  private func paths(_ catalog: Catalog) -> [String] {
    catalog.rows.map { String(decoding: catalog.pathBytes($0), as: UTF8.self) }
  }

  @Test func rowsAreSortedByPath() {
    let catalog = catalog([
      ("", "b", "1"), ("", "a\0c", "2"), ("", "a", "3"), ("", "a.c", "4"), ("", "a\0b", "5"),
    ])
    #expect(paths(catalog) == ["a", "a\0b", "a\0c", "a.c", "b"])
    #expect(catalog.rows.map(\.line) == [3, 5, 2, 4, 1])
    #expect(catalog.row(path: Array("a\0c".utf8)[...])?.line == 2)
    #expect(catalog.row(path: Array("a\0".utf8)[...]) == nil)
    #expect(catalog.row(path: []) == nil)
  }

  @Test func aPrefixIsASegment() {
    let catalog = catalog([
      ("b.strings", "x", "1"), ("a.strings", "z", "2"), ("a", "m", "3"), ("a.strings", "y", "4"),
    ])
    #expect(paths(catalog) == ["a\0m", "a.strings\0y", "a.strings\0z", "b.strings\0x"])
    for row in catalog.rows { #expect(catalog.row(path: catalog.pathBytes(row)[...])?.line == row.line) }
    #expect(catalog.row(path: Array("a.strings".utf8)[...]) == nil)
  }

  @Test func theFirstOfTwoRowsStays() {
    var found: [String] = []
    let catalog = catalog([("", "b", "1"), ("", "a", "2"), ("", "b", "3"), ("", "b", "4")]) {
      found.append($0)
    }
    #expect(found == ["b 1 3", "b 1 4"])
    #expect(catalog.count == 2)
    #expect(catalog.row(path: [0x62]).flatMap { catalog.target($0) } == Message("1"))
  }

  @Test func absentIsNotEmpty() {
    var builder = CatalogBuilder()
    let key = builder.store("k".utf8)
    let empty = builder.store([])
    builder.append(Catalog.Row(key: key, source: empty, line: 1, column: 1, state: .absent))
    let catalog = builder.finish(locale: nil, sourceLocale: nil, path: "x") { _, _ in }
    #expect(catalog.source(catalog.rows[0]) == Message(""))
    #expect(catalog.target(catalog.rows[0]) == nil)
    #expect(catalog.unit(catalog.rows[0]).path == ["k"])
    #expect(catalog.location(catalog.rows[0]).description == "x:1:1")
  }

  @Test func anyOrderGivesTheSameTable() {
    let seed = caseSeed()
    var random = SeededGenerator(seed: seed)
    let letters = Array("ab\0.é".utf8)
    for _ in 0..<200 {
      var keys: Set<[UInt8]> = []
      for _ in 0..<20 {
        keys.insert((0..<random.below(12)).map { _ in letters[random.below(letters.count)] })
      }
      var builder = CatalogBuilder()
      for key in keys.shuffled(using: &random) {
        let slice = builder.store(key)
        builder.append(Catalog.Row(key: slice, line: 1, column: 1, state: .translated))
      }
      let catalog = builder.finish(locale: nil, sourceLocale: nil, path: "") { _, _ in }
      let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
      #expect(catalog.rows.map { catalog.pathBytes($0) } == sorted, "seed \(seed)")
    }
  }
}
