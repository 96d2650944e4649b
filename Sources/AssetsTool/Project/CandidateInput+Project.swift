internal import Interchange
internal import Publishing
internal import Translations

extension CandidateInput {
  /// What a loaded project would publish.
  init(_ project: LoadedProject) {
    let configuration = project.configuration
    self.init(
      sourceLocale: configuration.sourceLocale, minimumState: configuration.publishing.minimumState,
      locales: configuration.locales.sorted().map { tag in
        let chain = localeChain(
          for: tag, declared: configuration.locales, explicit: configuration.fallbacks[tag],
          fallback: configuration.fallbackLocale)
        return Locale(
          locale: tag, chain: chain,
          keywordChain: chain.filter { $0 == tag || $0.sharesLanguageAndScript(with: tag) })
      },
      catalogs: project.catalogs.map {
        var set = CatalogSet(name: $0.entry.name, source: $0.source, targets: $0.targets)
        set.sourceDigests = $0.sourceDigests
        return set
      },
      records: project.records, keywords: project.keywords)
  }
}
