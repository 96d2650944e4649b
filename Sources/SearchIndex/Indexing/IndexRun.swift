/// What one operation has collected for the next batch, and what it has to report.
struct IndexRun {
  var report: IndexReport
  var plan: PendingPlan
  let generation: IndexGeneration
  /// How many removals and upserts make a batch.
  let batchSize: Int
  var rewritesEqualItems: Bool
  /// What an earlier run left open and this one has not settled yet.
  private(set) var doubts: [ItemIdentity] = []
  /// What the index refused.
  var failures: [ItemIdentity] = []
  var progress: IndexProgress
  let onProgress: IndexProgress.Handler?
  /// The epoch its batches belong to; `nil` if they belong to no plan.
  var epoch: Int?
  var hasBegun = false
  private(set) var removals: [ItemIdentity] = []
  private(set) var upserts: [SearchableItem] = []

  init(
    report: IndexReport, plan: PendingPlan, epoch: Int?, batchSize: Int, rewritesEqualItems: Bool = false,
    total: Int = 0, onProgress: IndexProgress.Handler? = nil
  ) {
    self.report = report
    self.plan = plan
    self.epoch = epoch
    self.batchSize = batchSize
    self.rewritesEqualItems = rewritesEqualItems
    self.onProgress = onProgress
    generation = plan.isBuilding ? .building : .active
    progress = IndexProgress(done: 0, total: total)
    plan.isBuilding ? upserts.reserveCapacity(batchSize) : ()
  }

  var isFull: Bool { removals.count + upserts.count >= batchSize }
  var isEmpty: Bool { removals.isEmpty && upserts.isEmpty }

  /// Takes over what an earlier plan left open, which the new plan keeps until it is settled.
  mutating func doubt(_ identities: [ItemIdentity]) {
    doubts = identities
    plan.failures = identities
  }

  mutating func settleDoubts() { doubts = [] }

  mutating func remove(_ identity: ItemIdentity) { removals.append(identity) }
  mutating func upsert(_ item: SearchableItem) { upserts.append(item) }

  /// Takes the collected changes out as a batch.
  mutating func takeBatch(stamp: IndexStamp?, time: Int) -> IndexBatch {
    let batch = IndexBatch(
      generation: generation, epoch: epoch, removals: removals, upserts: upserts,
      rewritesEqualItems: rewritesEqualItems, stamp: stamp, time: time)
    removals.removeAll(keepingCapacity: true)
    upserts.removeAll(keepingCapacity: true)
    return batch
  }
}
