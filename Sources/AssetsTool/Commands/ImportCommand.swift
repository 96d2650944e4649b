internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

struct ImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Merge a translator's files into the working catalogs.",
    discussion: """
      Reads XLIFF and YAML files, folders of them and Xcode's .xcloc bundles; `-` is standard \
      input. Only the values that change are touched in the working files. Units that are not \
      finished, or were translated from an older source, are left out and listed. An error or \
      an undecided conflict stops its locale (exit 1); an old hand-off, or a text that a \
      rollback took back, too (exit 3); a file that cannot be read makes it 2.

      Examples:
        assets import Handoff/acme-1128 --dry-run
        assets import Handoff/acme-1128 --on-conflict ours --skip-locale pt-BR
        assets import Handoff/acme-1128 --dry-run --format csv > fixes.csv
      """)

  @OptionGroup var global: GlobalOptions

  @Argument(help: ArgumentHelp("Files, folders, .xcloc bundles, or -.", valueName: "path"))
  var paths: [String]

  @Flag(help: "Say exactly what would be done, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Whose text counts where the catalog changed too; default: import.onConflict.", valueName: "policy"))
  var onConflict: ConflictChoice?

  @Flag(help: "Also take translations made for an older source text.")
  var acceptStale = false

  @Option(help: "How much an error stops.")
  var partial: PartialChoice = .locale

  @Option(help: ArgumentHelp("Leave these locales out; may be repeated.", valueName: "locale"))
  var skipLocale: [String] = []

  @Option(
    help: ArgumentHelp("Only keys of this pattern, such as 'articles/*'; may be repeated.", valueName: "key"))
  var onlyKey: [String] = []

  @Option(help: ArgumentHelp("The catalog that the files belong to.", valueName: "name"))
  var catalog: String?

  @Flag(help: "Take a hand-off although it is an old one, or looks untranslated.")
  var force = false

  @Flag(help: "List every locale and every unit that is left out.")
  var all = false

  @Flag(help: "Having nothing to import is fine.")
  var allowEmpty = false

  @Option(help: "How to print the result; csv is a list for the translator.")
  var format: ImportFormat = .text

  @OptionGroup var reports: ReportOptions

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let project = try await loader.load()
    guard project.isComplete else {
      let judgement = try Funnel(project, failOn: .error).judge(project.diagnostics)
      FindingsPrinter(console, project.location, most: reports.maxDiagnostics).print(
        judgement, verb: "imported")
      return .unreadable
    }
    let found = HandoffPaths(paths)
    guard !found.files.isEmpty else {
      if allowEmpty { return .done }
      throw ToolError(
        .nothingMatched, "no catalog in \(paths.joined(separator: ", "))",
        help: "hand-offs end in .xliff, .xlf, .yml or .yaml; with --allow-empty nothing is fine")
    }
    let input = found.files.contains(HandoffPaths.input) ? Platform.read(.input, limit: 1 << 30) : nil
    let access = StoreAccess(location: project.location, configuration: project.configuration)
    var handoff = try HandoffImport(
      project, options(for: project), reader: HandoffReader(input: input), access: access,
      accepted: AcceptedRollbacks(project.location).acceptances)
    try await read(found.files, into: &handoff, console)
    handoff.judge()
    let files = try handoff.prepare()
    return try finish(handoff, files, console)
  }

  private func options(for project: LoadedProject) throws(ToolError) -> HandoffOptions {
    let importing = project.configuration.importing
    if let catalog, !project.catalogs.contains(where: { ExactString($0.entry.name) == ExactString(catalog) })
    {
      throw ToolError(
        .nothingMatched, "there is no catalog '\(catalog)'",
        help: "the project has \(project.catalogs.map(\.entry.name).joined(separator: ", "))")
    }
    var skipped: [LanguageTag] = []
    for text in skipLocale.flatMap({ $0.split(separator: ",") }) {
      let matches = project.configuration.locales.filter {
        NamePattern(String(text)).matches($0.description) || LanguageTag(text) == $0
      }
      guard !matches.isEmpty else {
        throw ToolError(
          .nothingMatched, "'--skip-locale \(text)' names no locale of the project",
          help: "it has \(project.configuration.locales.map(\.description).joined(separator: ", "))")
      }
      skipped += matches
    }
    return HandoffOptions(
      onConflict: onConflict?.policy ?? importing.onConflict, minimumState: importing.minimumState,
      acceptStale: acceptStale, partial: partial.partial, force: force, skipped: skipped, onlyKeys: onlyKey,
      catalog: catalog)
  }

  /// Reads a few files side by side at a time, so that memory does not grow with the hand-off.
  private func read(_ paths: [String], into handoff: inout HandoffImport, _ console: Console) async throws {
    let jobs = global.jobs ?? Platform.processorCount
    let reader = handoff.reader
    let progress = Progress(console, global, verb: "reading", total: paths.count)
    for start in stride(from: 0, to: paths.count, by: jobs) {
      let batch = Array(paths[start..<min(start + jobs, paths.count)])
      for file in try await inParallel(batch, atMost: jobs, { try reader.read($0) }) {
        try handoff.add(file)
        progress.advance(to: file.path)
      }
    }
    progress.finish()
  }

  // MARK: - The result

  private func finish(
    _ handoff: HandoffImport, _ files: [WorkingEdits.File], _ console: Console
  ) throws -> ExitStatus {
    let funnel = try Funnel(handoff.project, failOn: .error)
    let judgement = funnel.judge(handoff.diagnostics + (try handoff.unitFindings()))
    var status = judgement.status
    if !handoff.unreadable.isEmpty { status = status.combined(with: .unreadable) }
    let total = handoff.counts.reduce(0) { $0 + $1.counts.total }
    if total == 0, status == .done, !onlyKey.isEmpty, !allowEmpty {
      throw ToolError(
        .nothingMatched, "no unit has a key like \(onlyKey.joined(separator: " or "))",
        help: "keys are printed as `catalog/path.of.segments`; quote the pattern, or the shell expands it")
    }
    if handoff.files.isEmpty, status == .done, !allowEmpty {
      throw ToolError(.nothingMatched, "every file is of a locale that was left out")
    }
    if !dryRun { try WorkingEdits.write(files, in: handoff.project.location) }
    let report = HandoffReport(
      handoff: handoff, judgement: judgement, written: files.map(\.path), isDryRun: dryRun, showsAll: all,
      most: reports.maxDiagnostics)
    switch format {
    case .text: for line in report.lines(style: console.style) { console.print(line) }
    case .json: console.write(report.json.bytes + [0x0A])
    case .csv: console.write(HandoffFixList(handoff, judgement.diagnostics).bytes)
    }
    try reports.write(
      ReportPrinter(
        report: CheckReport(files: handoff.files, judgement: judgement, status: status),
        place: ReportPlace(root: Platform.currentDirectory), most: reports.maxDiagnostics),
      sparing: ReadFiles(
        StoreAccess(location: handoff.project.location, configuration: handoff.project.configuration),
        and: handoff.files.map(\.path)), console)
    close(handoff, judgement, files, console)
    return status
  }

  /// The last lines of the conversation: what happened, and what to type next.
  private func close(
    _ handoff: HandoffImport, _ judgement: Judgement, _ files: [WorkingEdits.File], _ console: Console
  ) {
    let units = handoff.files.reduce(0) { $0 + $1.units }
    console.note("\(counted(handoff.files.count, "file")), \(counted(units, "unit")): \(judgement.summary)")
    let values = handoff.values()
    let locales = Set(values.map(\.locale)).count
    if values.isEmpty {
      let total = handoff.counts.reduce(into: HandoffCounts()) { $0 += $1.counts }
      let leftOut = total.total - total.same
      console.note(
        !handoff.stops.isEmpty
          ? "nothing was written"
          : leftOut == 0
            ? "nothing to do: the catalogs say it all already"
            : "nothing to write: \(counted(leftOut, "unit")) left out, the catalogs say the rest already")
    } else {
      let verb = dryRun ? "would change" : "changed"
      console.note(
        "\(verb) \(counted(values.count, "value")) in \(counted(locales, "locale")), \(counted(files.count, "file"))"
      )
    }
    if let next = next(handoff, isEmpty: values.isEmpty) { console.note("Next:  \(next)") }
  }

  private func next(_ handoff: HandoffImport, isEmpty: Bool) -> String? {
    let again = "assets import \(paths.map(ShellWord.path).joined(separator: " "))"
    let hasConflicts = handoff.parts.contains { $0.items.contains(where: handoff.isOpenConflict) }
    let damagedLocales = handoff.damagedLocales
    // Leaving out all there is leads nowhere.
    if Set(handoff.parts.map(\.locale)).isSubset(of: damagedLocales) { return nil }
    let damaged = damagedLocales.map { " --skip-locale \($0)" }.joined()
    if hasConflicts { return again + damaged + " --on-conflict ours" }
    if !handoff.stops.isEmpty { return isEmpty || !dryRun || damaged.isEmpty ? nil : again + damaged }
    if isEmpty { return nil }
    return dryRun ? again : "assets publish"
  }
}

enum ConflictChoice: String, CaseIterable, ExpressibleByArgument {
  case fail
  case ours
  case theirs

  var policy: ProjectConfiguration.ConflictPolicy {
    switch self {
    case .fail: .fail
    case .ours: .ours
    case .theirs: .theirs
    }
  }
}

enum PartialChoice: String, CaseIterable, ExpressibleByArgument {
  /// Nothing is written.
  case none
  /// Nothing of its locale is written.
  case locale
  /// Nothing of its file is written.
  case file

  var partial: HandoffOptions.Partial {
    switch self {
    case .none: .none
    case .locale: .locale
    case .file: .file
    }
  }
}

enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
  case csv
}
