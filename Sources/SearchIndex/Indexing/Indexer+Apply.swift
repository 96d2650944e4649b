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
    await enter()
    defer { leave() }
    return try await bring(source, locale, origin, rebuilds: false, onProgress)
  }

  /// Builds the index anew beside the old one, which is searched until the new one is whole. A running operation
  /// makes way.
  @discardableResult
  public func rebuild(
    from source: sending some RevisionSource, locale: LocaleSelection = .current,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    interruptRunning()
    await enter()
    defer { leave() }
    return try await bring(source, locale, origin, rebuilds: true, onProgress)
  }

  /// Changes the language of the index. A running operation makes way; until the new index is whole, the old one is
  /// searched and reported.
  @discardableResult
  public func switchLocale(
    to locale: LocaleSelection, from source: sending some RevisionSource,
    origin: RevisionOrigin = .downloaded, onProgress: IndexProgress.Handler? = nil
  ) async throws -> IndexReport {
    interruptRunning()
    await enter()
    defer { leave() }
    return try await bring(source, locale, origin, rebuilds: false, onProgress)
  }

  private func bring(
    _ source: some RevisionSource, _ selection: LocaleSelection, _ origin: RevisionOrigin, rebuilds: Bool,
    _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    guard let head = source.head else {
      throw SearchIndexError(.noSource, "the store has no revision yet; publish first")
    }
    let pinned = try pins?.read()
    do {
      return try await update(source, head, selection, origin, pinned, rebuilds: rebuilds, onProgress)
    } catch let error as SearchIndexError where error.code == .damaged {
      // What is damaged is worth nothing, and everything in it can be built again.
      try await store.reset()
      return try await update(source, head, selection, origin, pinned, rebuilds: true, onProgress)
    }
  }

  private func update<Source: RevisionSource>(
    _ source: Source, _ head: Head, _ selection: LocaleSelection, _ origin: RevisionOrigin, _ pinned: Pin?,
    rebuilds: Bool, _ onProgress: IndexProgress.Handler?
  ) async throws -> IndexReport {
    let contents = try await store.contents()
    let trusted = Self.trusted(pinned, contents.stamp?.pin)
    let refusal = try IndexRefusal.judge(Pin(head), trusted: trusted) { () throws(BundleError) in
      try Self.ancestry(of: head, at: trusted?.link.revision ?? 0, in: source)
    }
    if let refusal, origin == .downloaded { throw refusal }

    let snapshot = try Snapshot(head, from: source)
    let resolved = try selection.resolve(in: snapshot.content, current: contents.stamp)
    guard let locale = snapshot.content[resolved.locale] else {
      throw SearchIndexError(.unknownLocale, "\(resolved.locale) is not declared")
    }
    let wanted = IndexStamp(head, locale, reason: resolved.reason)
    let stamp = contents.isWhole ? contents.stamp : nil
    let manifest = Self.manifest(from: stamp, to: wanted, snapshot, source)
    var plan = IndexPlan(
      stamp: stamp, pending: contents.pending, wanted: wanted, manifest: manifest)
    if rebuilds { plan.mode = .rebuild }

    let reader = RevisionReader(head, snapshot, locale, source)
    var report = try await execute(plan, wanted, contents, reader, onProgress)
    report.overruled = refusal
    if report.failed.isEmpty, pinned != wanted.pin { try pins?.write(wanted.pin) }
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
      stamp.revision < wanted.revision, let head = try? source.head(stamp.link),
      let old = try? Snapshot(head, from: source),
      let entries = try? ChangeManifest.entries(
        from: old.ledger.only(wanted.locale), to: snapshot.ledger.only(wanted.locale), nodes: source)
    else { return nil }
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
