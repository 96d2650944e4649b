internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// The content rules over a whole project.
struct ProjectChecks {
  private let project: LoadedProject
  private let texts: ProjectTexts

  init(_ project: LoadedProject) {
    self.project = project
    texts = ProjectTexts(project)
  }

  func diagnostics() -> [Diagnostic] { findings().diagnostics }

  /// What the rules found, and the placeholder dialect that each translation was compared in.
  struct Findings {
    var diagnostics: [Diagnostic]
    /// By the number of the catalog.
    var dialects: [[LanguageTag: PlaceholderDialect]]

    /// Gives up what the rules found, behind what was found before; there may be very much of it.
    mutating func takeDiagnostics(after others: [Diagnostic]) -> [Diagnostic] {
      var taken: [Diagnostic] = []
      swap(&taken, &diagnostics)
      taken.insert(contentsOf: others, at: 0)
      return taken
    }
  }

  func findings() -> Findings {
    var sink = DiagnosticCollector(without: project.configuration.checks.unwanted)
    let dialects = project.catalogs.map { check($0, into: &sink) }
    checkKeywords(into: &sink)
    // The records of a content map mostly come in the order of their keys.
    var place = 0
    let context = ContentContext(
      sourceLocale: project.configuration.sourceLocale, locales: project.configuration.locales,
      hasKey: { texts.hasSource($0, near: &place) }, hasKeywordKey: texts.hasSourceKeywords,
      plainCatalogs: project.configuration.plainCatalogs,
      text: { texts.text($0, in: $1, near: &place) })
    checkContent(project.records, context: context, into: &sink)
    return Findings(diagnostics: sink.diagnostics, dialects: dialects)
  }

  private func check(
    _ catalog: LoadedCatalog, into sink: inout DiagnosticCollector
  ) -> [LanguageTag: PlaceholderDialect] {
    let dialect = catalog.entry.placeholders.flatMap { PlaceholderDialect(rawValue: $0.rawValue) }
    var dialects: [LanguageTag: PlaceholderDialect] = [:]
    for (locale, target) in catalog.targets.sorted(by: { $0.key < $1.key }) {
      dialects[locale] = Self.check(
        target, of: catalog.entry, source: catalog.source, dialect: dialect, locale: locale, into: &sink)
    }
    checkLengths(
      catalog: catalog.entry.name, catalog.source, limits: catalog.entry.limits,
      locale: project.configuration.sourceLocale, into: &sink)
    return dialects
  }

  /// The rules about the texts of one translation.
  /// - Parameters:
  ///   - source: the source locale's table; not looked at for formats that say themselves what a text was made from.
  ///   - dialect: `nil` decides by the source texts.
  /// - Returns: the dialect that was used.
  static func check(
    _ target: Catalog, of entry: ProjectConfiguration.CatalogEntry, source: Catalog?,
    dialect: PlaceholderDialect?, locale: LanguageTag, into sink: inout DiagnosticCollector
  ) -> PlaceholderDialect {
    // XLIFF says itself what a text was made from; YAML has the source beside it.
    let source = entry.format == .yaml ? source : nil
    let used = checkPlaceholders(
      catalog: entry.name, source: source, target: target, dialect: dialect, locale: locale, into: &sink)
    checkPlurals(catalog: entry.name, source: source, target: target, locale: locale, into: &sink)
    checkMarkup(catalog: entry.name, target, locale: locale, into: &sink)
    checkLengths(catalog: entry.name, target, limits: entry.limits, locale: locale, into: &sink)
    return used
  }

  private func checkKeywords(into sink: inout DiagnosticCollector) {
    guard let settings = project.configuration.keywords else { return }
    let sourceLocale = project.configuration.sourceLocale
    for (locale, sets) in project.keywords.sorted(by: { $0.key < $1.key }) {
      let context = KeywordContext(
        locale: locale, sourceLocale: sourceLocale, maxTerms: settings.maxTerms,
        appStoreBytes: settings.appStoreBytes, sourceSets: project.keywords[sourceLocale] ?? [],
        fallbackSets: fallbackSets(of: locale), users: texts.users, knowsAllUsers: true,
        titles: texts.titles(in: locale),
        currentDigest: KeywordReview.digest, currentSource: { texts.reviewSource($0.key) })
      Checks.checkKeywords(
        sets, context: context,
        at: SourceLocation(path: project.configuration.path(settings.path, for: locale)), into: &sink)
    }
  }
}

extension ProjectConfiguration {
  /// The catalogs whose texts have no placeholders, by their names.
  var plainCatalogs: Set<ExactString> {
    Set(catalogs.filter { $0.placeholders == PlaceholderSyntax.none }.map { ExactString($0.name) })
  }
}

extension ProjectConfiguration.Checks {
  /// The rules that the project has switched off; those about history cannot be.
  var unwanted: Set<Rule> {
    Set(RuleRegistry.all.filter { !$0.isAboutHistory && rules[$0.id] == .off })
  }
}

extension ProjectChecks {
  /// The sets that would be in force if the locale had none of its own.
  private func fallbackSets(of locale: LanguageTag) -> [KeywordSet] {
    Self.keywordFallbacks(of: locale, project.configuration).flatMap { project.keywords[$0] ?? [] }
  }

  /// The locales that a locale without a keyword set takes it from, the first that has one.
  static func keywordFallbacks(
    of locale: LanguageTag, _ configuration: ProjectConfiguration
  ) -> [LanguageTag] {
    let chain = localeChain(
      for: locale, declared: configuration.locales, explicit: configuration.fallbacks[locale],
      fallback: configuration.fallbackLocale)
    return chain.dropFirst().filter { $0.sharesLanguageAndScript(with: locale) }
  }
}

/// The content rules on one file, without a project.
struct SingleFileCheck: Sendable {
  let summary: FileSummary
  let diagnostics: [Diagnostic]

  init(path: String, loader: DocumentLoader) throws {
    do {
      let document = try loader.read(.init(path: path))
      var sink = DiagnosticCollector()
      for catalog in document.catalogs {
        // A YAML file alone has no source to compare with.
        guard document.format == .xliff else { continue }
        guard let locale = catalog.locale ?? FormatDetector.locale(ofFile: path) else {
          Self.reportNoLocale(of: catalog, into: &sink)
          continue
        }
        _ = checkPlaceholders(
          catalog: "", source: nil, target: catalog, dialect: nil, locale: locale, into: &sink)
        checkPlurals(catalog: "", source: nil, target: catalog, locale: locale, isPart: true, into: &sink)
        let isVersion2 = document.version?.hasPrefix("2") ?? false
        checkMarkup(catalog: "", catalog, locale: locale, isJudgedByFile: isVersion2, into: &sink)
      }
      summary = FileSummary(document, path: path)
      diagnostics = document.diagnostics + sink.diagnostics
    } catch let error as FileSystemError {
      let finding = Diagnostic(
        ToolRules.unreadableFile, "cannot read \(path): \(error.reason)", at: SourceLocation(path: path))
      summary = FileSummary(path: path, format: "yaml", units: 0, diagnostics: [finding], isReadable: false)
      diagnostics = [finding]
    }
  }

  /// Translations of no known language are of no use; a project knows the locale by the path.
  private static func reportNoLocale(of catalog: Catalog, into sink: inout DiagnosticCollector) {
    let translated = catalog.rows.filter { $0.target.count > 0 }
    guard let first = translated.min(by: { ($0.line, $0.column) < ($1.line, $1.column) }) else { return }
    sink.report(
      Diagnostic(
        XLIFFRules.language, "the file has translations and names no target language",
        at: catalog.location(first), help: "add target-language, or name the file after its locale"))
  }
}
