/// The bytes of a document by their places in it, eight at a time where that helps.
///
/// A view of `YAMLInput`'s memory: whoever uses it asks for places that were read, and takes a new one after reading.
@safe  // The line scanner checks places against what was read; a word may reach into the margin.
struct YAMLBytes {
  private let base: UnsafePointer<UInt8>

  @unsafe init(_ base: UnsafePointer<UInt8>) { unsafe self.base = base }

  @inline(__always)
  subscript(place: Int) -> UInt8 { unsafe base[place] }

  @inline(__always)
  func pointer(_ place: Int) -> UnsafePointer<UInt8> { unsafe base + place }

  @inline(__always)
  private func word(_ place: Int) -> UInt64 {
    unsafe UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// A bit for each zero byte, of which the lowest is right.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- repeated(0x01)) & ~word & repeated(0x80)
  }

  @inline(__always)
  private static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 { zeros(word ^ repeated(byte)) }

  /// The first place from `start` on, before `end`, with one of three bytes; else `end`.
  @inline(__always)
  func first(of a: UInt8, _ b: UInt8, _ c: UInt8, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end {
      let word = UInt64(littleEndian: word(place))
      let found = Self.matches(word, a) | Self.matches(word, b) | Self.matches(word, c)
      if found != 0 { return min(place + found.trailingZeroBitCount / 8, end) }
      place += 8
    }
    return end
  }

  /// The first line end from `start` on.
  func lineEnd(from start: Int, to end: Int) -> Int? {
    var place = start
    while place < end {
      let found = Self.matches(UInt64(littleEndian: word(place)), 0x0A)
      if found != 0 {
        place += found.trailingZeroBitCount / 8
        return place < end ? place : nil
      }
      place += 8
    }
    return nil
  }

  /// The number of characters between two places.
  @inline(__always)
  func characters(from start: Int, to end: Int) -> Int {
    var place = start
    var others = 0
    while place + 8 <= end {
      let word = word(place)
      others += ((word >> 7) & ~(word >> 6) & Self.repeated(0x01)).nonzeroBitCount
      place += 8
    }
    while place < end {
      if self[place] & 0xC0 == 0x80 { others += 1 }
      place += 1
    }
    return end - start - others
  }

  /// How many bytes of a character whose end has not come yet stand before a place; 0 after a whole one.
  func unfinishedCharacter(before end: Int, from start: Int) -> Int {
    var count = 1
    while count <= 3, end - count >= start {
      let byte = self[end - count]
      if byte & 0xC0 != 0x80 {
        let width = byte < 0x80 ? 1 : byte & 0xE0 == 0xC0 ? 2 : byte & 0xF0 == 0xE0 ? 3 : 4
        return byte >= 0xC0 && width > count ? count : 0
      }
      count += 1
    }
    return 0
  }

  func startsWithMark(upTo end: Int) -> Bool {
    end >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
  }

  /// Whether the text from the start of a character on is UTF-8 without what YAML forbids or treats in its own way:
  /// carriage returns, the line ends of YAML 1.1, byte-order marks. A last character may be unfinished.
  func arePlain(from start: Int, to end: Int) -> Bool {
    var place = start
    while place < end {
      if place + 8 <= end {
        let word = word(place)
        let controls = (word &- Self.repeated(0x20)) & ~word
        let deletes = Self.zeros(word ^ Self.repeated(0x7F))
        if (word | controls | deletes) & Self.repeated(0x80) == 0 {
          place += 8
          continue
        }
      }
      let byte = self[place]
      if byte < 0x80 {
        guard (byte >= 0x20 && byte != 0x7F) || byte == 0x0A || byte == 0x09 else { return false }
        place += 1
        continue
      }
      guard let width = widthOfPlainCharacter(place, end) else { return false }
      place += width
    }
    return true
  }

  /// The bytes of a character of more than one; `nil` if it is none or not plain.
  @inline(__always)
  private func widthOfPlainCharacter(_ place: Int, _ end: Int) -> Int? {
    let lead = self[place]
    let width = lead & 0xE0 == 0xC0 ? 2 : lead & 0xF0 == 0xE0 ? 3 : lead & 0xF8 == 0xF0 ? 4 : 0
    guard width > 0 else { return nil }
    guard place + width <= end else {
      // The rest comes with the next piece.
      for next in place + 1..<max(end, place + 1) where self[next] & 0xC0 != 0x80 { return nil }
      return end - place
    }
    let second = self[place + 1]
    guard second & 0xC0 == 0x80 else { return nil }
    if width == 2 {
      // Not the two controls' block, of which U+0085 is allowed and ends a line.
      return lead > 0xC2 || (lead == 0xC2 && second >= 0xA0) ? 2 : nil
    }
    let third = self[place + 2]
    guard third & 0xC0 == 0x80 else { return nil }
    if width == 3 {
      switch lead {
      case 0xE0: return second >= 0xA0 ? 3 : nil
      case 0xE2: return second == 0x80 && (third == 0xA8 || third == 0xA9) ? nil : 3
      case 0xED: return second < 0xA0 ? 3 : nil
      case 0xEF:
        if second == 0xBB && third == 0xBF { return nil }
        return second == 0xBF && third >= 0xBE ? nil : 3
      default: return 3
      }
    }
    guard self[place + 3] & 0xC0 == 0x80 else { return nil }
    return (lead > 0xF0 || second >= 0x90) && (lead < 0xF4 || (lead == 0xF4 && second < 0x90)) ? 4 : nil
  }
}
