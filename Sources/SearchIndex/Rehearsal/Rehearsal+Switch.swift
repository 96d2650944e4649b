/// Building an index and changing its language.
extension Rehearsal {
  /// The index these promises are judged on.
  private static let switchName = "switch"

  func playSwitch() async {
    await judge(.complete) { try await judgeComplete() }
    await judge(.switched) { try await judgeSwitched() }
    await judge(.oldTerms) { try await judgeOldTerms() }
    await judge(.newTerms) { try await judgeNewTerms() }
    await judge(.noDuplicates) { try await judgeNoDuplicates() }
    await judge(.coldStart) { try await judgeColdStart() }
  }

  private func judgeComplete() async throws -> String {
    let store = try makeStore(Self.switchName)
    try await indexer(store).apply(revisions.source(), locale: .exactly(first))
    let expected = try Self.expected(in: first, revisions)
    try await expect(store, holds: expected)
    return "\(expected.count) items in \(first)"
  }

  private func judgeSwitched() async throws -> String {
    let second = try secondLocale()
    let store = try makeStore(Self.switchName)
    let report = try await indexer(store).switchLocale(to: .exactly(second), from: revisions.source())
    let expected = try Self.expected(in: second, revisions)
    try await expect(store, holds: expected)
    let status = try await indexer(store).status(comparedWith: revisions.newest.head)
    try expect(
      status.locale == second && !status.isStale, "the index does not say that it is in \(second)")
    return "\(first) → \(second): \(report.upserted.count) written, \(report.removed.count) removed"
  }

  private func judgeOldTerms() async throws -> String {
    let second = try secondLocale()
    let indexer = indexer(try makeStore(Self.switchName))
    let pairs = try differing(second).filter {
      isFound($0.new.texts, by: $0.old.title, in: second) == false
    }
    guard !pairs.isEmpty else { throw NotApplicable(reason: "no title has words of \(first) only") }
    for pair in pairs where try await finds(pair.contentID, pair.old.title, in: indexer) {
      throw Broken(detail: "\(pair.contentID) is still found by its \(first) title")
    }
    return "\(pairs.count) titles of \(first) find nothing any more"
  }

  private func judgeNewTerms() async throws -> String {
    let second = try secondLocale()
    let indexer = indexer(try makeStore(Self.switchName))
    let pairs = try differing(second).filter { isFound($0.new.texts, by: $0.new.title, in: second) == true }
    guard !pairs.isEmpty else { throw NotApplicable(reason: "no title differs between two locales") }
    for pair in pairs {
      try expect(
        try await finds(pair.contentID, pair.new.title, in: indexer),
        "\(pair.contentID) is not found by its \(second) title")
    }
    return "\(pairs.count) titles of \(second) are found"
  }

  private func judgeNoDuplicates() async throws -> String {
    let store = FaultInjectingStore(try makeStore(Self.switchName), FaultInjectingStore.Faults())
    let indexer = indexer(store)
    let locale = second ?? first
    let expected = try Self.expected(in: locale, revisions)
    try await indexer.apply(revisions.source(), locale: .exactly(locale))
    try expect(await store.written.isEmpty, "applying the same revision again writes documents")
    try await indexer.rebuild(from: revisions.source())
    try await expect(store, holds: expected)
    let items = try await store.contents().items
    try expect(items == expected.count, "\(items) documents for \(expected.count) items")
    for (contentID, item) in expected.prefix(200) {
      _ = try await finds(contentID, item.title, in: indexer)
    }
    return "\(items) documents, one an item"
  }

  private func judgeColdStart() async throws -> String {
    let before = try await makeStore(Self.switchName).digest()
    let after: Digest
    if let digestElsewhere {
      after = try await digestElsewhere(Self.switchName)
    } else {
      after = try await makeStore(Self.switchName).digest()
    }
    try expect(before == after, "after a restart the index holds something else")
    let status = try await indexer(makeStore(Self.switchName)).status(comparedWith: revisions.newest.head)
    try expect(!status.isStale, "after a restart the index is stale")
    return digestElsewhere == nil
      ? "the same index after it was opened again" : "the same index in a fresh process"
  }

  func secondLocale() throws(NotApplicable) -> LanguageTag {
    guard let second else { throw NotApplicable(reason: "no other locale shows anything else") }
    return second
  }

  /// Some items whose titles differ between the two locales, in an order that depends on their names alone.
  private func differing(
    _ second: LanguageTag
  ) throws -> [(contentID: ContentID, old: Expected, new: Expected)] {
    let old = try Self.expected(in: first, revisions)
    let new = try Self.expected(in: second, revisions)
    var pairs: [(contentID: ContentID, old: Expected, new: Expected)] = []
    for contentID in new.keys.sorted() where pairs.count < 100 {
      guard let before = old[contentID], let after = new[contentID],
        ExactString(before.title) != ExactString(after.title)
      else { continue }
      pairs.append((contentID, before, after))
    }
    return pairs
  }
}
