/// Opens search results, also those that launched the app: an identifier is held until there is a router to ask.
///
/// What leads nowhere is noted down to be purged, durably; the next operation of the indexer does it.
public actor SearchRouter {
  private let indexer: Indexer
  private var router: ContentRouter?
  private var waiting: [Int: CheckedContinuation<ContentRouter?, Never>] = [:]
  private var tickets = 0

  /// Holds identifiers until `activate`.
  /// - Parameter indexer: of the index whose results are opened.
  public init(_ indexer: Indexer) { self.indexer = indexer }

  /// Content, language and account are known: whatever was held is answered.
  public func activate(_ router: ContentRouter) {
    self.router = router
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) {
      continuation.resume(returning: router)
    }
    waiting = [:]
  }

  /// Language or account are about to change: from here on identifiers are held again.
  public func deactivate() { router = nil }

  /// How many identifiers are held.
  public var held: Int { waiting.count }

  /// Where an identifier leads, once that can be said.
  /// - Throws: `CancellationError` if the task is cancelled before; `SearchIndexError`.
  public func destination(of identifier: String) async throws -> ContentRouter.Destination {
    let router = try await ready()
    let identity = ItemIdentity(uniqueIdentifier: identifier)
    let destination = router.destination(of: identifier)
    guard case .recovery(let reason) = destination, let identity else { return destination }
    // Another account's is nobody's to open, whoever made it.
    let state = try await indexer.store.projectionState(of: identity)
    if reason != .foreignAccount, let state, state.origin != .bundle { return .own(identity) }
    if state != nil { try await indexer.store.request(.items([identity])) }
    return destination
  }

  private func ready() async throws -> ContentRouter {
    if let router { return router }
    tickets += 1
    let ticket = tickets
    let router = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<ContentRouter?, Never>) in
        if Task.isCancelled { continuation.resume(returning: nil) } else { waiting[ticket] = continuation }
      }
    } onCancel: {
      Task { await self.give(up: ticket) }
    }
    guard let router else { throw CancellationError() }
    return router
  }

  private func give(up ticket: Int) { waiting.removeValue(forKey: ticket)?.resume(returning: nil) }
}
