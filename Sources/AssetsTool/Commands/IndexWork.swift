internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import SearchIndex
internal import Translations

/// What the commands share that change an index.
struct IndexWork {
  private let location: ProjectLocation
  private let options: IndexOptions
  private let families: [LegacyIdentifierFamily]
  /// Opens the newest revision and those before it, for whoever works with it on another thread.
  let revisions: DraftRevisions

  /// - Parameters:
  ///   - bundle: a bundle file in the place of the project's store; `nil` for the store.
  ///   - trust: whose signature the head must have; `nil` asks for none.
  /// - Throws: `ToolError`, also if the head is not signed as asked.
  init(
    _ global: GlobalOptions, _ options: IndexOptions, bundle: String? = nil,
    trust: TrustOptions? = nil
  ) throws {
    let loader = try ProjectLoader(global)
    let configuration = try loader.configuration()
    location = loader.location
    self.options = options
    families = try configuration.legacyFamilies()
    let access = StoreAccess(location: location, configuration: configuration)
    let required = try trust?.required(access.trustedKeys())
    if let bundle {
      let file: BundleFile
      do { file = try BundleFile(LocalFileSystem().read(bundle, limit: 1 << 34)) } catch let error
        as FileSystemError
      {
        throw ToolError(.unreadable, error.description)
      }
      if let required {
        try Self.require(file.signatureVerdict(file.newest.link, trusted: required), of: file.newest)
      }
      revisions = try DraftRevisions { file }
      return
    }
    let reader = try access.requiredReader()
    if let required, let head = reader.head {
      try Self.require(reader.signatureVerdict(head.link, trusted: required), of: head)
    }
    let store = reader.opened
    do { revisions = try DraftRevisions { StoreReader(store) } } catch let error as SearchIndexError {
      throw ToolError(error)
    }
  }

  private static func require(_ verdict: SignatureVerdict, of head: Head) throws(ToolError) {
    guard let problem = verdict.problem(revision: head.revision) else { return }
    throw ToolError(
      .unreadable, "\(SignatureRules.signature.id): \(problem); the index stays as it is",
      help: "get a revision that a trusted key signed, or trust its key")
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
    try options.indexer(
      location, isWritten: true, reportsDigest: format == .json, legacyIdentifiers: families)
  }

  /// The declared locale that serves the one named.
  func selection(_ text: String) throws -> LocaleSelection {
    let tag = try IndexOptions.locale(text)
    let complete = try revisions.source().completeLocales
    let declared = revisions.newest.content.locales.map(\.locale).filter { complete?.contains($0) ?? true }
    guard let found = LanguageTag.lookup([tag], among: declared) else {
      throw ToolError(
        .nothingMatched, "no declared locale serves '\(text)'",
        help: "declared are \(declared.map(\.description).joined(separator: ", "))")
    }
    return .exactly(found.locale)
  }

  /// Runs one change at a time: a second command waits for the first instead of taking its plan away.
  func report(
    _ format: TextOrJSON, _ console: Console, _ work: () async throws -> IndexReport
  ) async throws -> ExitStatus {
    let report = try await IndexLock.holding(options.file(location), work)
    if format == .json {
      console.write(report.json.bytes + [0x0A])
    } else {
      print(report, to: console)
    }
    return report.failed.isEmpty ? .done : .findings
  }

  private func print(_ report: IndexReport, to console: Console) {
    report.summarize(to: console)
    var table = TextTable()
    let written = Set(report.upserted + report.removed)
    for entry in report.changes where written.contains(entry.place.contentID) {
      table.append([
        entry.after == nil ? "removed" : "written", entry.place.contentID.description,
        ManifestText.reason(entry),
      ])
    }
    console.print(table)
  }
}

/// Keeps two commands from changing the same index at the same time.
enum IndexLock {
  /// Waits for whoever changes the index, then runs `work`; errors become those of the command.
  static func holding<Result>(_ file: String, _ work: () async throws -> Result) async throws -> Result {
    let files = LocalFileSystem()
    if let slash = file.lastIndex(of: "/"), slash != file.startIndex {
      try files.createDirectory(String(file[..<slash]))
    }
    // The system gives the lock up when the process ends, however that happens.
    let lock = try files.lock(file + ".lock")
    defer { withExtendedLifetime(lock) {} }
    do { return try await work() } catch let error as IndexRefusal {
      throw ToolError(error)
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
  }
}

extension IndexReport {
  /// The line that says what was done.
  func summarize(to console: Console) {
    let from = from.map { "r\($0)" } ?? "nothing"
    let to = to.map { "r\($0)" } ?? "nothing"
    let place = locale.map { "\($0)  " } ?? ""
    console.print(
      "\(place)\(from) → \(to)  \(mode.rawValue): \(upserted.count) written, \(removed.count) removed")
    if !failed.isEmpty { console.print("\(failed.count) failed; run `assets index retry`") }
  }

  /// Two changes as one.
  func followed(by next: IndexReport) -> IndexReport {
    var result = next
    result.from = from
    if mode != .none { result.mode = mode }
    result.upserted = Set(upserted + next.upserted).sorted()
    result.removed = Set(removed + next.removed).subtracting(next.upserted).sorted()
    result.batches += batches
    return result
  }
}
