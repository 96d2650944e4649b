/// Where each node of a store lies: digest → pack, offset, length.
///
/// Made from the packs at any time; the copy on disk is a convenience of one machine and never believed over the
/// packs. It is a few files (`NodeRun`), each for some revisions in a row and more than twice as large as the next one,
/// so that neither reading nor keeping it grows with the number of revisions.
public struct NodeIndex: Sendable {
  /// A node's place.
  public struct Place: Hashable, Sendable {
    /// The pack that holds the node.
    public var pack: Digest
    /// Bytes from the start of the pack.
    public var offset: Int
    /// Bytes of the node, without the line feed.
    public var count: Int
  }

  /// The last head whose packs are in here.
  public private(set) var covers: Head.Link?
  /// What is on disk, from r1 on.
  private var runs: [NodeRun] = []
  /// Packs that are in no file of the index, their nodes, and the bytes of those.
  private var packs: [Digest] = []
  private var added: [Digest: (pack: Int, offset: Int, count: Int)] = [:]
  private var addedBytes = 0

  /// An index without nodes, which covers no head.
  public init() {}

  /// Opens the files of an index as far as they fit together; files that are damaged count as missing.
  init(_ layout: StoreLayout, _ files: any FileSystem) {
    let names = (try? files.list(layout.local)) ?? []
    let ranges = names.compactMap(StoreLayout.indexRange)
    var isLonger = true
    while isLonger {
      let first = (covers?.revision ?? 0) + 1
      isLonger = false
      for range in ranges.filter({ $0.lowerBound == first }).sorted(by: { $0.count > $1.count }) {
        guard let run = NodeRun(layout.index(range), files), run.base == covers,
          run.covers.revision == range.upperBound
        else { continue }
        runs.append(run)
        covers = run.covers
        isLonger = true
        break
      }
    }
  }

  /// Lets go of what is behind a head.
  /// - Returns: whether the index ends at this head now; `false` leaves it as it is.
  mutating func cut(behind head: Head.Link) -> Bool {
    guard let last = runs.lastIndex(where: { $0.covers == head }) else { return false }
    runs.removeSubrange((last + 1)...)
    (covers, packs, added, addedBytes) = (head, [], [:], 0)
    return true
  }

  /// Adds the lines of a pack.
  /// - Throws: `FileSystemError`, if a file of the index cannot be read.
  mutating func add(pack: Digest, lines: some Sequence<PackLine>) throws(FileSystemError) {
    let number = packs.count
    packs.append(pack)
    for line in lines where try place(of: line.digest) == nil {
      added[line.digest] = (number, line.offset, line.count)
      addedBytes += line.count
    }
  }

  /// The index with the nodes of one more pack.
  /// - Throws: `FileSystemError`, if a file of the index cannot be read.
  package func adding(
    _ lines: [PackLine], of pack: Digest, covering head: Head.Link
  ) throws(FileSystemError) -> NodeIndex {
    var copy = self
    try copy.add(pack: pack, lines: lines)
    copy.mark(head)
    return copy
  }

  /// Notes that the packs of a head and of all its ancestors are in here.
  mutating func mark(_ link: Head.Link) { covers = link }

  /// Where a node lies; `nil` if no pack in here has it.
  /// - Throws: `FileSystemError`, if a file of the index cannot be read.
  /// - Complexity: a few short reads for each file of the index, of which there are O(log n) for n revisions.
  func place(of digest: Digest) throws(FileSystemError) -> Place? {
    if let place = added[digest] {
      return Place(pack: packs[place.pack], offset: place.offset, count: place.count)
    }
    for run in runs.reversed() {
      if let place = try run.place(of: digest) { return place }
    }
    return nil
  }

  /// Whether a node was found in the bytes of a pack since the index was read, and not only said to be there.
  func isAdded(_ digest: Digest) -> Bool { added[digest] != nil }

  // MARK: - Keeping

  /// The files that are written anew with what was added: as many of the last ones as leave each file more than twice
  /// as large as the next one.
  private var replaced: ArraySlice<NodeRun> {
    var count = added.count
    var first = runs.endIndex
    while first > 0, runs[first - 1].recordCount <= 2 * count {
      first -= 1
      count += runs[first].recordCount
    }
    return runs[first...]
  }

  /// Whether so much was added to the files that reading it again costs more than writing it.
  package var isWorthKeeping: Bool {
    guard !packs.isEmpty else { return false }
    if packs.count >= 16 || runs.isEmpty { return true }
    return addedBytes >= replaced.reduce(added.count) { $0 + $1.recordCount } * NodeRun.recordSize
  }

  /// A file for what was added, and for what is in the files it takes the place of; `nil` if there is nothing to keep.
  /// - Throws: `FileSystemError`, if one of those cannot be read.
  package func newRun() throws(FileSystemError) -> (revisions: ClosedRange<Int>, bytes: [UInt8])? {
    guard let covers, !packs.isEmpty else { return nil }
    let replaced = replaced
    var packs = packs
    var records: [UInt8] = []
    for (digest, place) in added.sorted(by: { $0.key < $1.key }) {
      NodeRun.append((digest, place.pack, place.offset, place.count), to: &records)
    }
    for run in replaced.reversed() {
      let older = try run.contents()
      records = NodeRun.merge(records, older.records, shift: packs.count)
      packs += older.packs
    }
    let base = replaced.first.map(\.base) ?? runs.last?.covers
    return (
      (base?.revision ?? 0) + 1...covers.revision,
      NodeRun.bytes(base: base, covers: covers, packs: packs, records: records)
    )
  }

  /// The revisions of the files that stay beside the new one.
  package var keptRuns: [ClosedRange<Int>] {
    runs.dropLast(replaced.count).map { ($0.base?.revision ?? 0) + 1...$0.covers.revision }
  }
}

/// One line of a pack: a node and where it lies.
public struct PackLine: Hashable, Sendable {
  /// The node's address.
  public var digest: Digest
  /// Bytes from the start of the pack.
  public var offset: Int
  /// Without the line feed.
  public var count: Int

  public init(digest: Digest, offset: Int, count: Int) {
    self.digest = digest
    self.offset = offset
    self.count = count
  }

  /// The nodes of a pack's bytes.
  public static func lines(of pack: [UInt8]) -> [PackLine] {
    var lines: [PackLine] = []
    unsafe pack.withUnsafeBufferPointer { bytes in
      var start = 0
      while case let end = unsafe bytes.firstIndex(of: 0x0A, or: 0x0A, from: start), end < bytes.count {
        let line = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
        lines.append(unsafe PackLine(digest: Digest(of: line), offset: start, count: end - start))
        start = end + 1
      }
    }
    return lines
  }
}
