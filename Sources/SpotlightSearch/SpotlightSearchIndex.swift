internal import Foundation
public import SearchIndex
public import TextAnalysis

#if canImport(CoreSpotlight)
  public import CoreSpotlight
  internal import UniformTypeIdentifiers
#else
  public import CoreSpotlightStub
#endif

/// Core Spotlight as an index, with a ledger beside it.
///
/// The system's index can be written and searched but not read back, so another index, by default the SQLite one,
/// holds what was accepted and answers searches inside the app. The system says that a batch is *accepted* when it has
/// noted it down; when its search shows it is its own affair.
///
/// A batch is first noted as doubtful in the ledger, then given to the system, then settled: after a crash in between
/// it is given once more. There is no second generation: a rebuild replaces item by item and deletes what is left
/// over before its end.
public actor SpotlightSearchIndex: SearchIndexStore {
  private let index: CSSearchableIndex
  private let ledger: any SearchIndexStore

  /// - Parameter index: a named index; the default one knows no batches.
  public init(index: sending CSSearchableIndex, ledger: any SearchIndexStore) {
    self.index = index
    self.ledger = ledger
  }

  // MARK: - State

  public func contents() async throws(SearchIndexError) -> IndexContents {
    var contents = try await ledger.contents()
    if contents.isWhole { contents.isWhole = try await isTheLedgers(contents) }
    return contents
  }

  /// Whether the system's index is still the one that the ledger speaks of.
  private func isTheLedgers(_ contents: IndexContents) async throws(SearchIndexError) -> Bool {
    // Items were replaced in place, so until the rebuild is over nothing is as the stamp says.
    if contents.pending?.isBuilding == true { return false }
    guard let stamp = contents.stamp else { return true }
    guard let state = try await clientState() else { return false }
    return state.link == stamp.link || state.link == contents.pending?.target.link
  }

  private func clientState() async throws(SearchIndexError) -> SpotlightClientState? {
    let answer: Result<Data?, SearchIndexError> = await withCheckedContinuation { continuation in
      index.fetchLastClientState { data, error in
        continuation.resume(
          returning: error.map { .failure(SearchIndexError(spotlight: $0)) } ?? .success(data))
      }
    }
    return try answer.get().flatMap(SpotlightClientState.init)
  }

  // MARK: - Writing

  public func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int {
    let pending = try await ledger.contents().pending
    if let pending, plan.isBuilding, !plan.continues(pending) {
      // What the abandoned plan brought, or may have, and the ledger will not know any more. Should this run stop
      // here and the abandoned plan go on after all, it must give those documents again.
      let brought = try await identities(.building) + pending.failures
      _ = try await ledger.commit(IndexBatch(epoch: nil, failures: Set(brought).sorted(), time: 0))
      try await delete(brought, keeping: identities(.active), plan.target)
    }
    return try await ledger.begin(plan)
  }

  public func commit(_ batch: IndexBatch) async throws(SearchIndexError) -> IndexBatch.Outcome {
    let contents = try await ledger.contents()
    if let planned = batch.epoch, planned != contents.epoch {
      throw SearchIndexError(.superseded, "another plan has taken the index over")
    }
    guard let target = batch.stamp ?? contents.pending?.target ?? contents.stamp else {
      throw SearchIndexError(.noIndex, "there is no index yet; apply a revision first")
    }
    var batch = batch
    var epoch = contents.epoch
    let known = contents.pending?.failures ?? []
    if !batch.removals.isEmpty || !batch.upserts.isEmpty {
      if contents.pending == nil {
        epoch = try await ledger.begin(
          PendingPlan(mode: .reconcile, target: target, base: contents.stamp?.link))
      }
      let doubtful = Set(known + batch.removals + batch.upserts.map(\.identity)).sorted()
      _ = try await ledger.commit(
        IndexBatch(generation: batch.generation, epoch: epoch, failures: doubtful, time: batch.time))
      batch.epoch = batch.epoch == nil ? nil : epoch
      batch.failures = batch.failures ?? known
      // A change that no plan made closes the one that was opened for it.
      if batch.stamp == nil, contents.pending == nil { batch.stamp = contents.stamp }
    }
    try await send(
      batch.upserts.map(Self.item), deleting: batch.removals.map(\.uniqueIdentifier),
      SpotlightClientState(link: target.link, epoch: epoch))
    if batch.generation == .building, batch.stamp != nil {
      let kept = try await identities(.building) + batch.upserts.map(\.identity)
      try await delete(identities(.active), keeping: kept, target)
    }
    return try await ledger.commit(batch)
  }

  /// Deletes documents from the system's index, but for those that stay.
  private func delete(
    _ identities: [ItemIdentity], keeping kept: [ItemIdentity], _ target: IndexStamp
  ) async throws(SearchIndexError) {
    let leftOver = Set(identities).subtracting(kept).sorted()
    if leftOver.isEmpty { return }
    let epoch = try await ledger.contents().epoch
    try await send(
      [], deleting: leftOver.map(\.uniqueIdentifier), SpotlightClientState(link: target.link, epoch: epoch))
  }

  private func identities(_ generation: IndexGeneration) async throws(SearchIndexError) -> [ItemIdentity] {
    var result: [ItemIdentity] = []
    while true {
      let page = try await ledger.projectionStates(in: generation, after: result.last, limit: 1_000)
      if page.isEmpty { return result }
      result += page.map(\.identity)
    }
  }

  /// Gives one batch to the system and waits until it has noted it down.
  private func send(
    _ items: [CSSearchableItem], deleting identifiers: [String], _ state: SpotlightClientState
  ) async throws(SearchIndexError) {
    index.beginBatch()
    if !identifiers.isEmpty {
      index.deleteSearchableItems(withIdentifiers: identifiers, completionHandler: nil)
    }
    if !items.isEmpty { index.indexSearchableItems(items, completionHandler: nil) }
    let failure: SearchIndexError? = await withCheckedContinuation { continuation in
      index.endBatch(withClientState: state.data) { error in
        continuation.resume(returning: error.map { SearchIndexError(spotlight: $0) })
      }
    }
    if let failure { throw failure }
  }

  static func item(_ item: SearchableItem) -> CSSearchableItem {
    let projection = item.projection
    let attributes = CSSearchableItemAttributeSet(contentType: .content)
    attributes.title = projection.title.text.string
    attributes.displayName = projection.title.text.string
    attributes.contentDescription = projection.description?.text.string
    attributes.keywords = projection.terms.map(\.text.string)
    attributes.languages = item.languages.map(\.description)
    attributes.domainIdentifier = item.domainIdentifier.description
    if !item.identity.account.utf8.isEmpty { attributes.accountIdentifier = item.identity.account.string }
    let result = CSSearchableItem(
      uniqueIdentifier: item.identity.uniqueIdentifier,
      domainIdentifier: item.domainIdentifier.description, attributeSet: attributes)
    // Unset, an item is forgotten after a while that nobody documents.
    result.expirationDate = .distantFuture
    return result
  }

  // MARK: - The ledger's answers

  public func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    try await ledger.search(query, limit: limit)
  }

  public func digest() async throws(SearchIndexError) -> Digest { try await ledger.digest() }

  public func verify() async throws(SearchIndexError) { try await ledger.verify() }

  public func reset() async throws(SearchIndexError) {
    let failure: SearchIndexError? = await withCheckedContinuation { continuation in
      index.deleteAllSearchableItems { error in
        continuation.resume(returning: error.map { SearchIndexError(spotlight: $0) })
      }
    }
    if let failure { throw failure }
    try await ledger.reset()
  }

  public func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [ProjectionState] {
    try await ledger.projectionStates(in: generation, after: identity, limit: limit)
  }

  public func projectionState(of identity: ItemIdentity) async throws(SearchIndexError) -> ProjectionState? {
    try await ledger.projectionState(of: identity)
  }
}

extension SearchableItem {
  /// The languages its text is in, each once, in the order of its fields.
  fileprivate var languages: [LanguageTag] {
    let all =
      [projection.title.provenance, projection.description?.provenance] + projection.keywordProvenance
    var result: [LanguageTag] = []
    for case let language? in all where !result.contains(language) { result.append(language) }
    return result
  }
}

extension SearchIndexError {
  /// Sorts the system's codes by who must act. Its words are not kept: they may name what was being indexed.
  init(spotlight error: any Error) {
    let code = (error as? CSIndexError)?.code
    let kind: Code =
      switch code {
      case .invalidItemError, .quotaExceeded: .rejected
      case .invalidClientStateError: .damaged
      default: .inputOutput
      }
    let number = code?.rawValue ?? CSIndexError.Code.unknownError.rawValue
    self.init(kind, "Core Spotlight refused the batch (code \(number))", underlyingCode: number)
  }
}
