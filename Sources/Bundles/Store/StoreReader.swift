/// Reads a store: heads by revision, nodes by address, every byte checked against its digest.
///
/// Not safe to share between threads; open one each.
public final class StoreReader: NodeEntriesSource {
  /// Where the store lies.
  public let layout: StoreLayout
  private let files: any FileSystem
  package private(set) var index: NodeIndex
  /// The head at the time of opening; `nil` in a store without a revision.
  public private(set) var head: Head?
  /// Whether the index on disk lacked something that is in the store.
  public private(set) var indexIsStale = false
  private var indexIsRebuilt = false
  /// The bytes of packs that were read as a whole, for as long as they are few.
  private var wholePacks: [Digest: [UInt8]] = [:]
  private static let mostWholePackBytes = 16 << 20
  /// Packs that nodes were read from; a file is opened once and not for each node.
  private var openPacks: [Digest: any FileParts] = [:]
  private static let mostOpenPacks = 16
  /// Nodes that were read and checked, for as long as they are few: a publish asks for most of its nodes again.
  private var checkedNodes: [Digest: [UInt8]] = [:]
  private var checkedBytes = 0
  private var checkedEntries: [Digest: NodeEntries] = [:]
  private static let mostCheckedBytes = 16 << 20

  /// Opens a store.
  /// - Throws: `BundleError` with `.missing` if there is no store at `root`, `.unsupported` for a format this
  ///   version does not read, `.damaged` or `.inputOutput` if `HEAD` or a head cannot be read.
  public init(root: String, files: any FileSystem = LocalFileSystem()) throws(BundleError) {
    layout = StoreLayout(root: root)
    self.files = files
    index = NodeIndex()
    let format = try Self.read(layout.formatFile, files, limit: 1 << 10, missing: "no store at \(root)")
    guard format == Array(StoreLayout.format.utf8) else {
      throw BundleError(
        .unsupported, "store at \(root) has another format than \(StoreLayout.format.dropLast())")
    }
    guard let link = try link() else {
      try checkIsNew()
      return
    }
    head = try head(link)
    try loadIndex(link)
  }

  /// What a reader knows of the store, for another reader of the same revision.
  package struct Opened: Sendable {
    fileprivate let layout: StoreLayout
    fileprivate let files: any FileSystem
    fileprivate let index: NodeIndex
    fileprivate let head: Head?
    fileprivate let indexIsStale: Bool
    fileprivate let wholePacks: [Digest: [UInt8]]
  }

  package var opened: Opened {
    Opened(
      layout: layout, files: files, index: index, head: head, indexIsStale: indexIsStale,
      wholePacks: wholePacks)
  }

  /// Another reader, for another task, without reading anything again.
  package init(_ opened: Opened) {
    layout = opened.layout
    files = opened.files
    index = opened.index
    head = opened.head
    indexIsStale = opened.indexIsStale
    wholePacks = opened.wholePacks
  }

  /// A store without `HEAD` has no revision yet. A first publish that was killed may have left its head behind; a
  /// second one shows that `HEAD` was lost.
  private func checkIsNew() throws(BundleError) {
    let names = (try? files.list(layout.heads)) ?? []
    guard names.contains(where: { !$0.hasPrefix("1-") && !$0.hasPrefix(".") }) else { return }
    throw BundleError(.damaged, "store at \(layout.root) has heads and no HEAD: it was lost")
  }

  /// Whether there is a store at a path at all.
  public static func exists(at root: String, files: any FileSystem = LocalFileSystem()) -> Bool {
    (try? files.status(StoreLayout(root: root).formatFile)) != nil
  }

  /// What `HEAD` names now.
  public func link() throws(BundleError) -> Head.Link? { try Self.link(layout, files) }

  /// What the `HEAD` of a store names; `nil` if nothing was published yet.
  public static func link(
    _ layout: StoreLayout, _ files: any FileSystem
  ) throws(BundleError) -> Head.Link? {
    let bytes: [UInt8]
    do { bytes = try files.read(layout.headFile, limit: 1 << 10) } catch {
      if error.isMissing { return nil }
      throw BundleError(.inputOutput, error.description)
    }
    guard let link = StoreLayout.link(bytes) else {
      throw BundleError(.damaged, "\(layout.headFile) does not name a revision")
    }
    return link
  }

  /// The head a link names.
  public func head(_ link: Head.Link) throws(BundleError) -> Head {
    let head = try Head(headBytes(link))
    guard head.revision == link.revision else {
      throw BundleError(.damaged, "\(layout.head(link)) is the head of r\(head.revision)")
    }
    return head
  }

  /// The bytes of a head's file, checked against the link.
  public func headBytes(_ link: Head.Link) throws(BundleError) -> [UInt8] {
    try Self.headBytes(link, layout, files)
  }

  package static func headBytes(
    _ link: Head.Link, _ layout: StoreLayout, _ files: any FileSystem
  ) throws(BundleError) -> [UInt8] {
    let path = layout.head(link)
    let bytes = try read(path, files, limit: Head.largestSize, missing: "head r\(link.revision) is missing")
    guard Digest(of: bytes) == link.head else {
      throw BundleError(.damaged, "\(path) does not match its digest")
    }
    return bytes
  }

  /// The signatures of a head; `nil` if it has none.
  /// - Throws: `BundleError` if the file is there and damaged.
  public func signatures(_ link: Head.Link) throws(BundleError) -> HeadSignatures? {
    try Self.signatures(link, layout, files)
  }

  package static func signatures(
    _ link: Head.Link, _ layout: StoreLayout, _ files: any FileSystem
  ) throws(BundleError) -> HeadSignatures? {
    let bytes: [UInt8]
    do { bytes = try files.read(layout.signatures(link), limit: HeadSignatures.largestSize) } catch {
      if error.isMissing { return nil }
      throw BundleError(.inputOutput, error.description)
    }
    do { return try HeadSignatures(bytes) } catch {
      throw BundleError(error.code, "r\(link.revision): \(error.reason)")
    }
  }

  /// Whether somebody who is trusted signed a head.
  public func signatureVerdict(
    _ link: Head.Link, trusted: [PublicKey]
  ) throws(BundleError) -> SignatureVerdict {
    SignatureVerdict(try signatures(link), of: try headBytes(link), trusted: trusted)
  }

  /// The heads from the newest to r1, along their parents.
  public func forEachHead(_ body: (Head) throws(BundleError) -> Bool) throws(BundleError) {
    var next = head
    while let head = next {
      guard try body(head), let parent = head.parent else { return }
      next = try self.head(parent)
      guard next?.lineage == head.lineage else {
        throw BundleError(.damaged, "r\(parent.revision) is of another lineage than r\(head.revision)")
      }
    }
  }

  /// The head of a revision, found along the chain.
  /// - Complexity: one file a revision between the newest and it.
  public func head(revision: Int) throws(BundleError) -> Head {
    var found: Head?
    try forEachHead { head in
      if head.revision == revision { found = head }
      return head.revision > revision
    }
    guard let found else {
      let newest = head.map { "the store's head is r\($0.revision)" } ?? "the store has no revision yet"
      throw BundleError(.unknownSelector, "there is no revision r\(revision); \(newest)")
    }
    return found
  }

  /// A revision with its roots; r0 is the empty state.
  public func snapshot(revision: Int) throws(BundleError) -> Snapshot {
    revision == 0 ? .empty : try Snapshot(head(revision: revision), from: self)
  }

  /// The newest revision with its roots.
  public func snapshot() throws(BundleError) -> Snapshot {
    try head.map { (head) throws(BundleError) in try Snapshot(head, from: self) } ?? .empty
  }

  // MARK: - Nodes

  /// The bytes of a node. A node the index does not lead to is looked for in all packs, once in the reader's
  /// life.
  /// - Throws: `BundleError` with `.missing` or `.damaged`, `.inputOutput` if the packs cannot be read for
  ///   that.
  public func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    do { return try indexedNode(address) } catch {
      // The index is only a convenience: what it says wrongly is looked for in the packs themselves, once.
      guard !indexIsRebuilt, head != nil, error.code != .inputOutput else { throw error }
      try rebuildIndex()
      return try indexedNode(address)
    }
  }

  package func entries(_ address: Digest) throws(BundleError) -> NodeEntries {
    if let known = checkedEntries[address] { return known }
    let bytes = try node(address)
    let entries = try NodeEntries(bytes)
    keep(bytes.count)
    checkedEntries[address] = entries
    return entries
  }

  private func indexedNode(_ address: Digest) throws(BundleError) -> [UInt8] {
    if let known = checkedNodes[address] { return known }
    let found: NodeIndex.Place?
    do { found = try index.place(of: address) } catch { throw BundleError(.damaged, error.description) }
    guard let place = found else {
      throw BundleError(.missing, "node \(address) is in no pack of the store")
    }
    // The lines of a pack that is here were hashed to find their addresses.
    if index.isAdded(address), let pack = wholePacks[place.pack] {
      return Array(pack[place.offset..<place.offset + place.count])
    }
    let bytes: [UInt8]
    do { bytes = try pack(place.pack).read(at: place.offset, count: place.count) } catch {
      throw BundleError(error.isMissing ? .missing : .damaged, error.description)
    }
    guard Digest(of: bytes) == address else {
      throw BundleError(.damaged, "node \(address) in pack \(place.pack) does not match its digest")
    }
    keep(bytes.count)
    checkedNodes[address] = bytes
    return bytes
  }

  /// Makes room for so many bytes more.
  private func keep(_ count: Int) {
    if checkedBytes > Self.mostCheckedBytes { (checkedNodes, checkedEntries, checkedBytes) = ([:], [:], 0) }
    checkedBytes += count
  }

  private func pack(_ digest: Digest) throws(FileSystemError) -> any FileParts {
    if let open = openPacks[digest] { return open }
    if openPacks.count == Self.mostOpenPacks { openPacks.removeAll() }
    let pack = try files.open(layout.pack(digest))
    openPacks[digest] = pack
    return pack
  }

  /// Makes the index anew from all packs of the chain.
  private func rebuildIndex() throws(BundleError) {
    indexIsRebuilt = true
    (wholePacks, openPacks) = ([:], [:])
    indexIsStale = true
    index = NodeIndex()
    guard let link = head?.link else { return }
    try addPacks(upTo: link)
  }

  /// Whether the index lists a node; no pack is opened unless the index cannot be read.
  /// - Throws: `BundleError`, if the packs cannot be read either.
  public func contains(_ address: Digest) throws(BundleError) -> Bool {
    do { return try index.place(of: address) != nil } catch {
      try rebuildIndex()
      return index.isAdded(address)
    }
  }

  /// Opens the index of this machine and adds the packs that are newer; without a usable one, all packs of the
  /// chain.
  private func loadIndex(_ link: Head.Link) throws(BundleError) {
    index = NodeIndex(layout, files)
    if index.covers == link { return }
    indexIsStale = true
    try addPacks(upTo: link)
  }

  /// Adds the packs after the head that the index covers, or all.
  private func addPacks(upTo link: Head.Link) throws(BundleError) {
    var missing: [Head] = []
    var isCovered = false
    try forEachHead { head in
      if index.cut(behind: head.link) {
        isCovered = true
        return false
      }
      missing.append(head)
      return true
    }
    if !isCovered { index = NodeIndex() }
    var kept = 0
    for head in missing.reversed() {
      let bytes = try Self.read(
        layout.pack(head.pack), files, limit: 1 << 36, missing: "pack of r\(head.revision) is missing")
      do { try index.add(pack: head.pack, lines: PackLine.lines(of: bytes)) } catch {
        guard !indexIsRebuilt else { throw BundleError(.inputOutput, error.description) }
        return try rebuildIndex()
      }
      kept += bytes.count
      if kept <= Self.mostWholePackBytes { wholePacks[head.pack] = bytes }
    }
    index.mark(link)
  }

  static func read(
    _ path: String, _ files: any FileSystem, limit: Int, missing: String
  ) throws(BundleError) -> [UInt8] {
    do { return try files.read(path, limit: limit) } catch {
      throw BundleError(
        error.isMissing ? .missing : .inputOutput, error.isMissing ? missing : error.description)
    }
  }
}
