internal import Bundles
internal import Publishing

/// How `assets.lock` stands to the head of the store.
enum LockState {
  /// There is no lock.
  case missing
  case current
  /// The lock names an ancestor of the head.
  case behind(LockDocument)
  /// The store ends before the revision that the lock names.
  case ahead(LockDocument)
  case otherLineage(LockDocument)
  /// The head does not descend from what the lock names.
  case forked(LockDocument)

  init(_ lock: LockDocument?, head: Head, _ reader: StoreReader) throws(BundleError) {
    guard let lock else {
      self = .missing
      return
    }
    if lock.lineage != head.lineage {
      self = .otherLineage(lock)
    } else if lock.head.revision > head.revision {
      self = .ahead(lock)
    } else if try !reader.isAncestor(lock.head, of: head) {
      self = .forked(lock)
    } else {
      self = lock.head == head.link ? .current : .behind(lock)
    }
  }

  /// Whether `assets lock` is the next thing to do.
  var waitsForLock: Bool {
    switch self {
    case .missing, .behind: true
    case .current, .ahead, .otherLineage, .forked: false
    }
  }

  /// Why the lock cannot be brought up to the head; `nil` if it can.
  func conflict(with head: Head) -> ToolError? {
    switch self {
    case .missing, .current, .behind: nil
    case .otherLineage(let lock):
      ToolError(
        .conflict, "assets.lock belongs to the store \(lock.lineage), this is \(head.lineage)",
        help: "use the store that belongs to the lock, or remove assets.lock if it is the wrong one")
    case .ahead(let lock):
      ToolError(
        .conflict, "assets.lock names r\(lock.head.revision), the store's head is r\(head.revision)",
        help: "fetch the newer store; a lock never goes back")
    case .forked(let lock):
      ToolError(
        .conflict,
        "RB-FORK: r\(head.revision) does not descend from the r\(lock.head.revision) of assets.lock",
        help: LockDocument.wayOutOfFork)
    }
  }
}
