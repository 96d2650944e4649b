import SearchIndex
import Testing

@Suite struct ContentRouterTests {
  private let source: MemoryRevisions
  private let family = LegacyIdentifierFamily("{contentID}:{locale}")!

  init() throws {
    var project = RandomProject()
    project.set(
      "article:focus", route: "app://focus", formerIDs: ["article:pomodoro"], ["en": "Focus", "ja": "集中"])
    project.set("article:draft", isSearchable: false, route: "app://draft", ["en": "Draft"])
    project.set("article:diary", access: .private, ["en": "Diary"])
    project.set("article:bill", access: .account, route: "app://bill", ["en": "Bill"])
    project.set("article:german", ["de": "Nur Deutsch"])
    source = try MemoryRevisions(project)
  }

  private func router(_ locale: LanguageTag = english, account: ExactString? = nil) throws -> ContentRouter {
    try ContentRouter(
      Snapshot(source.head!, from: source), locale: locale, account: account, legacyIdentifiers: [family],
      from: source)
  }

  @Test func identifiersLeadToTheRecordOfToday() throws {
    let router = try router()
    let focus = ContentID("article:focus")!
    func content(_ naming: ContentRouter.Naming) -> ContentRouter.Destination {
      .content(focus, route: "app://focus", named: naming)
    }
    #expect(router.destination(of: "article:focus") == content(.present))
    #expect(router.destination(of: "article:pomodoro") == content(.former))
    #expect(router.destination(of: "article:focus:ja") == content(.legacy))
    #expect(router.destination(of: "article:pomodoro:zh_Hant") == content(.legacy), "both at once")
    #expect(router.destination(of: "article:gone") == .recovery(.withdrawn))
    #expect(router.destination(of: "") == .unknown)
    let empty = try ContentRouter(
      .empty, locale: english, account: nil, legacyIdentifiers: [], from: source)
    #expect(empty.destination(of: "a") == .recovery(.withdrawn))
  }

  @Test func whatMayNotBeOpenedLeadsToARecovery() throws {
    let nobody = try router()
    #expect(nobody.destination(of: "article:draft") == .recovery(.revoked))
    #expect(nobody.destination(of: "article:diary") == .recovery(.revoked))
    #expect(nobody.destination(of: "article:german") == .recovery(.untitled))
    #expect(nobody.destination(of: "article:bill") == .recovery(.foreignAccount))
    #expect(nobody.destination(of: "ann\u{1F}article:bill") == .recovery(.foreignAccount))
    let ann = try router(account: "ann")
    let bill = ContentRouter.Destination.content(
      ContentID("article:bill")!, route: "app://bill", named: .present)
    #expect(ann.destination(of: "ann\u{1F}article:bill") == bill)
    #expect(ann.destination(of: "article:bill") == bill)
    #expect(ann.destination(of: "anna\u{1F}article:bill") == .recovery(.foreignAccount))
    #expect(try router(german).destination(of: "article:german") != .recovery(.untitled))
  }

  @Test func activitiesAreRead() {
    func activity(_ type: String, _ info: [String: String]) -> SearchActivity? {
      SearchActivity(type: type) { info[$0] }
    }
    #expect(activity(SearchActivity.itemType, [SearchActivity.itemKey: "a"]) == .item("a"))
    #expect(activity(SearchActivity.queryType, [SearchActivity.queryKey: "timer"]) == .query("timer"))
    #expect(activity(SearchActivity.itemType, [:]) == nil)
    #expect(activity(SearchActivity.itemType, [SearchActivity.itemKey: ""]) == nil)
    #expect(activity("com.example.editing", [SearchActivity.itemKey: "a"]) == nil)
  }

  /// The app was launched by a result: nothing is decided before language and account are known.
  @Test func aColdLaunchIsHeldUntilTheRouterIsReady() async throws {
    let folder = try TemporaryFolder()
    let indexer = Indexer(indexAt: folder.file("index.db"), now: { 1 })
    try await indexer.apply(source)
    let search = SearchRouter(indexer)
    let held = Task { try await search.destination(of: "article:focus") }
    let given = Task { try await search.destination(of: "article:focus") }
    while await search.held < 2 { await Task.yield() }
    given.cancel()
    await #expect(throws: CancellationError.self) { try await given.value }
    await search.activate(try router())
    #expect(
      try await held.value == .content(ContentID("article:focus")!, route: "app://focus", named: .present))
    await search.deactivate()
    let again = Task { try await search.destination(of: "article:gone") }
    while await search.held < 1 { await Task.yield() }
    await search.activate(try router())
    #expect(try await again.value == .recovery(.withdrawn))
    #expect(try await indexer.status().pendingPurges == 0, "there is nothing of it in the index")
  }

  /// A result that leads nowhere goes from the index with the next operation, also if the process ends before.
  @Test func whatLeadsNowhereIsPurgedByTheNextOperation() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("index.db")
    let indexer = Indexer(indexAt: path, now: { 1 })
    try await indexer.apply(source)
    try await indexer.upsert(records: [
      SearchableRecord(contentID: ContentID("note:1")!, domain: "notes", locale: english, title: "Mine"),
      SearchableRecord(
        account: "bob", contentID: ContentID("note:2")!, domain: "notes", locale: english, title: "Bobs"),
    ])
    var newer = source
    try newer.publish(RandomProject())
    let search = SearchRouter(indexer)
    await search.activate(
      try ContentRouter(
        Snapshot(newer.head!, from: newer), locale: english, account: nil, legacyIdentifiers: [], from: newer)
    )
    let mine = ItemIdentity(contentID: ContentID("note:1")!)
    #expect(try await search.destination(of: "note:1") == .own(mine))
    #expect(try await search.destination(of: "bob\u{1F}note:2") == .recovery(.foreignAccount))
    #expect(try await search.destination(of: "article:focus") == .recovery(.withdrawn))
    let restarted = Indexer(indexAt: path, now: { 1 })
    #expect(try await restarted.status().pendingPurges == 2)
    #expect(try await restarted.purgePending().removed == ids("article:focus", "note:2"))
    #expect(try await restarted.search("mine").hits.count == 1)
    #expect(try await restarted.search("focus").hits.isEmpty)
    #expect(try await restarted.status().pendingPurges == 0)
  }
}
