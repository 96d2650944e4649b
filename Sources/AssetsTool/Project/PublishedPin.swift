internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing

/// Something outside of the project that says what was published: another store, another checkout, a lock, a bundle file.
struct PublishedPin {
  /// The path as it was given.
  var name: String
  /// Its own history, where it has one.
  var reader: StoreReader?
  /// Its lock, where it is one or has one; of a bundle file, what a lock would say of its head.
  var lock: LockDocument?

  var link: Head.Link? { reader?.head?.link ?? lock?.head }
  var lineage: String? { reader?.head?.lineage ?? lock?.lineage }

  init(name: String, reader: StoreReader?, lock: LockDocument?) {
    self.name = name
    self.reader = reader
    self.lock = lock
  }

  /// Looks at what a path leads to.
  /// - Returns: `nil` if there is no such path, or a folder that is neither a store nor a project.
  /// - Throws: `ToolError` for a file that is neither lock nor bundle, or a store that cannot be read.
  init?(path: String) throws {
    let files = LocalFileSystem()
    guard let real = Platform.realPath(path), let kind = try? files.status(real).kind else { return nil }
    if kind == .directory {
      if StoreReader.exists(at: real) {
        self.init(name: path, reader: try Self.reader(real), lock: nil)
        return
      }
      guard (try? files.status("\(real)/assets.yml")) != nil else { return nil }
      try self.init(checkout: real, name: path)
      return
    }
    let bytes: [UInt8]
    do { bytes = try files.read(real, limit: 1 << 34) } catch {
      throw ToolError(.unreadable, "cannot read \(path): \(error.reason)")
    }
    self.init(name: path, reader: nil, lock: try Self.lock(bytes, path))
  }

  /// What a lock says, or the head of a bundle file: which revision it is, and the counts of its locales.
  private static func lock(_ bytes: [UInt8], _ path: String) throws(ToolError) -> LockDocument {
    if let lock = try? LockDocument(bytes) { return lock }
    do { return LockDocument(try BundleFile(bytes).newest) } catch {
      throw ToolError(
        .unreadable, "\(path) is neither a lock nor a bundle file: \(error.reason)",
        help: "compare with a revision, a git reference, a store, a checkout, an assets.lock or a bundle file"
      )
    }
  }

  private init(checkout: String, name: String) throws {
    let location = try ProjectLocation(explicit: "\(checkout)/assets.yml")
    let access = StoreAccess(
      location: location, configuration: try ProjectLoader(location, jobs: 1).configuration())
    self.init(name: name, reader: try access.reader(), lock: try access.lock())
    guard reader?.head != nil || lock != nil else {
      throw ToolError(.nothingMatched, "\(name) has neither a store nor an assets.lock")
    }
  }

  private static func reader(_ root: String) throws(ToolError) -> StoreReader {
    do { return try StoreReader(root: root) } catch { throw ToolError(error) }
  }
}

/// The project against another store, another checkout, a lock or a bundle file.
struct PinCheck {
  private let project: LoadedProject
  private let access: StoreAccess
  private let pin: PublishedPin
  private let chain: StoreChain

  init(_ project: LoadedProject, _ access: StoreAccess, _ pin: PublishedPin, chain: StoreChain) {
    self.project = project
    self.access = access
    self.pin = pin
    self.chain = chain
  }

  func compare() throws -> RollbackComparison {
    let lock = try access.lock()
    let store = try access.reader()
    var result = RollbackComparison(name: pin.name)
    if let store, let head = store.head { result.chain += try chain.findings(store, head, lock) }
    result.chain += try judgeChain(store, lock)
    if result.chain.contains(where: { $0.rule == RollbackRuleSet.lineage }) { return result }
    if let reader = pin.reader, let head = reader.head {
      result.chain += try chain.signature(of: head, in: reader, at: pin.name)
      let reference = try reader.snapshot()
      let made = try ProjectCandidate(project, store: reader, parent: reference)
      result.found = try made.rollbackFindings(against: reference)
      result.made = made
      result.isInStore =
        try store.map { store in
          try store.head.map { try store.isAncestor(head.link, of: $0) } ?? false
        } ?? false
      return result
    }
    guard let pinned = pin.lock, pinned.head.revision > 0 else { return result }
    guard let store, let head = store.head, try store.isAncestor(pinned.head, of: head) else {
      let unchecked = try RollbackComparison.unchecked(
        project, access, against: pinned,
        because: store == nil
          ? "there is no store at \(project.configuration.store)" : "the store at hand does not have it")
      result.chain += unchecked.chain
      result.found = unchecked.found
      result.made = unchecked.made
      result.isUnknown = true
      return result
    }
    let made = try ProjectCandidate(project, access: access)
    result.found = try made.rollbackFindings(against: store.snapshot(revision: pinned.head.revision))
    result.made = made
    return result
  }

  private func judgeChain(_ store: StoreReader?, _ lock: LockDocument?) throws -> [Diagnostic] {
    // The store was held against its own lock already.
    if pin.reader == nil, pin.lock == lock { return [] }
    if let store, let head = store.head {
      if let reader = pin.reader, let other = reader.head {
        return try chain.judge(
          store, head, against: .init(reader.snapshot(), head: other, name: pin.name),
          older: RollbackRuleSet.revision, nodes: JoinedNodes(store, reader))
      }
      return try pin.lock.map {
        try chain.judge(
          store, head, against: .init($0, name: pin.name), older: RollbackRuleSet.revision, nodes: store)
      } ?? []
    }
    return lock.map { chain.judge($0, against: pin, older: RollbackRuleSet.revision) } ?? []
  }
}
