import SearchIndex

/// What an app does: `IndexConsumer STORE INDEX LOCALE QUERY` brings an index up to date and searches it; without
/// arguments it looks at an index that is not there.
@main struct IndexConsumer {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 4, let locale = LanguageTag(arguments[3]) else { return try await look() }
    let indexer = Indexer(indexAt: arguments[2])
    let report = try await indexer.apply(
      StoreReader(root: arguments[1]), locale: .preferring(choice: nil, system: [locale]))
    print(report.json.text)
    print(try await indexer.search(arguments[4], limit: 5).json.text)
  }

  private static func look() async throws {
    let indexer = Indexer(indexAt: "/nonexistent/index.db", provider: Notes())
    print(try await indexer.status().json.text)
    let resolver = LocaleResolver(
      supported: ["en", "zh-Hant"].compactMap { LanguageTag($0) }, fallback: LanguageTag("en")!)
    print(resolver.resolve(choice: nil, preferences: [LanguageTag("zh-TW")!]).locale)
    do {
      _ = try await indexer.search("anything")
    } catch let error as SearchIndexError where error.code == .noIndex {
      print(error)
    }
  }
}

/// Records that only the app knows.
struct Notes: SearchableSourceProvider {
  func identities(after identity: ItemIdentity?, limit: Int) async throws -> [ItemIdentity] { [] }

  func record(_ identity: ItemIdentity, chain: [LanguageTag]) async throws -> SearchableRecord? {
    SearchableRecord(contentID: identity.contentID, domain: "notes", locale: chain[0], title: "note")
  }
}
