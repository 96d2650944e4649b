extension Indexer {
  /// Forgets items: no search finds them any more, and no byte of the index holds what only they held.
  ///
  /// What is requested is noted durably before anything else happens, so it is carried out by the next operation if
  /// this one does not come to its end. It needs neither revision nor language nor account. Whatever runs meanwhile
  /// is refused its next batch, since that may hold what is to go. A revision or record source that still has the
  /// items brings them back when it is asked again.
  /// - Complexity: as much as copying the index.
  /// - Throws: `SearchIndexError` with `.busy` while another process reads: everything is removed, and the bytes are
  ///   erased later.
  @discardableResult
  public func purge(_ request: PurgeRequest) async throws -> IndexReport {
    do throws(SearchIndexError) { try await store.request(request) } catch {
      // A damaged index cannot keep a request, and all of it goes.
      guard error.code == .damaged else { throw error }
    }
    return try await operation(.purge, interrupts: true) { try await carryOutPurges() }
  }

  /// Carries out what was requested earlier, at launch for example, signed in or not.
  @discardableResult
  public func purgePending() async throws -> IndexReport {
    try await operation(.purge) { try await carryOutPurges() }
  }

  /// Removes every item of an account and forgets it.
  @discardableResult
  public func remove(account: ExactString) async throws -> IndexReport {
    try await purge(.account(account))
  }

  /// Changes whose items are indexed besides everybody's. Those of the account that was set are purged first.
  /// - Parameter account: `nil` for nobody's.
  @discardableResult
  public func setAccount(
    _ account: ExactString?, from source: sending some RevisionSource,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    if let before = try await store.contents().stamp?.account, before != account {
      try await purge(.account(before))
    }
    var wish = Wish(locale: .current, origin: origin)
    wish.account = .exactly(account)
    return try await operation(.setAccount, interrupts: true) { try await bring(source, wish, onProgress) }
  }

  private func carryOutPurges() async throws -> IndexReport {
    do { return try await forget() } catch let error as SearchIndexError {
      guard error.code == .damaged else { throw error }
      try await store.reset()
      return IndexReport(mode: .delta, locale: nil, from: nil, to: nil)
    }
  }

  private func forget() async throws -> IndexReport {
    let stamp = try await store.contents().stamp
    let removed = try await store.purge()
    var report = IndexReport(
      mode: removed.isEmpty ? .none : .delta, locale: stamp?.locale, from: stamp?.revision,
      to: stamp?.revision)
    report.removed = Set(removed.map(\.contentID)).sorted()
    if options.reportsDigest { report.digest = try await store.digest() }
    return report
  }

  /// Carries out what was requested to be forgotten, before anything is written.
  func drainPurges() async throws {
    do throws(SearchIndexError) {
      if try await store.contents().purges.isEmpty { return }
      _ = try await store.purge()
    } catch {
      // A damaged index is thrown away by whoever needs it. In one that others read nothing finds any more what was
      // to go, and its bytes go later.
      guard error.code == .damaged || error.code == .busy else { throw error }
    }
  }
}
