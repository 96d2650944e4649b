internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The keyword rules, for the sets that changed and for those that a changed set, text or title lies beside.
struct ChangedKeywords {
  private let content: ChangedContent
  private let configuration: ProjectConfiguration
  private let settings: ProjectConfiguration.Keywords?

  init(_ content: ChangedContent, _ tables: ComparedTables) {
    self.content = content
    configuration = tables.configuration
    settings = configuration.keywords
  }

  /// The findings that came, less those that went; `nil` if that cannot be told.
  func judge(_ tables: inout ComparedTables, _ funnel: Funnel) throws -> FindingCounts? {
    guard let settings else { return FindingCounts() }
    var keys: [(locale: LanguageTag, keys: Set<ExactString>)] = []
    for locale in configuration.locales where tables.hasKeywords(locale) {
      guard let touched = touchedSets(in: locale, &tables) else { return nil }
      if !touched.isEmpty { keys.append((locale, touched)) }
    }
    if keys.isEmpty { return FindingCounts() }
    let all = keys.reduce(into: Set()) { $0.formUnion($1.keys) }
    var readers: [ContentRecord] = []
    try content.forEachRecord(RecordFilter(values: [], keywords: all)) { readers.append($0) }
    var counts = FindingCounts()
    for (locale, keys) in keys {
      guard let own = judge(keys, in: locale, settings, readers, &tables, funnel),
        let collisions = judgeCollisions(in: locale, &tables, funnel)
      else { return nil }
      counts = counts + own + collisions
    }
    return counts
  }

  /// The keys of the sets of a locale of which the rules may say something else.
  /// - Returns: `nil` if a table is not known.
  private func touchedSets(in locale: LanguageTag, _ tables: inout ComparedTables) -> Set<ExactString>? {
    var keys = tables.changedKeywords(in: locale).union(
      tables.changedKeywords(in: configuration.sourceLocale))
    for other in fallbacks(of: locale) { keys.formUnion(tables.changedKeywords(in: other)) }
    let records = content.records(withTitleChangedIn: locale)
    guard let titles = tables.texts(of: Set(records.map(\.titleKey)), in: locale) else { return nil }
    let sourceRecords = content.records(withTitleChangedIn: configuration.sourceLocale)
    let reviewed = Set(sourceRecords.flatMap(\.keywordKeys).map { ExactString($0) })
    let candidates = reviewed.union(records.flatMap(\.keywordKeys).map { ExactString($0) }).subtracting(keys)
    guard let sets = tables.keywordSets(candidates, in: locale) else { return nil }
    for record in records {
      let change = TitleChange(from: titles.old[record.titleKey], to: titles.new[record.titleKey], in: locale)
      for key in record.keywordKeys.map({ ExactString($0) }) {
        if let set = sets.new[key], !keys.contains(key), change.canTouch(set) { keys.insert(key) }
      }
    }
    for (key, set) in sets.new where set.review != nil && reviewed.contains(key) { keys.insert(key) }
    return keys
  }

  /// The locales that absent sets of a locale are taken from.
  private func fallbacks(of locale: LanguageTag) -> [LanguageTag] {
    ProjectChecks.keywordFallbacks(of: locale, configuration)
  }

  /// What the rules about single sets say of some.
  private func judge(
    _ keys: Set<ExactString>, in locale: LanguageTag, _ settings: ProjectConfiguration.Keywords,
    _ readers: [ContentRecord], _ tables: inout ComparedTables, _ funnel: Funnel
  ) -> FindingCounts? {
    let sourceLocale = configuration.sourceLocale
    let readers = readers.filter { $0.keywordKeys.contains { keys.contains(ExactString($0)) } }
    let users = KeywordUsers(readers)
    let titleKeys = Set(readers.map(\.titleKey))
    guard let sets = tables.keywordSets(keys, in: locale),
      let sources = tables.keywordSets(keys, in: sourceLocale),
      let titles = tables.texts(of: titleKeys, in: locale)
    else { return nil }
    var fallbacks: (old: [KeywordSet], new: [KeywordSet]) = ([], [])
    for other in self.fallbacks(of: locale) {
      guard let found = tables.keywordSets(keys, in: other) else { return nil }
      fallbacks.old += found.old.values
      fallbacks.new += found.new.values
    }
    var sourceTitles: (old: [MessageKey: String], new: [MessageKey: String]) = ([:], [:])
    let reviewed = [sets.old, sets.new].flatMap { $0.values }.filter { $0.review != nil }
    if !reviewed.isEmpty {
      // A review has the titles in the order of the content map.
      let areInOrder =
        tables.entry.hasSortedRecords || reviewed.allSatisfy { users.records(using: $0.key).count < 2 }
      guard areInOrder, let found = tables.texts(of: titleKeys, in: sourceLocale) else { return nil }
      sourceTitles = found
    }
    func findings(
      _ sets: [ExactString: KeywordSet], _ sources: [ExactString: KeywordSet], _ fallbacks: [KeywordSet],
      _ titles: [MessageKey: String], _ sourceTitles: [MessageKey: String]
    ) -> [Diagnostic] {
      let context = KeywordContext(
        locale: locale, sourceLocale: sourceLocale, maxTerms: settings.maxTerms,
        appStoreBytes: settings.appStoreBytes, sourceSets: sources.sorted(), fallbackSets: fallbacks,
        users: users, knowsAllUsers: true, titles: readers.map { titles[$0.titleKey] },
        currentDigest: KeywordReview.digest,
        currentSource: { set in
          KeywordReview.source(
            terms: sources[set.key],
            titles: users.records(using: set.key).compactMap { sourceTitles[readers[$0].titleKey] })
        })
      // Those that stand in many sets are counted over all of them.
      var sink = DiagnosticCollector(without: [TermCollisions.rule])
      checkKeywords(
        sets.sorted(), context: context,
        at: SourceLocation(path: configuration.path(settings.path, for: locale)), into: &sink)
      return sink.diagnostics
    }
    return FindingCounts(
      from: findings(sets.old, sources.old, fallbacks.old, titles.old, sourceTitles.old),
      to: findings(sets.new, sources.new, fallbacks.new, titles.new, sourceTitles.new), funnel)
  }

  /// What is to say of terms that stand in many sets.
  private func judgeCollisions(
    in locale: LanguageTag, _ tables: inout ComparedTables, _ funnel: Funnel
  ) -> FindingCounts? {
    let keys = tables.changedKeywords(in: locale)
    let rule = TermCollisions.rule
    guard !keys.isEmpty, configuration.checks.rules[rule.id] != .off, let all = tables.sets[locale] else {
      return FindingCounts()
    }
    guard let sets = tables.keywordSets(keys, in: locale) else { return nil }
    let collisions = TermCollisions(
      from: sets.old.sorted(), to: sets.new.sorted(), beside: all.lazy.filter { !keys.contains($0.key) },
      in: locale)
    if collisions.before == 0 && collisions.after == 0 { return FindingCounts() }
    // Which set such a finding stands at, by which it is known to a suppression or a baseline, is not known here.
    guard configuration.checks.baseline == nil,
      !configuration.checks.suppressions.contains(where: { $0.rule == rule.id })
    else { return nil }
    func findings(_ count: Int) -> [Diagnostic] {
      Array(repeating: Diagnostic(rule, "", locale: locale.description), count: count)
    }
    return FindingCounts(from: findings(collisions.before), to: findings(collisions.after), funnel)
  }
}

extension [ExactString: KeywordSet] {
  /// The sets by their keys.
  fileprivate func sorted() -> [KeywordSet] { values.sorted { $0.key < $1.key } }
}
