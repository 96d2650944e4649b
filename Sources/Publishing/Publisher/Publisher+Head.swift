package import Bundles

extension Publisher {
  /// Refuses to go on from a head that is not the one the lock and `expected` name.
  ///
  /// A head that stands on the one that they name and says what the candidate says is an earlier publish whose last
  /// step was lost; it passes.
  /// - Parameters:
  ///   - candidate: `nil` where it is not known, so that nothing can be an earlier publish.
  ///   - expected: the revision to publish on; `nil` for whichever is the head.
  package func checkHead(
    _ parent: Snapshot, candidate: Candidate?, expected: Int?
  ) throws(PublishError) {
    if let lock, let head = parent.head, lock.lineage != head.lineage {
      throw PublishError(
        .otherLineage,
        "RB-LINEAGE: assets.lock belongs to the store \(lock.lineage), this is \(head.lineage)",
        help: "use the store that belongs to the lock")
    }
    // Before what is expected: nothing may be published on such a store, whatever is.
    if let lock, lock.head.revision > parent.revision {
      throw PublishError(
        .storeBehind,
        "RB-RESTORED: assets.lock names r\(lock.head.revision), the store's head is r\(parent.revision)",
        help: "fetch the newer store; if it is lost, r\(lock.head.revision) must not be given out again")
    }
    let isDone = candidate?.isUnchanged ?? false
    if let expected, expected != parent.revision,
      !(isDone && parent.head != nil && expected == parent.head?.parent?.revision ?? 0)
    {
      throw PublishError(
        .expectationFailed, "expected r\(expected), the head is r\(parent.revision)",
        help: "look at `assets log`, then publish with `--expect r\(parent.revision)`")
    }
    guard parent.head?.link != lock?.head else { return }
    if isDone, parent.head?.parent == lock?.head { return }
    throw mismatch(parent)
  }

  /// The lock names another head than the store; the help is a way that leads on.
  private func mismatch(_ parent: Snapshot) -> PublishError {
    let named = lock.map {
      "assets.lock names \($0.head.revision == parent.revision ? "another " : "")r\($0.head.revision)"
    }
    let reason = "\(named ?? "there is no assets.lock"), the store's head is r\(parent.revision)"
    guard let head = parent.head else { return PublishError(.lockMismatch, reason) }
    if let lock, !descends(head, from: lock.head) {
      return PublishError(.lockMismatch, "RB-FORK: \(reason)", help: LockDocument.wayOutOfFork)
    }
    let look = "run `assets lock`, look at what was published, then publish again"
    if let restores = head.restores, head.parent == lock?.head {
      return PublishError(
        .lockMismatch, reason,
        help: "r\(head.revision) rolls back to r\(restores.revision): if that stopped half-way here, run "
          + "`assets rollback --to r\(restores.revision)` with the same options again; else \(look)")
    }
    return PublishError(.lockMismatch, reason, help: look)
  }

  /// Whether a revision stands among the ancestors of a head; a chain that cannot be read answers for itself later.
  private func descends(_ head: Head, from link: Head.Link) -> Bool {
    guard let reader = try? store.reader() else { return true }
    return (try? reader.isAncestor(link, of: head)) ?? true
  }
}

extension LockDocument {
  /// What to do if the head does not descend from what the lock names.
  package static let wayOutOfFork =
    "use the store that assets.lock belongs to (take both from one side of git if two branches published); "
    + "if this store is the right one, remove assets.lock and run `assets lock`"
}

extension StoreReader {
  /// Whether a revision is the head or stands among its ancestors; r0 does for every head.
  /// - Complexity: proportional to the revisions between the two.
  package func isAncestor(_ link: Head.Link, of head: Head) throws(BundleError) -> Bool {
    guard link.revision > 0 else { return true }
    var next: Head? = head
    while let at = next, at.revision >= link.revision {
      if at.link == link { return true }
      next = try at.parent.map { (parent) throws(BundleError) in try self.head(parent) }
    }
    return false
  }
}
