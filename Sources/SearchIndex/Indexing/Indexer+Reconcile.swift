extension Indexer {
  /// Compares the fingerprint of each document with the ledger and writes what differs.
  func reconcile<Source: RevisionSource>(
    _ reader: inout RevisionReader<Source>, _ run: inout IndexRun
  ) async throws {
    var comparison = Comparison(store: store, generation: run.generation)
    try await comparison.advance()
    try await compare("", with: reader, &comparison, &run)
    if let account = reader.account {
      try await comparison.removeAll { $0 < account }
      try await compare(account, with: reader, &comparison, &run)
    }
    try await comparison.removeAll { _ in true }
    run.progress.total = comparison.removals.count + comparison.upserts.count
    for identity in comparison.removals {
      run.remove(identity)
      try await flushIfFull(&run)
    }
    for identity in comparison.upserts {
      if case .item(let item) = try reader.read(identity) { run.upsert(item) }
      try await flushIfFull(&run)
    }
  }

  /// Compares the documents of one account, or those of everybody, with the rows that are theirs.
  private func compare<Source: RevisionSource>(
    _ account: ExactString, with reader: RevisionReader<Source>, _ comparison: inout Comparison,
    _ run: inout IndexRun
  ) async throws {
    let access: ContentAccess = account.utf8.isEmpty ? .public : .account
    var rows = try TreeEntryCursor(reader.rows, in: reader.source)
    while let entry = try rows.next() {
      let row = try LedgerRow(entry)
      guard let contentID = ContentID(String(decoding: entry.key, as: UTF8.self)) else {
        throw BundleError(.damaged, "content ID in the ledger is not valid")
      }
      guard row.access == access else {
        if row.access == .account, reader.account == nil { run.report.skipped.append(contentID) }
        continue
      }
      let identity = ItemIdentity(account: account, contentID: contentID)
      let isKnown = try await comparison.meet(identity, row.projection)
      // Written by the run that this one continues, and a rebuild lists all.
      if isKnown, run.generation == .building { run.report.upserted.append(contentID) }
    }
    try await comparison.removeAll { $0 <= account }
  }

  /// The document of something that only the app knows, as it is now.
  func ownItem(
    _ identity: ItemIdentity, _ builder: SearchableItemBuilder, chain: [LanguageTag]
  ) async throws -> SearchableItem? {
    if let record = try await provider?.record(identity, chain: chain) {
      return builder.item(record, origin: .app)
    }
    guard let record = try await store.literalRecord(of: identity) else { return nil }
    return builder.item(record, origin: .literal)
  }

  /// Adds what the app itself has.
  func addProvided(chain: [LanguageTag], to run: inout IndexRun) async throws {
    guard let provider, let locale = chain.first else { return }
    let builder = SearchableItemBuilder(locale: locale)
    var last: ItemIdentity?
    while true {
      let page = try await provider.identities(after: last, limit: options.batchSize)
      if page.isEmpty { return }
      run.progress.total += page.count
      for identity in page {
        if let record = try await provider.record(identity, chain: chain) {
          run.upsert(builder.item(record, origin: .app))
        }
        try await flushIfFull(&run)
      }
      last = page.last
    }
  }

  /// Takes the records whose text only the app had over into a generation that is being built.
  func keepLiterals(locale: LanguageTag, in run: inout IndexRun) async throws {
    let builder = SearchableItemBuilder(locale: locale)
    var literals = LiteralCursor(store: store)
    while let record = try await literals.next() {
      run.progress.total += 1
      run.upsert(builder.item(record, origin: .literal))
      try await flushIfFull(&run)
    }
  }
}

/// The documents of revisions in an index, walked along with what should be there.
private struct Comparison {
  private var states: ProjectionStateCursor
  private var state: ProjectionState?
  private(set) var removals: [ItemIdentity] = []
  private(set) var upserts: [ItemIdentity] = []

  init(store: any SearchIndexStore, generation: IndexGeneration) {
    states = ProjectionStateCursor(store: store, generation: generation)
  }

  /// Goes to the next document that a revision brought.
  mutating func advance(isolation: isolated (any Actor)? = #isolation) async throws {
    state = try await states.next()
    while let found = state, found.origin != .bundle { state = try await states.next() }
  }

  /// - Returns: whether the item is there as it should be.
  mutating func meet(
    _ identity: ItemIdentity, _ fingerprint: Fingerprint, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Bool {
    while let known = state, known.identity < identity {
      removals.append(known.identity)
      try await advance()
    }
    let isKnown = state?.identity == identity && state?.fingerprint == fingerprint
    if !isKnown { upserts.append(identity) }
    if state?.identity == identity { try await advance() }
    return isKnown
  }

  /// Lets go of every document from here on whose account is meant.
  mutating func removeAll(
    isolation: isolated (any Actor)? = #isolation, where isMeant: (ExactString) -> Bool
  ) async throws {
    while let known = state, isMeant(known.identity.account) {
      removals.append(known.identity)
      try await advance()
    }
  }
}

/// Walks the states of an index page by page.
struct ProjectionStateCursor {
  let store: any SearchIndexStore
  let generation: IndexGeneration
  private var page: ArraySlice<ProjectionState> = []
  private var last: ItemIdentity?
  private var isAtEnd = false
  private static let pageSize = 2_000

  init(store: any SearchIndexStore, generation: IndexGeneration) {
    self.store = store
    self.generation = generation
  }

  mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> ProjectionState? {
    if page.isEmpty, !isAtEnd {
      page = try await store.projectionStates(in: generation, after: last, limit: Self.pageSize)[...]
      isAtEnd = page.count < Self.pageSize
      last = page.last?.identity
    }
    return page.popFirst()
  }
}

/// Walks the records whose text only the app had, page by page.
struct LiteralCursor {
  let store: any SearchIndexStore
  private var page: ArraySlice<SearchableRecord> = []
  private var last: ItemIdentity?
  private var isAtEnd = false
  private static let pageSize = 500

  init(store: any SearchIndexStore) { self.store = store }

  mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> SearchableRecord? {
    if page.isEmpty, !isAtEnd {
      page = try await store.literalRecords(after: last, limit: Self.pageSize)[...]
      isAtEnd = page.count < Self.pageSize
      last = page.last?.identity
    }
    return page.popFirst()
  }
}
