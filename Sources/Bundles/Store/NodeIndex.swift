/// Where each node of a store lies: digest → pack, offset, length.
///
/// Made from the packs at any time; the copy on disk is a convenience of one machine and never believed over the
/// packs. Sorted fixed-size records behind a header that names the head they cover.
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
  private var packs: [Digest]
  private var sorted: [UInt8]
  private var added: [Digest: (pack: Int, offset: Int, count: Int)] = [:]

  /// Packs that are not in the file this was read from, and the bytes of their nodes.
  private var addedPacks = 0
  private var addedBytes = 0

  private static let magic = Array("assets.nodes/1\n".utf8)
  private static let recordSize = 32 + 4 + 8 + 4

  /// An index without nodes, which covers no head.
  public init() {
    packs = []
    sorted = []
  }

  /// Whether so much was added to the file that reading it again costs more than writing it.
  package var isWorthKeeping: Bool {
    addedPacks >= 16 || packs.count == addedPacks
      || addedBytes >= sorted.count + added.count * Self.recordSize
  }

  /// Adds the lines of a pack.
  public mutating func add(pack: Digest, lines: some Sequence<PackLine>) {
    let number = packs.count
    packs.append(pack)
    addedPacks += 1
    for line in lines where place(of: line.digest) == nil {
      added[line.digest] = (number, line.offset, line.count)
      addedBytes += line.count
    }
  }

  /// The index with the nodes of one more pack.
  package func adding(_ lines: [PackLine], of pack: Digest, covering head: Head.Link) -> NodeIndex {
    var copy = self
    copy.add(pack: pack, lines: lines)
    copy.mark(head)
    return copy
  }

  /// Notes that the packs of a head and of all its ancestors are in here.
  public mutating func mark(_ link: Head.Link) { covers = link }

  /// Where a node lies; `nil` if no pack in here has it.
  /// - Complexity: O(log n) in the nodes of the file this was read from.
  public func place(of digest: Digest) -> Place? {
    if let place = added[digest] {
      return Place(pack: packs[place.pack], offset: place.offset, count: place.count)
    }
    var low = 0
    var high = sorted.count / Self.recordSize
    while low < high {
      let middle = (low + high) / 2
      if self.digest(at: middle * Self.recordSize) < digest { low = middle + 1 } else { high = middle }
    }
    let start = low * Self.recordSize
    guard start < sorted.count, self.digest(at: start) == digest else { return nil }
    let pack = Int(number(at: start + 32, bytes: 4))
    guard pack < packs.count else { return nil }
    return Place(
      pack: packs[pack], offset: number(at: start + 36, bytes: 8), count: number(at: start + 44, bytes: 4))
  }

  /// Whether a node was found in the bytes of a pack since the index was read, and not only said to be there.
  func isAdded(_ digest: Digest) -> Bool { added[digest] != nil }

  private func digest(at offset: Int) -> Digest {
    unsafe sorted.withUnsafeBytes {
      unsafe Digest(raw: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + 32]))
    }
  }

  private func number(at offset: Int, bytes: Int) -> Int {
    sorted[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
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

extension NodeIndex {
  /// The bytes of the index file.
  public var bytes: [UInt8] {
    var result = Self.magic
    func append(_ value: Int, bytes: Int) {
      for shift in stride(from: 8 * (bytes - 1), through: 0, by: -8) {
        result.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    append(covers?.revision ?? 0, bytes: 8)
    result += (covers?.head ?? TreeRoot.empty.address).bytes
    append(packs.count, bytes: 4)
    for pack in packs { result += pack.bytes }
    var new = added.sorted { $0.key < $1.key }[...]
    var start = 0
    while start < sorted.count || !new.isEmpty {
      if start < sorted.count,
        new.first.map({ sorted[start..<start + 32].lexicographicallyPrecedes($0.key.bytes) }) ?? true
      {
        result += sorted[start..<start + Self.recordSize]
        start += Self.recordSize
      } else {
        let (digest, place) = new.removeFirst()
        result += digest.bytes
        append(place.pack, bytes: 4)
        append(place.offset, bytes: 8)
        append(place.count, bytes: 4)
      }
    }
    return result
  }

  /// Reads an index file; `nil` if it is damaged or of another kind.
  public init?(_ bytes: [UInt8]) {
    let header = Self.magic.count + 8 + 32 + 4
    guard bytes.count >= header, bytes.starts(with: Self.magic) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var position = Self.magic.count
    let revision = number(position, 8)
    let head = Digest(raw: Array(bytes[position + 8..<position + 40]))
    let count = number(position + 40, 4)
    position = header
    guard count <= (bytes.count - position) / 32 else { return nil }
    packs = (0..<count).map { Digest(raw: Array(bytes[position + 32 * $0..<position + 32 * $0 + 32])) }
    sorted = Array(bytes[(position + 32 * count)...])
    guard sorted.count % Self.recordSize == 0 else { return nil }
    covers = revision == 0 ? nil : Head.Link(revision: revision, head: head)
  }
}

extension Digest {
  fileprivate init(raw bytes: [UInt8]) { self = unsafe bytes.withUnsafeBytes { unsafe Digest(raw: $0) } }
}
