/// A node whose entries stay in its bytes until one is asked for.
///
/// A look-up needs a few of the hundreds of entries on its way. Keys are compared in the form they are written in:
/// a key has one spelling in canonical JSON, and two spellings differ where the keys do.
package struct NodeEntries: Sendable {
  /// 0 for a leaf.
  package let level: Int
  private let bytes: [UInt8]
  private let places: [Place]

  /// Where an entry lies, without its brackets: the key from `start`, the rest behind `keyEnd`.
  private struct Place {
    var start: UInt32
    var keyEnd: UInt32
    var end: UInt32

    mutating func move(by count: Int) {
      start = UInt32(Int(start) + count)
      keyEnd = UInt32(Int(keyEnd) + count)
      end = UInt32(Int(end) + count)
    }
  }

  /// - Throws: `BundleError` with `.damaged` for anything but a list of entries with sorted keys; the payloads are
  ///   only read as far as is needed to find their ends.
  package init(_ bytes: [UInt8]) throws(BundleError) {
    self.bytes = bytes
    if let (level, places) = Self.places(in: bytes) {
      (self.level, self.places) = (level, places)
      return
    }
    // Whatever is not as nodes are written is gone through again to say where.
    do {
      var reader = CanonicalJSONReader(bytes[...])
      try reader.expect(UInt8(ascii: "["))
      level = try reader.integer()
      guard level <= Node.highestLevel else { throw reader.error("level above \(Node.highestLevel)") }
      var places: [Place] = []
      places.reserveCapacity(bytes.count / 64)
      while reader.skip(UInt8(ascii: ",")) {
        try reader.expect(UInt8(ascii: "["))
        let start = reader.position
        guard reader.peek() == UInt8(ascii: "[") else { throw reader.error("expected a key") }
        try reader.skipValue()
        let keyEnd = reader.position
        guard bytes[start + 1] == 0x22 else { throw reader.error("expected a segment of a key") }
        while reader.skip(UInt8(ascii: ",")) { try reader.skipValue() }
        let place = Place(start: UInt32(start), keyEnd: UInt32(keyEnd), end: UInt32(reader.position))
        if let last = places.last, Self.compare(bytes, last, bytes[start..<keyEnd]) >= 0 {
          throw reader.error("keys out of order")
        }
        places.append(place)
        try reader.expect(UInt8(ascii: "]"))
      }
      try reader.expect(UInt8(ascii: "]"))
      guard reader.isAtEnd else { throw reader.error("expected the end of the node") }
      guard level == 0 || !places.isEmpty else { throw reader.error("inner node without entries") }
      self.places = places
    } catch {
      throw BundleError(.damaged, "tree node: \(error)")
    }
  }

  private init(level: Int, bytes: [UInt8], places: [Place]) {
    self.level = level
    self.bytes = bytes
    self.places = places
  }

  /// The level and the entries of a node; `nil` if it is none, or is not written as nodes are.
  private static func places(in bytes: [UInt8]) -> (level: Int, places: [Place])? {
    var places: [Place] = []
    places.reserveCapacity(bytes.count / 96)
    let level: Int? = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 3, unsafe bytes[0] == UInt8(ascii: "[") else { return nil }
      let level = unsafe Int(bytes[1]) - 0x30
      guard level >= 0 && level <= 9 else { return nil }
      var index = 2
      while index < bytes.count, unsafe bytes[index] == UInt8(ascii: ",") {
        let start = index + 2
        guard start + 1 < bytes.count, unsafe bytes[index + 1] == UInt8(ascii: "["),
          unsafe bytes[start] == UInt8(ascii: "["), unsafe bytes[start + 1] == 0x22
        else { return nil }
        var end = unsafe CanonicalJSONReader.endOfValue(bytes, from: start)
        let keyEnd = end
        while end > 0, end < bytes.count, unsafe bytes[end] == UInt8(ascii: ",") {
          end = unsafe CanonicalJSONReader.endOfValue(bytes, from: end + 1)
        }
        guard end > 0, end < bytes.count, unsafe bytes[end] == UInt8(ascii: "]") else { return nil }
        if let last = places.last {
          let key = unsafe UnsafeBufferPointer(rebasing: bytes[start..<keyEnd])
          guard unsafe compare(bytes, last, key) < 0 else { return nil }
        }
        places.append(Place(start: UInt32(start), keyEnd: UInt32(keyEnd), end: UInt32(end)))
        index = end + 1
      }
      guard index == bytes.count - 1, unsafe bytes[index] == UInt8(ascii: "]"), level == 0 || !places.isEmpty
      else { return nil }
      return level
    }
    return level.map { ($0, places) }
  }

  package var count: Int { places.count }
  /// Of the node.
  var byteCount: Int { bytes.count }
  /// The node as it is kept.
  package var nodeBytes: [UInt8] { bytes }

  /// An entry as it is written, without its brackets.
  func spelling(at index: Int) -> ArraySlice<UInt8> {
    bytes[Int(places[index].start)..<Int(places[index].end)]
  }

  /// The entry of a leaf.
  package func entry(at index: Int) throws(BundleError) -> TreeEntry {
    let place = places[index]
    let payload = bytes[Int(place.keyEnd)..<Int(place.end)].dropFirst()
    return TreeEntry(key: try key(at: index), payload: Array(payload))
  }

  /// What stands behind the key of a leaf's entry, without the comma.
  func payload(at index: Int) -> ArraySlice<UInt8> {
    bytes[Int(places[index].keyEnd)..<Int(places[index].end)].dropFirst()
  }

  /// Calls `body` with each entry as it is written: its key, and what stands behind that, with the comma.
  func forEachSpelling(
    _ body: (_ index: Int, _ key: UnsafeBufferPointer<UInt8>, _ rest: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<places.count {
        let place = places[index]
        unsafe body(
          index, UnsafeBufferPointer(rebasing: bytes[Int(place.start)..<Int(place.keyEnd)]),
          UnsafeBufferPointer(rebasing: bytes[Int(place.keyEnd)..<Int(place.end)]))
      }
    }
  }

  /// The address in an entry of an inner node.
  package func address(at index: Int) throws(BundleError) -> Digest {
    let range = addressRange(at: index)
    let address = unsafe bytes.withUnsafeBufferPointer {
      unsafe Digest(digits: UnsafeBufferPointer(rebasing: $0[range]))
    }
    guard let address else {
      throw BundleError(.damaged, "tree node: expected an address at byte \(range.lowerBound)")
    }
    return address
  }

  /// Where the digits are of the address in an entry of an inner node; fewer if the entry is none.
  private func addressRange(at index: Int) -> Range<Int> {
    let end = Int(places[index].end)
    let start = min(Int(places[index].keyEnd) + 2, end)
    return start..<min(start + 64, end)
  }

  func key(at index: Int) throws(BundleError) -> [UInt8] {
    do { return try Self.key(spelled: bytes[Int(places[index].start)..<Int(places[index].keyEnd)]) } catch {
      throw BundleError(.damaged, "tree node: \(error)")
    }
  }

  // MARK: - Replacing

  /// The leaf with other payloads behind some of its keys; `nil` if a key is not there or is to go.
  /// - Parameter edits: sorted by key; at least one.
  func replacing(_ edits: ArraySlice<MerkleTree.Edit>) -> NodeEntries? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + ($1.payload?.count ?? 0) })
    var places = places
    var copied = 0
    // How much further back the entries stand that come now.
    var shift = 0
    var next = 0
    for edit in edits {
      guard let payload = edit.payload, let index = index(of: Self.spelling(of: edit.key[...])) else {
        return nil
      }
      for index in next...index { places[index].move(by: shift) }
      let place = self.places[index]
      result += bytes[copied..<Int(place.keyEnd)]
      if !payload.isEmpty {
        result.append(UInt8(ascii: ","))
        result += payload
      }
      copied = Int(place.end)
      places[index].end = UInt32(result.count)
      shift = result.count - copied
      next = index + 1
    }
    for index in next..<places.count { places[index].move(by: shift) }
    result += bytes[copied...]
    return NodeEntries(level: level, bytes: result, places: places)
  }

  /// The inner node with other nodes below some of its entries, which have the same keys and as many entries.
  func replacing(_ addresses: [(index: Int, address: Digest)]) -> NodeEntries {
    var result = bytes
    for (index, address) in addresses {
      result.replaceSubrange(addressRange(at: index), with: address.hex.utf8)
    }
    return NodeEntries(level: level, bytes: result, places: places)
  }

  // MARK: - Looking up

  /// How a key is written in a node.
  package static func spelling(of key: ArraySlice<UInt8>) -> [UInt8] {
    var writer = CanonicalJSONWriter()
    writer.bytes.reserveCapacity(key.count + 16)
    writer.key(key)
    return writer.bytes
  }

  /// The entry with a key, given as it is written; `nil` if there is none.
  package func index(of spelling: [UInt8]) -> Int? {
    unsafe withSpellings(spelling) { bytes, places, spelling in
      let index = unsafe places.partitionPoint { unsafe Self.compare(bytes, $0, spelling) < 0 }
      guard index < places.count, unsafe Self.compare(bytes, places[index], spelling) == 0 else { return nil }
      return index
    }
  }

  /// The entry of an inner node below which a key would be.
  package func child(for spelling: [UInt8]) -> Int? {
    unsafe withSpellings(spelling) { bytes, places, spelling in
      let index = unsafe places.partitionPoint { unsafe Self.compare(bytes, $0, spelling) <= 0 }
      return index > 0 ? index - 1 : nil
    }
  }

  /// Whether the key of an entry stands at or before a key that is given as it is written.
  func begins(_ index: Int, atOrBefore spelling: [UInt8]) -> Bool {
    Self.compare(bytes, places[index], spelling[...]) <= 0
  }

  /// Whether a key, given as it is written, does not stand before the first entry nor behind the last.
  func spans(_ spelling: [UInt8]) -> Bool {
    unsafe withSpellings(spelling) { bytes, places, spelling in
      guard let first = unsafe places.first, let last = unsafe places.last else { return false }
      return unsafe Self.compare(bytes, first, spelling) <= 0 && Self.compare(bytes, last, spelling) >= 0
    }
  }

  private func withSpellings<Result>(
    _ spelling: [UInt8],
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<Place>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe places.withUnsafeBufferPointer { places in
        unsafe spelling.withUnsafeBufferPointer { unsafe body(bytes, places, $0) }
      }
    }
  }

  /// Negative, zero or positive as the key at an index stands before, at or after one of another node.
  func compareKey(at index: Int, with other: NodeEntries, at otherIndex: Int) -> Int {
    let place = other.places[otherIndex]
    return Self.compare(bytes, places[index], other.bytes[Int(place.start)..<Int(place.keyEnd)])
  }

  private static func compare(_ bytes: [UInt8], _ place: Place, _ other: ArraySlice<UInt8>) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { unsafe compare(bytes, place, $0) }
    }
  }

  private static func compare(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Place, _ other: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let start = Int(place.start)
    let key = unsafe UnsafeBufferPointer(rebasing: bytes[start..<Int(place.keyEnd)])
    let index = unsafe commonCount(key, other)
    if index == min(key.count, other.count) { return key.count - other.count }
    let (x, y) = unsafe (key[index], other[index])
    // Behind an escape, and where it may be the border of segments and not text that differs, the keys are read.
    let isEscaped = unsafe key[max(0, index - 5)..<index].contains(0x5C) || x == 0x5C || y == 0x5C
    let mayBeBorder = unsafe index > 0 && key[index - 1] == 0x22 && isBorder(x) && isBorder(y)
    if isEscaped || mayBeBorder {
      guard let a = try? unsafe Self.key(spelled: Array(key)[...]),
        let b = try? unsafe Self.key(spelled: Array(other)[...])
      else { return 0 }
      return a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
    }
    return unsafe rank(x, in: key, at: index) - rank(y, in: other, at: index)
  }

  /// How many bytes two texts begin with alike.
  private static func commonCount(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
    let most = min(a.count, b.count)
    let (x, y) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    var index = 0
    while index + 8 <= most {
      let word = unsafe UInt64(littleEndian: x.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let other = unsafe UInt64(littleEndian: y.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      if word != other { return index + (word ^ other).trailingZeroBitCount / 8 }
      index += 8
    }
    while index < most, unsafe a[index] == b[index] { index += 1 }
    return index
  }

  private static func isBorder(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
  }

  /// The order of a byte of a spelled key: the end of a key comes first, then the border between two segments.
  private static func rank(_ byte: UInt8, in key: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    if byte != 0x22 { return Int(byte) }
    // A bracket closes every key, so a quotation mark is never the last byte.
    return unsafe key[index + 1] == UInt8(ascii: ",") ? 0 : -1
  }

  private static func key(spelled bytes: ArraySlice<UInt8>) throws(CanonicalJSONError) -> [UInt8] {
    var reader = CanonicalJSONReader(bytes)
    return try reader.key()
  }
}

extension UnsafeBufferPointer {
  /// The number of elements before the first for which `isBefore` is false.
  /// - Precondition: the elements are partitioned by `isBefore`.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if unsafe isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
