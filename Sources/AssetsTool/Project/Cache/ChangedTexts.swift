internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The translations that changed since the last publish, of a project in which nothing else did.
///
/// What did not change is not read: its values are the head's, its findings are counted already. A finding about
/// something that did not change cannot become another one, but for the rules that look at a title beside other things;
/// those are judged again for the records and keyword sets that a changed title belongs to.
struct ChangedTexts {
  private(set) var changes: [CatalogChange] = []
  /// All files of the project as they are now.
  private(set) var inputs: [InputFile]
  /// The findings in the project as it is now, but for those about history.
  private(set) var counts: FindingCounts
  /// What is to be remembered of the changed files.
  private(set) var tables: [PublishWork.NewTable] = []

  /// One file that changed.
  private struct File: Sendable {
    var entry: ProjectConfiguration.CatalogEntry
    var locale: LanguageTag
  }

  private struct Reading: Sendable {
    var table: Catalog
    var findings: [Diagnostic]
  }

  /// - Returns: `nil` if it cannot be told what follows from the changes without reading everything.
  /// - Throws: whatever keeps a file from being read; reading everything will say so.
  init?(
    _ found: ParseCache.Found, _ loader: ProjectLoader, _ configuration: ProjectConfiguration,
    _ parent: Snapshot, _ store: StoreReader
  ) async throws {
    guard let files = Self.files(found, configuration) else { return nil }
    let funnel = try Funnel(configuration, at: loader.location, failOn: .error)
    var readings = try await inParallel(files, atMost: loader.jobs) { file -> Reading? in
      try loader.read(file.entry, in: file.locale, configuration).map {
        Reading(table: $0.table, findings: $0.findings)
      }
    }
    let recorded = loader.recorded
    inputs = found.entry.inputs.map { found.changed.contains($0.path) ? recorded[$0.path] ?? $0 : $0 }
    counts = found.entry.counts
    let cached = CachedTables(loader.location)
    for (index, file) in files.enumerated() {
      let name = file.entry.name
      guard var reading = readings[index], let known = found.entry.table(of: name, in: file.locale),
        let old = cached.table(of: name, in: file.locale, known.index)
      else { return nil }
      // The table's texts are added to, which copies those that somebody else holds too.
      readings[index] = nil
      guard let comparison = old.compare(with: &reading.table) else { return nil }
      let difference = comparison.difference
      var change = CatalogChange(
        locale: file.locale, catalog: name, old: comparison.old, new: reading.table, difference: difference,
        source: nil)
      if file.entry.format == .yaml {
        guard let kept = found.entry.table(of: name, in: configuration.sourceLocale),
          let source = cached.table(of: name, in: configuration.sourceLocale, kept.index)?
            .rows(below: AffectedRows.stems(difference, from: change.old, to: change.new))
        else { return nil }
        change.source = source
      }
      guard let rules = Self.judge(change, file.entry, known.dialect, funnel) else { return nil }
      let read = funnel.judge(reading.findings).counts
      counts = counts - known.reading + read - rules.old + rules.new
      changes.append(change)
      var entry = known
      entry.reading = read
      tables.append(.init(table: reading.table, entry: entry, parts: comparison.parts))
    }
    let titles = ChangedTitles(changes, found.entry, configuration, cached, parent, store)
    guard let rules = try titles.judge(funnel) else { return nil }
    counts = counts - rules.old + rules.new
  }

  /// The files that changed, if all of them are translations whose states stand in themselves.
  private static func files(
    _ found: ParseCache.Found, _ configuration: ProjectConfiguration
  ) -> [File]? {
    var files: [File] = []
    var paths: Set<String> = []
    let there = Set(found.entry.inputs.lazy.filter { $0.state != nil }.map(\.path))
    for entry in configuration.catalogs {
      if let source = entry.source, found.changed.contains(source) { return nil }
      for locale in configuration.locales where locale != configuration.sourceLocale {
        let path = configuration.path(entry.target, for: locale)
        guard found.changed.contains(path) else { continue }
        if entry.format == .yaml, there.contains(StateFile.path(beside: path, locale: locale)) { return nil }
        paths.insert(path)
        files.append(File(entry: entry, locale: locale))
      }
    }
    if let keywords = configuration.keywords {
      for locale in configuration.locales {
        if found.changed.contains(configuration.path(keywords.path, for: locale)) { return nil }
      }
    }
    return paths == found.changed ? files : nil
  }

  /// What the rules about texts say of the rows that a change can touch, before and after it.
  private static func judge(
    _ change: CatalogChange, _ entry: ProjectConfiguration.CatalogEntry, _ dialect: PlaceholderDialect?,
    _ funnel: Funnel
  ) -> (old: FindingCounts, new: FindingCounts)? {
    if entry.format == .xliff {
      // The sources of all translations together are the source, and tell which placeholders there are.
      guard change.difference.hasSameSources,
        change.difference.rows.allSatisfy({ !change.new.rows[$0.new!].source.isAbsent })
      else { return nil }
    }
    guard let dialect,
      let rows = AffectedRows(change.difference, from: change.old, to: change.new, source: change.source)
    else { return nil }
    let source = change.source?.restricted(to: rows.source)
    func counts(_ table: Catalog) -> FindingCounts {
      var sink = DiagnosticCollector()
      _ = ProjectChecks.check(
        table, of: entry, source: source, dialect: dialect, locale: change.locale, into: &sink)
      return funnel.judge(sink.diagnostics).counts
    }
    return (counts(change.old.restricted(to: rows.old)), counts(change.new.restricted(to: rows.new)))
  }
}
