internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

/// `check --rollback`: the working files against a published state.
struct RollbackCheck {
  private let project: LoadedProject
  private let access: StoreAccess
  private let against: RollbackAgainst?
  private let chain: StoreChain

  /// - Parameter trusted: the keys one of which must have signed a head; `nil` asks for no signature.
  init(
    _ project: LoadedProject, _ access: StoreAccess, against: RollbackAgainst?, trusted: [PublicKey]?
  ) {
    chain = StoreChain(project, access, trusted: trusted)
    self.project = project
    self.access = access
    self.against = against
  }

  /// Compares, whatever kind of thing the reference is.
  func compare() async throws -> RollbackComparison {
    switch against {
    case nil: return try compare(with: nil)
    case .revision(let selector): return try compare(with: selector)
    case .named(let name):
      if let pin = try PublishedPin(path: name) {
        return try PinCheck(project, access, pin, chain: chain).compare()
      }
      return try await BranchCheck(project, access, reference: name, chain: chain).compare()
    }
  }

  // MARK: - A revision of the project's store

  private func compare(with selector: RevisionSelector?) throws -> RollbackComparison {
    let lock = try access.lock()
    guard let reader = try access.reader(), let head = reader.head else {
      return try withoutStore(lock, selector)
    }
    var result = RollbackComparison(chain: try chain.findings(reader, head, lock))
    if result.chain.contains(where: { $0.rule == RollbackRuleSet.lineage }) { return result }
    let wanted = try selector?.revision(head: head) ?? head.revision
    guard wanted <= head.revision else {
      result.chain.append(
        Diagnostic(
          RollbackRuleSet.revision, "the store's head is r\(head.revision), expected r\(wanted) or later",
          at: SourceLocation(path: project.configuration.store),
          help: "fetch the newer store, or compare with a revision that it has"))
      return result
    }
    let made = try ProjectCandidate(project, access: access)
    result.found = try made.rollbackFindings(against: reader.snapshot(revision: wanted))
    result.made = made
    return result
  }

  private func withoutStore(
    _ lock: LockDocument?, _ selector: RevisionSelector?
  ) throws -> RollbackComparison {
    let missing = "there is no store at \(project.configuration.store)"
    if let lock, lock.head.revision > 0 {
      return try .unchecked(project, access, against: lock, because: missing)
    }
    guard case .number(let number)? = selector, number > 0 else { return RollbackComparison() }
    return RollbackComparison(
      chain: [.unchecked("r\(number)", because: missing, at: project.location.configuration)],
      isUnknown: true)
  }
}

extension RollbackComparison {
  /// The rules that need no history, against the counts of a lock.
  static func unchecked(
    _ project: LoadedProject, _ access: StoreAccess, against lock: LockDocument, because reason: String
  ) throws -> RollbackComparison {
    let made = try ProjectCandidate(project, access: access)
    let found = try lock.shapeFindings(of: made.candidate.content, nodes: made.candidate.nodes)
    let finding = Diagnostic.unchecked("r\(lock.head.revision)", because: reason, at: StoreAccess.lockFile)
    return RollbackComparison(chain: [finding], found: found, made: made, isUnknown: true)
  }
}

extension Diagnostic {
  fileprivate static func unchecked(
    _ revision: String, because reason: String, at path: String
  ) -> Diagnostic {
    Diagnostic(
      RollbackRuleSet.unchecked, "\(revision) was published, and its history is not here: \(reason)",
      at: SourceLocation(path: path),
      help: "fetch the store, then check again; with --allow-no-history this is a warning only")
  }
}

/// The project's store by itself, and against the committed lock.
struct StoreChain {
  private let project: LoadedProject
  private let access: StoreAccess
  private let trusted: [PublicKey]?

  init(_ project: LoadedProject, _ access: StoreAccess, trusted: [PublicKey]?) {
    self.project = project
    self.access = access
    self.trusted = trusted
  }

  func findings(
    _ reader: StoreReader, _ head: Head, _ lock: LockDocument?
  ) throws -> [Diagnostic] {
    let rules = ChainRules(try reader.snapshot(), head: head, nodes: reader)
    let store = SourceLocation(path: project.configuration.store)
    var findings = try rules.judge(parent: head.parent.map { try reader.head($0) }).map {
      $0.diagnostic(at: store)
    }
    if let lock {
      findings += try judge(
        reader, head, against: .init(lock, name: StoreAccess.lockFile), older: RollbackRuleSet.restored,
        nodes: reader)
    }
    return try findings + signature(of: head, in: reader, at: project.configuration.store)
  }

  /// The finding that nobody who is trusted signed a head.
  func signature(of head: Head, in reader: StoreReader, at path: String) throws -> [Diagnostic] {
    guard let trusted,
      let problem = try reader.signatureVerdict(head.link, trusted: trusted).problem(revision: head.revision)
    else { return [] }
    return [
      Diagnostic(
        SignatureRules.signature, problem, at: SourceLocation(path: path),
        help: "get the store from who publishes it, or trust the key that signed it")
    ]
  }

  /// A store's head against something that was trusted.
  /// - Parameter nodes: those of both.
  func judge<Nodes: NodeSource>(
    _ reader: StoreReader, _ head: Head, against trusted: ChainRules<Nodes>.Trusted, older: Rule, nodes: Nodes
  ) throws -> [Diagnostic] {
    let rules = ChainRules(try reader.snapshot(), head: head, nodes: nodes)
    let findings = try rules.judge(against: trusted, older: older) { (link) throws(BundleError) in
      try reader.isAncestor(link, of: head)
    }
    return findings.map { $0.diagnostic(at: SourceLocation(path: trusted.name)) }
  }

  /// The committed lock against something that was trusted, where no store can say more.
  func judge(
    _ lock: LockDocument, against trusted: PublishedPin, older: Rule?
  ) -> [Diagnostic] {
    let place = SourceLocation(path: StoreAccess.lockFile)
    guard let link = trusted.link else { return [] }
    if lock.lineage != trusted.lineage {
      return [
        Diagnostic(
          RollbackRuleSet.lineage, "assets.lock and \(trusted.name) belong to different stores", at: place,
          help: "take the lock from \(trusted.name)")
      ]
    }
    if lock.head.revision == link.revision, lock.head.head != link.head {
      return [
        Diagnostic(
          RollbackRuleSet.equivocation, "assets.lock names another r\(link.revision) than \(trusted.name)",
          at: place, help: "two stores gave out the same number; go on from the one that others have")
      ]
    }
    guard let older, lock.head.revision < link.revision else { return [] }
    return [
      Diagnostic(
        older, "assets.lock names r\(lock.head.revision), \(trusted.name) names r\(link.revision)", at: place,
        help: "take the lock from \(trusted.name); numbers only go up")
    ]
  }
}

extension ChainRules.Trusted {
  init(_ lock: LockDocument, name: String) {
    self.init(
      lineage: lock.lineage, link: lock.head, locales: lock.locales, sources: nil, name: name)
  }

  init(_ snapshot: Snapshot, head: Head, name: String) {
    self.init(
      lineage: head.lineage, link: head.link, locales: head.locales, sources: snapshot.ledger.sources,
      name: name)
  }
}
