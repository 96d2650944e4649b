internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

/// What a project would publish, compared with what it published.
struct ProjectCandidate {
  let project: LoadedProject
  let store: StoreReader?
  let candidate: Candidate

  init(_ project: LoadedProject, access: StoreAccess) throws {
    let store = try access.reader()
    try self.init(project, store: store, parent: store?.snapshot() ?? .empty)
  }

  /// - Parameter parent: a revision of `store`, or the empty state without one.
  init(_ project: LoadedProject, store: StoreReader?, parent: Snapshot) throws(BundleError) {
    self.project = project
    self.store = store
    candidate = try Candidate(CandidateInput(project), parent: parent, store: store)
  }

  /// What goes backwards against a published revision.
  func rollbackFindings(against reference: Snapshot) throws(BundleError) -> [RollbackFinding] {
    try candidate.rollbackFindings(against: reference, project.configuration)
  }

  /// What cannot be about the head that the publish would stand on.
  /// - Parameter lock: what the project trusted last.
  func chainFindings(lock: LockDocument?) throws(BundleError) -> [Diagnostic] {
    guard let store else { return [] }
    let found = try candidate.chainFindings(from: store)
    let foundInLock = try lock.map { (lock) throws(BundleError) in
      try candidate.findings(against: lock, from: store)
    }
    return found.map { $0.diagnostic(at: SourceLocation(path: project.configuration.store)) }
      + (foundInLock ?? []).map { $0.diagnostic(at: SourceLocation(path: StoreAccess.lockFile)) }
  }

  /// A finding with its place in the working files.
  func diagnostic(_ finding: RollbackFinding) -> Diagnostic { finding.diagnostic(at: place(of: finding)) }

  private func place(of finding: RollbackFinding) -> SourceLocation? {
    guard let locale = finding.locale else {
      return project.records.first { $0.contentID == finding.contentIDs.first }?.location
    }
    if let key = finding.key { return project.location(of: key, in: locale) }
    if let key = finding.keywordKey { return project.location(ofKeywords: key, in: locale) }
    // Of many keys the first that has a line: what is gone has none.
    if !finding.keys.isEmpty {
      let places = finding.keys.lazy.compactMap { project.location(of: $0, in: locale) }
      if let place = places.first(where: { $0.line != nil }) ?? places.first { return place }
    }
    if !project.configuration.locales.contains(locale) { return project.configuration.localesLocation }
    if finding.rule == RollbackRuleSet.keywords, let keywords = project.configuration.keywords {
      return SourceLocation(path: project.configuration.path(keywords.path, for: locale))
    }
    return project.catalogs.lazy.compactMap { catalog in
      let table = locale == project.configuration.sourceLocale ? catalog.source : catalog.targets[locale]
      return table.map { SourceLocation(path: $0.path) }
    }.first ?? project.configuration.location
  }
}

extension Candidate {
  /// What goes backwards against a published revision.
  /// - Parameter configuration: says what placeholders look like in its catalogs.
  func rollbackFindings(
    against reference: Snapshot, _ configuration: ProjectConfiguration
  ) throws(BundleError) -> [RollbackFinding] {
    let difference =
      reference.revision == parent.revision
      ? self.difference : try ContentDifference(from: reference.content, to: content, nodes: nodes)
    var rules = RollbackRules(
      reference: reference, candidate: content, difference: difference, nodes: nodes)
    rules.older = OlderTexts(configuration, nodes)
    return try rules.findings()
  }

  /// What cannot be about the head that the publish would stand on.
  func chainFindings(from store: StoreReader) throws(BundleError) -> [RollbackFinding] {
    guard let head = parent.head else { return [] }
    let before = try head.parent.map { (link) throws(BundleError) in try store.head(link) }
    return ChainRules(parent, head: head, nodes: store).judge(parent: before)
  }

  /// What cannot be about that head for somebody who trusted a lock.
  func findings(
    against lock: LockDocument, from store: StoreReader
  ) throws(BundleError) -> [RollbackFinding] {
    guard let head = parent.head else { return [] }
    return try ChainRules(parent, head: head, nodes: store).judge(
      against: .init(lock, name: StoreAccess.lockFile), older: RollbackRuleSet.restored
    ) { (link) throws(BundleError) in try store.isAncestor(link, of: head) }
  }
}

extension OlderTexts {
  /// The texts of the store below the nodes of a candidate.
  init(_ configuration: ProjectConfiguration, _ nodes: StagedNodes) {
    var dialects: [ExactString: PlaceholderDialect] = [:]
    for catalog in configuration.catalogs {
      dialects[ExactString(catalog.name)] = catalog.placeholders.flatMap {
        PlaceholderDialect(rawValue: $0.rawValue)
      }
    }
    self.init(dialects: dialects) { (revisions) throws(BundleError) in try nodes.contents(of: revisions) }
  }
}
