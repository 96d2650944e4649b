/// Comparing names as what they are, eight bytes at a time.
extension UnsafeRawBufferPointer {
  /// Whether there are the same bytes, eight of which are compared at a time.
  package func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index + 8 <= count {
      let a = unsafe loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let b = unsafe other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if a != b { return false }
      index += 8
    }
    while index < count {
      if unsafe self[index] != other[index] { return false }
      index += 1
    }
    return true
  }

  /// Negative, zero or positive as the bytes stand before, at or after others.
  package func compare(_ other: UnsafeRawBufferPointer) -> Int {
    let end = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= end {
      let a = unsafe loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let b = unsafe other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if a != b { return a.bigEndian < b.bigEndian ? -1 : 1 }
      index += 8
    }
    while index < end {
      let (a, b) = unsafe (self[index], other[index])
      if a != b { return a < b ? -1 : 1 }
      index += 1
    }
    return count - other.count
  }
}
