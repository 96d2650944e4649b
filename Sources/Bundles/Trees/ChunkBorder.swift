/// Where a node ends: after an entry whose key says so, or at the 256th.
///
/// The decision looks at nothing but the level and the key, so an edited value never moves a border, and the same
/// set of entries has the same tree in whatever order it came.
struct ChunkBorder {
  static let most = 256
  /// A border falls after one key in this many.
  private static let mean: UInt32 = 64

  private let hasher: FingerprintBuilder

  init(level: Int) {
    var hasher = FingerprintBuilder(domain: "assets/chunk/v1")
    hasher.add(level)
    self.hasher = hasher
  }

  func falls(after key: ArraySlice<UInt8>) -> Bool {
    var copy = hasher
    copy.add(key)
    return copy.finishDigest().head % Self.mean == 0
  }
}
