internal import ArgumentParsing
internal import Bundles
internal import Interchange
internal import SearchIndex
internal import Translations

struct IndexExplainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say why an item is in the index, or is not.",
    discussion: """
      Compares what the index holds with the head, and names the locale that each field came from.

      Example:
        assets index explain article:focus-timer
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Argument(help: ArgumentHelp("A content ID.", valueName: "id"))
  var id: String

  @Option(help: "How to print the explanation.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexReading(global, index)
    let contentID = try IndexOptions.contentID(id)
    let explanation: ItemExplanation
    do {
      explanation = try await work.indexer.explain(contentID, from: work.open())
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    if format == .json {
      console.write(explanation.json.bytes + [0x0A])
    } else {
      print(explanation, console)
    }
    return explanation.absence == .unknown && explanation.state == nil ? .nothingMatched : .done
  }

  private func print(_ explanation: ItemExplanation, _ console: Console) {
    let reason = explanation.absence.map { absence in
      switch absence {
      case .unknown: "the head has no such item"
      case .former: "the present name is \(explanation.present?.description ?? "")"
      case .notSearchable: "it is not searchable"
      case .private: "it is private"
      case .account: "it is for an account, and none is set"
      case .untitled: "it has no title in \(explanation.locale) or what that falls back to"
      }
    }
    console.print(
      "\(explanation.contentID)  \(explanation.locale)  \(explanation.verdict.rawValue)"
        + (reason.map { ": \($0)" } ?? ""))
    var table = TextTable()
    if let row = explanation.row {
      table.append(["title", "from \(row.title.provenance)"])
      table.append(["description", row.description.map { "from \($0.provenance)" } ?? "none"])
      let keywords = row.keywords.provenance.map { $0?.description ?? "none" }
      table.append(["keywords", keywords.isEmpty ? "none" : "from \(keywords.joined(separator: ", "))"])
      table.append(["published", "r\(row.revision), source r\(row.sourceRevision)"])
    }
    if let state = explanation.state {
      table.append([
        "indexed", "r\(state.translationRevision), source r\(state.sourceRevision), \(state.origin.name)",
      ])
    }
    console.print(table)
  }
}

struct IndexVerifyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check the index against itself and against the store.",
    discussion: """
      Reads every page, compares postings with documents, and the digest of what each document \
      was made from with the revision that the index says it holds. Exit 1: documents differ; 2: \
      the index is damaged. `assets index digest` covers every text.

      Example:
        assets index verify
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: "How to print the result.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexReading(global, index)
    let differences: [ContentID: ItemExplanation.Verdict]
    let status: IndexStatus
    do {
      status = try await work.indexer.status(comparedWith: work.reader.head)
      try await work.indexer.verify()
      differences = try await work.indexer.differences(from: work.open())
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    let sorted = differences.sorted { $0.key < $1.key }
    if format == .json {
      let json: CanonicalJSON = [
        "schema": "assets.index-verify/1", "locale": CanonicalJSON(status.locale?.description),
        "revision": CanonicalJSON(status.translationRevision), "items": .integer(status.items),
        "stale": .boolean(status.isStale),
        "differences": .array(
          sorted.map {
            ["contentID": .string($0.key.description), "verdict": .string($0.value.rawValue)]
          }),
      ]
      console.write(json.bytes + [0x0A])
    } else if sorted.isEmpty {
      console.print("\(counted(status.items, "document")) as r\(status.translationRevision ?? 0) has them")
    } else {
      var table = TextTable()
      for (contentID, verdict) in sorted { table.append([verdict.rawValue, contentID.description]) }
      console.print(table)
      console.note("repair it with `assets index rebuild`")
    }
    return sorted.isEmpty ? .done : .findings
  }
}

struct IndexRouteCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Say where a search result leads today.",
    discussion: """
      Takes the unique identifier that a result carries: a content ID, one it had before, or one \
      of the families in `legacyIdentifiers`. Exit 5: it leads nowhere.

      Example:
        assets index route article:pomodoro
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Argument(help: ArgumentHelp("The identifier of a search result.", valueName: "identifier"))
  var identifier: String

  @Option(
    help: ArgumentHelp("The locale shown; default: the index's, else the source's.", valueName: "locale"))
  var locale: String?

  @Option(help: ArgumentHelp("Whose documents may be opened, too.", valueName: "name"))
  var account: String?

  @Option(help: "How to print the destination.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexReading(global, index)
    let snapshot = try work.reader.snapshot()
    let shown: LanguageTag
    if let locale {
      let declared = snapshot.content.locales.map(\.locale)
      guard let found = try LanguageTag.lookup([IndexOptions.locale(locale)], among: declared) else {
        throw ToolError(.nothingMatched, "no declared locale serves '\(locale)'")
      }
      shown = found.locale
    } else {
      do {
        guard let found = try await work.indexer.status().locale ?? snapshot.content.sourceLocale else {
          throw ToolError(.nothingMatched, "the store has no revision yet")
        }
        shown = found
      } catch let error as SearchIndexError {
        throw ToolError(error)
      }
    }
    let router = try ContentRouter(
      snapshot, locale: shown, account: account.map { ExactString($0) },
      legacyIdentifiers: work.configuration.legacyFamilies(), from: work.reader)
    let answer = RouteAnswer(identifier: identifier, locale: shown, router.destination(of: identifier))
    if format == .json {
      console.write(answer.json.bytes + [0x0A])
    } else {
      console.print(answer.text)
    }
    return answer.contentID == nil ? .nothingMatched : .done
  }
}

/// Where an identifier leads, for people and programs.
struct RouteAnswer {
  let identifier: String
  let locale: LanguageTag
  private(set) var outcome: String
  private(set) var contentID: ContentID?
  private(set) var route: String?
  private(set) var naming: ContentRouter.Naming?

  init(identifier: String, locale: LanguageTag, _ destination: ContentRouter.Destination) {
    self.identifier = identifier
    self.locale = locale
    switch destination {
    case .content(let contentID, let route, let naming):
      outcome = "content"
      (self.contentID, self.route, self.naming) = (contentID, route, naming)
    case .own(let identity):
      outcome = "own"
      contentID = identity.contentID
    case .recovery(let reason): outcome = reason.rawValue
    case .unknown: outcome = "unknown"
    }
  }

  var text: String {
    guard let contentID else { return "\(identifier)  leads nowhere: \(outcome)" }
    let name = naming == .present || naming == nil ? "" : "  (\(naming!.rawValue) name)"
    return "\(contentID)  \(route ?? outcome)\(name)"
  }

  /// `assets.index-route/1`.
  var json: CanonicalJSON {
    [
      "schema": "assets.index-route/1", "identifier": .string(identifier),
      "locale": .string(locale.description), "outcome": .string(outcome),
      "contentID": CanonicalJSON(contentID?.description), "route": CanonicalJSON(route),
      "named": CanonicalJSON(naming?.rawValue),
    ]
  }
}

/// What the commands share that compare an index with the store and change neither.
struct IndexReading {
  let configuration: ProjectConfiguration
  let reader: StoreReader
  let indexer: Indexer

  init(_ global: GlobalOptions, _ options: IndexOptions) throws {
    let loader = try ProjectLoader(global)
    configuration = try loader.configuration()
    reader = try StoreAccess(location: loader.location, configuration: configuration).requiredReader()
    indexer = try options.indexer(loader.location)
  }

  /// A reader of the indexer's own, since it works on another thread.
  func open() throws -> sending StoreReader { try IndexWork.open(reader.layout.root) }
}
