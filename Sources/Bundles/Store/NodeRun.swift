/// One file of a `NodeIndex`: the places of the nodes that the packs of some revisions in a row added.
///
/// A header, the digests of the packs, and sorted records of one size. A look-up reads the few records around the place
/// where a digest must be, since digests are spread evenly; only a small file is kept in memory.
struct NodeRun: Sendable {
  /// The head before the first one of these revisions; `nil` before r1.
  let base: Head.Link?
  /// The last head of these revisions.
  let covers: Head.Link
  let packCount: Int
  let recordCount: Int
  private let parts: any FileParts
  /// All bytes behind the header, if they are few.
  private var kept: [UInt8]?

  static let recordSize = 32 + 4 + 8 + 4
  private static let magic = Array("assets.nodes/2\n".utf8)
  private static let headerSize = magic.count + 2 * (8 + 32) + 4 + 8
  private static let mostKeptBytes = 1 << 16
  /// How many records are read at once.
  private static let windowSize = 64

  /// Opens a file; `nil` if it is damaged or of another kind.
  init?(_ path: String, _ files: any FileSystem) {
    guard let status = try? files.status(path), let parts = try? files.open(path),
      let header = try? parts.read(at: 0, count: Self.headerSize), header.starts(with: Self.magic)
    else { return nil }
    let start = Self.magic.count
    func link(_ offset: Int) -> Head.Link? {
      let revision = Self.number(header[...], offset, 8)
      return revision == 0
        ? nil : .init(revision: revision, head: Self.digest(header[offset + 8..<offset + 40]))
    }
    guard let covers = link(start + 40) else { return nil }
    (base, self.covers, self.parts) = (link(start), covers, parts)
    packCount = Self.number(header[...], start + 80, 4)
    recordCount = Self.number(header[...], start + 84, 8)
    let rest = status.size - Self.headerSize
    guard packCount >= 0, recordCount >= 0, packCount <= rest / 32, recordCount <= rest / Self.recordSize,
      32 * packCount + Self.recordSize * recordCount == rest
    else { return nil }
    if rest <= Self.mostKeptBytes {
      guard let bytes = try? parts.read(at: Self.headerSize, count: rest) else { return nil }
      kept = bytes
    }
  }

  /// The bytes of a file.
  static func bytes(
    base: Head.Link?, covers: Head.Link, packs: [Digest], records: [UInt8]
  ) -> [UInt8] {
    var result = magic
    for link in [base, covers] {
      append(link?.revision ?? 0, bytes: 8, to: &result)
      result += (link?.head ?? TreeRoot.empty.address).bytes
    }
    append(packs.count, bytes: 4, to: &result)
    append(records.count / recordSize, bytes: 8, to: &result)
    for pack in packs { result += pack.bytes }
    return result + records
  }

  /// Where a node lies; `nil` if it is not in here.
  /// - Complexity: two or three short reads, however many records there are.
  func place(of digest: Digest) throws(FileSystemError) -> NodeIndex.Place? {
    var (low, high) = (0, recordCount)
    var (least, most) = (UInt64.min, UInt64.max)
    let wanted = digest.words[0]
    var tries = 0
    while low < high {
      // Where it stands if the digests between the two borders are spread evenly.
      let share = most > least ? Double(wanted - least) / Double(most - least) : 0.5
      let guess = low + Int(Double(high - low) * (tries < 6 ? min(share, 1) : 0.5))
      let start = max(low, min(guess - Self.windowSize / 2, high - Self.windowSize))
      let records = try records(start, min(Self.windowSize, high - start))
      let count = records.count / Self.recordSize
      let (first, last) = (Self.digest(records, 0), Self.digest(records, count - 1))
      if digest < first {
        (high, most) = (start, max(first.words[0], wanted))
      } else if last < digest {
        (low, least) = (start + count, min(last.words[0], wanted))
      } else {
        return try place(of: digest, in: records, count)
      }
      tries += 1
    }
    return nil
  }

  private func place(
    of digest: Digest, in records: ArraySlice<UInt8>, _ count: Int
  ) throws(FileSystemError) -> NodeIndex.Place? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Self.digest(records, middle) < digest { low = middle + 1 } else { high = middle }
    }
    guard low < count, Self.digest(records, low) == digest else { return nil }
    let start = records.startIndex + low * Self.recordSize
    let pack = Self.number(records, start + 32, 4)
    guard pack < packCount else { return nil }
    return .init(
      pack: Self.digest(try read(32 * pack, 32)), offset: Self.number(records, start + 36, 8),
      count: Self.number(records, start + 44, 4))
  }

  /// The digests of all packs, and all records.
  func contents() throws(FileSystemError) -> (packs: [Digest], records: [UInt8]) {
    let packs = try read(0, 32 * packCount)
    return (
      (0..<packCount).map { Self.digest(packs.dropFirst(32 * $0).prefix(32)) },
      Array(try records(0, recordCount))
    )
  }

  private func records(_ start: Int, _ count: Int) throws(FileSystemError) -> ArraySlice<UInt8> {
    try read(32 * packCount + Self.recordSize * start, Self.recordSize * count)
  }

  /// Bytes behind the header.
  private func read(_ offset: Int, _ count: Int) throws(FileSystemError) -> ArraySlice<UInt8> {
    if let kept { return kept[offset..<offset + count] }
    return try parts.read(at: Self.headerSize + offset, count: count)[...]
  }

  // MARK: - Records

  static func append(_ record: (digest: Digest, pack: Int, offset: Int, count: Int), to bytes: inout [UInt8])
  {
    bytes += record.digest.bytes
    append(record.pack, bytes: 4, to: &bytes)
    append(record.offset, bytes: 8, to: &bytes)
    append(record.count, bytes: 4, to: &bytes)
  }

  /// Two lists of records as one; the packs of the second are counted from `shift`.
  static func merge(_ first: [UInt8], _ second: [UInt8], shift: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(first.count + second.count)
    var taken = 0
    for start in stride(from: 0, to: second.count, by: recordSize) {
      let digest = digest(second[start..<start + 32])
      let begin = taken
      while taken < first.count, Self.digest(first[taken..<taken + 32]) < digest { taken += recordSize }
      result += first[begin..<taken]
      result += second[start..<start + 32]
      append(number(second[...], start + 32, 4) + shift, bytes: 4, to: &result)
      result += second[start + 36..<start + recordSize]
    }
    return result + first[taken...]
  }

  private static func digest(_ records: ArraySlice<UInt8>, _ index: Int) -> Digest {
    let start = records.startIndex + index * recordSize
    return digest(records[start..<start + 32])
  }

  private static func digest(_ bytes: ArraySlice<UInt8>) -> Digest {
    unsafe bytes.withUnsafeBytes { unsafe Digest(raw: $0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int {
    var value = 0
    for index in offset..<offset + count { value = value << 8 | Int(bytes[index]) }
    return value
  }

  private static func append(_ value: Int, bytes count: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: 8 * (count - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
