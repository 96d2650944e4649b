/// Finds a byte in eight at once.
struct BytePattern {
  private let pattern: UInt64

  init(_ byte: UInt8) { pattern = 0x0101_0101_0101_0101 * UInt64(byte) }

  /// A word with the high bit of each byte set that is the one looked for, and no other bit.
  func matches(in word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ pattern
    return ~(((difference & low) &+ low) | difference | low)
  }

  /// Not zero exactly when the byte is in the word; cheaper than knowing where.
  func presence(in word: UInt64) -> UInt64 {
    let difference = word ^ pattern
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }
}

/// Searches that look at eight bytes a step.
extension UnsafePointer<UInt8> {
  /// How often a byte stands among the first `count`.
  @unsafe func occurrences(of byte: UInt8, in count: Int) -> Int {
    let pattern = BytePattern(byte)
    var total = 0
    var index = 0
    while index &+ 8 <= count {
      let matches = unsafe pattern.matches(in: word(index))
      if matches != 0 { total &+= matches.nonzeroBitCount }
      index &+= 8
    }
    while index < count {
      if unsafe self[index] == byte { total &+= 1 }
      index &+= 1
    }
    return total
  }

  /// Whether one of two bytes stands among the first `count`.
  ///
  /// The last step overlaps the one before: how long a text is cannot be predicted, so loops over rests are
  /// dear.
  @unsafe func contains(_ a: UInt8, or b: UInt8, in count: Int) -> Bool {
    let (x, y) = (BytePattern(a), BytePattern(b))
    guard count >= 8 else {
      for index in 0..<count where unsafe self[index] == a || self[index] == b { return true }
      return false
    }
    var word = unsafe word(count &- 8)
    var found = x.presence(in: word) | y.presence(in: word)
    var index = 0
    while index < count &- 8 {
      word = unsafe self.word(index)
      found |= x.presence(in: word) | y.presence(in: word)
      index &+= 8
    }
    return found != 0
  }

  /// Whether the first `count` bytes are those of `other`.
  @unsafe func equals(_ other: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard count >= 8 else {
      for index in 0..<count where unsafe self[index] != other[index] { return false }
      return true
    }
    var difference = unsafe word(count &- 8) ^ other.word(count &- 8)
    var index = 0
    while index < count &- 8 {
      difference |= unsafe word(index) ^ other.word(index)
      index &+= 8
    }
    return difference == 0
  }

  /// Whether one of the first `count` bytes is no white space or control character.
  @inline(__always) @unsafe func hasInk(in count: Int) -> Bool {
    // In a byte below 0x80, adding 0x5F carries into the high bit exactly from 0x21 on.
    func ink(_ word: UInt64) -> UInt64 {
      ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x5F5F_5F5F_5F5F_5F5F | word) & 0x8080_8080_8080_8080
    }
    guard count >= 8 else {
      if count >= 4 { return unsafe ink(halfWord(0) | halfWord(count &- 4) << 32) != 0 }
      for index in 0..<count where unsafe self[index] > 0x20 { return true }
      return false
    }
    if unsafe ink(word(count &- 8)) != 0 { return true }
    var index = 0
    while index < count &- 8 {
      if unsafe ink(word(index)) != 0 { return true }
      index &+= 8
    }
    return false
  }

  /// The last place of `byte` before `end`, and how often `other` stands after it.
  @inline(__always) @unsafe func lastIndex(
    of byte: UInt8, before end: Int, counting other: UInt8
  ) -> (index: Int?, others: Int) {
    let (pattern, otherPattern) = (BytePattern(byte), BytePattern(other))
    var index = end
    var others = 0
    while index >= 8 {
      let word = unsafe word(index &- 8)
      let found = pattern.presence(in: word)
      // Tags have no line ends, and only few of their bytes are looked at.
      let counted = otherPattern.presence(in: word) == 0 ? 0 : otherPattern.matches(in: word)
      if found != 0 {
        let last = pattern.matches(in: word).leadingZeroBitCount
        // Only what stands in higher bytes than the match comes after it.
        if counted != 0 { others &+= (counted & ~(UInt64.max >> UInt64(last))).nonzeroBitCount }
        return (index &- 1 &- last / 8, others)
      }
      if counted != 0 { others &+= counted.nonzeroBitCount }
      index &-= 8
    }
    while index > 0 {
      index &-= 1
      if unsafe self[index] == byte { return (index, others) }
      if unsafe self[index] == other { others &+= 1 }
    }
    return (nil, others)
  }

  /// The first place of a byte among the first `count`.
  @unsafe func firstIndex(of byte: UInt8, in count: Int) -> Int? {
    let pattern = BytePattern(byte)
    var index = 0
    while index &+ 8 <= count {
      let found = unsafe pattern.presence(in: word(index))
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count {
      if unsafe self[index] == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// The last place of a byte before `end`.
  @unsafe func lastIndex(of byte: UInt8, before end: Int) -> Int? {
    let pattern = BytePattern(byte)
    var index = end
    while index >= 8 {
      let word = unsafe word(index &- 8)
      if pattern.presence(in: word) != 0 {
        return index - 1 - pattern.matches(in: word).leadingZeroBitCount / 8
      }
      index &-= 8
    }
    while index > 0 {
      index -= 1
      if unsafe self[index] == byte { return index }
    }
    return nil
  }

  /// How many Unicode scalars stand after the last line feed among the first `count` bytes, and whether there is one.
  @inline(__always) @unsafe func scalarsOfLastLine(in count: Int) -> (scalars: Int, hasStart: Bool) {
    let newline = BytePattern(0x0A)
    var index = count
    var continuations = 0
    while index >= 8 {
      let word = unsafe word(index &- 8)
      var others = word & ~(word << 1) & 0x8080_8080_8080_8080
      if newline.presence(in: word) != 0 {
        let last = newline.matches(in: word).leadingZeroBitCount
        others &= ~(UInt64.max >> UInt64(last))
        if others != 0 { continuations &+= others.nonzeroBitCount }
        return (count &- index &+ last / 8 &- continuations, true)
      }
      if others != 0 { continuations &+= others.nonzeroBitCount }
      index &-= 8
    }
    while index > 0 {
      index &-= 1
      let byte = unsafe self[index]
      if byte == 0x0A { return (count &- index &- 1 &- continuations, true) }
      if byte & 0xC0 == 0x80 { continuations &+= 1 }
    }
    return (count &- continuations, false)
  }

  /// Four bytes, the first in the lowest place.
  @inline(__always) @unsafe private func halfWord(_ index: Int) -> UInt64 {
    unsafe UInt64(
      UInt32(littleEndian: UnsafeRawPointer(self).loadUnaligned(fromByteOffset: index, as: UInt32.self)))
  }

  /// Eight bytes, the first in the lowest place.
  @inline(__always) @unsafe func word(_ index: Int) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
