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
  /// States of Japanese values that are not `translated`.
  var states: [String: TranslationState] = [:]
  /// Source texts that Japanese values say they were made against.
  var madeAgainst: [String: String] = [:]
  /// Routes of content records that are not `r`.
  var routes: [String: String] = [:]

  init(_ english: [String: String], _ japanese: [String: String]) {
    self.english = english
    self.japanese = japanese
  }

  static func catalog(
    _ texts: [String: String], _ locale: LanguageTag, states: [String: TranslationState] = [:],
    madeAgainst: [String: String] = [:]
  ) -> Catalog {
    var builder = CatalogBuilder()
    for (key, text) in texts {
      var row = Catalog.Row(
        key: builder.store(key.utf8), target: builder.store(text.utf8), line: 1, column: 1,
        state: states[key] ?? .translated, flags: text.isEmpty ? .explicitlyEmpty : [])
      if let source = madeAgainst[key] { row.source = builder.store(source.utf8) }
      builder.append(row)
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
          targets: [
            Self.ja: Self.catalog(japanese, Self.ja, states: states, madeAgainst: madeAgainst)
          ])
      ],
      records: english.keys.sorted().map {
        ContentRecord(
          contentID: ContentID("c:\($0.replacing("\0", with: "."))")!, domain: "d", route: routes[$0] ?? "r",
          titleKey: MessageKey(bytes: Array("m\0\($0)".utf8)),
          keywordKeys: ["k"])
      },
      keywords: [Self.ja: keywords])
  }

  /// Publishes on top of whatever is at `root`.
  @discardableResult
  func publish(
    to root: String, files: any FileSystem = LocalFileSystem(), lock: LockDocument? = nil,
    restores: Head.Restored? = nil
  ) throws -> Receipt {
    let store = StoreReader.exists(at: root) ? try StoreReader(root: root) : nil
    let candidate = try Candidate(input, parent: store?.snapshot() ?? .empty, store: store)
    let publisher = Publisher(store: DirectoryStore(root: root, files: files), lock: lock, signingKey: nil)
    if lock != nil { try publisher.checkHead(candidate.parent, candidate: candidate, expected: nil) }
    let prepared = try publisher.prepare(
      candidate,
      note: .init(
        message: "", publisher: "t", publishedAt: "2026-01-01T00:00:00Z", acceptances: [], restores: restores),
      lineage: { "1" })
    let receipt = try publisher.publish(prepared) { () throws(PublishError) in }
    publisher.tidy(after: prepared)
    return receipt
  }
}
