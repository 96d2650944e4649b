public import Translations

/// One revision with both of its roots read; r0 has no head.
public struct Snapshot: Sendable {
  /// `nil` at r0.
  public var head: Head?
  /// What the head's content root says.
  public var content: ContentState
  /// What the head's ledger root says.
  public var ledger: Ledger

  /// r0: no head, no content, no history.
  public static let empty = Snapshot(head: nil, content: .empty, ledger: .empty)

  public init(head: Head?, content: ContentState, ledger: Ledger) {
    self.head = head
    self.content = content
    self.ledger = ledger
  }

  /// Reads both roots of a head.
  /// - Throws: `BundleError`, if a root is missing or damaged.
  public init(_ head: Head, from nodes: some NodeSource) throws(BundleError) {
    self.init(
      head: head, content: try ContentState(nodes.node(head.content)),
      ledger: try Ledger(nodes.node(head.ledger)))
  }

  /// The head's number; 0 without a head.
  public var revision: Int { head?.revision ?? 0 }
}

extension Snapshot {
  /// The published value of a key in one locale.
  public func value(
    _ key: MessageKey, in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> PublishedValue? {
    guard let root = content[locale]?.catalog(key.catalog) else { return nil }
    return try MerkleTree.entry(Array(key.pathBytes), in: root.address, from: nodes).map {
      (entry) throws(BundleError) in try PublishedValue(entry)
    }
  }

  /// The content record of an item; `nil` if the content map has none.
  /// - Throws: `BundleError`, if a node is missing or damaged.
  public func record(_ contentID: ContentID, from nodes: some NodeSource) throws(BundleError)
    -> ContentRecord?
  {
    try MerkleTree.entry(Array(contentID.utf8), in: content.content.address, from: nodes).map {
      (entry) throws(BundleError) in try ContentRecord(entry)
    }
  }

  /// Calls `body` with each record of the content map, by content ID.
  public func forEachRecord(
    from nodes: some NodeSource, _ body: (ContentRecord) throws(BundleError) -> Void
  ) throws(BundleError) {
    try MerkleTree.forEach(in: content.content.address, from: nodes) { (entry) throws(BundleError) in
      try body(ContentRecord(entry))
    }
  }

  /// The ledger's row of an item, or `nil` if it has no projection in the locale.
  public func row(
    _ contentID: ContentID, in locale: LanguageTag, from nodes: some NodeSource
  ) throws(BundleError) -> LedgerRow? {
    guard let items = ledger[locale]?.items else { return nil }
    return try MerkleTree.entry(Array(contentID.utf8), in: items.address, from: nodes).map {
      (entry) throws(BundleError) in try LedgerRow(entry)
    }
  }
}
