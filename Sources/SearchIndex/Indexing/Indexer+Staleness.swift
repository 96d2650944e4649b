extension Indexer {
  /// Has the next `apply` compare every document with the revision, whatever the stamp says.
  public func markStale() async throws {
    _ = try await operation(.markStale) {
      let contents = try await store.contents()
      guard let stamp = contents.stamp else {
        return IndexReport(mode: .none, locale: nil, from: nil, to: nil)
      }
      try await begin(doubting: [], stamp, contents)
      return IndexReport(mode: .none, locale: stamp.locale, from: stamp.revision, to: stamp.revision)
    }
  }

  /// Notes durably that items must be written again, as the system asks for; the next `apply` or `retryFailed` does
  /// it, and removes those that may not be found any more.
  /// - Parameter identifiers: unique identifiers as the index has them; others are ignored.
  public func markStale(identifiers: [String]) async throws {
    _ = try await operation(.markStale) {
      let contents = try await store.contents()
      guard let stamp = contents.stamp else {
        return IndexReport(mode: .none, locale: nil, from: nil, to: nil)
      }
      let identities = identifiers.compactMap(ItemIdentity.init(uniqueIdentifier:))
      try await begin(doubting: identities, stamp, contents)
      return IndexReport(mode: .none, locale: stamp.locale, from: stamp.revision, to: stamp.revision)
    }
  }

  private func begin(
    doubting identities: [ItemIdentity], _ stamp: IndexStamp, _ contents: IndexContents
  ) async throws {
    var failures: [ItemIdentity: PlanFailure] = [:]
    if let pending = contents.pending, !pending.isBuilding {
      for failure in pending.failures { failures[failure.identity] = failure }
    }
    for identity in identities { failures[identity] = PlanFailure(identity) }
    let plan = PendingPlan(
      mode: .reconcile, target: stamp, base: stamp.link,
      failures: failures.values.sorted { $0.identity < $1.identity })
    _ = try await store.begin(plan)
  }
}
