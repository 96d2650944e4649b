/// What must be forgotten, and what must not.
extension Rehearsal {
  /// The index these promises are judged on.
  private static let privacyName = "privacy"
  private static let note = ContentID("rehearsal:note")!

  /// An item that somebody made.
  private func record(_ account: ExactString, _ title: String) -> SearchableRecord {
    SearchableRecord(
      account: account, contentID: Self.note, domain: "rehearsal", locale: first, title: title)
  }

  func playPrivacy() async {
    await judge(.purge) { try await judgePurge() }
    await judge(.purgeFirst) { try await judgePurgeFirst() }
    await judge(.accounts) { try await judgeAccounts() }
    await judge(.accountChange) { try await judgeAccountChange() }
    await judge(.ownItems) { try await judgeOwnItems() }
  }

  private func judgePurge() async throws -> String {
    let store = try await built()
    let indexer = indexer(store)
    let expected = try Self.expected(in: first, revisions)
    guard let contentID = expected.keys.min(), let item = expected[contentID] else {
      throw NotApplicable(reason: "there is no item in \(first)")
    }
    try await indexer.purge(.items([ItemIdentity(contentID: contentID)]))
    var left = expected
    left[contentID] = nil
    try await expect(store, holds: left)
    try expect(
      !(try await finds(contentID, item.title, in: indexer)), "\(contentID) is still found")
    try expect(try await indexer.status().pendingPurges == 0, "the purge is still pending")
    return "\(contentID) is gone, \(left.count) others are as they were"
  }

  private func judgePurgeFirst() async throws -> String {
    let store = try await built()
    let expected = try Self.expected(in: first, revisions)
    guard let contentID = expected.keys.max() else {
      throw NotApplicable(reason: "there is no item in \(first)")
    }
    let mark = try await store.contents().purgeMark
    try await store.request(.items([ItemIdentity(contentID: contentID)]))
    do {
      _ = try await store.commit(IndexBatch(epoch: nil, purgeMark: mark, time: 0))
      throw Broken(detail: "a batch from before the purge was taken")
    } catch let error as SearchIndexError {
      try expect(error.code == .superseded, "refused as \(error.code), not as superseded")
    }
    // As after a restart, without any revision.
    let indexer = indexer(try makeStore(Self.privacyName))
    let report = try await indexer.purgePending()
    try expect(report.removed == [contentID], "what was requested before a restart was not done after it")
    return "done at the next start, without a revision"
  }

  private func judgeAccounts() async throws -> String {
    let store = try await built()
    let indexer = indexer(store)
    let words = ["": "xqznobodyxq", "a1": "xqzonexq", "a10": "xqztenxq"]
    try await indexer.upsert(records: words.map { record(ExactString($0.key), $0.value) })
    try await indexer.remove(account: "a1")
    for (account, word) in words {
      let isFound = try await !indexer.search(word).hits.isEmpty
      try expect(isFound == (account != "a1"), "after account a1 was purged, account '\(account)' is wrong")
    }
    try await expect(store, holds: Self.expected(in: first, revisions))
    return "purging a1 left a10 and what belongs to nobody"
  }

  private func judgeAccountChange() async throws -> String {
    let own = try Self.expected(in: first, revisions, access: .account)
    guard let contentID = own.keys.min() else {
      throw NotApplicable(reason: "no item is for an account")
    }
    let store = try await built()
    let indexer = indexer(store)
    func identities() async throws -> Set<ItemIdentity> {
      var result: Set<ItemIdentity> = []
      var states = ProjectionStateCursor(store: store, generation: .active)
      while let state = try await states.next() {
        if own[state.identity.contentID] != nil { result.insert(state.identity) }
      }
      return result
    }
    for account in ["x", "y"] as [ExactString] {
      try await indexer.setAccount(account, from: revisions.source())
      let expected = own.keys.map { ItemIdentity(account: account, contentID: $0) }
      try expect(
        try await identities() == Set(expected), "with account \(account), \(contentID) is not its own")
    }
    try await indexer.setAccount(nil, from: revisions.source())
    try expect(try await identities().isEmpty, "an account's items stay when nobody is signed in")
    return "\(own.count) items follow the account"
  }

  private func judgeOwnItems() async throws -> String {
    let store = try await built()
    let indexer = indexer(store)
    try await indexer.upsert(records: [record("", "xqzmadexq")])
    try await indexer.rebuild(from: revisions.source())
    if let second { try await indexer.switchLocale(to: .exactly(second), from: revisions.source()) }
    try expect(
      try await indexer.search("xqzmadexq").hits.map(\.contentID) == [Self.note],
      "what somebody made is lost with a rebuild")
    try await indexer.remove(contentIDs: [Self.note])
    try expect(try await indexer.search("xqzmadexq").hits.isEmpty, "what was removed is still found")
    return "kept through a rebuild and a change of language"
  }

  private func built() async throws -> any SearchIndexStore {
    let store = try makeStore(Self.privacyName)
    try await store.reset()
    try await indexer(store).apply(revisions.source(), locale: .exactly(first))
    return store
  }
}
