package import Translations

/// Finds the records of a content map that read one of some keys, without making the others.
///
/// Most records read none of the keys that changed; they are told apart by hashes of their keys as they are written in
/// the nodes. A record that passes may still read none of them.
package struct RecordFilter {
  private var values: Set<UInt64> = []
  private var keywords: Set<UInt64> = []

  /// - Parameters:
  ///   - changed: keys of texts; a record also reads the plural forms that stand for a key of its own.
  ///   - keywords: keyword keys.
  package init(
    values changed: some Sequence<MessageKey>, keywords changedKeywords: some Sequence<ExactString>
  ) {
    for key in changed {
      insert(key.bytes[...])
      for ending in Self.endings where key.bytes.count > ending.count && key.bytes.ends(with: ending) {
        insert(key.bytes.dropLast(ending.count))
      }
    }
    for key in changedKeywords {
      var writer = CanonicalJSONWriter()
      writer.string(key.string)
      keywords.insert(Self.hash(writer.bytes[...]))
    }
  }

  /// What the forms that stand for a key have behind it.
  private static let endings = MessageKey(bytes: []).pluralForms.map(\.bytes)

  private mutating func insert(_ key: ArraySlice<UInt8>) {
    values.insert(Self.hash(NodeEntries.spelling(of: key)[...]))
  }

  /// Calls `body` with each record of a content map that passes, by content ID.
  /// - Complexity: one look at each record.
  package func forEachRecord(
    in root: Digest, from source: some NodeSource, _ body: (ContentRecord) throws(BundleError) -> Void
  ) throws(BundleError) {
    let node = try source.entries(of: root)
    for index in 0..<node.count {
      if node.level > 0 {
        try forEachRecord(in: node.address(at: index), from: source, body)
      } else if try passes(node.payload(at: index)) {
        try body(ContentRecord(node.entry(at: index)))
      }
    }
  }

  /// - Parameter payload: what stands behind the key of a record's entry.
  private func passes(_ payload: ArraySlice<UInt8>) throws(BundleError) -> Bool {
    let answer: Bool? = unsafe payload.withUnsafeBufferPointer { bytes in
      var index = 0
      /// Moves past a value and the byte behind it.
      func value(_ following: UInt8) -> UnsafeRawBufferPointer? {
        let end = unsafe CanonicalJSONReader.endOfValue(bytes, from: index)
        guard end > 0, end < bytes.count, unsafe bytes[end] == following else { return nil }
        defer { index = end + 1 }
        return unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[index..<end]))
      }
      // Domain, access, switch, route.
      for _ in 0..<4 { guard unsafe value(UInt8(ascii: ",")) != nil else { return nil } }
      for _ in 0..<2 {
        guard let key = unsafe value(UInt8(ascii: ",")) else { return nil }
        if values.contains(unsafe Self.hash(key)) { return true }
      }
      if keywords.isEmpty { return false }
      guard index + 1 < bytes.count, unsafe bytes[index] == UInt8(ascii: "[") else { return nil }
      index += 1
      if unsafe bytes[index] == UInt8(ascii: "]") { return false }
      while let key = unsafe value(UInt8(ascii: ",")) {
        if keywords.contains(unsafe Self.hash(key)) { return true }
      }
      guard let last = unsafe value(UInt8(ascii: "]")) else { return nil }
      return keywords.contains(unsafe Self.hash(last))
    }
    guard let answer else { throw BundleError(.damaged, "entry of a content record has another form") }
    return answer
  }

  /// Good enough to pass few records in vain; nothing depends on it.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
      index += 8
    }
    while index < bytes.count {
      hash = (hash ^ UInt64(unsafe bytes[index])) &* 0x94D0_49BB_1331_11EB
      hash ^= hash >> 31
      index += 1
    }
    return hash
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
