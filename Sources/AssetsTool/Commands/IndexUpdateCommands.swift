internal import ArgumentParsing
internal import Bundles
internal import SearchIndex
internal import Translations

struct IndexApplyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Bring the index to the head: write exactly what changed.",
    discussion: """
      Without an index, builds one, in the source locale or in the one given. A store that is \
      older than what was indexed, or another one, is refused (exit 3) and the index kept.

      Example:
        assets index apply
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(
    help: ArgumentHelp(
      "The locale of an index that is built; default: the source locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let selection = try locale.map { try work.selection($0) } ?? .current
    let indexer = try work.indexer(for: format)
    let root = work.reader.layout.root
    if let indexed = try await work.indexedLocale(of: indexer, wanted: locale), let locale {
      guard try LanguageTag.lookup([IndexOptions.locale(locale)], among: [indexed]) != nil else {
        throw ToolError(
          .unreadable, "the index is in '\(indexed)', not in '\(locale)'",
          help: "switch it with `assets index switch \(locale)`")
      }
    }
    return try await work.report(format, console) {
      try await indexer.apply(try IndexWork.open(root), locale: selection)
    }
  }
}

struct IndexRebuildCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Build the index again from nothing.",
    discussion: """
      Example:
        assets index rebuild --locale ja
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(
    help: ArgumentHelp(
      "The locale; default: the one indexed now, else the source locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let selection = try locale.map { try work.selection($0) } ?? .current
    let indexer = try work.indexer(for: format)
    let root = work.reader.layout.root
    return try await work.report(format, console) {
      try await indexer.rebuild(from: try IndexWork.open(root), locale: selection)
    }
  }
}

struct IndexSwitchCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Change the language of the index.",
    discussion: """
      The new language is built beside the old one and takes its place in one step.

      Example:
        assets index switch ja
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Argument(
    help: ArgumentHelp("A declared locale, or one that finds one: zh-TW finds zh-Hant.", valueName: "locale"))
  var locale: String

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let selection = try work.selection(locale)
    let indexer = try work.indexer(for: format)
    let root = work.reader.layout.root
    return try await work.report(format, console) {
      try await indexer.switchLocale(to: selection, from: try IndexWork.open(root))
    }
  }
}

/// What the commands share that change an index.
struct IndexWork {
  private let location: ProjectLocation
  private let options: IndexOptions
  let reader: StoreReader

  init(_ global: GlobalOptions, _ options: IndexOptions) throws {
    let loader = try ProjectLoader(global)
    location = loader.location
    self.options = options
    reader = try StoreAccess(location: location, configuration: loader.configuration()).requiredReader()
  }

  /// A reader of the indexer's own, since it works on another thread.
  static func open(_ root: String) throws(BundleError) -> sending StoreReader { try StoreReader(root: root) }

  /// The locale of the index, if there is one.
  ///
  /// A damaged index lost the language it was in, so it is built again only in one that was named.
  func indexedLocale(of indexer: Indexer, wanted: String?) async throws -> LanguageTag? {
    do { return try await indexer.status().locale } catch let error as SearchIndexError {
      guard error.code == .damaged, wanted != nil else { throw ToolError(error) }
      return nil
    }
  }

  /// Only the JSON report has the index's digest.
  func indexer(for format: TextOrJSON) throws -> Indexer {
    try options.indexer(location, isWritten: true, reportsDigest: format == .json)
  }

  /// The declared locale that serves the one named.
  func selection(_ text: String) throws -> LocaleSelection {
    let tag = try IndexOptions.locale(text)
    let declared = try reader.snapshot().content.locales.map(\.locale)
    guard let found = LanguageTag.lookup([tag], among: declared) else {
      throw ToolError(
        .nothingMatched, "no declared locale serves '\(text)'",
        help: "declared are \(declared.map(\.description).joined(separator: ", "))")
    }
    return .exactly(found.locale)
  }

  func report(
    _ format: TextOrJSON, _ console: Console, _ work: () async throws -> IndexReport
  ) async throws -> ExitStatus {
    let report: IndexReport
    do { report = try await work() } catch let error as IndexRefusal {
      throw ToolError(error)
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    if format == .json {
      console.write(report.json.bytes + [0x0A])
    } else {
      try print(report, to: console)
    }
    return report.failed.isEmpty ? .done : .findings
  }

  private func print(_ report: IndexReport, to console: Console) throws {
    let from = report.from.map { "r\($0)" } ?? "nothing"
    let to = report.to.map { "r\($0)" } ?? "nothing"
    console.print(
      "\(report.locale)  \(from) → \(to)  \(report.mode.rawValue): "
        + "\(report.upserted.count) written, \(report.removed.count) removed")
    if !report.failed.isEmpty {
      console.print("\(report.failed.count) failed; run `assets index apply` again")
    }
    guard report.mode != .rebuild, report.mode != .none, let from = report.from, let to = report.to else {
      return
    }
    let manifest = try ChangeManifest(
      from: reader.snapshot(revision: from), to: reader.snapshot(revision: to), lineage: "", nodes: reader)
    var table = TextTable()
    let written = Set(report.upserted + report.removed)
    for entry in manifest.entries
    where entry.place.locale == report.locale && written.contains(entry.place.contentID) {
      table.append([
        entry.after == nil ? "removed" : "written", entry.place.contentID.description,
        ManifestText.reason(entry),
      ])
    }
    console.print(table)
  }
}
