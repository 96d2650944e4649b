/// One pass from text to tokens: folds scalars, finds words and runs, and writes what the mode asks for.
///
/// Everything is written at once and taken back when a mark or a second symbol changes the meaning of what
/// stands before; so the common scalar costs one look-up and one write.
struct Tokenizer {
  enum Mode {
    /// Tokens separated by spaces; a run of clusters as overlapping pairs and its last cluster.
    case index
    /// Words and whole runs separated by spaces.
    case fold
    /// Words and single clusters behind the marks of `QueryMark`, and the white space between them.
    case query
  }

  enum Token {
    case none
    case word
    case run
    case emoji
    /// Half a flag.
    case regionalIndicator
  }

  enum Dot {
    case none
    /// A dot that starts a token, if a letter follows: `.net`.
    case leading
    case other
  }

  /// More bytes than a step and the end of the text after it can write: the last cluster again, of at most 31
  /// scalars and its length, twice, or once and the longest expansion, which has 18 letters.
  static let slack = 288
  /// Scalars of one cluster; UAX #15 names 30 marks as more than any language needs.
  static let longestCluster = 31

  let tables: FoldingTables
  let ascii: [UInt8]
  let isTurkic: Bool
  let mode: Mode

  /// Bytes written so far.
  var count = 0
  /// Where the output of this text begins in the buffer.
  private(set) var start = 0
  var token = Token.none
  /// Clusters of the current run.
  var clusters = 0
  /// Symbols at the end of the current word.
  var symbols = 0
  var dot = Dot.none

  /// The last base, where it was written, and its marks.
  var base: UInt32 = 0
  var baseStart = 0
  var baseIsCluster = false
  var markPolicy = FoldingEntry.MarkPolicy.strip
  var sequence: [UInt32] = []

  init(_ analyzer: TextAnalyzer, mode: Mode) {
    tables = analyzer.tables
    ascii = analyzer.ascii
    isTurkic = analyzer.isTurkic
    self.mode = mode
  }

  /// Begins another text, whose output starts at `place` in the buffer.
  mutating func restart(at place: Int) {
    start = place
    count = place
    token = .none
    clusters = 0
    symbols = 0
    dot = .none
    base = 0
    baseStart = place
    baseIsCluster = false
    markPolicy = .strip
    if !sequence.isEmpty { sequence.removeAll(keepingCapacity: true) }
  }

  /// How many bytes the cluster takes that is being written and may have to be repeated.
  var clusterSize: Int { max(0, count - baseStart) }

  /// Reads from `position` until the text ends or the output has less than `slack` bytes left, and says where
  /// it stopped.
  mutating func advance(_ text: Span<UInt8>, from position: Int, into out: inout MutableSpan<UInt8>) -> Int {
    var position = position
    let limit = out.count - Self.slack
    let ascii = self.ascii
    let table = ascii.span
    while position < text.count, count + clusterSize < limit {
      let byte = text[position]
      guard byte < 0x80 else {
        var scalar: UInt32 = 0
        position = UTF8Scalars.decode(text, at: position, into: &scalar)
        fold(scalar, into: &out)
        continue
      }
      position += 1
      let folded = table[Int(byte)]
      if folded >= ASCIITable.firstFolded {
        beginWord(isLetter: folded >= UInt8(ascii: "a"), into: &out)
        var last = folded
        var end = count
        out[end] = folded
        end += 1
        while position < text.count, end < limit {
          let next = text[position]
          guard next < 0x80 else { break }
          let folded = table[Int(next)]
          guard folded >= ASCIITable.firstFolded else { break }
          out[end] = folded
          end += 1
          position += 1
          last = folded
        }
        count = end
        setBase(UInt32(last), size: 1, policy: last >= UInt8(ascii: "a") ? .strip : .keep)
      } else {
        asciiOther(byte, folded, into: &out)
      }
    }
    return position
  }

  /// Ends the last token.
  mutating func finish(into out: inout MutableSpan<UInt8>) { endToken(into: &out) }

  @inline(__always)
  private mutating func asciiOther(_ byte: UInt8, _ folded: UInt8, into out: inout MutableSpan<UInt8>) {
    switch folded {
    case ASCIITable.slow: fold(UInt32(byte), into: &out)
    case ASCIITable.dropped: break
    case ASCIITable.space: separate(isSpace: true, into: &out)
    case ASCIITable.symbol: symbol(byte, into: &out)
    case ASCIITable.dot: readDot(into: &out)
    default: separate(isSpace: false, into: &out)
    }
  }

  /// Folds one scalar and hands on what it becomes.
  @inline(__always)
  mutating func fold(_ scalar: UInt32, into out: inout MutableSpan<UInt8>) {
    let entry = tables.entry(scalar)
    if entry.mapping == .delta, entry.scalarClass == .cluster {
      cluster(entry.folded(scalar), into: &out)
    } else {
      foldOther(scalar, entry, into: &out)
    }
  }

  private mutating func foldOther(
    _ scalar: UInt32, _ entry: FoldingEntry, into out: inout MutableSpan<UInt8>
  ) {
    switch entry.mapping {
    case .dropped: return
    case .mark: mark(scalar, entry, into: &out)
    case .expansion:
      let place = Int(entry.payload)
      for index in 1...Int(tables.pool[place]) {
        let folded = tables.pool[place + index]
        let entry = tables.entry(folded)
        if entry.mapping == .mark {
          mark(folded, entry, into: &out)
        } else {
          put(folded, entry, into: &out)
        }
      }
    case .delta:
      if isTurkic, scalar == 0x49 || scalar == 0xFF29 || scalar == 0x131 {
        put(0x131, entry, into: &out)
      } else {
        put(entry.folded(scalar), entry, into: &out)
      }
    }
  }

  /// Takes a folded scalar that is no mark.
  private mutating func put(_ scalar: UInt32, _ entry: FoldingEntry, into out: inout MutableSpan<UInt8>) {
    switch entry.scalarClass {
    case .separator: separate(isSpace: false, into: &out)
    case .space: separate(isSpace: true, into: &out)
    case .word, .mark:
      beginWord(isLetter: entry.markPolicy != .keep, into: &out)
      let size = write(scalar, into: &out)
      setBase(scalar, size: size, policy: entry.markPolicy)
    case .cluster: cluster(scalar, into: &out)
    case .emoji, .regionalIndicator: emoji(scalar, entry.scalarClass, into: &out)
    case .symbol: symbol(UInt8(truncatingIfNeeded: scalar), into: &out)
    case .dot: readDot(into: &out)
    }
  }

  @inline(__always)
  mutating func setBase(_ scalar: UInt32, size: Int, policy: FoldingEntry.MarkPolicy) {
    base = scalar
    baseStart = count - size
    baseIsCluster = false
    markPolicy = policy
    if !sequence.isEmpty { sequence.removeAll(keepingCapacity: true) }
  }

  @inline(__always)
  @discardableResult
  mutating func write(_ scalar: UInt32, into out: inout MutableSpan<UInt8>) -> Int {
    let size = UTF8Scalars.encode(scalar, at: count, into: &out)
    count += size
    return size
  }

  @inline(__always)
  mutating func writeByte(_ byte: UInt8, into out: inout MutableSpan<UInt8>) {
    out[count] = byte
    count += 1
  }
}

/// What the analyzer does with an ASCII byte: a folded letter or digit, or one of the actions below.
enum ASCIITable {
  static let separator: UInt8 = 0
  static let space: UInt8 = 1
  static let symbol: UInt8 = 2
  static let dot: UInt8 = 3
  static let slow: UInt8 = 4
  static let dropped: UInt8 = 5
  static let firstFolded = UInt8(ascii: "0")

  static func make(isTurkic: Bool, tables: FoldingTables) -> [UInt8] {
    (UInt32(0)..<128).map { scalar in
      let entry = tables.entry(scalar)
      if isTurkic, scalar == 0x49 { return slow }
      if entry.mapping == .dropped { return dropped }
      switch entry.scalarClass {
      case .word: return UInt8(entry.folded(scalar))
      case .space: return space
      case .symbol: return symbol
      case .dot: return dot
      default: return separator
      }
    }
  }
}

/// UTF-8, scalar by scalar.
enum UTF8Scalars {
  /// Decodes the scalar at `position`, which is no ASCII byte, and says where the next one begins. What is not
  /// UTF-8 becomes U+FFFD byte by byte, which separates tokens.
  @inline(__always)
  static func decode(_ text: Span<UInt8>, at position: Int, into scalar: inout UInt32) -> Int {
    let lead = UInt32(text[position])
    let size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, position + size <= text.count else {
      scalar = 0xFFFD
      return position + 1
    }
    var value = lead & (0x7F >> UInt32(size))
    for index in 1..<size {
      let byte = UInt32(text[position + index])
      guard byte & 0xC0 == 0x80 else {
        scalar = 0xFFFD
        return position + 1
      }
      value = value << 6 | byte & 0x3F
    }
    let isScalar =
      value < 0x110000 && value & 0xFFFF_F800 != 0xD800
      && value >= (size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000)
    scalar = isScalar ? value : 0xFFFD
    return isScalar ? position + size : position + 1
  }

  /// Writes a scalar and says how many bytes it took.
  @inline(__always)
  static func encode(_ scalar: UInt32, at position: Int, into out: inout MutableSpan<UInt8>) -> Int {
    if scalar < 0x80 {
      out[position] = UInt8(truncatingIfNeeded: scalar)
      return 1
    }
    if scalar < 0x800 {
      out[position] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      out[position + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      return 2
    }
    if scalar < 0x10000 {
      out[position] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      out[position + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
      out[position + 2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
      return 3
    }
    out[position] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
    out[position + 1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
    out[position + 2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    out[position + 3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    return 4
  }
}
