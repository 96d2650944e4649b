import Bundles
import Publishing
import Translations

/// A project of one catalog, for tests of publishing.
struct SmallProject {
  static let en = LanguageTag("en")!
  static let ja = LanguageTag("ja")!

  var english: [String: String]
  var japanese: [String: String]
  var keywords: [KeywordSet] = []

  init(_ english: [String: String], _ japanese: [String: String]) {
    self.english = english
    self.japanese = japanese
  }

  static func catalog(_ texts: [String: String], _ locale: LanguageTag) -> Catalog {
    var builder = CatalogBuilder()
    for (key, text) in texts {
      builder.append(
        .init(
          key: builder.store(key.utf8), target: builder.store(text.utf8), line: 1, column: 1,
          state: .translated, flags: text.isEmpty ? .explicitlyEmpty : []))
    }
    return builder.finish(locale: locale, sourceLocale: nil, path: "\(locale).yml") { _, _ in }
  }

  var input: CandidateInput {
    CandidateInput(
      sourceLocale: Self.en, minimumState: .translated,
      locales: [
        .init(locale: Self.en, chain: [Self.en], keywordChain: [Self.en]),
        .init(locale: Self.ja, chain: [Self.ja, Self.en], keywordChain: [Self.ja]),
      ],
      catalogs: [
        .init(
          name: "m", source: Self.catalog(english, Self.en),
          targets: [Self.ja: Self.catalog(japanese, Self.ja)])
      ],
      records: english.keys.sorted().map {
        ContentRecord(
          contentID: ContentID("c:\($0.replacing("\0", with: "."))")!, domain: "d", route: "r",
          titleKey: MessageKey(bytes: Array("m\0\($0)".utf8)),
          keywordKeys: ["k"])
      },
      keywords: [Self.ja: keywords])
  }

  /// Publishes on top of whatever is at `root`.
  @discardableResult
  func publish(
    to root: String, files: any FileSystem = LocalFileSystem(), lock: LockDocument? = nil
  ) throws -> Receipt {
    let store = StoreReader.exists(at: root) ? try StoreReader(root: root) : nil
    let candidate = try Candidate(input, parent: store?.snapshot() ?? .empty, store: store)
    let publisher = Publisher(store: DirectoryStore(root: root, files: files), lock: lock)
    if lock != nil { try publisher.checkHead(candidate.parent, candidate: candidate, expected: nil) }
    let receipt = try publisher.publish(
      candidate, note: .init(message: "", publisher: "t", publishedAt: "2026-01-01T00:00:00Z"),
      lineage: { "1" })
    publisher.tidy()
    return receipt
  }
}
