/// Makes documents of one revision in one locale.
struct RevisionReader<Source: RevisionSource> {
  let head: Head
  let snapshot: Snapshot
  let locale: ContentState.Locale
  let source: Source
  let builder: SearchableItemBuilder
  private var projections: TreeProjectionSource<Source>
  private var lookup: TreeLookup<Source>

  /// - Precondition: `locale` is one of the snapshot's.
  init(_ head: Head, _ snapshot: Snapshot, _ locale: ContentState.Locale, _ source: Source) {
    self.head = head
    self.snapshot = snapshot
    self.locale = locale
    self.source = source
    builder = SearchableItemBuilder(locale: locale.locale)
    projections = TreeProjectionSource(snapshot.content, nodes: source)
    lookup = TreeLookup(source)
  }

  /// The ledger's rows: one for each item that has a projection in the locale.
  var rows: TreeRoot { snapshot.ledger[locale.locale]?.items ?? .empty }

  /// Why an item is not in the index.
  enum Reading {
    case item(SearchableItem)
    /// Only an account's owner may find it.
    case skipped
    /// It has no projection.
    case absent
  }

  mutating func read(_ contentID: ContentID) throws(BundleError) -> Reading {
    let key = Array(contentID.utf8)[...]
    guard rows.count > 0, let entry = try lookup.entry(key, in: rows.address) else { return .absent }
    guard let record = try lookup.entry(key, in: snapshot.content.content.address) else {
      throw mismatch(contentID)
    }
    return try read(ContentRecord(record), LedgerRow(entry))
  }

  mutating func read(_ record: ContentRecord, _ row: LedgerRow) throws(BundleError) -> Reading {
    guard row.isFoundByEverybody else { return .skipped }
    guard let projection = try projections.projection(of: record, in: locale.locale),
      projection.fingerprint == row.projection
    else { throw mismatch(record.contentID) }
    return .item(builder.item(projection, row: row))
  }

  /// The ledger is what the delta is computed from; if it does not fit the content, no delta is right.
  func mismatch(_ contentID: ContentID) -> BundleError {
    BundleError(
      .damaged,
      "the ledger of r\(head.revision) does not match the content of \(contentID) in \(locale.locale)")
  }
}

extension LedgerRow {
  /// Whether the item is indexed while no account is set.
  var isFoundByEverybody: Bool { access == .public }
}
