internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// What the rules about texts say of the rows that a change of texts can touch, before and after it.
struct ChangedTexts {
  private(set) var changes: [CatalogChange] = []
  /// The findings that came, less those that went.
  private(set) var difference = FindingCounts()

  /// - Returns: `nil` if that cannot be told.
  init?(_ tables: inout ComparedTables, _ funnel: Funnel) {
    for entry in tables.configuration.catalogs {
      guard addSource(of: entry, &tables, funnel) else { return nil }
      for locale in tables.targets(of: entry) {
        guard addTarget(of: entry, in: locale, &tables, funnel) else { return nil }
      }
    }
  }

  // MARK: - Sources

  private mutating func addSource(
    of entry: ProjectConfiguration.CatalogEntry, _ tables: inout ComparedTables, _ funnel: Funnel
  ) -> Bool {
    let locale = tables.configuration.sourceLocale
    var source = tables[entry.name, locale]
    if entry.source == nil {
      let paths = Self.pathsWithOtherSources(entry, tables)
      if paths.isEmpty { return true }
      // The sources of all translations together are the source.
      guard let merged = tables.source(of: entry, with: paths) else { return false }
      source = merged
    }
    guard let source, !source.difference.rows.isEmpty else { return true }
    changes.append(
      CatalogChange(
        locale: locale, catalog: entry.name, old: source.old, new: source.new, difference: source.difference,
        isSource: true))
    func findings(_ table: Catalog, _ rows: [Int]) -> [Diagnostic] {
      var sink = DiagnosticCollector()
      checkLengths(
        catalog: entry.name, table.restricted(to: rows), limits: entry.limits, locale: locale, into: &sink)
      return sink.diagnostics
    }
    let rows = source.difference.rows
    difference =
      difference
      + FindingCounts(
        from: findings(source.old, rows.compactMap(\.old)), to: findings(source.new, rows.compactMap(\.new)),
        funnel)
    return true
  }

  /// The paths of which a changed translation names another source than before.
  private static func pathsWithOtherSources(
    _ entry: ProjectConfiguration.CatalogEntry, _ tables: ComparedTables
  ) -> [[UInt8]] {
    var paths: Set<[UInt8]> = []
    for locale in tables.targets(of: entry) {
      guard let table = tables[entry.name, locale], !table.difference.hasSameSources else { continue }
      for (old, new) in table.difference.rows {
        if let old, let new, table.old.source(table.old.rows[old]) == table.new.source(table.new.rows[new]) {
          continue
        }
        paths.insert(table.path(old, new))
      }
    }
    return paths.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: - Translations

  private mutating func addTarget(
    of entry: ProjectConfiguration.CatalogEntry, in locale: LanguageTag, _ tables: inout ComparedTables,
    _ funnel: Funnel
  ) -> Bool {
    let target = tables[entry.name, locale]
    let sourceLocale = tables.configuration.sourceLocale
    let source = entry.format == .yaml ? tables[entry.name, sourceLocale] : nil
    let changed = [target, source].compactMap { $0 }.filter { !$0.difference.rows.isEmpty }
    if changed.isEmpty { return true }
    guard let known = tables.entry.table(of: entry.name, in: locale), let dialect = known.dialect,
      Self.hasSameDialect(dialect, entry, source: source, target: target)
    else { return false }
    let stems = AffectedRows.stems(changed)
    guard let compared = target ?? tables.table(entry.name, in: locale, below: stems) else { return false }
    var beside: ComparedTable?
    if entry.format == .yaml {
      beside = source ?? tables.table(entry.name, in: sourceLocale, below: stems)
      if beside == nil { return false }
    }
    guard let rows = AffectedRows(compared, source: beside) else { return false }
    func findings(_ table: Catalog, source: Catalog?) -> [Diagnostic] {
      var sink = DiagnosticCollector()
      _ = ProjectChecks.check(
        table, of: entry, source: source, dialect: dialect, locale: locale, into: &sink)
      return sink.diagnostics
    }
    difference =
      difference
      + FindingCounts(
        from: findings(
          compared.old.restricted(to: rows.old), source: beside?.old.restricted(to: rows.oldSource)),
        to: findings(
          compared.new.restricted(to: rows.new), source: beside?.new.restricted(to: rows.newSource)),
        funnel)
    guard let target, !target.difference.rows.isEmpty else { return true }
    // A unit without a source takes the one that others have, which is not looked for here.
    let sayWhatFrom = target.difference.rows.allSatisfy { row in
      row.new.map { !target.new.rows[$0].source.isAbsent } ?? true
    }
    guard entry.format == .yaml || sayWhatFrom else { return false }
    changes.append(
      CatalogChange(
        locale: locale, catalog: entry.name, old: target.old, new: target.new, difference: target.difference,
        source: beside?.new))
    return true
  }

  /// Whether the texts that tell which placeholders a catalog has still tell the same.
  private static func hasSameDialect(
    _ dialect: PlaceholderDialect, _ entry: ProjectConfiguration.CatalogEntry, source: ComparedTable?,
    target: ComparedTable?
  ) -> Bool {
    if entry.placeholders != nil { return true }
    if let source { return detectDialect(source: source.new, target: source.new) == dialect }
    guard entry.format == .xliff, let target, !target.difference.hasSameSources else { return true }
    return detectDialect(source: nil, target: target.new) == dialect
  }
}
