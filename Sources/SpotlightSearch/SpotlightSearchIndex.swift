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
  /// How a batch is ended.
  public enum BatchForm: Hashable, Sendable {
    /// `endBatch(withClientState:)`, since iOS 9: whoever ends a batch last is right.
    case plain
    /// `endIndexBatch(expectedClientState:newClientState:)`, since iOS 18: a batch whose predecessor is not the last
    /// one is refused, so two processes cannot mix their plans.
    case fenced
  }

  private let index: CSSearchableIndex
  let ledger: any SearchIndexStore
  private let form: BatchForm
  private var delegate: SpotlightDelegate?
  /// What the system keeps with the last batch, once it is known.
  private var lastState: Data??

  /// - Parameters:
  ///   - index: a named index; the default one knows no batches.
  ///   - form: the fenced one wherever the system has it.
  public init(index: sending CSSearchableIndex, ledger: any SearchIndexStore, form: BatchForm) {
    self.index = index
    self.ledger = ledger
    self.form = form
  }

  /// Has the system ask a delegate, which is kept: the system's own reference to it is weak.
  public func attach(_ delegate: sending SpotlightDelegate) {
    self.delegate = delegate
    index.indexDelegate = delegate
  }

  // MARK: - State

  /// What the ledger says, and whether the system's index is still the one it speaks of.
  /// - Throws: `SearchIndexError`, also if the system does not say what it kept with the last batch.
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
    guard let state = try await fetchState().flatMap(SpotlightClientState.init) else { return false }
    return state.link == stamp.link || state.link == contents.pending?.target.link
  }

  private func fetchState() async throws(SearchIndexError) -> Data? {
    let answer: Result<Data?, SearchIndexError> = await withCheckedContinuation { continuation in
      index.fetchLastClientState { data, error in
        continuation.resume(
          returning: error.map { .failure(SearchIndexError(spotlight: $0)) } ?? .success(data))
      }
    }
    return try answer.get().flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: - Writing

  /// Makes a plan durable in the ledger. A rebuild in the place of another unfinished plan first deletes from the
  /// system's index what that plan has brought.
  public func begin(_ plan: PendingPlan) async throws(SearchIndexError) -> Int {
    // Whoever builds anew takes the system's index over from whoever wrote it last.
    if plan.isBuilding { lastState = nil }
    let pending = try await ledger.contents().pending
    if let pending, plan.isBuilding, !plan.continues(pending) {
      // What the abandoned plan brought, or may have, and the ledger will not know any more. Should this run stop
      // here and the abandoned plan go on after all, it must give those documents again.
      let brought = try await identities(.building) + pending.failures.map(\.identity)
      _ = try await ledger.commit(
        IndexBatch(epoch: nil, failures: pending.failures.adding(brought), time: 0))
      try await delete(brought, keeping: identities(.active), plan.target)
    }
    return try await ledger.begin(plan)
  }

  /// Gives a batch to the system and, once it is accepted, to the ledger.
  /// - Throws: `SearchIndexError` with `.noIndex` for a change without a plan before there is an index, and
  ///   what the
  ///   system's answer amounts to: `.rejected`, `.unavailable`, `.superseded`, `.damaged` or `.inputOutput`.
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
      // The ledger refuses what knows nothing of a purge, before the system is told anything.
      _ = try await ledger.commit(
        IndexBatch(
          generation: batch.generation, epoch: epoch,
          failures: known.adding(batch.removals + batch.upserts.map(\.identity)), purgeMark: batch.purgeMark,
          time: batch.time))
      batch.epoch = batch.epoch == nil ? nil : epoch
      batch.failures = batch.failures ?? known
      // A change that no plan made closes the one that was opened for it.
      if batch.stamp == nil, contents.pending == nil { batch.stamp = contents.stamp }
    }
    let deleted = batch.removals.map(\.uniqueIdentifier) + batch.legacyIdentifiers
    try await send(
      batch.upserts.map(Self.item), deleting: deleted, SpotlightClientState(link: target.link, epoch: epoch))
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

  private func identities(
    _ generation: IndexGeneration, where isMeant: (ProjectionState) -> Bool = { _ in true }
  ) async throws(SearchIndexError) -> [ItemIdentity] {
    var result: [ItemIdentity] = []
    var last: ItemIdentity?
    while true {
      let page = try await ledger.projectionStates(in: generation, after: last, limit: 1_000)
      guard let end = page.last else { return result }
      last = end.identity
      result += page.filter(isMeant).map(\.identity)
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
    do { try await end(state.data) } catch {
      // Whatever the system has now, it is not what was last known.
      lastState = nil
      throw error
    }
    lastState = .some(state.data)
  }

  private func end(_ state: Data) async throws(SearchIndexError) {
    let expected: Data?
    if form == .fenced {
      if let lastState { expected = lastState } else { expected = try await fetchState() }
    } else {
      expected = nil
    }
    let failure: SearchIndexError? = await withCheckedContinuation { continuation in
      let answer: @Sendable ((any Error)?) -> Void = { error in
        continuation.resume(returning: error.map { SearchIndexError(spotlight: $0) })
      }
      if form == .fenced, #available(iOS 18, macOS 15, visionOS 2, *) {
        index.endIndexBatch(
          expectedClientState: expected, newClientState: state, completionHandler: answer)
      } else {
        index.endBatch(withClientState: state, completionHandler: answer)
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Forgetting

  /// Notes durably, in the ledger, what has to be forgotten.
  public func request(_ purge: PurgeRequest) async throws(SearchIndexError) {
    try await ledger.request(purge)
  }

  /// Deletes by identifier what the ledger knows, and by domain what only the system may know; then the ledger
  /// forgets.
  public func purge() async throws(SearchIndexError) -> [ItemIdentity] {
    let requests = try await ledger.contents().purges
    if requests.isEmpty { return [] }
    if requests.contains(.everything) {
      let all = try await identities(.active)
      try await reset()
      return all
    }
    func isMeant(_ state: ProjectionState) -> Bool {
      requests.contains { $0.covers(state.identity, domain: state.domain) }
    }
    var accounts: Set<ExactString> = [""]
    func isMeantOfAccount(_ state: ProjectionState) -> Bool {
      accounts.insert(state.identity.account)
      return isMeant(state)
    }
    var identifiers = Set(try await identities(.active, where: isMeantOfAccount).map(\.uniqueIdentifier))
    identifiers.formUnion(
      try await identities(.building, where: isMeantOfAccount).map(\.uniqueIdentifier))
    var domains: [String] = []
    for request in requests {
      switch request {
      case .items(let identities): identifiers.formUnion(identities.map(\.uniqueIdentifier))
      case .account(let name): domains.append(DomainIdentifier.account(name))
      case .domain(let name):
        // The account stands before the domain, so the domain of each account has a name of its own.
        domains += accounts.sorted().map { DomainIdentifier(account: $0, domain: name).description }
      case .everything: break
      }
    }
    try await answer { index, answer in
      index.deleteSearchableItems(withIdentifiers: identifiers.sorted(), completionHandler: answer)
    }
    if !domains.isEmpty {
      try await answer { index, answer in
        index.deleteSearchableItems(withDomainIdentifiers: domains, completionHandler: answer)
      }
    }
    return try await ledger.purge()
  }

  /// Removes everything from the system's index, then from the ledger.
  public func reset() async throws(SearchIndexError) {
    try await answer { index, answer in index.deleteAllSearchableItems(completionHandler: answer) }
    lastState = .some(nil)
    try await ledger.reset()
  }

  /// Notes durably that the system has lost everything, or asks for everything again: the next operation builds the
  /// index anew.
  public func markLost() async throws(SearchIndexError) {
    guard let stamp = try await ledger.contents().stamp else { return }
    _ = try await ledger.begin(PendingPlan(mode: .rebuild, target: stamp, base: stamp.link))
  }

  /// Asks the system for something and waits for its answer.
  private func answer(
    _ ask: (CSSearchableIndex, @escaping @Sendable ((any Error)?) -> Void) -> Void
  ) async throws(SearchIndexError) {
    let failure: SearchIndexError? = await withCheckedContinuation { continuation in
      ask(index) { error in continuation.resume(returning: error.map { SearchIndexError(spotlight: $0) }) }
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

  /// Searches the ledger; what the system's own search shows may lag behind.
  public func search(_ query: SearchQuery, limit: Int) async throws(SearchIndexError) -> [SearchHit] {
    try await ledger.search(query, limit: limit)
  }

  /// The digest of what was accepted.
  public func digest() async throws(SearchIndexError) -> Digest { try await ledger.digest() }

  /// Verifies the ledger; the system's index cannot be read back.
  public func verify() async throws(SearchIndexError) { try await ledger.verify() }

  public func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) async throws(SearchIndexError) -> [SearchableRecord] {
    try await ledger.literalRecords(after: identity, limit: limit)
  }

  public func literalRecord(
    of identity: ItemIdentity
  ) async throws(SearchIndexError) -> SearchableRecord? {
    try await ledger.literalRecord(of: identity)
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

extension [PlanFailure] {
  /// The list with some more, which were never answered.
  fileprivate func adding(_ identities: [ItemIdentity]) -> [PlanFailure] {
    let known = Set(map(\.identity))
    let new = Set(identities).subtracting(known).map { PlanFailure($0) }
    return (self + new).sorted { $0.identity < $1.identity }
  }
}

extension SearchIndexError {
  /// Sorts the system's codes by who must act. Its words are not kept: they may name what was being indexed.
  init(spotlight error: any Error) {
    let code = (error as? CSIndexError)?.code
    let kind: Code =
      switch code {
      case .invalidItemError: .rejected
      case .quotaExceeded, .indexUnavailableError, .remoteConnectionError: .unavailable
      case .invalidClientStateError: .damaged
      case .mismatchedClientState: .superseded
      default: .inputOutput
      }
    let number = code?.rawValue ?? CSIndexError.Code.unknownError.rawValue
    self.init(kind, "Core Spotlight refused the batch (code \(number))", underlyingCode: number)
  }
}
