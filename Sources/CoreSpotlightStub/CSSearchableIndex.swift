public import Foundation

/// What Apple's Core Spotlight offers to an indexer, with its signatures and its documented behaviour, in memory.
///
/// It lets the adapter be compiled and tested where the framework does not exist.
open class CSSearchableIndex {
  public let name: String
  private var batch: [Change]?
  /// What has been accepted; on a device only a search can tell.
  public private(set) var items: [String: CSSearchableItem] = [:]
  private var clientState: Data?
  /// The error of the next batch that ends, once.
  public var nextError: CSIndexError?

  private enum Change {
    case index([CSSearchableItem])
    case delete([String])
    case deleteDomains([String])
  }

  public init(name: String) { self.name = name }

  public init(name: String, protectionClass: FileProtectionType?) { self.name = name }

  open class func isIndexingAvailable() -> Bool { true }

  open func beginBatch() {
    precondition(batch == nil, "a batch begins after the one before has ended")
    batch = []
  }

  open func endBatch(
    withClientState clientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error = commit(clientState)
    completionHandler?(error)
  }

  open func indexSearchableItems(
    _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    submit(.index(items))
    completionHandler?(nil)
  }

  open func deleteSearchableItems(
    withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    submit(.delete(identifiers))
    completionHandler?(nil)
  }

  open func deleteSearchableItems(
    withDomainIdentifiers domainIdentifiers: [String],
    completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    submit(.deleteDomains(domainIdentifiers))
    completionHandler?(nil)
  }

  /// Takes the client state along, as documented.
  open func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
    items = [:]
    clientState = nil
    completionHandler?(nil)
  }

  open func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    completionHandler(clientState, nil)
  }

  private func submit(_ change: Change) {
    if batch == nil { apply(change) } else { batch?.append(change) }
  }

  private func commit(_ clientState: Data) -> CSIndexError? {
    guard let changes = batch else { return CSIndexError(.unknownError) }
    batch = nil
    if let error = nextError {
      nextError = nil
      return error
    }
    guard clientState.count <= 250 else { return CSIndexError(.invalidClientStateError) }
    for change in changes { apply(change) }
    self.clientState = clientState
    return nil
  }

  private func apply(_ change: Change) {
    switch change {
    case .index(let new):
      // An update of what is not there is ignored.
      for item in new where !item.isUpdate || items[item.uniqueIdentifier] != nil {
        items[item.uniqueIdentifier] = item
      }
    case .delete(let identifiers): for identifier in identifiers { items[identifier] = nil }
    case .deleteDomains(let domains):
      items = items.filter { _, item in
        let domain = item.domainIdentifier ?? ""
        return !domains.contains { domain == $0 || domain.hasPrefix($0 + ".") }
      }
    }
  }
}
