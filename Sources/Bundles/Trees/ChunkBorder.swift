/// Where a node ends: after an entry whose key says so, or at the 256th.
///
/// The decision looks at nothing but the level and the key, so an edited value never moves a border, and the same
/// set of entries has the same tree in whatever order it came.
struct ChunkBorder {
  static let most = 256
  /// A border falls after one key in this many.
  private static let mean: UInt32 = 64

  /// What comes before the key.
  private let start: Int
  private var fields = FingerprintFields()

  init(level: Int) {
    fields.begin("assets/chunk/v1")
    fields.add(level)
    start = fields.count
  }

  mutating func falls(after key: ArraySlice<UInt8>) -> Bool {
    fields.shorten(to: start)
    unsafe key.withUnsafeBufferPointer { unsafe fields.add($0) }
    return fields.digest.head % Self.mean == 0
  }
}
