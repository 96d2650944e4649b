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
    for (catalog, dialects) in zip(project.catalogs, findings.dialects) {
      let name = catalog.entry.name
      func add(_ table: Catalog, _ locale: LanguageTag) {
        newTables.append(
          .init(
            table: table,
            entry: .init(
              catalog: name, locale: locale, dialect: dialects[locale],
              reading: funnel.judge(catalog.readings[locale] ?? []).counts, index: .none),
            parts: [.rows(0..<table.count)]))
      }
      // What a text of XLIFF was made from stands beside it.
      if catalog.entry.format == .yaml, catalog.entry.source != nil { add(catalog.source, sourceLocale) }
      for (locale, table) in catalog.targets.sorted(by: { $0.key < $1.key }) {
        let states = StateFile.path(
          beside: configuration.path(catalog.entry.target, for: locale), locale: locale)
        // The side file changes what the file of the texts says.
        if project.inputs.contains(where: { $0.path == states && $0.state != nil }) { continue }
        add(table, locale)
      }
    }
    unpublishedKeywords = configuration.locales.compactMap { locale in
      let sets = project.keywords[locale] ?? []
      // The reader lets no key in twice.
      let keys = sets.filter { !Self.isPublished($0) }.map(\.key)
      return keys.isEmpty ? nil : .init(locale: locale, keys: keys.sorted())
    }
    isComplete = true
  }

  /// Whether a set is published as it stands in the file, or not live.
  private static func isPublished(_ set: KeywordSet) -> Bool {
    switch set.state {
    case .approved where set.review == nil, .rejected, .retired: return true
    case .approved, .proposed: break
    }
    return switch KeywordTree.standing(set) {
    case .inForce, .unreviewed, .withdrawn: true
    case .pending: false
    }
  }
}
