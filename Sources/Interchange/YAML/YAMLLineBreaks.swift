/// Turns libyaml's line numbers into those an editor shows.
///
/// YAML 1.1 also breaks lines at U+0085, U+2028 and U+2029, which translators paste into texts and no editor
/// counts.
struct YAMLLineBreaks {
  /// The offset in the document up to which breaks were counted.
  private var scanned = 0
  /// Line breaks so far that both know.
  private var ordinary = 0
  /// For each break that only YAML 1.1 knows, the line it ends, as libyaml counts from 0.
  private var extra: [Int] = []

  /// Counts what has become visible; a break needs two bytes after it to be told.
  /// - Parameter start: the offset of the window's first byte in the document.
  @unsafe mutating func scan(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    var index = scanned - start
    let end = bytes.count - 2
    guard index < end else { return }
    scanned = start + end
    // Eight bytes at a time; only a word with a suspicious byte is looked at byte by byte.
    while index + 8 <= end {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // 0xE2 is 0xC2 with one more bit.
      if Self.contains(word, 0x0D) || Self.contains(word | Self.repeated(0x20), 0xE2) {
        for position in index..<index + 8 {
          unsafe count(bytes[position], bytes[position + 1], bytes[position + 2])
        }
      } else {
        ordinary &+= Self.count(word, 0x0A)
      }
      index += 8
    }
    while index < end {
      unsafe count(bytes[index], bytes[index + 1], bytes[index + 2])
      index += 1
    }
  }

  private mutating func count(_ a: UInt8, _ b: UInt8, _ c: UInt8) {
    if a == 0x0A || (a == 0x0D && b != 0x0A) {
      ordinary += 1
    } else if (a == 0xC2 && b == 0x85) || (a == 0xE2 && b == 0x80 && (c == 0xA8 || c == 0xA9)) {
      extra.append(ordinary + extra.count)
    }
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  @inline(__always)
  private static func contains(_ word: UInt64, _ byte: UInt8) -> Bool {
    let difference = word ^ repeated(byte)
    return (difference &- repeated(0x01)) & ~difference & repeated(0x80) != 0
  }

  /// How many bytes of `word` equal `byte`.
  @inline(__always)
  private static func count(_ word: UInt64, _ byte: UInt8) -> Int {
    let difference = word ^ repeated(byte)
    let others = ((difference & repeated(0x7F)) &+ repeated(0x7F)) | difference
    return Int(truncatingIfNeeded: ((~others & repeated(0x80)) >> 7 &* repeated(0x01)) >> 56)
  }

  /// The 0-based line an editor shows for a line that libyaml counted.
  func line(_ line: Int) -> Int {
    guard !extra.isEmpty else { return line }
    var low = 0
    var high = extra.count
    while low < high {
      let middle = (low + high) / 2
      if extra[middle] < line { low = middle + 1 } else { high = middle }
    }
    return line - low
  }
}
