/// A plan as an index keeps it from its first batch to its last, so that a later run knows what was going on.
public struct PendingPlan: Hashable, Sendable {
  /// How the index is being changed.
  public var mode: IndexMode
  /// What the index will have been built from.
  public var target: IndexStamp
  /// What it was built from when the plan was made.
  public var base: Head.Link?
  /// Items of which it is not known whether, or known that they were not, written.
  public var failures: [PlanFailure]

  public init(mode: IndexMode, target: IndexStamp, base: Head.Link?, failures: [PlanFailure] = []) {
    self.mode = mode
    self.target = target
    self.base = base
    self.failures = failures
  }

  /// Whether the plan writes beside the active generation.
  public var isBuilding: Bool { mode == .rebuild }

  /// Whether another run of the same plan may go on where this one stopped.
  package func continues(_ other: PendingPlan?) -> Bool {
    guard let other else { return false }
    return mode == other.mode && base == other.base && target.isSameTarget(as: other.target)
  }
}

extension PendingPlan {
  private static let schemaName = "assets.index-plan/1"

  /// `assets.index-plan/1`, as the index keeps it.
  public var json: CanonicalJSON {
    [
      "schema": .string(Self.schemaName), "mode": .string(mode.rawValue), "target": target.json,
      "base": base.map { ["revision": .integer($0.revision), "head": CanonicalJSON($0.head)] } ?? .null,
      "failures": .array(failures.map(\.json)),
    ]
  }

  /// Reads a plan.
  /// - Returns: `nil` for anything but a whole one.
  public init?(_ json: CanonicalJSON) {
    guard json["schema"]?.string == Self.schemaName,
      let mode = json["mode"]?.string.flatMap(IndexMode.init(rawValue:)),
      let target = json["target"].flatMap(IndexStamp.init), let base = json["base"],
      let failures = json["failures"]?.array
    else { return nil }
    var link: Head.Link?
    if !base.isNull {
      guard let revision = base["revision"]?.integer, let head = base["head"]?.digest else { return nil }
      link = Head.Link(revision: revision, head: head)
    }
    self.init(mode: mode, target: target, base: link)
    for failure in failures {
      guard let failure = PlanFailure(failure) else { return nil }
      self.failures.append(failure)
    }
  }
}
