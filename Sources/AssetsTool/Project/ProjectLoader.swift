internal import Bundles
internal import Checks
internal import Diagnostics
internal import Interchange
internal import Translations

/// Reads a project's configuration and all files it names.
struct ProjectLoader {
  let location: ProjectLocation
  let jobs: Int
  private let inputs = InputRecorder()

  init(_ options: GlobalOptions) throws(ToolError) {
    location = try ProjectLocation(explicit: options.config)
    jobs = options.jobs ?? Platform.processorCount
  }

  /// - Parameter jobs: how many files to read at once.
  init(_ location: ProjectLocation, jobs: Int) {
    self.location = location
    self.jobs = jobs
  }

  /// Reads the configuration alone.
  /// - Throws: `ConfigurationFailure`, if it has errors.
  func configuration() throws -> ProjectConfiguration {
    let parsed: Parsed<ProjectConfiguration?>
    do {
      parsed = try ConfigurationReader(knownRules: RuleRegistry.all).read(
        open(location.configuration), path: location.configuration)
    } catch let error as FileSystemError {
      throw ToolError(.unreadable, error.description)
    }
    guard let configuration = parsed.value, !parsed.hasErrors else {
      throw ConfigurationFailure(location: location, diagnostics: parsed.diagnostics)
    }
    return configuration
  }

  /// Reads everything.
  func load() async throws -> LoadedProject { try await load(configuration()) }

  /// Reads everything that a configuration names.
  func load(_ configuration: ProjectConfiguration) async throws -> LoadedProject {
    var project = LoadedProject(location: location, configuration: configuration)
    try await loadCatalogs(into: &project)
    try loadStates(into: &project)
    try loadContent(into: &project)
    try loadKeywords(into: &project)
    project.inputs = inputs.inputs
    return project
  }

  /// Opens a file of the project and notes what was read of it.
  ///
  /// Whatever file can change an answer must be opened here, or a publish would not see that it changed.
  func open(_ path: String) throws(FileSystemError) -> FileByteSource {
    do { return try location.open(path).recorded(as: path, in: inputs) } catch {
      if error.isMissing { inputs.addMissing(path) }
      throw error
    }
  }

  // MARK: - Catalogs

  /// One file to read, and where its texts belong.
  private struct Job: Sendable {
    var catalog: Int
    /// `nil` for the source file.
    var locale: LanguageTag?
    var request: DocumentLoader.Request
  }

  private enum Answer: Sendable {
    case document(ParsedDocument)
    case missing
    case refused(String)
  }

  private func loadCatalogs(into project: inout LoadedProject) async throws {
    let configuration = project.configuration
    var jobs: [Job] = []
    for (index, entry) in configuration.catalogs.enumerated() {
      if entry.source != nil {
        jobs.append(Job(catalog: index, locale: nil, request: request(entry, nil, configuration)))
      }
      for locale in configuration.locales where locale != configuration.sourceLocale {
        jobs.append(Job(catalog: index, locale: locale, request: request(entry, locale, configuration)))
      }
    }
    let loader = DocumentLoader { [self] in try open($0) }
    let answers = try await inParallel(jobs, atMost: self.jobs) { job -> Answer in
      do { return .document(try loader.read(job.request)) } catch let error as FileSystemError {
        return error.isMissing ? .missing : .refused(error.reason)
      }
    }
    var read = Dictionary(grouping: zip(jobs, answers), by: \.0.catalog)
    for (index, entry) in configuration.catalogs.enumerated() {
      assemble(entry, read.removeValue(forKey: index) ?? [], into: &project)
    }
  }

  /// - Parameter locale: `nil` for the source file, which there must be.
  private func request(
    _ entry: ProjectConfiguration.CatalogEntry, _ locale: LanguageTag?, _ configuration: ProjectConfiguration
  ) -> DocumentLoader.Request {
    .init(
      path: locale.map { configuration.path(entry.target, for: $0) } ?? entry.source!, format: entry.format,
      expectedLocale: locale ?? configuration.sourceLocale, layout: entry.layout,
      options: XLIFFReader.Options(entry))
  }

  /// Reads the file of one catalog in one locale.
  /// - Parameter locale: `nil` for the source file, which there must be.
  /// - Returns: `nil` if there is no table of that locale in it.
  func read(
    _ entry: ProjectConfiguration.CatalogEntry, in locale: LanguageTag?, _ configuration: ProjectConfiguration
  ) throws -> (table: Catalog, findings: [Diagnostic])? {
    let request = request(entry, locale, configuration)
    let wanted = locale ?? configuration.sourceLocale
    var project = LoadedProject(location: location, configuration: configuration)
    let document = try DocumentLoader { [self] in try open($0) }.read(request)
    project.add(document, path: request.path)
    guard project.isComplete, let table = project.catalog(of: document, for: wanted, path: request.path)
    else { return nil }
    return (locale == nil ? table.readAsSource(locale: wanted) : table, project.diagnostics)
  }

  /// Reads the keyword file of one locale.
  /// - Returns: `nil` if nothing in it is of use.
  func readKeywords(
    _ keywords: ProjectConfiguration.Keywords, in locale: LanguageTag, _ configuration: ProjectConfiguration
  ) throws -> (sets: [KeywordSet], findings: [Diagnostic])? {
    let path = configuration.path(keywords.path, for: locale)
    let parsed = try KeywordFileReader().read(open(path), path: path, expected: locale)
    return parsed.value.map { ($0.sets, parsed.diagnostics) }
  }

  /// What was read so far, by path.
  var recorded: [String: InputFile] {
    Dictionary(inputs.inputs.map { ($0.path, $0) }) { first, _ in first }
  }

  private func assemble(
    _ entry: ProjectConfiguration.CatalogEntry, _ answers: [(Job, Answer)], into project: inout LoadedProject
  ) {
    let sourceLocale = project.configuration.sourceLocale
    var source: Catalog?
    var targets: [LanguageTag: Catalog] = [:]
    var readings: [LanguageTag: [Diagnostic]] = [:]
    var missing: [(locale: LanguageTag, path: String)] = []
    var isComplete = true
    for (job, answer) in answers {
      let path = job.request.path
      switch answer {
      case .missing:
        if let locale = job.locale {
          missing.append((locale, path))
        } else {
          project.refuse(path, entry.format.rawValue, "there is no such file", entry.location)
        }
      case .refused(let reason):
        isComplete = false
        project.refuse(path, entry.format.rawValue, reason, entry.location)
      case .document(let document):
        let known = project.diagnostics.count
        project.add(document, path: path)
        let wanted = job.locale ?? sourceLocale
        guard let catalog = project.catalog(of: document, for: wanted, path: path) else {
          isComplete = isComplete && document.isReadable
          continue
        }
        readings[wanted] = Array(project.diagnostics[known...])
        if let locale = job.locale {
          targets[locale] = catalog
        } else {
          source = catalog.readAsSource(locale: wanted)
        }
      }
    }
    report(missing, of: entry, isEmpty: missing.count == answers.count, into: &project)
    let merged = source ?? mergeSources(of: targets, entry, sourceLocale, &project.diagnostics)
    project.catalogs.append(
      LoadedCatalog(
        entry: entry, source: merged, isSourceComplete: source != nil || (entry.source == nil && isComplete),
        targets: targets, readings: readings))
  }

  /// A locale without a file is empty; a catalog without any file is one that was not read.
  private func report(
    _ missing: [(locale: LanguageTag, path: String)], of entry: ProjectConfiguration.CatalogEntry,
    isEmpty: Bool,
    into project: inout LoadedProject
  ) {
    if isEmpty, !missing.isEmpty {
      project.refuse(entry.target, entry.format.rawValue, "there is no file for any locale", entry.location)
      return
    }
    for (locale, path) in missing {
      project.diagnostics.append(
        Diagnostic(
          LocaleRules.noFile, "locale '\(locale)' has no file in the catalog '\(entry.name)'",
          at: entry.location,
          locale: locale.description, help: "add \(path), or take the locale out"))
    }
  }

  private func mergeSources(
    of targets: [LanguageTag: Catalog], _ entry: ProjectConfiguration.CatalogEntry, _ locale: LanguageTag,
    _ diagnostics: inout [Diagnostic]
  ) -> Catalog {
    let ordered = targets.sorted { $0.key < $1.key }.map(\.value)
    return Catalog.mergedSources(of: ordered, locale: locale, path: ordered.first?.path ?? entry.target) {
      let key = MessageKey(bytes: Array(entry.name.utf8) + [0] + $0.key).description
      diagnostics.append(
        Diagnostic(
          LocaleRules.sourceDisagrees, "source text of '\(key)' is another one than in \($0.firstPath)",
          at: SourceLocation(path: $0.secondPath, line: Int($0.second.line), column: Int($0.second.column)),
          key: key, help: "export the files of one catalog from the same source",
          notes: [
            .init(
              "the other text is here",
              at: SourceLocation(path: $0.firstPath, line: Int($0.first.line), column: Int($0.first.column)))
          ]))
    }
  }

  // MARK: - Content and keywords

  private func loadContent(into project: inout LoadedProject) throws {
    guard let pattern = project.configuration.content else { return }
    var reader = ContentMapReader()
    let paths = try PathPattern(pattern).matches(in: location.root)
    if paths.isEmpty {
      project.refuse(pattern, "content", "there is no such file", project.configuration.location)
    }
    var unreadable: Set<String> = []
    for path in paths {
      do { try reader.read(open(path), path: path) } catch let error as FileSystemError {
        unreadable.insert(path)
        project.refuse(path, "content", error.reason, project.configuration.location)
      }
    }
    let parsed = reader.finish()
    project.records = parsed.value
    project.diagnostics += parsed.diagnostics
    for path in paths where !unreadable.contains(path) {
      let own = parsed.diagnostics.filter { $0.location?.path == path }
      project.files.append(
        FileSummary(
          path: path, format: "content", units: parsed.value.count { $0.location?.path == path },
          diagnostics: own, isReadable: !own.contains { $0.isUnreadable }))
    }
  }

  private func loadKeywords(into project: inout LoadedProject) throws {
    guard let keywords = project.configuration.keywords else { return }
    defer {
      let isRead = project.configuration.locales.contains { project.keywords[$0] != nil }
      let isRefused = project.files.contains { $0.format == "keywords" && $0.verdict == .unreadable }
      if !isRead && !isRefused {
        project.refuse(keywords.path, "keywords", "there is no file for any locale", keywords.location)
      }
    }
    for locale in project.configuration.locales {
      let path = project.configuration.path(keywords.path, for: locale)
      do {
        let parsed = try KeywordFileReader().read(open(path), path: path, expected: locale)
        project.diagnostics += parsed.diagnostics
        project.keywords[locale] = parsed.value?.sets
        project.keywordReadings[locale] = parsed.diagnostics
        project.files.append(
          FileSummary(
            path: path, format: "keywords", units: parsed.value?.sets.count ?? 0,
            diagnostics: parsed.diagnostics, isReadable: parsed.value != nil))
      } catch let error as FileSystemError {
        if !error.isMissing { project.refuse(path, "keywords", error.reason, keywords.location) }
      }
    }
  }
}

/// A configuration with errors; nothing else was read.
struct ConfigurationFailure: Error {
  var location: ProjectLocation
  var diagnostics: [Diagnostic]
}

extension LoadedProject {
  /// Records a file that could not be opened.
  mutating func refuse(
    _ path: String, _ format: String, _ reason: String, _ location: SourceLocation
  ) {
    diagnostics.append(
      Diagnostic(
        ToolRules.unreadableFile, "cannot read \(path): \(reason)", at: location,
        help: "correct the path in \(location.path), or put the file there"))
    files.append(
      FileSummary(
        path: path, format: format, units: 0, diagnostics: [], isReadable: false))
  }

  fileprivate mutating func add(_ document: ParsedDocument, path: String) {
    diagnostics += document.diagnostics
    files.append(FileSummary(document, path: path))
    guard let source = document.sourceLocale, source.language != configuration.sourceLocale.language,
      !source.isEquivalent(to: configuration.sourceLocale)
    else { return }
    diagnostics.append(
      Diagnostic(
        ToolRules.wrongLocale,
        "\(path) translates from '\(source)', the project's source locale is '\(configuration.sourceLocale)'",
        at: SourceLocation(path: path, line: 1, column: 1),
        help: "get the file exported from '\(configuration.sourceLocale)', or correct the language it names"))
  }

  /// The catalog of a locale in a document that the configuration says is that locale's.
  fileprivate mutating func catalog(
    of document: ParsedDocument, for locale: LanguageTag, path: String
  ) -> Catalog? {
    if let own = document.catalogs.first(where: { $0.locale == locale }) { return own }
    // A file that does not name its locale is that of its path.
    if let unnamed = document.catalogs.first(where: { $0.locale == nil }) { return unnamed }
    // A source-locale file names the source only.
    if locale == configuration.sourceLocale, let only = document.catalogs.first, document.catalogs.count == 1,
      only.sourceLocale == locale
    {
      return only
    }
    let isReported = document.diagnostics.contains { $0.severity == .error }
    if document.isReadable, !document.catalogs.isEmpty, !isReported {
      let others = document.catalogs.compactMap { $0.locale?.description }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          ToolRules.wrongLocale, "\(path) is for '\(others)', expected '\(locale)'",
          at: SourceLocation(path: path, line: 1, column: 1), locale: locale.description,
          help: "put the file of '\(locale)' there, or correct the locale it names"))
    }
    return nil
  }
}

extension XLIFFReader.Options {
  init(_ entry: ProjectConfiguration.CatalogEntry) {
    let key: KeyPolicy =
      switch entry.key {
      case .id: .id
      case .resname: .resname
      case .source: .source
      }
    self.init(key: key, scope: entry.scope == .file ? .file : .document)
  }
}

extension Diagnostic {
  /// Whether the finding means that its file's text could not be understood at all.
  fileprivate var isUnreadable: Bool { severity == .error && (rule.family == "YM" || rule.family == "SE") }
}
