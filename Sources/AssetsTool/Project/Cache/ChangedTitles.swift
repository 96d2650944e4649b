internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The rules that look at titles of content, for the titles among the changed texts.
struct ChangedTitles {
  private let changes: [CatalogChange]
  private let entry: ParseCache.Entry
  private let configuration: ProjectConfiguration
  private let cached: CachedTables
  private let parent: Snapshot
  private let store: StoreReader

  init(
    _ changes: [CatalogChange], _ entry: ParseCache.Entry, _ configuration: ProjectConfiguration,
    _ cached: CachedTables, _ parent: Snapshot, _ store: StoreReader
  ) {
    self.changes = changes
    self.entry = entry
    self.configuration = configuration
    self.cached = cached
    self.parent = parent
    self.store = store
  }

  /// The findings about the changed titles, before and after; `nil` if that cannot be told.
  func judge(_ funnel: Funnel) throws -> (old: FindingCounts, new: FindingCounts)? {
    var old = FindingCounts()
    var new = FindingCounts()
    for locale in Set(changes.map(\.locale)) {
      guard let counts = try judge(locale, funnel) else { return nil }
      old = old + counts.old
      new = new + counts.new
    }
    return (old, new)
  }

  private func judge(
    _ locale: LanguageTag, _ funnel: Funnel
  ) throws -> (old: FindingCounts, new: FindingCounts)? {
    let keys = Set(changes.lazy.filter { $0.locale == locale }.flatMap(\.keys))
    var touched: [ContentRecord] = []
    try records(RecordFilter(values: keys, keywords: [])) { record in
      if record.titleKey.projectedForms.contains(where: keys.contains) { touched.append(record) }
    }
    if touched.isEmpty { return (FindingCounts(), FindingCounts()) }
    // A name that holds a title is reported once for all locales: what the others say is not known here.
    guard let before = titles(of: touched, in: locale, \.old),
      let after = titles(of: touched, in: locale, \.new),
      !isNamed(touched, after: before, in: locale), !isNamed(touched, after: after, in: locale)
    else { return nil }
    guard configuration.keywords != nil else { return (FindingCounts(), FindingCounts()) }
    let keywords = Set(touched.flatMap(\.keywordKeys).map { ExactString($0) })
    let unpublished = entry.unpublishedKeywords.first { $0.locale == locale }?.keys ?? []
    guard keywords.isDisjoint(with: unpublished) else { return nil }
    let titles = touched.map { record in
      (TitleChange(from: before[record.titleKey], to: after[record.titleKey], in: locale), record.keywordKeys)
    }
    return try judgeKeywords(keywordSets(touchedBy: titles, in: locale), locale, funnel)
  }

  private func records(
    _ filter: RecordFilter, _ body: (ContentRecord) throws(BundleError) -> Void
  ) throws(BundleError) {
    guard parent.content.content.count > 0 else { return }
    try filter.forEachRecord(in: parent.content.content.address, from: store, body)
  }

  /// Whether a record's names hold its title.
  private func isNamed(_ records: [ContentRecord], after titles: [MessageKey: String], in locale: LanguageTag)
    -> Bool
  {
    var sink = DiagnosticCollector()
    let context = ContentContext(
      sourceLocale: configuration.sourceLocale, locales: [locale], hasKey: { _ in true }, hasKeywordKey: nil,
      text: { key, tag in tag == locale ? titles[key] : nil })
    checkContent(records, context: context, into: &sink)
    return sink.diagnostics.contains { $0.rule == ContentRules.translated }
  }

  // MARK: - Keywords

  /// The published sets of which rules may say something else; each change comes with the keys of its sets.
  private func keywordSets(
    touchedBy titles: [(change: TitleChange, keys: [String])], in locale: LanguageTag
  ) throws -> [KeywordSet] {
    guard let settings = configuration.keywords, let root = parent.content[locale]?.keywords, root.count > 0
    else { return [] }
    let place = SourceLocation(path: configuration.path(settings.path, for: locale))
    var lookup = TreeLookup(store)
    var sets: [ExactString: KeywordSet] = [:]
    for (change, keys) in titles {
      for key in Set(keys.map { ExactString($0) }) where sets[key] == nil {
        guard let published = try lookup.entry(Array(key.utf8)[...], in: root.address) else { continue }
        let terms = try PublishedTerm.terms(published).map {
          KeywordTerm($0.text.string, kind: $0.kind, isLoanword: $0.isLoanword, location: place)
        }
        let set = KeywordSet(
          key: key.string, state: .approved, terms: terms,
          review: .init(by: "", at: "", digest: "", source: ""), location: place)
        if change.canTouch(set) { sets[key] = set }
      }
    }
    return Array(sets.values)
  }

  private func judgeKeywords(
    _ sets: [KeywordSet], _ locale: LanguageTag, _ funnel: Funnel
  ) throws -> (old: FindingCounts, new: FindingCounts)? {
    if sets.isEmpty { return (FindingCounts(), FindingCounts()) }
    var readers: [ContentRecord] = []
    try records(RecordFilter(values: [], keywords: Set(sets.map(\.key)))) { readers.append($0) }
    let users = KeywordUsers(readers)
    guard let before = titles(of: readers, in: locale, \.old),
      let after = titles(of: readers, in: locale, \.new)
    else { return nil }
    // What does not depend on titles is the same in both, and so goes out of the difference.
    func counts(_ titles: [MessageKey: String]) -> FindingCounts {
      let context = KeywordContext(
        locale: locale, sourceLocale: configuration.sourceLocale, maxTerms: .max,
        users: users, titles: readers.map { titles[$0.titleKey] }, currentDigest: { _ in "" })
      var sink = DiagnosticCollector()
      checkKeywords(sets, context: context, into: &sink)
      return funnel.judge(sink.diagnostics).counts
    }
    return (counts(before), counts(after))
  }

  // MARK: - Titles

  /// The titles of records by their keys, from the old or the new tables; `nil` if a table is not known.
  private func titles(
    of records: [ContentRecord], in locale: LanguageTag, _ side: KeyPath<CatalogChange, Catalog>
  ) -> [MessageKey: String]? {
    var titles: [MessageKey: String] = [:]
    var keys: [ExactString: [MessageKey]] = [:]
    for key in Set(records.lazy.map(\.titleKey)) { keys[ExactString(key.catalog), default: []].append(key) }
    for (name, keys) in keys {
      guard let table = table(name, with: keys, in: locale, side) else { return nil }
      for key in keys {
        titles[key] =
          key.projectedForms.lazy.compactMap { form in
            table.row(path: form.pathBytes).flatMap { table.target($0)?.plainText }
          }.first
      }
    }
    return titles
  }

  /// A table with the rows of some keys at least, and of their plural forms.
  private func table(
    _ name: ExactString, with keys: [MessageKey], in locale: LanguageTag,
    _ side: KeyPath<CatalogChange, Catalog>
  ) -> Catalog? {
    if let change = changes.first(where: { ExactString($0.catalog) == name && $0.locale == locale }) {
      return change[keyPath: side]
    }
    guard let known = entry.table(of: name.string, in: locale) else { return nil }
    return cached.table(of: name.string, in: locale, known.index)?.rows(
      below: keys.map { Array($0.pathBytes) })
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
