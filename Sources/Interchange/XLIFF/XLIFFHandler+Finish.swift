internal import Diagnostics
internal import Translations

extension XLIFFHandler {
  /// The document, once the last event has come.
  ///
  /// After a document that could not be read to its end there is nothing to sort: its last rows may point to
  /// texts that never came.
  consuming func finish() -> ParsedDocument {
    sourceLocale = sourceLocale ?? firstFile?.sourceLocale
    var catalogs: [Catalog] = []
    if cursor.failure == nil { catalogs = sortedCatalogs() }
    let isReadable = !findings.diagnostics.contains {
      $0.severity == .error && $0.rule != XLIFFRules.codeContent
    }
    return ParsedDocument(
      format: .xliff, version: version, sourceLocale: sourceLocale, catalogs: isReadable ? catalogs : [],
      unitCount: unitCount, diagnostics: findings.finished(path: cursor.path), isReadable: isReadable)
  }

  private mutating func sortedCatalogs() -> [Catalog] {
    if parked.isEmpty { useCatalog(of: firstFile?.targetLocale) }
    putBuilderBack()
    useSpokenLanguage()
    var catalogs: [Catalog] = []
    for index in parked.indices {
      var taken = CatalogBuilder()
      swap(&taken, &parked[index].builder)
      catalogs.append(sorted(consume taken, locale: parked[index].locale))
    }
    catalogs.sort { ($0.locale?.description ?? "") < ($1.locale?.description ?? "") }
    return catalogs
  }

  /// Gives the catalog of the file elements without a target language the one that all their targets name.
  private mutating func useSpokenLanguage() {
    guard !findings.diagnostics.contains(where: { $0.severity == .error }),
      let language = spoken.language, let position = spoken.position,
      !parked.contains(where: { $0.locale == language }),
      let index = parked.firstIndex(where: { $0.locale == nil })
    else { return }
    parked[index].locale = language
    report(
      XLIFFRules.language, "the file element names no target language, its targets all say \(language)",
      at: position, help: "add target-language=\"\(language)\"", severity: .note)
  }

  private mutating func sorted(_ builder: consuming CatalogBuilder, locale: LanguageTag?) -> Catalog {
    let arena = builder.arena
    var repeated: [Repetition] = []
    let catalog = builder.finish(locale: locale, sourceLocale: sourceLocale, path: cursor.path) {
      first, second in
      let agrees = Self.agree(first, second, in: arena)
      // Two file elements with the same `original` may both have a unit when they agree about it.
      if agrees, fileNumber(first) != fileNumber(second) { return }
      if repeated.count < Self.repetitionLimit || !agrees && !repeated.contains(where: { !$0.agrees }) {
        repeated.append(Repetition(first: first, second: second, agrees: agrees))
      }
    }
    for repetition in repeated { report(repetition, in: catalog) }
    return catalog
  }

  /// Two units with the same key.
  private struct Repetition {
    var first: Catalog.Row
    var second: Catalog.Row
    var agrees: Bool
  }

  private static var repetitionLimit: Int { 1000 }

  private static func agree(_ a: Catalog.Row, _ b: Catalog.Row, in arena: [UInt8]) -> Bool {
    func isEqual(_ x: Catalog.Slice, _ y: Catalog.Slice) -> Bool {
      x.isAbsent || y.isAbsent ? x.isAbsent == y.isAbsent : arena[x.range] == arena[y.range]
    }
    return a.state == b.state && a.flags == b.flags && isEqual(a.source, b.source)
      && isEqual(a.target, b.target)
  }

  private mutating func report(_ repetition: Repetition, in catalog: Catalog) {
    let key = MessageKey.printed(path: catalog.unit(repetition.second).path)
    let note = Diagnostic.Note("the first one", at: catalog.location(repetition.first))
    let locale = catalog.locale?.description
    let location = catalog.location(repetition.second)
    guard repetition.agrees else {
      return findings.report(
        Diagnostic(
          XLIFFRules.duplicateID, "the same key as another unit, with different content", at: location,
          locale: locale, key: key,
          help:
            "give each unit an id of its own; ids must be unique in all file elements with the same original",
          notes: [note]))
    }
    var finding = Diagnostic(
      XLIFFRules.repeatedUnit, "the id stands here again, for a unit that says the same", at: location,
      locale: locale, key: key, help: "give each unit an id of its own, or delete one of them", notes: [note])
    // Many exporters of 1.2 do it; XLIFF 2 lets nothing refer to such a unit.
    if isVersion2 { finding.severity = .error }
    findings.report(finding)
  }

  /// How many file elements begin before a row.
  private func fileNumber(_ row: Catalog.Row) -> Int {
    var low = 0
    var high = fileStarts.count
    while low < high {
      let middle = (low + high) / 2
      let start = fileStarts[middle]
      let isBefore = (start.line, start.column) <= (Int(row.line), Int(row.column))
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
