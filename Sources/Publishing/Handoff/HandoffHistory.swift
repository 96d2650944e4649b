package import Bundles
package import Translations

/// What was published of one locale, as far as a merge asks.
package struct HandoffHistory {
  private let reader: StoreReader?
  private let head: Snapshot
  /// The state that the hand-off was made from; `nil` if that is not known.
  private let base: Snapshot?
  private let locale: LanguageTag
  /// Decisions that wait for the publish that uses them.
  private let accepted: [Acceptance]

  /// - Parameters:
  ///   - reader: the store; `nil` if nothing was published yet.
  ///   - head: the newest revision of the store.
  ///   - base: the revision that the hand-off names. Nothing was published at r0, so what the catalogs said then
  ///     is not known either.
  ///   - accepted: the decisions that a withdrawn text may return.
  package init(
    _ reader: StoreReader?, head: Snapshot, base: Int?, locale: LanguageTag, accepted: [Acceptance] = []
  ) throws(BundleError) {
    self.reader = reader
    self.accepted = accepted
    self.head = head
    self.locale = locale
    if let reader, let base, base > 0, base <= head.revision {
      self.base = base == head.revision ? head : try reader.snapshot(revision: base)
    } else {
      self.base = nil
    }
  }

  package var baseRevision: Int? { base?.revision }

  /// Whether a rollback took anything back.
  var hasWithdrawals: Bool { head.ledger.withdrawn.count > 0 }

  /// Whether the head says this at a key.
  func isPublished(_ message: Message?, at key: MessageKey) throws(BundleError) -> Bool {
    guard let reader else { return false }
    return try head.value(key, in: locale, from: reader)?.message == message
  }

  /// What the hand-off's base says at a key.
  func baseValue(_ key: MessageKey) throws(BundleError) -> Message? {
    guard let base, let reader else { return nil }
    return try base.value(key, in: locale, from: reader)?.message
  }

  /// What a revision says at a key.
  func value(_ key: MessageKey, at revision: Int) throws(BundleError) -> Message? {
    guard let reader else { return nil }
    return try reader.snapshot(revision: revision).value(key, in: locale, from: reader)?.message
  }

  /// When a text stood at a key before it was replaced.
  func returns(_ key: MessageKey, _ digest: Fingerprint) throws(BundleError) -> [ValueHistory.Span] {
    guard let reader else { return [] }
    return try LocaleHistory(head.ledger[locale], reader).spans(of: digest, at: ValueHistory.key(values: key))
  }

  /// The rollback that took a text back, and whether somebody accepted that it returns.
  func withdrawal(
    _ key: MessageKey, _ digest: Fingerprint
  ) throws(BundleError) -> (revision: Int, isAccepted: Bool)? {
    guard let reader else { return nil }
    let value = WithdrawnValue(place: ValueHistory.key(values: key), locale: locale, digest: digest)
    guard let revision = try head.ledger.withdrawal(of: value, from: reader) else { return nil }
    guard !accepted.isEmpty, let finding = try head.withdrawn(key, digest, in: locale, from: reader) else {
      return (revision, false)
    }
    return (revision, accepted.contains { $0.covers(finding) })
  }

  /// The paths of a catalog's values that stand against another source text than today's.
  ///
  /// - Parameters:
  ///   - noted: what the project itself says that values were made against; it counts more than what was published.
  /// - Complexity: O(n) in the published values of the catalog.
  package func outdated(
    _ catalog: String, working: Catalog, source: Catalog, noted: [CandidateInput.SourceDigest]
  ) throws(BundleError) -> Set<[UInt8]> {
    func isOutdated(_ path: [UInt8], _ digest: Fingerprint) -> Bool {
      source.row(path: path[...]).flatMap { source.target($0) }.map { Fingerprint.value($0) != digest }
        ?? false
    }
    var paths = Set(noted.filter { isOutdated($0.path, $0.digest) }.map(\.path))
    guard let reader, let root = head.content[locale]?.catalog(catalog), root.count > 0 else { return paths }
    let known = Set(noted.map(\.path))
    try MerkleTree.forEach(in: root.address, from: reader) { (entry) throws(BundleError) in
      let value = try PublishedValue(entry)
      guard let digest = value.sourceDigest, !known.contains(entry.key), isOutdated(entry.key, digest),
        let row = working.row(path: entry.key[...]), working.target(row) == value.message
      else { return }
      paths.insert(entry.key)
    }
    return paths
  }
}
