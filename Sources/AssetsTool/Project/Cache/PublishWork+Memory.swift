internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension PublishWork.Memory {
  /// What is worth remembering of a project that was read as a whole.
  init(_ project: LoadedProject, _ findings: ProjectChecks.Findings, _ funnel: Funnel) {
    let configuration = project.configuration
    let sourceLocale = configuration.sourceLocale
    func add(
      _ catalog: String?, _ table: Catalog, _ locale: LanguageTag, _ reading: [Diagnostic]?,
      dialect: PlaceholderDialect? = nil, hasStates: Bool = false
    ) {
      newTables.append(
        .init(
          table: table,
          entry: .init(
            catalog: catalog, locale: locale, dialect: dialect, hasStates: hasStates,
            reading: funnel.judge(reading ?? []).counts, index: .none),
          parts: [.rows(0..<table.count)]))
    }
    for (catalog, dialects) in zip(project.catalogs, findings.dialects) {
      let name = catalog.entry.name
      // What a text of XLIFF was made from stands beside it, so that there may be no file of the source.
      if catalog.entry.source != nil {
        add(name, catalog.source, sourceLocale, catalog.readings[sourceLocale])
      }
      for (locale, table) in catalog.targets.sorted(by: { $0.key < $1.key }) {
        let states = StateFile.path(
          beside: configuration.path(catalog.entry.target, for: locale), locale: locale)
        add(
          name, table, locale, catalog.readings[locale], dialect: dialects[locale],
          hasStates: project.inputs.contains { $0.path == states && $0.state != nil })
      }
    }
    for (locale, sets) in project.keywords.sorted(by: { $0.key < $1.key }) {
      add(nil, KeywordTable.make(of: sets), locale, project.keywordReadings[locale])
    }
    let records = project.records
    hasSortedRecords = zip(records, records.dropFirst()).allSatisfy { $0.contentID < $1.contentID }
    isComplete = true
  }
}
