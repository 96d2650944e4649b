import Diagnostics
import TestSupport
import Translations

@testable import Interchange

/// Reads a document whole and in pieces, as a catalog and as the files of a project.
struct YAMLTarget {
  private let bytes: [UInt8]
  private var random: SeededGenerator
  private let limits = ReadingLimits(yamlDepth: 50, textBytes: 1 << 16, leavesFromAliases: 2000)
  private let expected: LanguageTag?

  @unsafe init(_ data: UnsafeBufferPointer<UInt8>) {
    bytes = unsafe Array(data)
    random = SeededGenerator(seed: seed(of: bytes))
    expected = random.below(2) == 0 ? nil : LanguageTag("de")
  }

  mutating func run() {
    let whole = read(chunkSize: .max)
    require(Image(whole), equals: Image(read(chunkSize: 1 + random.below(64))), "pieces do not show")
    require(
      whole.isReadable || whole.diagnostics.contains { $0.severity == .error },
      "a document that is not readable has an error")
    require(
      whole.diagnostics.allSatisfy { ($0.location?.line ?? 1) > 0 && ($0.location?.column ?? 1) > 0 },
      "places are counted from 1")
    checkScanner()
    checkProjectFiles()
    if whole.isReadable, let catalog = whole.catalogs.first { checkEdits(of: catalog) }
  }

  private func read(chunkSize: Int) -> ParsedDocument {
    do {
      return try YAMLCatalogReader(limits: limits).read(
        BytesSource(bytes, chunkSize: chunkSize), path: "de.yml", expected: expected)
    } catch {
      fatalError("a source in memory throws nothing but \(error)")
    }
  }

  /// What is read without libyaml is what libyaml reads.
  private mutating func checkScanner() {
    let source = BytesSource(bytes, chunkSize: 1 + random.below(64))
    let difference = YAMLEventList.difference(
      YAMLEventList(source, scansLines: true, limits: limits),
      YAMLEventList(source, scansLines: false, limits: limits))
    require(difference == nil, "the scanner says what libyaml says: \(difference ?? "")")
  }

  /// These readers must end with a value or with an error.
  private func checkProjectFiles() {
    do {
      let keywords = try KeywordFileReader().read(BytesSource(bytes), path: "Keywords/de.yml")
      require(keywords.value != nil || keywords.hasErrors, "a keyword file is read or refused")
      var reader = ContentMapReader()
      try reader.read(BytesSource(bytes), path: "content.yml")
      let content = reader.finish()
      require(content.diagnostics.allSatisfy { $0.location != nil }, "a finding has a place")
    } catch {
      fatalError("a source in memory throws nothing but \(error)")
    }
  }

  // MARK: Editing

  private func path(_ row: Catalog.Row, in catalog: Catalog) -> [ExactString] {
    catalog.pathBytes(row).split(separator: 0, omittingEmptySubsequences: false).map {
      ExactString(String(decoding: $0, as: UTF8.self))
    }
  }

  private func edited(_ edits: [CatalogEdit], locale: LanguageTag) -> Parsed<[UInt8]?> {
    do {
      return try YAMLCatalogEditor.applying(edits, to: bytes, path: "de.yml", locale: locale, layout: nil)
    } catch {
      fatalError("an editor throws nothing but \(error)")
    }
  }

  /// The editor reads with the standard limits and without an expected locale, so the model is read so too.
  private mutating func checkEdits(of catalog: Catalog) {
    guard let locale = catalog.locale ?? expected, catalog.count > 0 else { return }
    let same = edited(
      catalog.rows.map { CatalogEdit(path: path($0, in: catalog), message: catalog.target($0)) },
      locale: locale)
    require(same.value == nil || same.value == bytes, "wanting what is there changes nothing")
    let row = catalog.rows[random.below(catalog.count)]
    let texts = [
      "neu", "", " a", "a: b", "no", "1.10", "\"'", "a\nb\n", "é\u{85}", "# c", "*a", "\u{7}", "a\\b",
    ]
    let text = texts[random.below(texts.count)]
    let message = random.below(5) == 0 ? nil : Message(text)
    let result = edited([CatalogEdit(path: path(row, in: catalog), message: message)], locale: locale)
    guard let changed = result.value else {
      return require(!result.diagnostics.isEmpty, "a refusal says why")
    }
    guard message != nil else { return }
    let after: ParsedDocument
    do {
      after = try YAMLCatalogReader().read(BytesSource(changed), path: "de.yml", expected: expected)
    } catch {
      fatalError("a source in memory throws nothing but \(error)")
    }
    let found = after.catalogs.first { $0.locale == catalog.locale }
    let new = found?.row(path: catalog.pathBytes(row)[...]).flatMap { found?.target($0) }
    require(after.isReadable && new == message, "the edit is in the file")
    require(found?.count == catalog.count, "no other key came or went")
  }
}
