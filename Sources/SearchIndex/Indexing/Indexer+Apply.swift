extension Indexer {
  /// Brings the index to the newest revision of a source, in the cheapest way that is right: nothing, the changes
  /// since the revision it holds, a comparison of fingerprints, or a rebuild.
  ///
  /// - Parameters:
  ///   - source: a store, opened for this call.
  ///   - locale: another one than the index is in makes it be built anew beside the old one.
  ///   - origin: whether the revision must prove that it follows the one that was indexed last.
  /// - Throws: `IndexRefusal`, with the index as it was; `BundleError` if the source cannot be read;
  ///   `SearchIndexError`; `CancellationError`.
  @discardableResult
  public func apply(
    _ source: sending some RevisionSource, locale: LocaleSelection = .current,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    let wish = Wish(locale: locale, origin: origin)
    return try await operation(.apply) { try await bring(source, wish, onProgress) }
  }

  /// Tries again what the index refused, if there is any such thing, and brings the index to the newest revision.
  /// - Parameter beyondLimit: whether to try what was tried often enough, too.
  @discardableResult
  public func retryFailed(
    from source: sending some RevisionSource, beyondLimit: Bool = false,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    var wish = Wish(locale: .current, origin: origin)
    if beyondLimit { wish.attemptLimit = .max }
    return try await operation(.retry) {
      try await drainPurges()
      let contents = try await store.contents()
      guard let pending = contents.pending, !pending.failures.isEmpty else {
        let revision = contents.stamp?.revision
        return IndexReport(mode: .none, locale: contents.stamp?.locale, from: revision, to: revision)
      }
      // What failed may have been on the way to another language or account.
      wish.resolved = ResolvedLocale(locale: pending.target.locale, reason: pending.target.localeReason)
      wish.account = .exactly(pending.target.account)
      return try await bring(source, wish, onProgress)
    }
  }

  /// Builds the index anew beside the old one, which is searched until the new one is whole. A running operation
  /// makes way.
  @discardableResult
  public func rebuild(
    from source: sending some RevisionSource, locale: LocaleSelection = .current,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    var wish = Wish(locale: locale, origin: origin)
    wish.rebuilds = true
    return try await operation(.rebuild, interrupts: true) { try await bring(source, wish, onProgress) }
  }

  /// Changes the language of the index. A running operation makes way; until the new index is whole, the old one is
  /// searched and reported.
  @discardableResult
  public func switchLocale(
    to locale: LocaleSelection, from source: sending some RevisionSource,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    let wish = Wish(locale: locale, origin: origin)
    return try await operation(.switchLocale, interrupts: true) {
      try await bring(source, wish, onProgress)
    }
  }

  /// What is wanted of the index.
  struct Wish {
    var locale: LocaleSelection
    var origin: RevisionOrigin
    /// A locale that was resolved before, if it is still declared.
    var resolved: ResolvedLocale?
    var account = AccountSelection.current
    var rebuilds = false
    /// How often something is tried; `nil` for the indexer's own limit.
    var attemptLimit: Int?
  }

  /// Whose documents the index is to hold besides everybody's.
  enum AccountSelection {
    case current
    case exactly(ExactString?)
  }

  func bring(
    _ source: some RevisionSource, _ wish: Wish, _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    // Before anything that may fail: what must be forgotten needs no revision.
    try await drainPurges()
    guard let head = source.head else {
      throw SearchIndexError(.noSource, "the store has no revision yet; publish first")
    }
    let pinned = try pins?.read()
    do {
      return try await update(source, head, wish, pinned, onProgress)
    } catch let error as SearchIndexError where error.code == .damaged {
      // What is damaged is worth nothing, and everything in it can be built again.
      try await store.reset()
      var wish = wish
      wish.rebuilds = true
      return try await update(source, head, wish, pinned, onProgress)
    }
  }

  private func update<Source: RevisionSource>(
    _ source: Source, _ head: Head, _ wish: Wish, _ pinned: Pin?, _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    let contents = try await store.contents()
    let trusted = Self.trusted(pinned, contents.stamp?.pin)
    let refusal = try IndexRefusal.judge(Pin(head), trusted: trusted) { () throws(BundleError) in
      try Self.ancestry(of: head, at: trusted?.link.revision ?? 0, in: source)
    }
    if let refusal, wish.origin == .downloaded { throw refusal }

    let snapshot = try Snapshot(head, from: source)
    let resolved =
      if let before = wish.resolved, snapshot.content[before.locale] != nil {
        before
      } else {
        try wish.locale.resolve(
          in: snapshot.content, complete: source.completeLocales, current: contents.stamp)
      }
    guard let locale = snapshot.content[resolved.locale] else {
      throw SearchIndexError(.unknownLocale, "\(resolved.locale) is not declared")
    }
    var wanted = IndexStamp(head, locale, reason: resolved.reason)
    wanted.migrated = contents.stamp?.migrated ?? []
    if case .exactly(let account) = wish.account {
      wanted.account = account
    } else {
      wanted.account = contents.stamp?.account
    }
    let stamp = contents.isWhole ? contents.stamp : nil
    let manifest = Self.manifest(from: stamp, to: wanted, snapshot, source)
    var plan = IndexPlan(
      stamp: stamp, pending: contents.pending, wanted: wanted, manifest: manifest)
    if wish.rebuilds { plan.mode = .rebuild }

    var reader = RevisionReader(head, snapshot, locale, account: wanted.account, source)
    var report = try await execute(
      plan, wanted, contents, reader, attemptLimit: wish.attemptLimit ?? options.maximumAttempts, onProgress)
    report.overruled = refusal
    if report.failed.isEmpty {
      if pinned != wanted.pin { try pins?.write(wanted.pin) }
      try await migrate(wanted, &reader, &report)
    }
    return report
  }

  /// The newer one of what was pinned and what was indexed; a crash may fall between the two.
  private static func trusted(_ pinned: Pin?, _ stamped: Pin?) -> Pin? {
    guard let pinned, let stamped else { return pinned ?? stamped }
    let isAhead = stamped.lineage == pinned.lineage && stamped.link.revision > pinned.link.revision
    return isAhead ? stamped : pinned
  }

  /// Follows the parents of a head down to a revision.
  private static func ancestry(
    of head: Head, at revision: Int, in source: some RevisionSource
  ) throws(BundleError) -> IndexRefusal.Ancestry {
    var head = head
    while let parent = head.parent {
      if parent.revision == revision { return .found(parent) }
      do { head = try source.head(parent) } catch {
        if error.code == .missing { return .missing }
        throw error
      }
    }
    return .missing
  }

  /// What changed in the index's locale since its revision; `nil` if that revision cannot be read any more.
  private static func manifest(
    from stamp: IndexStamp?, to wanted: IndexStamp, _ snapshot: Snapshot, _ source: some RevisionSource
  ) -> ChangeManifest? {
    guard let stamp, stamp.buildsLike(wanted), stamp.lineage == wanted.lineage,
      stamp.revision < wanted.revision
    else { return nil }
    guard let head = try? source.head(stamp.link), let old = try? Snapshot(head, from: source),
      let entries = try? ChangeManifest.entries(
        from: old.ledger.only(wanted.locale), to: snapshot.ledger.only(wanted.locale), nodes: source)
    else {
      // A bundle file has the steps and not the state before them.
      return (try? source.manifest(from: stamp.revision)).flatMap { $0 }
    }
    return ChangeManifest(
      lineage: wanted.lineage,
      base: .init(revision: old.revision, content: head.content, ledger: head.ledger),
      head: .init(revision: wanted.revision, content: wanted.content, ledger: wanted.ledger),
      kind: .composed, restores: nil, locales: [], entries: entries)
  }
}

extension Ledger {
  /// The ledger without the other locales.
  fileprivate func only(_ locale: LanguageTag) -> Ledger {
    var result = self
    result.locales.removeAll { $0.locale != locale }
    return result
  }
}
