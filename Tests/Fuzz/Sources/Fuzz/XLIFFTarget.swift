import Diagnostics
import TestSupport
import Translations

@testable import Interchange

/// Reads a document whole and in pieces, then edits it and reads what came out.
struct XLIFFTarget {
  private let bytes: [UInt8]
  private var random: SeededGenerator
  private let options: XLIFFReader.Options
  private let limits = ReadingLimits(xmlDepth: 64, textBytes: 1 << 16, unitsPerDocument: 500)

  @unsafe init(_ data: UnsafeBufferPointer<UInt8>) {
    bytes = unsafe Array(data)
    random = SeededGenerator(seed: seed(of: bytes))
    let keys = XLIFFReader.Options.KeyPolicy.allCases
    options = XLIFFReader.Options(
      key: keys[random.below(keys.count)], scope: random.below(4) == 0 ? .document : .file)
  }

  mutating func run() {
    let feedSize = 1 + random.below(64)
    let whole = read(bytes, chunkSize: .max, feedSize: feedSize)
    let chunks = read(bytes, chunkSize: 1 + random.below(64), feedSize: feedSize)
    require(Image(whole), equals: Image(chunks), "how the bytes come does not show")
    // Of several errors of markup, libxml2 names the first that it sees in what it has got.
    let atOnce = read(bytes, chunkSize: .max, feedSize: 1 << 16)
    require(whole.isReadable == atOnce.isReadable, "whether a document is refused does not depend on pieces")
    if whole.isReadable { require(Image(whole), equals: Image(atOnce), "pieces do not show") }
    let alone = read(bytes, chunkSize: .max, feedSize: 1 << 16, passesPlainUnits: false)
    requireAlike(atOnce, alone, "units that pass libxml2 by are read alike")
    let short = 64 + random.below(4000)
    requireAlike(
      read(bytes, chunkSize: .max, feedSize: short),
      read(bytes, chunkSize: .max, feedSize: short, passesPlainUnits: false),
      "units that pass libxml2 by are read alike in pieces")
    require(
      whole.isReadable || whole.diagnostics.contains { $0.severity == .error },
      "a document that is not readable has an error")
    require(
      whole.diagnostics.allSatisfy { ($0.location?.line ?? 1) > 0 && ($0.location?.column ?? 1) > 0 },
      "places are counted from 1")
    // Rows without a language are another catalog beside those of `de`.
    let named = whole.catalogs.first { $0.locale != nil }
    guard whole.isReadable, let catalog = named ?? whole.catalogs.first else { return }
    checkNothingToDo(catalog)
    checkEdits(of: catalog)
  }

  /// Two readings of one document are the same, or both refuse it: which of several errors of markup libxml2 names depends
  /// on the pieces that it gets, and a unit that passes it by ends one.
  private func requireAlike(_ a: ParsedDocument, _ b: ParsedDocument, _ promise: String) {
    require(a.isReadable == b.isReadable, promise)
    if a.isReadable { require(Image(a), equals: Image(b), promise) }
  }

  private func read(
    _ bytes: [UInt8], chunkSize: Int, feedSize: Int, passesPlainUnits: Bool = true
  ) -> ParsedDocument {
    var source = BytesSource(bytes, chunkSize: chunkSize)
    do {
      return try XLIFFReader.read(
        &source, path: "f.xliff", options: options, limits: limits, feedSize: feedSize,
        passesPlainUnits: passesPlainUnits
      ).document
    } catch {
      fatalError("a source in memory throws nothing")
    }
  }

  // MARK: Editing

  private func edited(_ edits: [CatalogEdit], locale: LanguageTag) -> Parsed<[UInt8]?> {
    do {
      return try XLIFFEditor.applying(
        edits, to: bytes, path: "f.xliff", locale: locale, options: options, limits: limits)
    } catch {
      fatalError("a source in memory throws nothing")
    }
  }

  private func path(_ row: Catalog.Row, in catalog: Catalog) -> [ExactString] {
    catalog.pathBytes(row).split(separator: 0, omittingEmptySubsequences: false).map {
      ExactString(String(decoding: $0, as: UTF8.self))
    }
  }

  private func locale(of catalog: Catalog) -> LanguageTag { catalog.locale ?? LanguageTag("de")! }

  private func checkNothingToDo(_ catalog: Catalog) {
    let edits = catalog.rows.map { row in
      let message = catalog.target(row)
      return CatalogEdit(
        path: path(row, in: catalog), message: message, state: message == nil ? nil : row.state)
    }
    require(
      edited(edits, locale: locale(of: catalog)).value == bytes, "wanting what is there changes nothing")
  }

  private mutating func checkEdits(of catalog: Catalog) {
    guard catalog.count > 0 else { return }
    var edits: [[UInt8]: CatalogEdit] = [:]
    for _ in 0...random.below(3) {
      let row = catalog.rows[random.below(catalog.count)]
      edits[catalog.pathBytes(row)] = randomEdit(of: row, in: catalog)
    }
    let result = edited(Array(edits.values), locale: locale(of: catalog))
    guard let changed = result.value else {
      return require(!result.diagnostics.isEmpty, "a refusal says why")
    }
    let document = read(changed, chunkSize: .max, feedSize: 1 << 16)
    let found = document.catalogs.first { $0.locale == catalog.locale || $0.locale == locale(of: catalog) }
    guard document.isReadable, let after = found, after.count == catalog.count else {
      fatalError("broken promise: an edited file has the same rows")
    }
    for (old, new) in zip(catalog.rows, after.rows) {
      let path = catalog.pathBytes(old)
      require(
        path == after.pathBytes(new) && catalog.source(old) == after.source(new), "keys and sources stay")
      if let edit = edits[path] {
        require(after.target(new) == edit.message, "the edit is in the file")
        require(edit.message == nil || edit.state == nil || edit.state == new.state, "so is its state")
      } else {
        require(
          after.target(new) == catalog.target(old) && new.state == old.state && new.flags == old.flags,
          "other units stay")
      }
    }
  }

  private mutating func randomEdit(of row: Catalog.Row, in catalog: Catalog) -> CatalogEdit {
    let path = path(row, in: catalog)
    if random.below(6) == 0 { return CatalogEdit(path: path, message: nil) }
    let old = catalog.target(row) ?? catalog.source(row) ?? Message("")
    var atoms = MessageAtoms(old).atoms
    let pieces = ["Neu", " ", "\n", "&", "<", ">", "]]>", "é", "日", "🎉", "\r", "\u{1A}", "]", "\"", "\u{85}"]
    for _ in 0...random.below(4) {
      switch random.below(4) {
      case 0 where !atoms.isEmpty: atoms.remove(at: random.below(atoms.count))
      case 1 where atoms.count > 1: atoms.swapAt(random.below(atoms.count), random.below(atoms.count))
      default:
        let piece = MessageAtoms(Message(pieces[random.below(pieces.count)])).atoms
        atoms.insert(contentsOf: piece, at: random.below(atoms.count + 1))
      }
    }
    let text = atoms.flatMap { atom in
      switch atom {
      case .text(let bytes), .code(let bytes): bytes
      }
    }
    let states = TranslationState.allCases.map(Optional.some) + [nil, nil, nil]
    let hasCodes = atoms.contains { if case .code = $0 { true } else { false } }
    return CatalogEdit(
      path: path, message: Message(bytes: text, hasCodes: hasCodes),
      state: states[random.below(states.count)])
  }
}
