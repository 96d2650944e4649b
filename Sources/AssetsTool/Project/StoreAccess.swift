internal import Bundles
internal import Interchange
internal import Publishing

/// The store and the lock of a project.
struct StoreAccess {
  let location: ProjectLocation
  let configuration: ProjectConfiguration

  static let lockFile = "assets.lock"

  var root: String { location.absolute(configuration.store) }

  /// The store for reading, or `nil` if nothing was ever published here.
  func reader() throws(ToolError) -> StoreReader? {
    try checkPlace()
    guard StoreReader.exists(at: root) else { return nil }
    do { return try StoreReader(root: root) } catch { throw ToolError(opening: error) }
  }

  /// The store for commands that need one.
  /// - Throws: `ToolError`, `.conflict` if the lock names a revision and there is no store that has one.
  func requiredReader() throws(ToolError) -> StoreReader {
    let reader = try reader()
    try requireStore(found: reader)
    guard let reader else {
      throw ToolError(
        .unreadable, "there is no store at \(configuration.store)", help: "publish first: `assets publish`")
    }
    return reader
  }

  /// Refuses to take a store that is gone for one that never was.
  /// - Parameter reader: the store that was found.
  func requireStore(found reader: StoreReader?) throws(ToolError) {
    guard reader?.head == nil, let lock = try lock(), lock.head.revision > 0 else { return }
    throw missingStore(of: lock)
  }

  /// That the store is gone which a lock names.
  func missingStore(of lock: LockDocument) -> ToolError {
    ToolError(
      .conflict,
      "RB-RESTORED: assets.lock names r\(lock.head.revision), and there is no store at \(configuration.store)",
      help: "fetch the store it was published to; a new one would be another lineage")
  }

  /// Refuses a store that lies elsewhere: a project reads and writes nothing outside of its folder.
  private func checkPlace() throws(ToolError) {
    let layout = StoreLayout(root: root)
    for path in [root, layout.heads, layout.packs, layout.local] {
      guard let real = Platform.realPath(path), real != path, !real.hasPrefix(location.root + "/") else {
        continue
      }
      let shown = configuration.store + path.dropFirst(root.count)
      throw ToolError(
        .unreadable, "cannot use the store \(shown): it is a link that leads out of the project",
        help: "move what it leads to into the project, or name another folder as `store`")
    }
  }

  /// The public keys that the configuration trusts.
  func trustedKeys() throws(ToolError) -> [PublicKey] {
    try configuration.publishing.trustedKeys.map { (text) throws(ToolError) in
      guard let key = PublicKey(text) else {
        throw ToolError(
          .unreadable, "\(location.configuration) trusts \(text), for which anybody can sign",
          help: "print the right key with `assets key show FILE`")
      }
      return key
    }
  }

  /// The committed lock, or `nil` if there is none.
  func lock() throws(ToolError) -> LockDocument? {
    guard let bytes = try ProjectFiles(location).read(Self.lockFile, limit: 1 << 20) else { return nil }
    do { return try LockDocument(bytes) } catch {
      throw ToolError(
        .unreadable, error.reason,
        help: "take one side of the file from git, then run `assets lock` against the store")
    }
  }

  /// Writes the lock for a head, if it does not say that already.
  /// - Returns: whether the file changed.
  @discardableResult
  func writeLock(_ head: Head) throws(ToolError) -> Bool {
    let files = ProjectFiles(location)
    files.removeLeftovers(of: Self.lockFile)
    let bytes = LockDocument(head).bytes
    guard try files.read(Self.lockFile, limit: 1 << 20) != bytes else { return false }
    try files.write(bytes, to: Self.lockFile)
    return true
  }
}

extension ToolError {
  /// That a store could not be opened, so that no other command can look closer.
  fileprivate init(opening error: BundleError) {
    self.init(error)
    switch error.code {
    case .unsupported: help = "read it with the version of assets that wrote it"
    case .inputOutput: break
    default:
      help = "take HEAD from one side of git, with the assets.lock of the same side, or fetch the store again"
    }
  }

  /// The same failure after a head was published, which must not look as if nothing was.
  func after(publishing head: Head, again: String = "run the same command again") -> ToolError {
    ToolError(
      status, "\(message); r\(head.revision) is published", help: "\(again): it does what is left to do")
  }

  init(_ error: BundleError) {
    switch error.code {
    case .unknownSelector: self.init(.nothingMatched, error.reason)
    case .inputOutput: self.init(.inputOutput, error.reason)
    default: self.init(.unreadable, error.reason, help: "look closer with `assets verify --all`")
    }
  }

  init(_ error: PublishError) {
    let status: ExitStatus =
      switch error.code {
      case .headMoved, .lockMismatch, .expectationFailed, .planMismatch, .inputChanged, .storeBehind,
        .otherLineage:
        .conflict
      case .outcomeUnknown: .outcomeUnknown
      case .inputOutput: .inputOutput
      case .damagedStore, .foreignStore: .unreadable
      }
    self.init(status, error.reason, help: error.help)
  }
}
