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
    guard StoreReader.exists(at: root) else { return nil }
    do { return try StoreReader(root: root) } catch { throw ToolError(error) }
  }

  /// The store for commands that need one.
  func requiredReader() throws(ToolError) -> StoreReader {
    guard let reader = try reader() else {
      throw ToolError(
        .unreadable, "there is no store at \(configuration.store)", help: "publish first: `assets publish`")
    }
    return reader
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

  /// Whether a revision is the head or stands among its ancestors; r0 does for every head.
  func isAncestor(_ link: Head.Link, of head: Head, in reader: StoreReader) throws(BundleError) -> Bool {
    guard link.revision > 0 else { return true }
    var next: Head? = head
    while let head = next, head.revision >= link.revision {
      if head.link == link { return true }
      next = try head.parent.map { (parent) throws(BundleError) in try reader.head(parent) }
    }
    return false
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
