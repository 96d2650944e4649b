internal import ArgumentParsing
internal import Bundles
internal import SearchIndex

struct IndexStatusCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say what the index holds and whether it is behind.",
    discussion: """
      Example:
        assets index status
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: "How to print the status.")
  var format: TextOrJSON = .text

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    let store = StoreAccess(location: loader.location, configuration: try loader.configuration())
    let head = try store.reader()?.head
    let status: IndexStatus
    do { status = try await index.indexer(loader.location).status(comparedWith: head) } catch let error
      as SearchIndexError
    {
      throw ToolError(error)
    }
    if format == .json {
      console.write(status.json.bytes + [0x0A])
      return .done
    }
    guard let locale = status.locale, let revision = status.translationRevision else {
      console.print("no index   build it with `assets index apply`")
      return .done
    }
    let newest = head.map { ", the head is r\($0.revision)" } ?? ""
    console.print("\(locale)  r\(revision)\(status.isStale ? newest : "")  \(status.items) items")
    console.print(status.isStale ? "stale: run `assets index apply`" : "up to date")
    if !status.failed.isEmpty { console.print("\(status.failed.count) items failed") }
    return .done
  }
}

struct IndexDigestCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "digest", abstract: "Print one digest over everything the index holds.",
    discussion: """
      Two indexes with the same digest answer every query alike, however they were made.

      Example:
        assets index digest --index other.db
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  func execute(_ console: Console) async throws -> ExitStatus {
    let loader = try ProjectLoader(global)
    do {
      let indexer = try index.indexer(loader.location)
      guard try await indexer.status().locale != nil else {
        throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
      }
      console.print(try await indexer.digest().hex)
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    return .done
  }
}

struct SearchCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search the index as an app would.",
    discussion: """
      Words match whole words, the last one also as a beginning; in scripts without spaces any \
      part of a text matches.

      Example:
        assets search "focus tim"
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Argument(help: "What to look for.")
  var query: String

  @Option(
    name: [.customShort("n"), .long], help: ArgumentHelp("At most this many results.", valueName: "number"))
  var limit: Int = 20

  @Option(help: ArgumentHelp("Refuse to search an index in another locale.", valueName: "locale"))
  var locale: String?

  @Option(help: "How to print the results.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("'--limit' needs a number of at least 1, not \(limit)") }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let location = try ProjectLocation(explicit: global.config)
    let wanted = try locale.map { try IndexOptions.locale($0) }
    let results: SearchResults
    do {
      results = try await index.indexer(location).search(query, limit: limit, locale: wanted)
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    switch format {
    case .json: console.write(results.json.bytes + [0x0A])
    case .text:
      var table = TextTable()
      for hit in results.hits { table.append([hit.contentID.description, hit.title]) }
      console.print(table)
      if results.hits.isEmpty { console.note("nothing found in \(results.locale)") }
    }
    return .done
  }
}
