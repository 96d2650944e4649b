import Diagnostics
import Foundation
import TestSupport
import Testing
import Translations

@testable import Interchange

/// What an editor must keep, for every file that the reader accepts.
@Suite(.enabled(if: XLIFFCorpus.isPresent)) struct XLIFFEditorPropertyTests {
  /// A file with its catalog of one locale.
  private struct Example {
    var path: String
    var bytes: [UInt8]
    var catalog: Catalog

    var locale: LanguageTag { catalog.locale ?? LanguageTag("de")! }

    func edited(_ edits: [CatalogEdit]) throws -> Parsed<[UInt8]?> {
      try XLIFFEditor.applying(
        edits, to: bytes, path: path, locale: locale, options: .init(), limits: .standard)
    }

    func path(of row: Catalog.Row) -> [ExactString] {
      catalog.unit(row).path.map { ExactString($0) }
    }
  }

  private func examples(atMost size: Int) throws -> [Example] {
    try XLIFFCorpus.paths().filter { !$0.contains("/invalid/") }.flatMap { path -> [Example] in
      let bytes = try XLIFFCorpus.bytes(path)
      guard bytes.count <= size else { return [] }
      return try readXLIFF(bytes: bytes, path: path).catalogs.map {
        Example(path: path, bytes: bytes, catalog: $0)
      }
    }
  }

  @Test func wantingEverythingThatIsThereChangesNothing() throws {
    var rows = 0
    for example in try examples(atMost: .max) {
      let edits = example.catalog.rows.map { row in
        let message = example.catalog.target(row)
        return CatalogEdit(
          path: example.path(of: row), message: message, state: message == nil ? nil : row.state)
      }
      rows += edits.count
      let isSame = try example.edited(edits).value == example.bytes
      #expect(isSame, "\(example.path)")
    }
    #expect(rows > 29_000)
  }

  /// Each of these is refused, or the result says so, and only bytes of the unit differ.
  @Test func oneEditStaysInItsUnit() throws {
    let seed: UInt64 = 20_261_130
    var random = SeededGenerator(seed: seed)
    let examples = try examples(atMost: 200_000).filter { $0.catalog.count > 0 }
    var done = 0
    let count = caseCount(full: 4000)
    for number in 0..<count {
      let example = examples[random.below(examples.count)]
      let row = example.catalog.rows[random.below(example.catalog.count)]
      let edit = randomEdit(of: row, in: example, &random)
      let note: Comment = "seed \(seed), case \(number), \(example.path), line \(row.line)"
      let result = try example.edited([edit])
      guard let bytes = result.value else {
        #expect(result.diagnostics.allSatisfy { $0.rule.id.hasPrefix("XL-") }, note)
        continue
      }
      done += 1
      try check(bytes, after: [edit], of: example, note)
      // A new language is written outside of the unit.
      if example.catalog.locale == nil || bytes == example.bytes { continue }
      let (first, last) = lines(in: bytes, from: example.bytes)
      let unit = try unitLines(of: row, in: example)
      #expect(unit.contains(first) && unit.contains(last), note)
    }
    #expect(Double(done) > 0.85 * Double(count), "\(done) of \(count)")
  }

  @Test func manyEditsAtOnce() throws {
    let seed: UInt64 = 77
    var random = SeededGenerator(seed: seed)
    let examples = try examples(atMost: 200_000).filter { $0.catalog.count > 3 }
    for number in 0..<caseCount(full: 600) {
      let example = examples[random.below(examples.count)]
      var edits: [[ExactString]: CatalogEdit] = [:]
      for _ in 0..<1 + random.below(8) {
        let row = example.catalog.rows[random.below(example.catalog.count)]
        let edit = randomEdit(of: row, in: example, &random)
        edits[edit.path] = edit
      }
      let wanted = edits.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
      guard let bytes = try example.edited(wanted).value else { continue }
      try check(bytes, after: wanted, of: example, "seed \(seed), case \(number), \(example.path)")
      // And back again.
      let back = wanted.compactMap { edit -> CatalogEdit? in
        guard let row = example.catalog.row(path: key(of: edit)[...]) else { return nil }
        let message = example.catalog.target(row)
        return CatalogEdit(path: edit.path, message: message, state: message == nil ? nil : row.state)
      }
      let catalogs = try readXLIFF(bytes: bytes, path: example.path).catalogs
      guard let catalog = catalogs.first(where: { $0.locale == example.locale }) else { continue }
      let changed = Example(path: example.path, bytes: bytes, catalog: catalog)
      if let again = try changed.edited(back).value {
        try check(again, after: back, of: example, "back, seed \(seed), case \(number), \(example.path)")
      }
    }
  }

  // MARK: Random edits

  private static let pieces = [
    "Neu", " ", "  ", "\n", "\t", "&", "<", ">", "]]>", "&amp;", "é", "日本", "🎉", "e\u{301}", "%1$@", "\"",
    "'",
    "\u{200F}", "\u{A0}", "--", "<b>", "\r", "{0}",
  ]

  private func randomEdit(
    of row: Catalog.Row, in example: Example, _ random: inout SeededGenerator
  ) -> CatalogEdit {
    let path = example.path(of: row)
    if random.below(8) == 0 { return CatalogEdit(path: path, message: nil) }
    let old = example.catalog.target(row) ?? example.catalog.source(row) ?? Message("")
    var atoms = MessageAtoms(old).atoms
    for _ in 0...random.below(3) {
      let piece = MessageAtoms(Message(Self.pieces[random.below(Self.pieces.count)])).atoms
      atoms.insert(contentsOf: piece, at: random.below(atoms.count + 1))
      if random.below(3) == 0, case .text? = atoms.last { atoms.removeLast() }
    }
    let bytes = atoms.flatMap { atom in
      switch atom {
      case .text(let bytes), .code(let bytes): bytes
      }
    }
    let states: [TranslationState?] = [nil, nil, .translated, .final, .reviewed, .needsReview, .untranslated]
    return CatalogEdit(
      path: path, message: Message(bytes: bytes, hasCodes: old.hasCodes),
      state: states[random.below(states.count)])
  }

  // MARK: What must hold

  /// Compares a file with the model of the original and the edits.
  private func check(
    _ bytes: [UInt8], after edits: [CatalogEdit], of example: Example, _ note: Comment
  ) throws {
    let document = try readXLIFF(bytes: bytes, path: example.path)
    // A file that names no language and in which nothing changes still names none.
    let found = document.catalogs.first { $0.locale == example.locale || bytes == example.bytes }
    let catalog = try #require(found, note)
    #expect(catalog.count == example.catalog.count, note)
    let wanted = Dictionary(uniqueKeysWithValues: edits.map { (key(of: $0), $0) })
    for (old, new) in zip(example.catalog.rows, catalog.rows) {
      let path = example.catalog.pathBytes(old)
      #expect(path == catalog.pathBytes(new), note)
      #expect(example.catalog.source(old) == catalog.source(new), note)
      if let edit = wanted[path] {
        #expect(catalog.target(new) == edit.message, note)
        if edit.message != nil, let state = edit.state { #expect(new.state == state, note) }
      } else {
        #expect(catalog.target(new) == example.catalog.target(old), note)
        #expect(new.state == old.state && new.flags == old.flags, note)
      }
    }
  }

  private func key(of edit: CatalogEdit) -> [UInt8] {
    Array(edit.path.map { Array($0.utf8) }.joined(separator: [0]))
  }

  /// The first and the last line of the original that differ, 1-based.
  private func lines(in new: [UInt8], from old: [UInt8]) -> (Int, Int) {
    let front = zip(old, new).prefix { $0 == $1 }.count
    let limit = min(old.count, new.count) - front
    let back = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
    func line(_ offset: Int) -> Int { old[..<offset].count { $0 == 0x0A } + 1 }
    return (line(front), line(max(front, old.count - back)))
  }

  /// The lines of the unit around a row's place, found by a plain search for its tags.
  private func unitLines(of row: Catalog.Row, in example: Example) throws -> ClosedRange<Int> {
    let lines = example.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.filter { $0 != 0 }, as: UTF8.self)
    }
    var first = Int(row.line) - 1
    while first > 0, !lines[first].contains(/<([\w-]+:)?(trans-)?unit[\s>]?/) { first -= 1 }
    var last = Int(row.line) - 1
    // Another unit may end in the line in which this one starts.
    var rest = lines[last].dropFirst(Int(row.column) - 1)
    while last < lines.count - 1, !rest.contains(/<\/([\w-]+:)?(trans-)?unit>/) {
      last += 1
      rest = lines[last][...]
    }
    return first + 1...last + 1
  }
}
