public import SearchIndex

#if canImport(CoreSpotlight)
  public import CoreSpotlight
  internal import Foundation
#else
  public import CoreSpotlightStub
#endif

/// Answers the system when it has lost items: what is asked for is noted durably, then acknowledged, then done.
///
/// Attach it to its index, which keeps it: `CSSearchableIndex.indexDelegate` does not.
public final class SpotlightDelegate: SpotlightDelegateBase, CSSearchableIndexDelegate {
  private let indexer: Indexer
  private let index: SpotlightSearchIndex
  private let onNeed: @Sendable () -> Void

  /// - Parameters:
  ///   - indexer: of `index`.
  ///   - onNeed: called after each acknowledgement, for the app to run `apply` or `retryFailed` with its revision; in
  ///     an index extension, before the process ends.
  public init(_ indexer: Indexer, _ index: SpotlightSearchIndex, onNeed: @escaping @Sendable () -> Void) {
    self.indexer = indexer
    self.index = index
    self.onNeed = onNeed
    super.init()
  }

  /// Notes that the index is to be built anew, then acknowledges.
  public func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
  ) {
    note(acknowledgementHandler) { [index] in try await index.markLost() }
  }

  /// Notes that the items named are to be written again, then acknowledges.
  public func searchableIndex(
    _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping () -> Void
  ) {
    note(acknowledgementHandler) { [indexer] in try await indexer.markStale(identifiers: identifiers) }
  }

  /// Without an acknowledgement the system asks again, which is what should happen if nothing could be noted.
  private func note(_ acknowledge: @escaping () -> Void, _ work: @escaping @Sendable () async throws -> Void)
  {
    // Called once, after the note, from the task that waited for it.
    nonisolated(unsafe) let acknowledge = acknowledge
    let onNeed = onNeed
    Task {
      do { try await work() } catch { return }
      unsafe acknowledge()
      onNeed()
    }
  }
}

#if canImport(CoreSpotlight)
  /// Core Spotlight's delegates are Objective-C objects.
  public typealias SpotlightDelegateBase = NSObject
#else
  /// On Apple's systems delegates are Objective-C objects; elsewhere they need no base.
  open class SpotlightDelegateBase {
    public init() {}
  }
#endif
