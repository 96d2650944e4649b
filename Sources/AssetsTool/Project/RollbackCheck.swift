internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

/// `check --rollback`: the working files against a published revision.
struct RollbackCheck {
  private let project: LoadedProject
  private let access: StoreAccess
  private let selector: RevisionSelector?

  init(_ project: LoadedProject, _ access: StoreAccess, against selector: RevisionSelector?) {
    self.project = project
    self.access = access
    self.selector = selector
  }

  /// The findings, and whether the answer is unknown for want of history.
  func run() throws -> (findings: [Diagnostic], isUnknown: Bool) {
    let lock = try access.lock()
    guard let reader = try access.reader(), let head = reader.head else { return withoutStore(lock) }
    let place = SourceLocation(path: StoreAccess.lockFile)
    if let lock, lock.lineage != head.lineage {
      let finding = Diagnostic(
        RollbackRuleSet.lineage, "assets.lock belongs to the store \(lock.lineage), this is \(head.lineage)",
        at: place, help: "use the store that belongs to the lock")
      return ([finding], false)
    }
    var findings: [Diagnostic] = []
    if let lock, lock.head.revision > head.revision {
      findings.append(
        Diagnostic(
          RollbackRuleSet.restored,
          "assets.lock names r\(lock.head.revision), the store's head is r\(head.revision)", at: place,
          help: "fetch the newer store; r\(lock.head.revision) must not be given out again"))
    }
    if let lock, lock.head.revision <= head.revision,
      try !access.isAncestor(lock.head, of: head, in: reader)
    {
      let isSame = lock.head.revision == head.revision
      findings.append(
        Diagnostic(
          isSame ? RollbackRuleSet.equivocation : RollbackRuleSet.fork,
          isSame
            ? "assets.lock names another r\(head.revision) than the store"
            : "r\(head.revision) of the store does not descend from the r\(lock.head.revision) of assets.lock",
          at: place, help: "use the store that assets.lock belongs to"))
    }
    let wanted = try selector?.revision(head: head) ?? head.revision
    guard wanted <= head.revision else {
      findings.append(
        Diagnostic(
          RollbackRuleSet.revision, "the store's head is r\(head.revision), expected r\(wanted) or later",
          at: SourceLocation(path: project.configuration.store),
          help: "fetch the newer store, or compare with a revision that it has"))
      return (findings, false)
    }
    let made = try ProjectCandidate(project, access: access)
    let found = try made.rollbackFindings(against: reader.snapshot(revision: wanted))
    findings += try AcceptedRollbacks(project.location).split(found).open.map(made.diagnostic)
    return (findings, false)
  }

  private func withoutStore(_ lock: LockDocument?) -> (findings: [Diagnostic], isUnknown: Bool) {
    guard let lock, lock.head.revision > 0 else {
      if case .number(let number)? = selector, number > 0 { return ([unchecked("r\(number)")], true) }
      return ([], false)
    }
    return ([unchecked("r\(lock.head.revision)")], true)
  }

  private func unchecked(_ revision: String) -> Diagnostic {
    Diagnostic(
      RollbackRuleSet.unchecked,
      "\(revision) was published, and there is no store at \(project.configuration.store) to compare with",
      at: SourceLocation(path: StoreAccess.lockFile), help: "fetch the store, then check again")
  }
}
