internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// Reads a hand-off, compares it with the working files, and prepares what is to be written.
struct HandoffImport {
  let project: LoadedProject
  let options: HandoffOptions
  let reader: HandoffReader
  private let store: StoreReader?
  private let head: Snapshot
  private let accepted: [Acceptance]
  private let pathLocale: HandoffPathLocale

  private(set) var files: [FileSummary] = []
  private(set) var parts: [HandoffPart] = []
  private(set) var origins: [HandoffOrigin] = []
  /// Of files and of units, except for those that only say in which class a unit is.
  private(set) var diagnostics: [Diagnostic] = []
  /// Why a locale, or a file of it, is not written.
  private(set) var stops = HandoffStops()
  /// Files that could not be read.
  private(set) var unreadable: [String] = []

  /// - Parameter accepted: the decisions that withdrawn texts may return.
  init(
    _ project: LoadedProject, _ options: HandoffOptions, reader: HandoffReader, access: StoreAccess,
    accepted: [Acceptance]
  ) throws {
    self.project = project
    self.accepted = accepted
    self.options = options
    self.reader = reader
    store = try access.reader()
    head = try store?.snapshot() ?? .empty
    let configuration = project.configuration
    pathLocale = HandoffPathLocale(
      configuration.locales.map { locale in
        let spelling = configuration.localeSpellings[locale] ?? locale.description
        return [locale.description, spelling, locale.description.replacing("-", with: "_")]
      })
    if store == nil, let lock = try access.lock(), lock.head.revision > 0 {
      var finding = Diagnostic(
        RollbackRuleSet.unchecked,
        "r\(lock.head.revision) was published, and there is no store at \(configuration.store); "
          + "old texts cannot be told from new ones",
        at: SourceLocation(path: StoreAccess.lockFile), help: "fetch the store, then import")
      finding.severity = .warning
      diagnostics.append(finding)
    }
  }

  var headRevision: Int { head.revision }

  /// The finding about a unit whose text a rollback took back.
  func withdrawal(_ item: HandoffItem, in locale: LanguageTag) throws(BundleError) -> RollbackFinding? {
    guard item.kind == .withdrawn, let message = item.message, let store else { return nil }
    return try head.withdrawn(item.key, .value(message), in: locale, from: store)
  }

  // MARK: - What is found later

  mutating func add(_ finding: Diagnostic) { diagnostics.append(finding) }

  mutating func stop(_ locale: LanguageTag, file: String) { stops.stop(locale, file: file) }

  mutating func stopAll(of locale: LanguageTag) { stops.stopAll(of: locale) }

  mutating func stopEverything() { stops.stopEverything() }

  mutating func markErroneous(_ item: Int, in part: Int) { parts[part].erroneous.insert(item) }

  // MARK: - One file

  /// Takes a file in.
  mutating func add(_ file: HandoffFile) throws {
    let guess = pathLocale.index(in: file.path).map { project.configuration.locales[$0] }
    if let guess, options.skipped.contains(guess) { return }
    guard let document = file.document, document.isReadable else {
      let locale = guess ?? file.declaredLocale(among: project.configuration.locales)
      if let locale, options.skipped.contains(locale) { return }
      files.append(file.summary)
      diagnostics += file.diagnostics.map { $0.inLocale(locale) }
      unreadable.append(file.path)
      stops.stop(locale, file: file.path)
      return
    }
    files.append(file.summary)
    diagnostics += file.diagnostics
    if !file.origin.isEmpty { origins.append(file.origin) }
    for catalog in document.catalogs {
      try add(catalog, of: file, document, guess: guess, isAlone: document.catalogs.count == 1)
    }
  }

  private mutating func add(
    _ catalog: Catalog, of file: HandoffFile, _ document: ParsedDocument, guess: LanguageTag?, isAlone: Bool
  ) throws {
    let configuration = project.configuration
    let named = catalog.locale.map { $0.spelling(among: configuration.locales) } ?? guess
    guard let locale = named else { return refuseLocale(catalog.locale, of: file.path) }
    if options.skipped.contains(locale) { return }
    if isAlone, let guess, guess != locale {
      return refuse(
        Diagnostic(
          ToolRules.wrongLocale, "\(file.path) is for '\(locale)', and its name says '\(guess)'",
          at: SourceLocation(path: file.path, line: 1, column: 1), locale: locale.description,
          help: "ask which of the two it is; nothing of it was used"),
        locale, guess, file: file.path)
    }
    guard locale != configuration.sourceLocale else {
      return refuse(
        Diagnostic(
          ToolRules.wrongLocale, "\(file.path) is for '\(locale)', the project's source locale",
          at: SourceLocation(path: file.path, line: 1, column: 1), locale: locale.description,
          help: "translations go into the other locales; edit the source texts themselves"),
        locale, file: file.path)
    }
    if let source = document.sourceLocale, source.language != configuration.sourceLocale.language {
      return refuse(
        Diagnostic(
          ToolRules.wrongLocale,
          "\(file.path) translates from '\(source)', the project's source locale is '\(configuration.sourceLocale)'",
          at: SourceLocation(path: file.path, line: 1, column: 1), locale: locale.description,
          help: "get the file made from '\(configuration.sourceLocale)'"),
        locale, file: file.path)
    }
    try merge(catalog, locale, of: file, document)
  }

  private mutating func refuseLocale(_ locale: LanguageTag?, of path: String) {
    let configuration = project.configuration
    let names = configuration.locales.map(\.description).joined(separator: ", ")
    let near = locale.flatMap { tag in configuration.locales.first { $0.language == tag.language } }
    let message = locale.map { "\(path) is for '\($0)', which the project does not have" }
    diagnostics.append(
      Diagnostic(
        HandoffRules.undeclaredLocale, message ?? "\(path) does not say which locale it is for",
        at: SourceLocation(path: path, line: 1, column: 1), locale: locale?.description,
        help: near.map { "did they mean '\($0)'? the file must say so itself" }
          ?? "the project has \(names); add the locale to \(project.location.configuration), or leave the file out"
      ))
    stops.stop(near, file: path)
  }

  private mutating func refuse(_ finding: Diagnostic, _ locales: LanguageTag..., file: String) {
    diagnostics.append(finding)
    for locale in locales { stops.stop(locale, file: file) }
  }

  // MARK: - Its units

  private mutating func merge(
    _ catalog: Catalog, _ locale: LanguageTag, of file: HandoffFile, _ document: ParsedDocument
  ) throws {
    let isPrinted = file.isXLIFF && project.catalogs.contains { $0.entry.format == .yaml }
    let printed = isPrinted ? catalog.withPrintedPaths() : catalog
    func rows(_ entry: LoadedCatalog) -> Catalog { entry.entry.format == .yaml ? printed : catalog }
    let finder = HandoffCatalogFinder(project: project, explicit: options.catalog)
    switch finder.find(path: file.path, locale: locale, named: file.origin.catalog, rows: rows) {
    case .none(let reason):
      refuse(
        Diagnostic(
          HandoffRules.noCatalog, "\(file.path) belongs to no catalog: \(reason)",
          at: SourceLocation(path: file.path, line: 1, column: 1), locale: locale.description,
          help: "name the catalog: --catalog \(project.catalogs.map(\.entry.name).joined(separator: " or "))"),
        locale, file: file.path)
    case .catalog(let index):
      let entry = project.catalogs[index].entry
      var found = rows(project.catalogs[index])
      var wanted = XLIFFReader.Options(entry)
      let isVersion2 = document.version?.hasPrefix("2") ?? false
      if !file.origin.isEmpty, isVersion2 { wanted.key = .resname }
      if file.isXLIFF, entry.format == .xliff, wanted != .init(key: .id, scope: .file) {
        let again = try reader.read(file.path, options: wanted)
        guard let same = again.document?.catalogs.first(where: { $0.locale == catalog.locale }) else {
          diagnostics += again.diagnostics
          unreadable.append(file.path)
          return stops.stop(locale, file: file.path)
        }
        found = same
      }
      try merge(found, into: index, locale, of: file, document)
    }
  }

  private mutating func merge(
    _ rows: Catalog, into index: Int, _ locale: LanguageTag, of file: HandoffFile, _ document: ParsedDocument
  ) throws {
    let catalog = project.catalogs[index]
    let history = try HandoffHistory(
      store, head: head, base: base(of: file), locale: locale, accepted: accepted)
    // An XLIFF catalog holds the source text of a unit beside its target, and is made anew with it.
    var outdated: Set<[UInt8]> = []
    if catalog.entry.format == .yaml, document.format == .xliff, let working = catalog.targets[locale] {
      outdated = try history.outdated(
        catalog.entry.name, working: working, source: catalog.source,
        noted: catalog.sourceDigests[locale] ?? [])
    }
    let merge = HandoffMerge(
      file: rows, catalog: catalog.entry.name, source: catalog.source, working: catalog.targets[locale],
      history: history, minimumState: options.minimumState, hasStates: document.format == .xliff,
      outdated: outdated)
    let outcome = try merge.outcome { options.isWanted($0) }
    var part = HandoffPart(
      path: file.path, locale: locale, catalog: index, items: outcome.items, same: outcome.same,
      seen: outcome.seen)
    check(&part, rows, hasSources: document.format == .xliff)
    parts.append(part)
  }

  /// The revision a file was made from, if this project has it.
  private mutating func base(of file: HandoffFile) -> Int? {
    guard let base = file.origin.base else { return nil }
    let isForeign = file.origin.lineage.map { $0 != head.head?.lineage } ?? false
    guard base > head.revision || isForeign && base > 0 else { return base }
    // Without a store nothing is known of any revision; that is said once for all.
    guard store != nil else { return nil }
    diagnostics.append(
      Diagnostic(
        HandoffRules.foreignBase,
        isForeign
          ? "\(file.path) was made from r\(base) of another store"
          : "\(file.path) was made from r\(base), the head is r\(head.revision)",
        at: SourceLocation(path: file.path, line: 1, column: 1),
        help: "its units are compared with the history alone; fetch the store it was made from"))
    return nil
  }

  /// The content rules over the texts that would be written.
  private mutating func check(_ part: inout HandoffPart, _ rows: Catalog, hasSources: Bool) {
    var items: [String: Int] = [:]
    for (index, item) in part.items.enumerated() where isCandidate(item) {
      items[(item.movedFrom ?? item.key).description] = index
    }
    guard !items.isEmpty else { return }
    let catalog = project.catalogs[part.catalog]
    let name = catalog.entry.name
    var sink = DiagnosticCollector()
    _ = checkPlaceholders(
      catalog: name, source: hasSources ? nil : catalog.source, target: rows,
      dialect: catalog.entry.placeholders.flatMap { PlaceholderDialect(rawValue: $0.rawValue) },
      locale: part.locale, into: &sink)
    checkLengths(
      catalog: name, rows, limits: catalog.entry.limits, locale: part.locale, into: &sink)
    for finding in sink.diagnostics {
      guard let key = finding.key, let index = items[key] else { continue }
      diagnostics.append(finding)
      if project.configuration.severity(of: finding) == .error { part.erroneous.insert(index) }
    }
  }

  /// Whether an item's text may get into the working files.
  func isCandidate(_ item: HandoffItem) -> Bool {
    switch item.kind {
    case .new, .changed, .moved, .conflict: true
    case .stale: options.acceptStale
    case .same, .notReady, .unknown, .withdrawn: false
    }
  }
}

extension HandoffFile {
  /// Whether the file is a document of XML, and not a table.
  fileprivate var isXLIFF: Bool { document?.format == .xliff && document?.version != nil }

  /// The locale that an unreadable file names near its start.
  fileprivate func declaredLocale(among locales: [LanguageTag]) -> LanguageTag? {
    let text = String(decoding: head, as: UTF8.self)
    for name in ["target-language=", "trgLang="] {
      guard let place = text.firstRange(of: name) else { continue }
      let value = text[place.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
      return LanguageTag(value)?.spelling(among: locales)
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate func inLocale(_ locale: LanguageTag?) -> Diagnostic {
    var copy = self
    if copy.locale == nil { copy.locale = locale?.description }
    return copy
  }
}

extension ProjectConfiguration {
  /// The weight that the project gives a finding; `nil` for none.
  fileprivate func severity(of finding: Diagnostic) -> Severity? {
    let isSuppressed = checks.suppressions.contains { suppression in
      suppression.rule == finding.rule.id && finding.key.map { ExactString($0) } == suppression.key
        && (suppression.locale == nil || suppression.locale?.description == finding.locale)
    }
    if isSuppressed { return nil }
    guard let level = checks.rules[finding.rule.id] else { return finding.severity }
    return level.severity
  }
}
