public import Foundation

/// What Apple's Core Spotlight offers to an indexer, with its signatures and its documented behaviour, in memory.
///
/// It lets the adapter be compiled and tested where the framework does not exist. What only the stub has is in
/// `CSSearchableIndex+Faults.swift`.
open class CSSearchableIndex {
  /// The name the app gave the index.
  public let name: String
  /// Asked for items that the system has lost; not kept alive by the index.
  open weak var indexDelegate: (any CSSearchableIndexDelegate)?
  var batch: [Change]?
  /// What has been accepted; on a device only a search can tell.
  public internal(set) var items: [String: CSSearchableItem] = [:] {
    didSet { AcceptedItem.publish(items.values, of: ObjectIdentifier(self)) }
  }
  var clientState: Data?
  /// What is to go wrong.
  public var faults = Faults()

  enum Change {
    case index([CSSearchableItem])
    case delete([String])
    case deleteDomains([String])
  }

  /// A named index, which unlike the default one knows batches.
  public init(name: String) { self.name = name }

  /// A named index; the protection class makes no difference in memory.
  public init(name: String, protectionClass: FileProtectionType?) { self.name = name }

  deinit { AcceptedItem.publish([], of: ObjectIdentifier(self)) }

  /// Whether the device has an index at all; in memory always.
  open class func isIndexingAvailable() -> Bool { true }

  /// Collects what follows until the batch is ended.
  /// - Precondition: no batch is open.
  open func beginBatch() {
    precondition(batch == nil, "a batch begins after the one before has ended")
    batch = []
  }

  /// Ends the batch: all of it is taken with the client state, or nothing is.
  /// - Parameter clientState: at most 250 bytes, kept until another batch replaces it.
  open func endBatch(
    withClientState clientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer(commit(clientState, expecting: nil), to: completionHandler)
  }

  /// Refuses the batch unless the state of the batch before is the expected one.
  open func endIndexBatch(
    expectedClientState: Data?, newClientState: Data,
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer(commit(newClientState, expecting: .some(expectedClientState)), to: completionHandler)
  }

  /// Indexes items; in a batch they are only collected, and what is wrong with them is answered at its end.
  open func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer(submit(.index(items)), to: completionHandler)
  }

  /// Deletes items by their unique identifiers; in a batch this is only collected.
  open func deleteSearchableItems(
    withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer(submit(.delete(identifiers)), to: completionHandler)
  }

  /// Deletes the items of domains and of all domains below them, which begin with the name and a dot.
  open func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String],
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    answer(submit(.deleteDomains(domainIdentifiers)), to: completionHandler)
  }

  /// Takes the client state along, as documented.
  open func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    items = [:]
    clientState = nil
    answer(nil, to: completionHandler)
  }

  /// Gives the client state of the last batch; `nil` if there is none.
  open func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    let state = clientState
    faults.delayed { completionHandler(state, nil) }
  }

  // MARK: - What the documentation says happens

  private func answer(_ error: CSIndexError?, to handler: (@Sendable ((any Error)?) -> Void)?) {
    guard let handler else { return }
    faults.delayed { handler(error) }
  }

  private func submit(_ change: Change) -> CSIndexError? {
    if batch != nil {
      batch?.append(change)
      return nil
    }
    if let error = faults.nextError() { return error }
    apply(change)
    return nil
  }

  private func commit(_ clientState: Data, expecting expected: Data??) -> CSIndexError? {
    guard let changes = batch else { return CSIndexError(.unknownError) }
    batch = nil
    if let error = faults.nextError() { return error }
    guard clientState.count <= 250 else { return CSIndexError(.invalidClientStateError) }
    if let expected, expected != self.clientState { return CSIndexError(.mismatchedClientState) }
    if changes.contains(where: holdsRefusedItem) { return CSIndexError(.invalidItemError) }
    for change in changes { apply(change) }
    self.clientState = clientState
    return nil
  }

  private func holdsRefusedItem(_ change: Change) -> Bool {
    guard case .index(let items) = change else { return false }
    return items.contains { faults.refusedIdentifiers.contains($0.uniqueIdentifier) }
  }

  private func apply(_ change: Change) {
    switch change {
    case .index(let new):
      // An update of what is not there is ignored.
      var changed = items
      for item in new where !item.isUpdate || changed[item.uniqueIdentifier] != nil {
        changed[item.uniqueIdentifier] = item
      }
      items = changed
    case .delete(let identifiers):
      var changed = items
      for identifier in identifiers { changed[identifier] = nil }
      items = changed
    case .deleteDomains(let domains):
      items = items.filter { _, item in
        let domain = item.domainIdentifier ?? ""
        return !domains.contains { domain == $0 || domain.hasPrefix($0 + ".") }
      }
    }
  }
}

/// The forms that Swift makes of the completion handlers.
extension CSSearchableIndex {
  public func endBatch(withClientState clientState: Data) async throws {
    if let error = commit(clientState, expecting: nil) { throw error }
  }

  public func endIndexBatch(expectedClientState: Data?, newClientState: Data) async throws {
    if let error = commit(newClientState, expecting: .some(expectedClientState)) { throw error }
  }

  public func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    if let error = submit(.index(items)) { throw error }
  }

  public func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    if let error = submit(.delete(identifiers)) { throw error }
  }

  public func deleteSearchableItems(withDomainIdentifiers domainIdentifiers: [String]) async throws {
    if let error = submit(.deleteDomains(domainIdentifiers)) { throw error }
  }

  public func deleteAllSearchableItems() async throws {
    items = [:]
    clientState = nil
  }

  /// The client state of the last batch; empty if there is none.
  public func fetchLastClientState() async throws -> Data { clientState ?? Data() }
}
