/// Makes documents of one revision in one locale.
struct RevisionReader<Source: RevisionSource> {
  let head: Head
  let snapshot: Snapshot
  let locale: ContentState.Locale
  let source: Source
  /// Whose items are read besides those that everybody may find.
  let account: ExactString?
  let builder: SearchableItemBuilder
  private var projections: TreeProjectionSource<Source>
  private var lookup: TreeLookup<Source>

  /// Items are read in the order of their names, in which those of their texts mostly are, too; so few nodes are
  /// needed at a time, and the memory that a million items take is bounded.
  private static var mostKeptBytes: Int { 32 << 20 }

  /// - Precondition: `locale` is one of the snapshot's.
  init(
    _ head: Head, _ snapshot: Snapshot, _ locale: ContentState.Locale, account: ExactString?, _ source: Source
  ) {
    self.head = head
    self.account = account
    self.snapshot = snapshot
    self.locale = locale
    self.source = source
    builder = SearchableItemBuilder(locale: locale.locale)
    projections = TreeProjectionSource(snapshot.content, nodes: source, keeping: Self.mostKeptBytes)
    lookup = TreeLookup(source, keeping: Self.mostKeptBytes)
  }

  /// The ledger's rows: one for each item that has a projection in the locale.
  var rows: TreeRoot { snapshot.ledger[locale.locale]?.items ?? .empty }

  /// Why an item is not in the index.
  enum Reading {
    case item(SearchableItem)
    /// Only an account's owner may find it, and that is not whose documents are read.
    case skipped
    /// It has no projection.
    case absent
  }

  mutating func read(_ contentID: ContentID) throws(BundleError) -> Reading {
    guard let row = try row(contentID) else { return .absent }
    guard let record = try record(contentID) else { throw mismatch(contentID) }
    return try read(record, row)
  }

  /// The item if it is that account's, or everybody's.
  mutating func read(_ identity: ItemIdentity) throws(BundleError) -> Reading {
    let reading = try read(identity.contentID)
    if case .item(let item) = reading, item.identity != identity { return .absent }
    return reading
  }

  /// What the content map says of an item.
  mutating func record(_ contentID: ContentID) throws(BundleError) -> ContentRecord? {
    guard snapshot.content.content.count > 0 else { return nil }
    return try lookup.entry(Array(contentID.utf8)[...], in: snapshot.content.content.address).map {
      (entry) throws(BundleError) in try ContentRecord(entry)
    }
  }

  /// What the ledger says of an item in the locale.
  mutating func row(_ contentID: ContentID) throws(BundleError) -> LedgerRow? {
    guard rows.count > 0 else { return nil }
    return try lookup.entry(Array(contentID.utf8)[...], in: rows.address).map {
      (entry) throws(BundleError) in try LedgerRow(entry)
    }
  }

  mutating func read(_ record: ContentRecord, _ row: LedgerRow) throws(BundleError) -> Reading {
    guard let owner = owner(of: row) else { return .skipped }
    guard let projection = try projections.projection(of: record, in: locale.locale),
      projection.fingerprint == row.projection
    else { throw mismatch(record.contentID) }
    return .item(builder.item(projection, row: row, account: owner))
  }

  /// Whose document a row makes: nobody's in particular, the account's, or `nil` for none at all.
  func owner(of row: LedgerRow) -> ExactString? {
    switch row.access {
    case .public: ""
    case .account: account
    case .private: nil
    }
  }

  /// The ledger is what the delta is computed from; if it does not fit the content, no delta is right.
  func mismatch(_ contentID: ContentID) -> BundleError {
    BundleError(
      .damaged,
      "the ledger of r\(head.revision) does not match the content of \(contentID) in \(locale.locale)")
  }
}
