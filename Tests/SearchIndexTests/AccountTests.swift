import SearchIndex
import Testing

/// Items that only an account's owner may find.
@Suite struct AccountTests {
  private let folder: TemporaryFolder
  private let indexer: Indexer
  private var project = RandomProject()

  init() throws {
    folder = try TemporaryFolder()
    indexer = Indexer(indexAt: folder.file("index.db"), now: { 1 })
    project.set("a", ["en": "Settings", "ja": "設定"])
    project.set("bill", access: .account, ["en": "Bill", "ja": "請求書"])
    project.set("card", access: .account, ["en": "Card"])
  }

  private func identities() async throws -> [ItemIdentity] {
    try await indexer.store.projectionStates(in: .active, after: nil, limit: 100).map(\.identity)
  }

  private func own(_ account: ExactString, _ names: String...) -> [ItemIdentity] {
    names.map { ItemIdentity(account: account, contentID: ContentID($0)!) }
  }

  @Test func theyFollowTheAccount() async throws {
    let source = try MemoryRevisions(project)
    #expect(try await indexer.apply(source).skipped == ids("bill", "card"))
    let first = try await indexer.setAccount("ann", from: source)
    #expect(first.mode == .reconcile)
    #expect(first.upserted == ids("bill", "card"), "nothing else is written")
    #expect(try await identities() == own("", "a") + own("ann", "bill", "card"))
    #expect(try await indexer.setAccount("ann", from: source).mode == .none)

    let second = try await indexer.setAccount("ben", from: source)
    #expect(second.upserted == ids("bill", "card"))
    #expect(try await identities() == own("", "a") + own("ben", "bill", "card"))
    // The language changes for whoever is signed in.
    try await indexer.switchLocale(to: .exactly(japanese), from: source)
    #expect(try await identities() == own("", "a") + own("ben", "bill", "card"))
    #expect(try await indexer.search("請求書").hits.map(\.contentID) == ids("bill"))

    try await indexer.setAccount(nil, from: source)
    #expect(try await identities() == own("", "a"))
    #expect(!(try await indexer.status(comparedWith: source.head).isStale))
  }

  @Test mutating func aRevisionChangesThemToo() async throws {
    var source = try MemoryRevisions(project)
    try await indexer.setAccount("ann", from: source)
    project.set("bill", access: .account, ["en": "Invoice"])
    project.set("card", access: .public, ["en": "Card"])
    project.set("a", access: .account, ["en": "Settings", "ja": "設定"])
    try source.publish(project)
    let report = try await indexer.apply(source)
    #expect(report.mode == .delta)
    #expect(report.upserted == ids("a", "bill", "card"))
    #expect(try await identities() == own("", "card") + own("ann", "a", "bill"))
    let fresh = Indexer(store: InMemorySearchIndex(), now: { 1 })
    try await fresh.setAccount("ann", from: source)
    #expect(try await indexer.digest() == fresh.digest())
  }

  @Test func aPurgedAccountIsNotSetAnyMore() async throws {
    let source = try MemoryRevisions(project)
    try await indexer.setAccount("ann", from: source)
    #expect(try await indexer.remove(account: "ann").removed == ids("bill", "card"))
    #expect(try await indexer.apply(source).mode == .none, "the index is whole for nobody in particular")
    try await indexer.rebuild(from: source)
    #expect(try await identities() == own("", "a"))
  }
}
