internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// What changed since the last publish, of a project in which nothing but catalogs and keyword files did.
///
/// What did not change is not read: its values are the head's, its findings are counted already. The findings that a
/// change can touch are counted before and after it.
struct ChangedFiles {
  private(set) var texts: [CatalogChange] = []
  private(set) var keywords: [KeywordChange] = []
  /// All files of the project as they are now.
  private(set) var inputs: [InputFile]
  /// The findings in the project as it is now, but for those about history.
  private(set) var counts: FindingCounts
  /// What is to be remembered of the changed files.
  private(set) var newTables: [PublishWork.NewTable] = []

  /// One file that changed.
  private enum File: Sendable {
    /// - Parameter locale: `nil` for the source.
    case texts(ProjectConfiguration.CatalogEntry, locale: LanguageTag?)
    case keywords(ProjectConfiguration.Keywords, locale: LanguageTag)
  }

  private struct Reading: Sendable {
    /// `nil` for keywords.
    var catalog: String?
    var locale: LanguageTag
    /// Until it is compared.
    var table: Catalog?
    var sets: [KeywordSet] = []
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
    var readings = try await inParallel(files, atMost: loader.jobs) { file in
      try Self.read(file, loader, configuration)
    }
    let recorded = loader.recorded
    inputs = found.entry.inputs.map { found.changed.contains($0.path) ? recorded[$0.path] ?? $0 : $0 }
    counts = found.entry.counts
    var tables = ComparedTables(found.entry, configuration, CachedTables(loader.location))
    for index in readings.indices {
      // The table's texts are added to, which copies those that somebody else holds too.
      guard var reading = readings[index].take(), let table = reading.table.take(),
        var entry = found.entry.table(of: reading.catalog, in: reading.locale),
        let parts = tables.add(consume table, of: reading.catalog, in: reading.locale, sets: reading.sets),
        let table = tables[reading.catalog, reading.locale]?.new
      else { return nil }
      let read = funnel.judge(reading.findings).counts
      counts = counts - entry.reading + read
      entry.reading = read
      newTables.append(.init(table: table, entry: entry, parts: parts))
    }
    guard let texts = ChangedTexts(&tables, funnel) else { return nil }
    self.texts = texts.changes
    keywords = try tables.keywordChanges()
    var content = ChangedContent(texts.changes, parent, store)
    guard let byRecords = try content.judge(&tables, funnel),
      let byKeywords = try ChangedKeywords(content, tables).judge(&tables, funnel)
    else { return nil }
    counts = counts + texts.difference + byRecords + byKeywords
  }

  /// The files that changed, if all of them are catalogs whose states stand in themselves, or keywords.
  private static func files(_ found: ParseCache.Found, _ configuration: ProjectConfiguration) -> [File]? {
    var files: [File] = []
    var paths: Set<String> = []
    let there = Set(found.entry.inputs.lazy.filter { $0.state != nil }.map(\.path))
    func add(_ path: String, _ file: File) -> Bool {
      guard found.changed.contains(path) else { return true }
      files.append(file)
      // A file that is read as two things is one too many to think about.
      return paths.insert(path).inserted
    }
    for entry in configuration.catalogs {
      if let source = entry.source, !add(source, .texts(entry, locale: nil)) { return nil }
      for locale in configuration.locales where locale != configuration.sourceLocale {
        let path = configuration.path(entry.target, for: locale)
        guard add(path, .texts(entry, locale: locale)) else { return nil }
        if found.changed.contains(path), entry.format == .yaml,
          there.contains(StateFile.path(beside: path, locale: locale))
        {
          return nil
        }
      }
    }
    if let keywords = configuration.keywords {
      for locale in configuration.locales {
        let path = configuration.path(keywords.path, for: locale)
        guard add(path, .keywords(keywords, locale: locale)) else { return nil }
      }
    }
    return paths == found.changed ? files : nil
  }

  /// - Returns: `nil` if the file is not one that could be published.
  private static func read(
    _ file: File, _ loader: ProjectLoader, _ configuration: ProjectConfiguration
  ) throws -> Reading? {
    switch file {
    case .texts(let entry, let locale):
      return try loader.read(entry, in: locale, configuration).map {
        Reading(
          catalog: entry.name, locale: locale ?? configuration.sourceLocale, table: $0.table,
          findings: $0.findings)
      }
    case .keywords(let keywords, let locale):
      return try loader.readKeywords(keywords, in: locale, configuration).map {
        Reading(locale: locale, table: KeywordTable.make(of: $0.sets), sets: $0.sets, findings: $0.findings)
      }
    }
  }
}

/// The findings that a change adds, less those that it takes away.
extension FindingCounts {
  /// - Parameters:
  ///   - before: what the rules find of the part that a change can touch, as it was.
  ///   - after: the same as it is.
  init(from before: [Diagnostic], to after: [Diagnostic], _ funnel: Funnel) {
    self = funnel.judge(after).counts - funnel.judge(before).counts
  }
}
