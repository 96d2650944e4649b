public import TextAnalysis

/// An index that the indexer keeps up to date.
///
/// Small on purpose: a plan is begun, batches are committed, the last one carries the stamp. Every call happens
/// wholly or not at all. What a call has accepted is durable; when a search sees it is the index's own affair.
public protocol SearchIndexStore: ProjectionStateStore {
  /// What is known of the index as a whole.
  func contents() async throws(SearchIndexError) -> IndexContents

  /// Makes a plan durable and opens a new epoch, in which batches of older ones are refused.
  /// - Returns: the epoch.
  func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int

  /// - Throws: `.superseded` if the batch is of an older epoch, or a purge was requested that the batch knows nothing
  ///   of; `.rejected` if something in the batch is not acceptable; `.unavailable` if the index does not take it now.
  func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome

  /// The documents of the active generation that match, the best first.
  func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit]

  /// A digest of the documents and of what makes them findable, the same for every index that holds the same,
  /// however it came to hold it.
  func digest() async throws(SearchIndexError) -> Digest

  /// Compares the documents with what makes them findable.
  /// - Throws: `.damaged`, if they disagree.
  func verify() async throws(SearchIndexError)

  /// Removes everything, a damaged index too.
  func reset() async throws(SearchIndexError)

  /// Notes durably what has to be forgotten. From then on no batch is taken until it is.
  func request(_ purge: PurgeRequest) async throws(SearchIndexError)

  /// Removes what was requested to be forgotten and erases what is left of it, bytes included.
  ///
  /// Needs nothing but the index. What was done when it fails is not undone, and the next call goes on.
  /// - Returns: what was there.
  func purge() async throws(SearchIndexError) -> [ItemIdentity]

  /// The records whose text only the app had, of the active generation, after one identity, at most `limit`.
  func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [SearchableRecord]

  /// One of them; `nil` if the document is no such record.
  func literalRecord(of identity: ItemIdentity) async throws(SearchIndexError) -> SearchableRecord?
}

/// What is known of an index as a whole.
public struct IndexContents: Hashable, Sendable {
  /// What the active generation was built from; `nil` if there is none that can be read.
  public var stamp: IndexStamp?
  /// Whether the documents are those the stamp speaks of; an index that cannot promise it is built anew.
  public var isWhole: Bool
  /// When the stamp was written, seconds since 1970.
  public var indexedAt: Int?
  /// Grows with each plan that is begun or closed; a batch that was planned in another one is refused.
  public var epoch: Int
  /// The plan that was begun and not finished.
  public var pending: PendingPlan?
  /// Documents in the active generation.
  public var items: Int
  /// What was requested to be forgotten and is not yet.
  public var purges: [PurgeRequest]
  /// How many purges were requested, ever.
  public var purgeMark: Int

  public init(
    stamp: IndexStamp? = nil, isWhole: Bool = true, indexedAt: Int? = nil, epoch: Int = 0,
    pending: PendingPlan? = nil, items: Int = 0, purges: [PurgeRequest] = [], purgeMark: Int = 0
  ) {
    self.stamp = stamp
    self.isWhole = isWhole
    self.indexedAt = indexedAt
    self.epoch = epoch
    self.pending = pending
    self.items = items
    self.purges = purges
    self.purgeMark = purgeMark
  }
}
