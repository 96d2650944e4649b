internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

struct ExportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write what a translator needs, or count it for a quote.",
    discussion: """
      One file for each catalog and locale, with the source, the translation so far, notes, \
      content IDs and limits, and the revision it is made from, by which `import` recognises it. \
      Without --for, --state and --since, everything is exported.

      Examples:
        assets export --locale de --for translate --out Handoff/de
        assets export --locale de --since r40 --format csv --out Handoff
        assets export --locale 'zh-*' --for translate --count
      """)

  @OptionGroup var global: GlobalOptions

  @Option(help: ArgumentHelp("The locales, such as de or 'zh-*'; may be repeated.", valueName: "locale"))
  var locale: [String] = []

  @Option(help: ArgumentHelp("Only this catalog.", valueName: "name"))
  var catalog: String?

  @Option(help: ArgumentHelp("Only what changed since this revision.", valueName: "revision"))
  var since: RevisionSelector?

  @Option(
    help: ArgumentHelp(
      "Only units that are new, changed, needs-translation, needs-review, translated, reviewed or final; several with commas.",
      valueName: "states"))
  var state: [String] = []

  @Option(
    name: .customLong("for"), help: "What is to be done: what there is to translate, or to review.")
  var purpose: ExportPurpose?

  @Option(help: "The files' format.")
  var format: ExportFormat = .xliff12

  @Option(
    help: ArgumentHelp(
      "The folder to write into; default, or -: one file to standard output.", valueName: "folder")
  )
  var out: String?

  @Option(
    help: ArgumentHelp("The hand-off's name; default: project, locale and revision.", valueName: "name"))
  var id: String?

  @Flag(help: "Count words and characters instead of writing files.")
  var count = false

  @Option(help: "How to print the counts or the names of the files.")
  var report: TextOrJSON = .text

  @Flag(help: "Having nothing to export is fine.")
  var allowEmpty = false

  func execute(_ console: Console) async throws -> ExitStatus {
    let project = try await ProjectLoader(global).load()
    guard project.isComplete else {
      let judgement = try Funnel(project, failOn: .error).judge(project.diagnostics)
      FindingsPrinter(console, project.location, most: 20).print(judgement, verb: "exported")
      return .unreadable
    }
    let locales = try self.locales(of: project)
    let made = try ProjectCandidate(
      project, access: StoreAccess(location: project.location, configuration: project.configuration))
    let selection = ExportSelection(project, made, states: try states(), since: try since(made))
    let catalogs = try self.catalogs(of: project)
    var documents: [ExportDocument] = []
    let progress = Progress(console, global, verb: "exporting", total: locales.count * catalogs.count)
    for locale in locales {
      for catalog in catalogs {
        var document = try self.document(catalog, locale, selection)
        if !count { leaveOut(&document, console) }
        if !document.units.isEmpty { documents.append(document) }
        progress.advance(to: "\(locale) \(catalog.entry.name)")
      }
    }
    progress.finish()
    let base = made.candidate.parent.revision
    if count { return print(documents, locales, base: base, console) }
    guard !documents.isEmpty else {
      if allowEmpty { return .done }
      throw ToolError(
        .nothingMatched,
        "there is nothing to export for \(locales.map(\.description).joined(separator: ", "))",
        help: "with --allow-empty nothing is fine; `assets status` shows what is missing")
    }
    try write(documents, console)
    warn(made, locales, console)
    return .done
  }

  // MARK: - What

  private func locales(of project: LoadedProject) throws(ToolError) -> [LanguageTag] {
    let targets = project.configuration.locales.filter { $0 != project.configuration.sourceLocale }
    var wanted: [LanguageTag] = []
    for text in locale.flatMap({ $0.split(separator: ",") }) {
      let matches = targets.filter {
        NamePattern(String(text)).matches($0.description) || LanguageTag(text) == $0
      }
      guard !matches.isEmpty else {
        throw ToolError(
          .nothingMatched, "'--locale \(text)' names no locale to translate into",
          help: "the project has \(targets.map(\.description).joined(separator: ", "))")
      }
      wanted += matches.filter { !wanted.contains($0) }
    }
    guard !wanted.isEmpty else {
      throw ToolError(
        .usage, "'--locale' is needed",
        help: "name one of \(targets.map(\.description).joined(separator: ", ")), or '*' for all")
    }
    return wanted
  }

  private func catalogs(of project: LoadedProject) throws(ToolError) -> [LoadedCatalog] {
    guard let catalog else { return project.catalogs }
    let found = project.catalogs.filter { ExactString($0.entry.name) == ExactString(catalog) }
    guard !found.isEmpty else {
      throw ToolError(
        .nothingMatched, "there is no catalog '\(catalog)'",
        help: "the project has \(project.catalogs.map(\.entry.name).joined(separator: ", "))")
    }
    return found
  }

  private func states() throws(ToolError) -> Set<ExportState>? {
    var states: Set<ExportState> = []
    for text in state.flatMap({ $0.split(separator: ",") }) {
      guard let state = ExportState(rawValue: String(text)) else {
        throw ToolError(
          .usage, "'\(text)' is not a state of a unit",
          help: "there are \(ExportState.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      states.insert(state)
    }
    if states.isEmpty { return purpose?.states }
    return states
  }

  private func since(_ made: ProjectCandidate) throws -> Snapshot? {
    guard let since else { return nil }
    let head = made.candidate.parent.head
    let revision = try since.revision(head: head)
    guard revision > 0 else { return .empty }
    guard let store = made.store, revision <= head?.revision ?? 0 else {
      throw ToolError(.nothingMatched, "there is no r\(revision); the head is r\(head?.revision ?? 0)")
    }
    return try store.snapshot(revision: revision)
  }

  private func document(
    _ catalog: LoadedCatalog, _ locale: LanguageTag, _ selection: ExportSelection
  ) throws -> ExportDocument {
    let parent = selection.made.candidate.parent
    let name = selection.project.configuration.project
    return ExportDocument(
      handoff: id ?? "\(name)-\(locale)-r\(parent.revision)", base: parent.revision,
      lineage: parent.head?.lineage,
      catalog: catalog.entry.name,
      policy: catalog.entry.format == .xliff && catalog.entry.key != .id ? .byName : .byID,
      sourceLocale: selection.project.configuration.sourceLocale, locale: locale,
      units: try selection.units(of: catalog, in: locale))
  }

  /// Takes out what the format cannot give back as it is.
  private func leaveOut(_ document: inout ExportDocument, _ console: Console) {
    for unit in document.units {
      guard let obstacle = format.obstacle(unit) else { continue }
      console.note("left out  \(document.locale)  \(unit.key): \(obstacle)".displayed)
    }
    document.units.removeAll { format.obstacle($0) != nil }
  }

  // MARK: - Output

  private func print(
    _ documents: [ExportDocument], _ locales: [LanguageTag], base: Int, _ console: Console
  ) -> ExitStatus {
    let counts = locales.map { locale in ExportCount(locale, documents.filter { $0.locale == locale }) }
    switch report {
    case .text: console.print(ExportCount.table(counts))
    case .json: console.write(ExportCount.json(counts, base: base).bytes + [0x0A])
    }
    return .done
  }

  private func write(_ documents: [ExportDocument], _ console: Console) throws {
    guard let out, out != "-" else {
      guard documents.count == 1 else {
        throw ToolError(
          .usage, "the export has \(documents.count) files; name a folder for them with '--out'",
          help: "or choose one catalog and one locale with --catalog and --locale")
      }
      console.write(try format.bytes(of: documents[0]))
      return
    }
    // Every file is made before the first is written.
    let files = try documents.map { document in
      (
        path: "\(out)/\(document.locale)/\(document.catalog).\(format.pathExtension)",
        bytes: try format.bytes(of: document), units: document.units.count
      )
    }
    let system = LocalFileSystem()
    for file in files {
      if let old = try? system.read(file.path, limit: 1 << 30), old != file.bytes {
        throw ToolError(
          .inputOutput, "\(file.path) is there already, and says something else",
          help: "export into another folder; somebody may still work on that file")
      }
    }
    var members: [CanonicalJSON] = []
    for (file, document) in zip(files, documents) {
      try Self.createFolders(of: file.path, system)
      try OutputFile(file.path).write(file.bytes, console)
      if report == .text { console.print("\(file.path)   \(counted(file.units, "unit"))") }
      members.append([
        "path": .string(file.path), "locale": .string(document.locale.description),
        "catalog": .string(document.catalog), "units": .integer(file.units),
      ])
    }
    guard report == .json else {
      return console.note("Next:  assets import \(ShellWord.path(out)) --dry-run, when it comes back")
    }
    let json: CanonicalJSON = [
      "schema": "assets.export/1", "base": .integer(documents[0].base), "files": .array(members),
    ]
    console.write(json.bytes + [0x0A])
  }

  private static func createFolders(of path: String, _ system: LocalFileSystem) throws {
    var folder = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if (try? system.status(folder)) == nil { try system.createDirectory(folder) }
    }
  }

  /// Says when the file holds more than the revision it names.
  private func warn(_ made: ProjectCandidate, _ locales: [LanguageTag], _ console: Console) {
    let edited = made.candidate.difference.locales.filter { locales.contains($0.locale) }.flatMap(\.values)
      .count
    guard made.candidate.parent.revision > 0, edited > 0 else { return }
    console.note(
      "note: \(counted(edited, "value")) edited since r\(made.candidate.parent.revision); publish first, "
        + "so that `import` can tell later edits from these")
  }
}

enum ExportPurpose: String, CaseIterable, ExpressibleByArgument {
  case translate
  case review

  var states: Set<ExportState> {
    switch self {
    case .translate: [.new, .changed, .needsTranslation, .needsReview]
    case .review: [.needsReview, .translated]
    }
  }
}
