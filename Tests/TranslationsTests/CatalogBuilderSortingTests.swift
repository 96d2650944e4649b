import TestSupport
import Testing
import Translations

/// The sorted table against the slow and obvious way.
@Suite struct CatalogBuilderSortingTests {
  private struct Entry: Equatable {
    var prefix: [UInt8]
    var key: [UInt8]
    var line: Int
  }

  /// Sorts stably, keeps the first of equal paths, and lists the others.
  private func expected(_ entries: [Entry]) -> (kept: [Entry], dropped: [[Int]]) {
    func path(_ entry: Entry) -> [UInt8] { entry.prefix.isEmpty ? entry.key : entry.prefix + [0] + entry.key }
    let sorted = entries.enumerated().sorted { a, b in
      let (x, y) = (path(a.element), path(b.element))
      return x == y ? a.offset < b.offset : x.lexicographicallyPrecedes(y)
    }.map(\.element)
    var kept: [Entry] = []
    var dropped: [[Int]] = []
    for entry in sorted {
      if let last = kept.last, path(last) == path(entry) {
        dropped.append([last.line, entry.line])
      } else {
        kept.append(entry)
      }
    }
    return (kept, dropped)
  }

  private func sorted(_ entries: [Entry]) -> (kept: [Entry], dropped: [[Int]]) {
    var builder = CatalogBuilder()
    for entry in entries {
      let prefix = builder.prefix(entry.prefix)
      let key = builder.store(entry.key)
      builder.append(Catalog.Row(key: key, line: entry.line, column: 1, prefix: prefix, state: .absent))
    }
    var dropped: [[Int]] = []
    let catalog = builder.finish(locale: nil, sourceLocale: nil, path: "x") { first, second in
      dropped.append([Int(first.line), Int(second.line)])
    }
    let kept = catalog.rows.map { row in
      Entry(
        prefix: catalog.prefixes[Int(row.prefix)], key: Array(catalog.arena[row.key.range]),
        line: Int(row.line))
    }
    return (kept, dropped)
  }

  private func check(_ entries: [Entry], _ note: String) {
    let (ours, theirs) = (sorted(entries), expected(entries))
    let isEqual = ours.kept == theirs.kept && ours.dropped == theirs.dropped
    #expect(isEqual, "\(note)")
  }

  @Test func randomKeys() {
    for seed in 1...400 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      // Few letters, zeros among them, and long common beginnings make ties, prefixes and equal keys.
      let letters: [UInt8] = [0, 0x61, 0x62, 0xFF].dropLast(generator.below(3)).map { $0 }
      let stems = (0..<3).map { _ in
        (0..<generator.below(40)).map { _ in letters[generator.below(letters.count)] }
      }
      let prefixes: [[UInt8]] = seed % 3 == 0 ? [[0x62], [0x61], [0x61, 0x62]] : [[]]
      let entries = (0..<generator.below(120)).map { line in
        let end = (0..<generator.below(12)).map { _ in letters[generator.below(letters.count)] }
        return Entry(
          prefix: prefixes[generator.below(prefixes.count)], key: stems[generator.below(3)] + end, line: line)
      }
      check(entries, "seed \(seed)")
    }
  }

  @Test func keysOfEveryLength() {
    for length in 0...40 {
      let stem = [UInt8](repeating: 0x61, count: length)
      let keys = [stem + [0x62], stem, stem + [0], stem + [0, 0], stem + [0, 0x61], stem, stem + [0x61]]
      check(keys.enumerated().map { Entry(prefix: [], key: $0.element, line: $0.offset) }, "length \(length)")
    }
  }

  /// Each key begins with all shorter ones, which is as deep as sorting by parts can get.
  @Test func keysThatGrow() {
    let keys = (0..<1500).map { [UInt8](repeating: 0x61, count: 1500 - $0) }
    check(keys.enumerated().map { Entry(prefix: [], key: $0.element, line: $0.offset) }, "growing keys")
  }

  @Test func sortedAndReversedKeys() {
    let keys = (0..<2000).map { Array("section.item_\($0 + 10000).title".utf8) }
    let entries = keys.enumerated().map { Entry(prefix: [0x61], key: $0.element, line: $0.offset) }
    check(entries, "sorted")
    check(entries.reversed(), "reversed")
    check(entries + entries, "twice")
  }
}
