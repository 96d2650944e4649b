/// What folding does with one scalar, and what the result is to the tokenizer.
///
/// Bits 0–20 are the payload, 21–22 the mapping, 23–26 the class, 27–28 what becomes of marks that follow.
struct FoldingEntry {
  var bits: UInt32

  /// How the payload is read.
  enum Mapping: UInt32 {
    /// The difference from the scalar to its folded form, modulo 2²¹.
    case delta = 0
    /// The place of several folded scalars in the pool.
    case expansion = 1
    /// The scalar is invisible to search.
    case dropped = 2
    /// A mark: its combining class, and bit 8 if it joins only what can carry it.
    case mark = 3
  }

  enum Class: UInt32 {
    case separator = 0
    case space = 1
    /// A letter or digit of a script that puts spaces between words.
    case word = 2
    /// A character of a script without spaces.
    case cluster = 3
    case mark = 4
    case emoji = 5
    case regionalIndicator = 6
    /// `+` or `#`.
    case symbol = 7
    case dot = 8
  }

  /// What becomes of marks after a base.
  enum MarkPolicy: UInt32 {
    case keep = 0
    /// Latin, Greek, Arabic and Hebrew are searched without marks.
    case strip = 1
    /// Marks that make another letter of the alphabet stay, stress marks go.
    case cyrillic = 2
  }

  // The generator writes no other values.
  var mapping: Mapping { Mapping(rawValue: bits >> 21 & 3)! }
  var scalarClass: Class { Class(rawValue: bits >> 23 & 15) ?? .separator }
  var markPolicy: MarkPolicy { MarkPolicy(rawValue: bits >> 27 & 3) ?? .keep }
  var payload: UInt32 { bits & 0x1F_FFFF }

  func folded(_ scalar: UInt32) -> UInt32 { (scalar &+ payload) & 0x1F_FFFF }
  /// Whether a mark joins only what can carry it: a conjoining jamo, a skin tone.
  var isConditionalMark: Bool { bits & 0x100 != 0 }
  /// The canonical combining class of a mark.
  var combiningClass: UInt32 { bits & 0xFF }
}

/// The folding data, unpacked once when the first analyzer is made.
struct FoldingTables: Sendable {
  let index: [UInt16]
  let blocks: [UInt32]
  let pool: [UInt32]
  /// Triples of first, second and composite, sorted.
  let compositions: [UInt32]

  static let shared = FoldingTables()

  private init() {
    index = PackedIntegers.decode(FoldingData.index, count: FoldingData.indexCount).map { UInt16($0) }
    blocks = PackedIntegers.decode(FoldingData.blocks, count: FoldingData.blocksCount)
    pool = PackedIntegers.decode(FoldingData.pool, count: FoldingData.poolCount)
    compositions = PackedIntegers.decode(FoldingData.compositions, count: FoldingData.compositionsCount)
  }

  /// - Precondition: `scalar` is below 0x110000.
  @inline(__always)
  func entry(_ scalar: UInt32) -> FoldingEntry {
    FoldingEntry(bits: blocks[Int(index[Int(scalar >> 7)]) << 7 | Int(scalar & 127)])
  }
}
