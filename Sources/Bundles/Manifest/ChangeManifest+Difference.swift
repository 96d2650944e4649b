import Translations

extension ChangeManifest {
  /// The manifest between any two revisions of one lineage, either of which may be r0.
  /// - Complexity: proportional to the rows that differ.
  public init(
    from old: Snapshot, to new: Snapshot, lineage: String, nodes: some NodeSource
  ) throws(BundleError) {
    let isStep = new.revision == old.revision + 1
    self.init(
      lineage: lineage, base: End(old), head: End(new),
      kind: isStep ? (new.head?.kind == .rollback ? .rollback : .publish) : .composed,
      restores: isStep ? new.head?.restores : nil,
      locales: Self.localeChanges(from: old.localeRows, to: new.localeRows),
      entries: try Self.entries(from: old.ledger, to: new.ledger, nodes: nodes))
  }

  /// What differs between two ledgers.
  package static func entries(
    from old: Ledger, to new: Ledger, nodes: some NodeSource
  ) throws(BundleError) -> [ManifestEntry] {
    var entries: [ManifestEntry] = []
    for locale in Set(old.locales.map(\.locale)).union(new.locales.map(\.locale)).sorted() {
      let changes = try MerkleTree.difference(
        from: (old[locale]?.items ?? .empty).address, to: (new[locale]?.items ?? .empty).address,
        source: EmptyTreeSource(nodes))
      for change in changes {
        guard let contentID = ContentID(String(decoding: change.key, as: UTF8.self)) else {
          throw BundleError(.damaged, "content ID in the ledger is not valid")
        }
        entries += ManifestEntry.entries(
          contentID, locale, from: try change.before.map(LedgerRow.init),
          to: try change.after.map(LedgerRow.init))
      }
    }
    return entries
  }

  package static func localeChanges(
    from old: [Head.LocaleRow], to new: [Head.LocaleRow]
  ) -> [LocaleChange] {
    Set(old.map(\.locale)).union(new.map(\.locale)).compactMap { locale in
      let before = old.first { $0.locale == locale }
      let after = new.first { $0.locale == locale }
      guard before != after else { return nil }
      return LocaleChange(
        locale: locale, revision: Pair(before?.revision ?? 0, after?.revision ?? 0),
        items: Pair(before?.items ?? 0, after?.items ?? 0))
    }
  }
}

extension ChangeManifest.End {
  init(_ snapshot: Snapshot) {
    self.init(
      revision: snapshot.revision, content: snapshot.content.address, ledger: snapshot.ledger.address)
  }
}

extension Snapshot {
  /// The rows of the head, one for each declared locale; none at r0.
  public var localeRows: [Head.LocaleRow] { head?.locales ?? [] }
}
