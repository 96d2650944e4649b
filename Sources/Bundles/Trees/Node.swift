/// One entry of a tree: a key in byte form (segments joined by 0) and the rest of the entry's array as JSON.
public struct TreeEntry: Hashable, Sendable {
  /// Compared as bytes. No segment holds a 0.
  public var key: [UInt8]
  /// Canonical JSON values separated by commas, without the brackets of the array.
  public var payload: [UInt8]

  public init(key: [UInt8], payload: [UInt8]) {
    self.key = key
    self.payload = payload
  }

  /// An entry whose payload is `values`, in order.
  public init(key: [UInt8], _ values: CanonicalJSON...) {
    self.key = key
    var writer = CanonicalJSONWriter()
    for (index, value) in values.enumerated() {
      if index > 0 { writer.comma() }
      writer.write(value)
    }
    payload = writer.bytes
  }

  /// An entry whose payload `write` writes, with commas between the values.
  package init(key: [UInt8], _ write: (inout CanonicalJSONWriter) -> Void) {
    self.key = key
    var writer = CanonicalJSONWriter()
    write(&writer)
    payload = writer.bytes
  }

  /// Reads the payload with `read`, to its end.
  /// - Throws: `BundleError` with `damage` and the reason.
  package func read<Result>(
    orElse damage: String, _ read: (inout CanonicalJSONReader) throws(CanonicalJSONError) -> Result
  ) throws(BundleError) -> Result {
    do {
      var reader = CanonicalJSONReader(payload[...])
      let result = try read(&reader)
      guard reader.isAtEnd else { throw reader.error("expected the end of the entry") }
      return result
    } catch {
      throw BundleError(.damaged, "\(damage): \(error)")
    }
  }

  /// The payload as values.
  /// - Throws: `BundleError`, if the payload is not canonical JSON.
  public func values() throws(BundleError) -> [CanonicalJSON] {
    do {
      return try CanonicalJSON(canonical: [UInt8(ascii: "[")] + payload + [UInt8(ascii: "]")]).array ?? []
    } catch {
      throw BundleError(.damaged, "tree entry: \(error)")
    }
  }
}

/// A pointer from a node to a node one level below.
public struct NodeReference: Hashable, Sendable {
  /// The first key in the leaves below, in byte form.
  public var firstKey: [UInt8]
  /// The SHA-256 of the node's bytes.
  public var address: Digest
  /// How many entries the leaves below hold.
  public var count: Int

  public init(firstKey: [UInt8], address: Digest, count: Int) {
    self.firstKey = firstKey
    self.address = address
    self.count = count
  }
}

/// A node of a tree.
///
/// On disk a canonical JSON array on one line: the level, then the entries. A leaf (level 0) has
/// `[key, payload…]`, an inner node `[first key, address, count]`; a key is an array of its segments.
public enum Node: Hashable, Sendable {
  /// Level 0: entries in key order; none only in the empty tree.
  case leaf([TreeEntry])
  /// The nodes one level below, in the order of their first keys; at least one.
  case inner(level: Int, [NodeReference])

  /// How many levels of inner nodes a tree may have; 64 entries a node make a thousand millions in five.
  static let highestLevel = 12

  /// - Throws: `BundleError` with `.damaged` for anything but a node in canonical form with sorted keys.
  public init(_ bytes: [UInt8]) throws(BundleError) {
    do {
      var reader = CanonicalJSONReader(bytes[...])
      try reader.expect(UInt8(ascii: "["))
      let level = try reader.integer()
      guard level <= Self.highestLevel else { throw reader.error("level above \(Self.highestLevel)") }
      self = level == 0 ? .leaf(try Self.leaf(&reader, bytes)) : .inner(level: level, try Self.inner(&reader))
      try reader.expect(UInt8(ascii: "]"))
      guard reader.isAtEnd else { throw reader.error("expected the end of the node") }
    } catch {
      throw BundleError(.damaged, "tree node: \(error)")
    }
  }

  /// Whether a node's bytes begin as those of a leaf do.
  package static func isLeaf(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    bytes.count > 1 && bytes.first == UInt8(ascii: "[") && bytes.dropFirst().first == UInt8(ascii: "0")
  }

  private static func leaf(
    _ reader: inout CanonicalJSONReader, _ bytes: [UInt8]
  ) throws(CanonicalJSONError) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    while reader.skip(UInt8(ascii: ",")) {
      try reader.expect(UInt8(ascii: "["))
      let key = try key(&reader, after: entries.last?.key)
      var payload: ArraySlice<UInt8> = []
      if reader.skip(UInt8(ascii: ",")) {
        let start = reader.position
        repeat { try reader.skipValue() } while reader.skip(UInt8(ascii: ","))
        payload = bytes[start..<reader.position]
      }
      try reader.expect(UInt8(ascii: "]"))
      entries.append(TreeEntry(key: key, payload: Array(payload)))
    }
    return entries
  }

  private static func inner(_ reader: inout CanonicalJSONReader) throws(CanonicalJSONError) -> [NodeReference]
  {
    var references: [NodeReference] = []
    while reader.skip(UInt8(ascii: ",")) {
      try reader.expect(UInt8(ascii: "["))
      let key = try key(&reader, after: references.last?.firstKey)
      try reader.expect(UInt8(ascii: ","))
      guard let address = Digest(digits: try reader.string()) else {
        throw reader.error("expected an address")
      }
      try reader.expect(UInt8(ascii: ","))
      let count = try reader.integer()
      try reader.expect(UInt8(ascii: "]"))
      references.append(NodeReference(firstKey: key, address: address, count: count))
    }
    guard !references.isEmpty else { throw reader.error("inner node without entries") }
    return references
  }

  private static func key(
    _ reader: inout CanonicalJSONReader, after last: [UInt8]?
  ) throws(CanonicalJSONError) -> [UInt8] {
    let key = try reader.key()
    if let last, !last.lexicographicallyPrecedes(key) { throw reader.error("keys out of order") }
    return key
  }

  /// The bytes of an inner node.
  static func innerBytes(level: Int, _ references: [NodeReference]) -> [UInt8] {
    var writer = CanonicalJSONWriter()
    writer.raw("[")
    writer.integer(level)
    for reference in references {
      writer.raw(",[")
      writer.key(reference.firstKey[...])
      writer.comma()
      writer.string(reference.address.hex)
      writer.comma()
      writer.integer(reference.count)
      writer.raw("]")
    }
    writer.raw("]")
    return writer.bytes
  }
}
