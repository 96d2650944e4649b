/// Changes that happen together or not at all.
public struct IndexBatch: Sendable {
  /// The set of documents that is changed.
  public var generation: IndexGeneration
  /// The epoch this batch was planned in; an index in another one refuses it. `nil` for a change that no plan made.
  public var epoch: Int?
  /// Done before the upserts.
  public var removals: [ItemIdentity]
  /// What is written; each replaces the document of its identity.
  public var upserts: [SearchableItem]
  /// Whether an item is written even if its fingerprint is there already.
  public var rewritesEqualItems: Bool
  /// The items that the plan could not write so far, to be kept with it in the place of what is kept; `nil` for no
  /// change.
  public var failures: [PlanFailure]?
  /// Names of documents that an older version of the app left, which need not be names of items. Removed.
  public var legacyIdentifiers: [String]
  /// How many purges had been requested when what is written here was read; an index where there have been more
  /// since refuses the batch. `nil` to have it taken all the same.
  public var purgeMark: Int?
  /// With the last batch of a plan: what the index is now built from. The plan is closed, and a generation that
  /// was being built becomes the active one.
  public var stamp: IndexStamp?
  /// Seconds since 1970.
  public var time: Int

  public init(
    generation: IndexGeneration = .active, epoch: Int?, removals: [ItemIdentity] = [],
    upserts: [SearchableItem] = [], rewritesEqualItems: Bool = false, failures: [PlanFailure]? = nil,
    legacyIdentifiers: [String] = [], purgeMark: Int? = nil, stamp: IndexStamp? = nil, time: Int
  ) {
    self.generation = generation
    self.epoch = epoch
    self.removals = removals
    self.upserts = upserts
    self.rewritesEqualItems = rewritesEqualItems
    self.failures = failures
    self.legacyIdentifiers = legacyIdentifiers
    self.purgeMark = purgeMark
    self.stamp = stamp
    self.time = time
  }

  /// Whether it changes no document.
  var isEmpty: Bool { removals.isEmpty && upserts.isEmpty && legacyIdentifiers.isEmpty }

  /// The two halves of what it changes, in order and without the stamp.
  var halves: [IndexBatch] {
    var (first, second) = (self, self)
    (first.stamp, second.stamp) = (nil, nil)
    let count = (removals.count + upserts.count) / 2
    first.removals = Array(removals.prefix(count))
    second.removals = Array(removals.dropFirst(count))
    first.upserts = Array(upserts.prefix(max(0, count - removals.count)))
    second.upserts = Array(upserts.dropFirst(first.upserts.count))
    second.legacyIdentifiers = []
    return [first, second]
  }

  /// What a batch wrote, as opposed to what it named.
  public struct Outcome: Hashable, Sendable {
    /// What was written. An item that was there with the same fingerprint is listed only if it was to be rewritten.
    public var upserted: [ItemIdentity]
    /// What was there and was removed; of what was named and was not there nothing is said.
    public var removed: [ItemIdentity]

    public init(upserted: [ItemIdentity] = [], removed: [ItemIdentity] = []) {
      self.upserted = upserted
      self.removed = removed
    }
  }
}
