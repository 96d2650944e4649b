/// What one operation has collected for the next batch, and what it has to report.
struct IndexRun {
  var report: IndexReport
  var plan: PendingPlan
  let generation: IndexGeneration
  /// How many removals and upserts make a batch.
  let batchSize: Int
  var rewritesEqualItems: Bool
  /// What an earlier run or this one could not write, and has not written since.
  var open: [ItemIdentity: PlanFailure] = [:]
  /// What was refused in this run, which does not try it twice.
  var refused: Set<ItemIdentity> = []
  /// How often something is tried.
  var attemptLimit = Int.max
  var progress: IndexProgress
  let onProgress: IndexProgress.Handler?
  /// The epoch its batches belong to; `nil` if they belong to no plan.
  var epoch: Int?
  let purgeMark: Int
  var hasBegun = false
  private(set) var removals: [ItemIdentity] = []
  private(set) var upserts: [SearchableItem] = []
  private(set) var legacyIdentifiers: [String] = []

  init(
    report: IndexReport, plan: PendingPlan, contents: IndexContents, epoch: Int?, batchSize: Int,
    rewritesEqualItems: Bool, total: Int, onProgress: IndexProgress.Handler?
  ) {
    self.report = report
    self.plan = plan
    self.epoch = epoch
    purgeMark = contents.purgeMark
    self.batchSize = batchSize
    self.rewritesEqualItems = rewritesEqualItems
    self.onProgress = onProgress
    generation = plan.isBuilding ? .building : .active
    progress = IndexProgress(done: 0, total: total)
    plan.isBuilding ? upserts.reserveCapacity(batchSize) : ()
  }

  var isFull: Bool { removals.count + upserts.count + legacyIdentifiers.count >= batchSize }
  var isEmpty: Bool { removals.isEmpty && upserts.isEmpty && legacyIdentifiers.isEmpty }

  /// What is open, in the order in which a plan keeps it.
  var failures: [PlanFailure] { open.values.sorted { $0.identity < $1.identity } }

  mutating func remove(_ identity: ItemIdentity) { removals.append(identity) }

  /// Has an item written, unless exactly that was refused often enough.
  mutating func upsert(_ item: SearchableItem) {
    if let failure = open[item.identity] {
      let isTheSame = failure.fingerprint == item.fingerprint
      if isTheSame, failure.attempts >= attemptLimit || refused.contains(item.identity) { return }
      if !isTheSame { open[item.identity]?.attempts = 0 }
    }
    upserts.append(item)
  }

  mutating func remove(legacyIdentifier: String) { legacyIdentifiers.append(legacyIdentifier) }

  /// Takes the collected changes out as a batch.
  mutating func takeBatch(stamp: IndexStamp?, time: Int) -> IndexBatch {
    let batch = IndexBatch(
      generation: generation, epoch: epoch, removals: removals, upserts: upserts,
      rewritesEqualItems: rewritesEqualItems, legacyIdentifiers: legacyIdentifiers, purgeMark: purgeMark,
      stamp: stamp, time: time)
    removals.removeAll(keepingCapacity: true)
    upserts.removeAll(keepingCapacity: true)
    legacyIdentifiers.removeAll(keepingCapacity: true)
    return batch
  }
}
