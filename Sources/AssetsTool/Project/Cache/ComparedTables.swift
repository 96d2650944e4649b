internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The tables of a project as they were at the last publish and as they are; of those that did not change as much is
/// read as is asked for.
struct ComparedTables {
  let entry: ParseCache.Entry
  let configuration: ProjectConfiguration
  private let cached: CachedTables
  /// The paths of the files that are there.
  private let paths: Set<String>
  /// The tables that changed.
  private var changed: [Name: ComparedTable] = [:]
  private var opened: [Name: CachedTable] = [:]
  /// The sets of keyword files that changed, as they are.
  private(set) var sets: [LanguageTag: [KeywordSet]] = [:]

  private struct Name: Hashable {
    /// `nil` for keywords.
    var catalog: ExactString?
    var locale: LanguageTag

    init(_ catalog: String?, _ locale: LanguageTag) {
      self.catalog = catalog.map { ExactString($0) }
      self.locale = locale
    }
  }

  init(_ entry: ParseCache.Entry, _ configuration: ProjectConfiguration, _ cached: CachedTables) {
    self.entry = entry
    self.configuration = configuration
    self.cached = cached
    paths = Set(entry.inputs.lazy.filter { $0.state != nil }.map(\.path))
  }

  // MARK: - Tables

  /// A table that changed; `nil` for one that did not.
  subscript(catalog: String?, locale: LanguageTag) -> ComparedTable? { changed[Name(catalog, locale)] }

  /// Adds a table that was read.
  /// - Parameter sets: of a keyword file, in its order.
  /// - Returns: how it is kept; `nil` if the one before is not known.
  mutating func add(
    _ table: consuming Catalog, of catalog: String?, in locale: LanguageTag, sets: [KeywordSet]
  ) -> [KeptCatalog.Part]? {
    let name = Name(catalog, locale)
    guard let comparison = open(name)?.compare(with: &table) else { return nil }
    changed[name] = ComparedTable(from: comparison.old, to: table, comparison.difference)
    if catalog == nil { self.sets[locale] = sets }
    return comparison.parts
  }

  private mutating func open(_ name: Name) -> CachedTable? {
    if let known = opened[name] { return known }
    let catalog = name.catalog?.string
    guard let known = entry.table(of: catalog, in: name.locale),
      let table = cached.table(of: catalog, in: name.locale, known.index)
    else { return nil }
    opened[name] = table
    return table
  }

  /// A table with the rows whose paths begin with one of `stems` at least.
  /// - Returns: `nil` if it is not known.
  mutating func table(_ catalog: String?, in locale: LanguageTag, below stems: [[UInt8]]) -> ComparedTable? {
    let name = Name(catalog, locale)
    if let known = changed[name] { return known }
    return open(name)?.rows(below: stems).map { ComparedTable(unchanged: $0, isWhole: false) }
  }

  /// The locales that translations of a catalog are there for, sorted.
  func targets(of entry: ProjectConfiguration.CatalogEntry) -> [LanguageTag] {
    configuration.locales.filter {
      $0 != configuration.sourceLocale && paths.contains(configuration.path(entry.target, for: $0))
    }.sorted()
  }

  /// The source locale's table with the rows of some paths at least.
  /// - Returns: `nil` if it is not known, or the translations disagree about it.
  mutating func source(
    of entry: ProjectConfiguration.CatalogEntry, with paths: [[UInt8]]
  ) -> ComparedTable? {
    if entry.source != nil { return table(entry.name, in: configuration.sourceLocale, below: paths) }
    var old: [Catalog] = []
    var new: [Catalog] = []
    for locale in targets(of: entry) {
      guard let table = table(entry.name, in: locale, below: paths) else { return nil }
      old.append(table.old.restricted(to: table.old.indices(of: paths)))
      new.append(table.new.restricted(to: table.new.indices(of: paths)))
    }
    var isAgreed = true
    let merged = [old, new].map { tables in
      Catalog.mergedSources(of: tables, locale: configuration.sourceLocale, path: tables.first?.path ?? "") {
        _ in
        isAgreed = false
      }
    }
    guard isAgreed, let difference = CatalogDifference(from: merged[0], to: merged[1]) else { return nil }
    return ComparedTable(from: merged[0], to: merged[1], difference)
  }

  // MARK: - Texts

  /// The catalog that a key names.
  func catalog(of key: MessageKey) -> ProjectConfiguration.CatalogEntry? {
    configuration.catalogs.first { ExactString($0.name) == ExactString(key.catalog) }
  }

  /// The tables that have the texts of some keys in a locale, by the names of the catalogs.
  /// - Returns: `nil` if one is not known; one without a file is left out.
  mutating func tables(
    with keys: Set<MessageKey>, in locale: LanguageTag
  ) -> [ExactString: ComparedTable]? {
    var groups: [ExactString: [[UInt8]]] = [:]
    for key in keys {
      groups[ExactString(key.catalog), default: []] += key.projectedForms.map { Array($0.pathBytes) }
    }
    var tables: [ExactString: ComparedTable] = [:]
    for (name, paths) in groups {
      guard let entry = configuration.catalogs.first(where: { ExactString($0.name) == name }) else {
        continue
      }
      if locale == configuration.sourceLocale {
        guard let table = source(of: entry, with: paths) else { return nil }
        tables[name] = table
      } else if self.paths.contains(configuration.path(entry.target, for: locale)) {
        guard let table = table(entry.name, in: locale, below: paths) else { return nil }
        tables[name] = table
      }
    }
    return tables
  }

  /// The texts of keys in a locale as content shows them, before and after; without those that have none.
  /// - Returns: `nil` if a table is not known.
  mutating func texts(
    of keys: Set<MessageKey>, in locale: LanguageTag
  ) -> (old: [MessageKey: String], new: [MessageKey: String])? {
    guard let tables = tables(with: keys, in: locale) else { return nil }
    func texts(_ side: KeyPath<ComparedTable, Catalog>) -> [MessageKey: String] {
      var texts: [MessageKey: String] = [:]
      for key in keys {
        guard let table = tables[ExactString(key.catalog)]?[keyPath: side] else { continue }
        texts[key] =
          key.projectedForms.lazy.compactMap { form in
            table.row(path: form.pathBytes).flatMap { table.target($0)?.plainText }
          }.first
      }
      return texts
    }
    return (texts(\.old), texts(\.new))
  }

  // MARK: - Keywords

  /// Whether a locale has a keyword file.
  func hasKeywords(_ locale: LanguageTag) -> Bool {
    configuration.keywords.map { paths.contains(configuration.path($0.path, for: locale)) } ?? false
  }

  /// The keys of the sets of a locale that are not what they were.
  func changedKeywords(in locale: LanguageTag) -> Set<ExactString> {
    guard let table = self[nil, locale] else { return [] }
    return Set(
      table.difference.rows.map { ExactString(String(decoding: table.path($0.old, $0.new), as: UTF8.self)) })
  }

  /// The sets of a locale with some keys, before and after.
  /// - Returns: `nil` if they are not known; none for a locale without a file.
  mutating func keywordSets(
    _ keys: Set<ExactString>, in locale: LanguageTag
  ) -> (old: [ExactString: KeywordSet], new: [ExactString: KeywordSet])? {
    guard let settings = configuration.keywords, hasKeywords(locale), !keys.isEmpty else { return ([:], [:]) }
    let paths = keys.map { Array($0.utf8) }
    guard let table = table(nil, in: locale, below: paths) else { return nil }
    let place = SourceLocation(path: configuration.path(settings.path, for: locale))
    var isSound = true
    func sets(_ table: Catalog) -> [ExactString: KeywordSet] {
      var sets: [ExactString: KeywordSet] = [:]
      for (key, path) in zip(keys, paths) {
        guard let row = table.row(path: path[...]) else { continue }
        sets[key] = KeywordTable.set(row, of: table, at: place)
        if sets[key] == nil { isSound = false }
      }
      return sets
    }
    let found = (sets(table.old), sets(table.new))
    return isSound ? found : nil
  }

  /// The sets that are not what they were, as they are.
  mutating func keywordChanges() throws -> [KeywordChange] {
    try configuration.locales.compactMap { locale in
      let keys = changedKeywords(in: locale)
      if keys.isEmpty { return nil }
      guard let sets = keywordSets(keys, in: locale) else {
        throw ToolError(.unreadable, "a table of keywords is not what was kept")
      }
      return KeywordChange(locale: locale, sets: keys.sorted().map { ($0, sets.new[$0]) })
    }
  }
}

extension Catalog {
  /// The rows with some paths, in order.
  fileprivate func indices(of paths: [[UInt8]]) -> [Int] {
    Set(
      paths.compactMap { path in
        let row = lowerBound(of: path[...])
        return row < count && compare(rows[row], path[...]) == 0 ? row : nil
      }
    ).sorted()
  }
}
