internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The rules that look at the content map, for the records that changed texts or keyword sets belong to.
struct ChangedContent {
  private let parent: Snapshot
  private let store: StoreReader
  /// The keys of the texts that are not what they were.
  private var keys: [LanguageTag: Set<MessageKey>] = [:]
  /// The records with a title, or anything else that these rules look at, that changed.
  private var records: [ContentRecord] = []

  init(_ changes: [CatalogChange], _ parent: Snapshot, _ store: StoreReader) {
    self.parent = parent
    self.store = store
    for change in changes { keys[change.locale, default: []].formUnion(change.keys) }
  }

  /// Calls `body` with the records that pass a filter, by content ID.
  func forEachRecord(
    _ filter: RecordFilter, _ body: (ContentRecord) throws(BundleError) -> Void
  ) throws(BundleError) {
    guard parent.content.content.count > 0 else { return }
    try filter.forEachRecord(in: parent.content.content.address, from: store, body)
  }

  /// The records whose titles changed in a locale.
  func records(withTitleChangedIn locale: LanguageTag) -> [ContentRecord] {
    guard let keys = keys[locale] else { return [] }
    return records.filter { $0.titleKey.projectedForms.contains(where: keys.contains) }
  }

  /// The findings that came, less those that went; `nil` if that cannot be told.
  mutating func judge(_ tables: inout ComparedTables, _ funnel: Funnel) throws -> FindingCounts? {
    let configuration = tables.configuration
    let sourceLocale = configuration.sourceLocale
    let cameOrWent = Self.keywordsThatCameOrWent(tables)
    let all = keys.values.reduce(into: Set()) { $0.formUnion($1) }
    if all.isEmpty && cameOrWent.isEmpty { return FindingCounts() }
    let sources = keys[sourceLocale] ?? []
    var records: [ContentRecord] = []
    try forEachRecord(RecordFilter(values: all, keywords: cameOrWent)) { record in
      let isTouched =
        record.titleKey.projectedForms.contains(where: all.contains)
        || record.descriptionKey?.projectedForms.contains(where: sources.contains) ?? false
        || !cameOrWent.isEmpty && record.keywordKeys.contains { cameOrWent.contains(ExactString($0)) }
      if isTouched { records.append(record) }
    }
    self.records = records
    if records.isEmpty { return FindingCounts() }

    let titles = Set(records.map(\.titleKey))
    let named = titles.union(records.compactMap(\.descriptionKey))
    var texts: [LanguageTag: (old: [MessageKey: String], new: [MessageKey: String])] = [:]
    for locale in configuration.locales {
      guard let found = tables.texts(of: locale == sourceLocale ? named : titles, in: locale) else {
        return nil
      }
      texts[locale] = found
    }
    guard let sourceTables = tables.tables(with: named, in: sourceLocale),
      let sets = tables.keywordSets(
        cameOrWent.isEmpty ? [] : Set(records.flatMap(\.keywordKeys).map { ExactString($0) }),
        in: sourceLocale)
    else { return nil }
    func findings(
      _ side: KeyPath<ComparedTable, Catalog>, _ sets: [ExactString: KeywordSet],
      _ text: @escaping (MessageKey, LanguageTag) -> String?
    ) -> [Diagnostic] {
      var sink = DiagnosticCollector()
      let context = ContentContext(
        sourceLocale: sourceLocale, locales: configuration.locales,
        hasKey: { key in
          guard let table = sourceTables[ExactString(key.catalog)]?[keyPath: side] else { return false }
          return key.projectedForms.contains { table.row(path: $0.pathBytes) != nil }
        },
        hasKeywordKey: cameOrWent.isEmpty ? nil : { sets[$0] != nil },
        plainCatalogs: configuration.plainCatalogs, text: text)
      checkContent(records, context: context, into: &sink)
      return sink.diagnostics
    }
    let before = findings(\.old, sets.old) { texts[$1]?.old[$0] }
    let after = findings(\.new, sets.new) { texts[$1]?.new[$0] }
    // A baseline knows findings by their files, and which of them a record stands in is not known here.
    guard configuration.checks.baseline == nil || before.isEmpty && after.isEmpty else { return nil }
    return FindingCounts(from: before, to: after, funnel)
  }

  /// The keys of the source locale's sets that are new or gone.
  private static func keywordsThatCameOrWent(_ tables: ComparedTables) -> Set<ExactString> {
    guard let table = tables[nil, tables.configuration.sourceLocale] else { return [] }
    return Set(
      table.difference.rows.lazy.filter { $0.old == nil || $0.new == nil }.map {
        ExactString(String(decoding: table.path($0.old, $0.new), as: UTF8.self))
      })
  }
}

extension CatalogChange {
  /// The keys whose rows differ.
  fileprivate var keys: [MessageKey] {
    let name = Array(catalog.utf8) + [0]
    return difference.rows.map { oldRow, newRow in
      MessageKey(
        bytes: name + (newRow.map { new.pathBytes(new.rows[$0]) } ?? old.pathBytes(old.rows[oldRow!])))
    }
  }
}
