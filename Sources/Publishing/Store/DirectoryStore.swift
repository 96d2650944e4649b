package import Bundles

/// A store in a folder.
///
/// Everything but `HEAD` is named by its digest and never changes, so a publisher that loses a race has harmed
/// nothing, and a reader of one revision is never disturbed.
package struct DirectoryStore: HeadStore {
  package let layout: StoreLayout
  private let files: any FileSystem

  package init(root: String, files: any FileSystem = LocalFileSystem()) {
    layout = StoreLayout(root: root)
    self.files = files
  }

  /// Makes what is missing of the folders; `FORMAT` comes last, so that a folder without it is no store yet.
  ///
  /// A store that came by git or a copy lacks the folder of this machine.
  package func create() throws(PublishError) {
    let isStore = (try? files.status(layout.formatFile)) != nil
    guard isStore || (try? files.status(layout.headFile)) == nil else {
      throw PublishError(
        .damagedStore, "\(layout.root) has a HEAD and no FORMAT",
        help: "restore the store; nothing was written")
    }
    try wrap { () throws(FileSystemError) in
      // A link to a folder in another place is a store; whether that place may be used is the caller's to say.
      if (try? files.status(layout.root)) == nil { try files.createDirectory(layout.root) }
      for folder in [layout.heads, layout.packs] { try files.createDirectory(folder) }
      try makeLocalFolder()
      if (try? files.status(layout.formatFile)) == nil {
        try replace(layout.formatFile, with: Array(StoreLayout.format.utf8))
        try files.syncDirectory(layout.root)
      }
    }
  }

  /// Makes the folder for what this machine may rebuild; a store that came with a clone does not have it.
  private func makeLocalFolder() throws(FileSystemError) {
    try files.createDirectory(layout.local)
    let ignore = "\(layout.local)/.gitignore"
    if (try? files.status(ignore)) == nil { try replace(ignore, with: Array("*\n".utf8)) }
  }

  /// Refuses a store of another user: whoever owns it could change it under us.
  package func checkOwner() throws(PublishError) {
    guard let status = try? files.status(layout.root) else { return }
    guard status.owner == currentUser() || currentUser() == 0 else {
      throw PublishError(
        .foreignStore, "the store at \(layout.root) belongs to another user",
        help: "publish as its owner, or copy the store")
    }
  }

  // MARK: - Publish protocol

  /// Puts a pack and a head where they belong. Nothing refers to them yet.
  package func stage(pack: [UInt8], as digest: Digest, head: Head) throws(PublishError) {
    try wrap { () throws(FileSystemError) in
      try put(pack, digest, in: layout.packs, as: layout.pack(digest))
      try put(head.bytes, head.link.head, in: layout.heads, as: layout.head(head.link))
    }
  }

  /// Adds a key's signature to those of a head, unless it is there already.
  package func sign(_ link: Head.Link, with key: SigningKey) throws(PublishError) {
    var signatures: HeadSignatures
    do {
      let head = try StoreReader.headBytes(link, layout, files)
      signatures = try StoreReader.signatures(link, layout, files) ?? HeadSignatures()
      if signatures.signers(of: head).contains(key.publicKey) { return }
      try signatures.sign(head, with: key)
    } catch { throw PublishError(error) }
    try wrap { () throws(FileSystemError) in
      try replace(layout.signatures(link), with: signatures.bytes)
      try files.syncDirectory(layout.heads)
    }
  }

  package func read() throws(BundleError) -> Head.Link? {
    guard StoreReader.exists(at: layout.root, files: files) else { return nil }
    return try StoreReader.link(layout, files)
  }

  /// The store for reading, through the same file system.
  package func reader() throws(BundleError) -> StoreReader {
    try StoreReader(root: layout.root, files: files)
  }

  /// Runs `body` while no other process makes a head the newest or collects garbage.
  package func locked<Result>(_ body: () throws(PublishError) -> Result) throws(PublishError) -> Result {
    let lock: any FileLock
    do { lock = try files.lock(layout.lockFile) } catch { throw PublishError(error) }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  package func compareAndSwap(expected: Head.Link?, new: Head.Link) throws(PublishError) {
    try locked { () throws(PublishError) in try swap(expected: expected, new: new) }
  }

  private func swap(expected: Head.Link?, new: Head.Link) throws(PublishError) {
    let found: Head.Link?
    do { found = try read() } catch { throw PublishError(error) }
    guard found == expected else {
      throw PublishError(
        .headMoved,
        "the head is r\(found?.revision ?? 0) now, this publish was made for r\(expected?.revision ?? 0)",
        help: "run `assets lock`, look at what was published, then publish again")
    }
    try checkStaged(new)
    let temporary = temporaryPath(for: new.head)
    do {
      try removeIfThere(temporary)
      try files.write(StoreLayout.headBytes(new), toNew: temporary)
    } catch {
      try? files.remove(temporary)
      throw PublishError(error)
    }
    do {
      try files.rename(temporary, to: layout.headFile)
      try files.syncDirectory(layout.root)
    } catch {
      try? files.remove(temporary)
      throw PublishError(
        .outcomeUnknown, "\(error.description); whether r\(new.revision) was published is not known",
        help: "run the same command again: it answers r\(new.revision) if it was")
    }
  }

  /// What was found there already may have been collected as garbage since.
  private func checkStaged(_ link: Head.Link) throws(PublishError) {
    do {
      let head = try Head(StoreReader.headBytes(link, layout, files))
      _ = try files.status(layout.pack(head.pack))
    } catch let error as FileSystemError {
      throw PublishError(error)
    } catch let error as BundleError {
      throw PublishError(error)
    } catch {}
  }

  /// Keeps what `gc` found; failing makes it wait longer.
  func keepMarks(_ bytes: [UInt8]) { try? replace(layout.marksFile, with: bytes) }

  /// Keeps the index of nodes for the next start; failing costs time, nothing else.
  package func keep(_ index: NodeIndex) {
    guard let run = try? index.newRun() else { return }
    let kept = index.keptRuns + [run.revisions]
    do { try replace(layout.index(run.revisions), with: run.bytes) } catch { return }
    // What it took the place of, and what another publisher's took the place of; the files of one that is ahead stay.
    for name in (try? files.list(layout.local)) ?? [] {
      guard let range = StoreLayout.indexRange(name), !kept.contains(range),
        range.upperBound <= run.revisions.upperBound
      else { continue }
      try? files.remove("\(layout.local)/\(name)")
    }
  }

  /// Removes what publishers left behind that were killed half-way.
  package func removeLeftovers() {
    for name in (try? files.list(layout.local)) ?? [] where name.hasPrefix(Self.temporaryPrefix) {
      let owner = name.dropFirst(Self.temporaryPrefix.count).prefix { $0.isNumber }
      if Int32(owner).map(isRunning) != true { try? files.remove("\(layout.local)/\(name)") }
    }
  }

  private static let temporaryPrefix = ".tmp-"

  /// In the folder of this machine, which stays small however many revisions there are.
  private func temporaryPath(for digest: Digest) -> String {
    // The process is in the name so that two publishers of the same bytes do not meet in one file.
    "\(layout.local)/\(Self.temporaryPrefix)\(processIdentifier())-\(digest)"
  }

  /// Writes a file under a name made of its digest; the same name there already means the same bytes, unless they
  /// are damaged.
  private func put(
    _ bytes: [UInt8], _ digest: Digest, in folder: String, as path: String
  ) throws(FileSystemError) {
    if let known = try? files.read(path, limit: bytes.count), known == bytes { return }
    let temporary = temporaryPath(for: digest)
    do {
      try removeIfThere(temporary)
      try files.write(bytes, toNew: temporary)
      try files.rename(temporary, to: path)
      try files.syncDirectory(folder)
    } catch {
      try? files.remove(temporary)
      throw error
    }
  }

  private func replace(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let temporary = temporaryPath(for: Digest(of: bytes))
    do {
      try removeIfThere(temporary)
      try files.write(bytes, toNew: temporary)
      try files.rename(temporary, to: path)
    } catch {
      try? files.remove(temporary)
      throw error
    }
  }

  private func removeIfThere(_ path: String) throws(FileSystemError) {
    do { try files.remove(path) } catch { if !error.isMissing { throw error } }
  }

  private func wrap(_ body: () throws(FileSystemError) -> Void) throws(PublishError) {
    do { try body() } catch { throw PublishError(error) }
  }
}
