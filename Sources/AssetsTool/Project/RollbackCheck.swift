internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

/// `check --rollback`: the working files against a published revision.
struct RollbackCheck {
  private let project: LoadedProject
  private let access: StoreAccess
  private let selector: RevisionSelector?
  private let trusted: [PublicKey]?

  /// - Parameter trusted: the keys one of which must have signed the store's head; `nil` asks for no signature.
  init(
    _ project: LoadedProject, _ access: StoreAccess, against selector: RevisionSelector?,
    trusted: [PublicKey]?
  ) {
    self.trusted = trusted
    self.project = project
    self.access = access
    self.selector = selector
  }

  /// The findings, and whether the answer is unknown for want of history.
  func run() throws -> (findings: [Diagnostic], isUnknown: Bool) {
    let lock = try access.lock()
    guard let reader = try access.reader(), let head = reader.head else { return withoutStore(lock) }
    var findings = try judgeChain(reader, head, lock)
    if findings.contains(where: { $0.rule == RollbackRuleSet.lineage }) { return (findings, false) }
    if let trusted,
      let problem = try reader.signatureVerdict(head.link, trusted: trusted).problem(revision: head.revision)
    {
      findings.append(
        Diagnostic(
          SignatureRules.signature, problem, at: SourceLocation(path: project.configuration.store),
          help: "get the store from who publishes it, or trust the key that signed it"))
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

  /// The head by itself, and against the committed lock.
  private func judgeChain(
    _ reader: StoreReader, _ head: Head, _ lock: LockDocument?
  ) throws -> [Diagnostic] {
    let rules = ChainRules(try reader.snapshot(), head: head, nodes: reader)
    let store = SourceLocation(path: project.configuration.store)
    var findings = try rules.judge(parent: head.parent.map { try reader.head($0) }).map {
      $0.diagnostic(at: store)
    }
    if let lock {
      let trusted = ChainRules<StoreReader>.Trusted(
        lineage: lock.lineage, link: lock.head, locales: lock.locales, sources: nil,
        name: StoreAccess.lockFile)
      findings += try rules.judge(against: trusted, older: RollbackRuleSet.restored) {
        (link) throws(BundleError) in try access.isAncestor(link, of: head, in: reader)
      }.map { $0.diagnostic(at: SourceLocation(path: StoreAccess.lockFile)) }
    }
    return findings
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
