internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

/// The project against a git reference: what this branch would take back if it were merged there.
///
/// Only what differs between the merge base and the working files is the branch's doing. Store and lock are those of
/// the reference's commit where they are committed, else the local store.
struct BranchCheck {
  private let project: LoadedProject
  private let access: StoreAccess
  private let name: String
  private let chain: StoreChain

  init(_ project: LoadedProject, _ access: StoreAccess, reference: String, chain: StoreChain) {
    self.project = project
    self.access = access
    name = reference
    self.chain = chain
  }

  func compare() async throws -> RollbackComparison {
    let git = GitProcess(in: project.location.root)
    let reference: GitReference
    let target: CommitFiles
    let base: CommitFiles
    do {
      reference = try GitReference(name, in: git)
      target = try CommitFiles(of: reference.commit, folder: reference.prefix, in: git)
      base = try CommitFiles(of: reference.mergeBase, folder: reference.prefix, in: git)
    } catch {
      throw ToolError(error)
    }
    let pin = try PublishedPin(target, store: project.configuration.store, name: name)
    let baseLock = try base.lock(name: "the merge base")
    var result = RollbackComparison(name: name)
    result.chain = try judgeChain(pin, baseLock)
    if result.chain.contains(where: { $0.rule == RollbackRuleSet.lineage }) { return result }
    guard let (reader, published) = try published(pin) else {
      guard let lock = try baseLock ?? pin.lock ?? access.lock(), lock.head.revision > 0 else {
        return result
      }
      let unchecked = try RollbackComparison.unchecked(
        project, access, against: lock, because: "neither '\(name)' nor this checkout has a store with it")
      result.chain += unchecked.chain
      result.found = unchecked.found
      result.made = unchecked.made
      result.isUnknown = true
      return result
    }
    guard let head = published.head else { return result }
    result.isInStore = try isInStore(head.link)
    let made = try ProjectCandidate(project, store: reader, parent: published)
    result.found = try await findings(made, published, base)
    result.made = made
    return result
  }

  /// What the branch does to what is published.
  private func findings(
    _ made: ProjectCandidate, _ published: Snapshot, _ base: CommitFiles
  ) async throws -> [RollbackFinding] {
    let checkedOut = try CheckedOutCommit(base)
    let before = try await candidate(of: checkedOut, store: made.store, parent: published)
    var nodes = made.candidate.nodes
    let merged = try BranchMerge(
      of: made.candidate.content, since: before?.content ?? .empty, into: published.content,
      sources: EmptyTreeSource(JoinedNodes(nodes, before?.nodes ?? nodes)), nodes: &nodes)
    withExtendedLifetime(checkedOut) {}
    let difference = try ContentDifference(from: published.content, to: merged.content, nodes: nodes)
    var rules = RollbackRules(
      reference: published, candidate: merged.content, difference: difference, nodes: nodes)
    rules.older = OlderTexts(project.configuration, nodes)
    return try rules.findings()
  }

  /// What the project said where the branch began; `nil` if there was none.
  private func candidate(
    of commit: CheckedOutCommit, store: StoreReader?, parent: Snapshot
  ) async throws -> Candidate? {
    let configuration = "\(commit.root)/\(project.location.configuration)"
    guard (try? LocalFileSystem().status(configuration)) != nil else { return nil }
    do {
      let loader = ProjectLoader(
        try ProjectLocation(explicit: configuration), jobs: Platform.processorCount)
      // A file that could not be read there says nothing, and all of it is the branch's.
      return try Candidate(CandidateInput(try await loader.load()), parent: parent, store: store)
    } catch is ConfigurationFailure {
      return nil
    }
  }

  // MARK: - What is published

  /// The reference's own store, else the local one at the revision that the reference's lock names, else its head.
  private func published(_ pin: PublishedPin) throws -> (StoreReader, Snapshot)? {
    if let reader = pin.reader { return (reader, try reader.snapshot()) }
    guard let store = try access.reader(), let head = store.head else { return nil }
    guard let lock = pin.lock else { return (store, try store.snapshot()) }
    guard try store.isAncestor(lock.head, of: head) else { return nil }
    return (store, try store.snapshot(revision: lock.head.revision))
  }

  private func isInStore(_ link: Head.Link) throws -> Bool {
    guard let store = try access.reader(), let head = store.head else { return false }
    return try store.isAncestor(link, of: head)
  }

  // MARK: - The chain

  /// A branch that does not touch the lock is at most behind; one that does must not take it back.
  private func judgeChain(_ pin: PublishedPin, _ base: LockDocument?) throws -> [Diagnostic] {
    let lock = try access.lock()
    let store = try access.reader()
    var findings: [Diagnostic] = []
    if let store, let head = store.head { findings += try chain.findings(store, head, lock) }
    guard lock != base else { return findings }
    guard let lock else {
      findings.append(
        Diagnostic(
          RollbackRuleSet.revision,
          "assets.lock named r\(base?.head.revision ?? 0) where this branch began, and is gone",
          at: SourceLocation(path: project.location.configuration), help: "take it from '\(name)'"))
      return findings
    }
    if let base {
      findings += chain.judge(
        lock, against: PublishedPin(name: "the merge base", reader: nil, lock: base),
        older: RollbackRuleSet.revision)
    }
    // The branch published: then what the reference has must be among its ancestors, or the other way round.
    findings += chain.judge(lock, against: pin, older: nil)
    if findings.isEmpty, let link = pin.link {
      let (older, newer) = lock.head.revision <= link.revision ? (lock.head, link) : (link, lock.head)
      let reader = newer == link ? pin.reader : store
      if let reader, let head = reader.head, newer.revision <= head.revision,
        try !reader.isAncestor(older, of: head)
      {
        findings.append(
          Diagnostic(
            RollbackRuleSet.fork,
            "r\(newer.revision) does not descend from r\(older.revision): this branch and "
              + "'\(name)' both published", at: SourceLocation(path: StoreAccess.lockFile),
            help: "take store and lock from '\(name)' and publish again on top"))
      }
    }
    return findings
  }
}

extension CommitFiles {
  /// The lock in the folder, or `nil` if the commit has none.
  fileprivate func lock(name: String) throws(ToolError) -> LockDocument? {
    let bytes: [UInt8]
    do { bytes = try read(StoreAccess.lockFile, limit: 1 << 20) } catch {
      if error.isMissing { return nil }
      throw ToolError(.unreadable, "cannot read assets.lock of \(name): \(error.reason)")
    }
    do { return try LockDocument(bytes) } catch {
      throw ToolError(.unreadable, "assets.lock of \(name): \(error.reason)")
    }
  }
}

extension PublishedPin {
  /// What a commit says was published.
  fileprivate init(_ commit: CommitFiles, store: String, name: String) throws(ToolError) {
    let lock = try commit.lock(name: "'\(name)'")
    guard StoreReader.exists(at: store, files: commit) else {
      self.init(name: name, reader: nil, lock: lock)
      return
    }
    do {
      let reader = try StoreReader(root: store, files: commit)
      self.init(name: name, reader: reader.head == nil ? nil : reader, lock: lock)
    } catch {
      throw ToolError(
        .unreadable, "cannot read the store at '\(name)': \(error.reason)",
        help: "if it is kept in Git LFS, compare with a checkout of it instead")
    }
  }
}

extension ToolError {
  init(_ error: GitError) { self.init(.unreadable, error.reason, help: error.help) }
}
