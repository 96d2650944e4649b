internal import ArgumentParsing
internal import Bundles
internal import Diagnostics
internal import Interchange
internal import SearchIndex
internal import Translations

struct IndexUpsertCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "upsert", abstract: "Write single items again, or items that only you have.",
    discussion: """
      Named items are written as the indexed revision has them, whatever the index holds. Records \
      from a file are indexed with the text they bring and stay until they are removed.

      Example:
        assets index upsert --records notes.yml
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Argument(help: ArgumentHelp("Content IDs.", valueName: "id"))
  var ids: [String] = []

  @Option(
    help: ArgumentHelp(
      "A YAML or JSON file: a list `records` of { contentID, domain, title, description?, keywords?, account?, locale? }.",
      valueName: "file"))
  var records: String?

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if ids.isEmpty == (records == nil) { throw ValidationError("give either content IDs or '--records'") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let indexer = try work.indexer(for: format)
    if let records {
      let items = try Self.read(records, try await indexedLocale(indexer))
      return try await work.report(format, console) { try await indexer.upsert(records: items) }
    }
    let contentIDs = try ids.map { try IndexOptions.contentID($0) }
    let revisions = work.revisions
    return try await work.report(format, console) {
      try await indexer.upsert(contentIDs: contentIDs, from: revisions.source())
    }
  }

  private func indexedLocale(_ indexer: Indexer) async throws -> LanguageTag {
    do {
      guard let locale = try await indexer.status().locale else {
        throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
      }
      return locale
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
  }

  private static func read(_ path: String, _ locale: LanguageTag) throws -> [SearchableRecord] {
    let parsed: Parsed<[LiteralRecord]>
    do {
      parsed = try LiteralRecordReader.read(FileByteSource(path: path), path: path)
    } catch let error as FileSystemError {
      throw ToolError(.unreadable, error.description)
    }
    if let first = parsed.diagnostics.first(where: { $0.severity == .error }) {
      let place = first.location?.line.map { ":\($0)" } ?? ""
      throw ToolError(.unreadable, "\(path)\(place): \(first.message)", help: first.help)
    }
    return parsed.value.map { record in
      SearchableRecord(
        account: ExactString(record.account ?? ""), contentID: record.contentID, domain: record.domain,
        locale: record.locale ?? locale, title: record.title, description: record.description,
        keywords: record.keywords)
    }
  }
}

struct IndexRemoveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take items out of the index.",
    discussion: """
      A revision that still has them brings them back with the next change of them, or with a \
      rebuild. To have their bytes erased, too, use `index purge`.

      Example:
        assets index remove --domain notes
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @OptionGroup var items: ItemSelection

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if items.ids.isEmpty, items.domain == nil, items.account == nil {
      throw ValidationError("give content IDs, '--domain' or '--account'")
    }
    if items.domain != nil, !items.ids.isEmpty || items.account != nil {
      throw ValidationError("'--domain' stands alone")
    }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let indexer = try work.indexer(for: format)
    let contentIDs = try items.ids.map { try IndexOptions.contentID($0) }
    return try await work.report(format, console) {
      if let domain = items.domain { return try await indexer.remove(domain: domain) }
      if contentIDs.isEmpty, let account = items.account {
        return try await indexer.remove(account: ExactString(account))
      }
      return try await indexer.remove(contentIDs: contentIDs, account: ExactString(items.account ?? ""))
    }
  }
}

struct IndexPurgeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "purge", abstract: "Forget items: not found any more, and erased from the file.",
    discussion: """
      Needs neither a store nor a language nor an account. What is to go is noted first; if the \
      command is killed, the next one that changes the index finishes it. Without arguments it \
      finishes what is pending.

      Example:
        assets index purge --account ann
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @OptionGroup var items: ItemSelection

  @Flag(help: "Everything.")
  var all = false

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    let kinds = [items.domain != nil, all, !items.ids.isEmpty || items.account != nil].count { $0 }
    if kinds > 1 { throw ValidationError("name one kind of thing: IDs, '--domain', '--account' or '--all'") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    // With `--index` not even a project is needed.
    let file = try index.path ?? index.file(ProjectLocation(explicit: global.config))
    guard (try? LocalFileSystem().status(file)) != nil else {
      return report(IndexReport(mode: .none, locale: nil, from: nil, to: nil), console)
    }
    var options = Indexer.Options()
    options.reportsDigest = format == .json
    let handler = try index.events.map { try EventLog($0).handler }
    let indexer = Indexer(indexAt: file, options: options, onEvent: handler)
    let owner = ExactString(items.account ?? "")
    let identities = try items.ids.map {
      ItemIdentity(account: owner, contentID: try IndexOptions.contentID($0))
    }
    let request: PurgeRequest? =
      if let domain = items.domain {
        .domain(ExactString(domain))
      } else if all {
        .everything
      } else if !identities.isEmpty {
        .items(identities)
      } else {
        items.account.map { .account(ExactString($0)) }
      }
    return report(
      try await IndexLock.holding(file) {
        guard let request else { return try await indexer.purgePending() }
        return try await indexer.purge(request)
      }, console)
  }

  private func report(_ report: IndexReport, _ console: Console) -> ExitStatus {
    if format == .json {
      console.write(report.json.bytes + [0x0A])
    } else {
      console.print("\(report.removed.count) purged")
    }
    return .done
  }
}

struct IndexRetryCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Write again what the index refused.",
    discussion: """
      An item is tried five times; after that only a change of it, a rebuild, or \
      `--beyond-limit` tries it again.

      Example:
        assets index retry
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Flag(help: "Also what was tried often enough.")
  var beyondLimit = false

  @Option(help: "How to print what was done.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexWork(global, index)
    let indexer = try work.indexer(for: format)
    let revisions = work.revisions
    return try await work.report(format, console) {
      try await indexer.retryFailed(from: revisions.source(), beyondLimit: beyondLimit)
    }
  }
}
