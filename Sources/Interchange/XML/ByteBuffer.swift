/// Bytes that grow at the end, for code that a parser calls very often.
///
/// One owner, no reference counting, no uniqueness check: appending a few bytes is a comparison and a copy.
/// It is safe outside because it owns its memory and checks every range.
@safe struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private(set) var count = 0

  init() { unsafe base = .allocate(capacity: capacity) }

  deinit { unsafe base.deallocate() }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    count += 1
  }

  @unsafe mutating func append(_ bytes: UnsafePointer<UInt8>, count size: Int) {
    reserve(size)
    unsafe (base + count).update(from: bytes, count: size)
    count += size
  }

  mutating func append(contentsOf bytes: some Collection<UInt8>) {
    reserve(bytes.count)
    for byte in bytes {
      unsafe base[count] = byte
      count += 1
    }
  }

  /// Appends bytes and says whether one of two marks is among them.
  @unsafe mutating func append(
    _ bytes: UnsafePointer<UInt8>, count size: Int, lookingFor a: UInt8, or b: UInt8
  ) -> Bool {
    unsafe append(bytes, count: size)
    return unsafe bytes.contains(a, or: b, in: size)
  }

  /// Drops everything from `newCount` on.
  mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "a buffer is cut, not extended")
    count = newCount
  }

  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "an index inside the buffer")
    return unsafe base[index]
  }

  subscript(range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range inside the buffer")
    return unsafe Array(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// A part of the buffer, valid until the buffer changes.
  @unsafe func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range inside the buffer")
    return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Whether a part holds nothing but the white space of XML.
  func isBlank(_ range: Range<Int>) -> Bool {
    let part = unsafe bytes(in: range)
    for index in 0..<part.count {
      switch unsafe part[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return false
      }
    }
    return true
  }

  /// Whether two parts hold the same bytes.
  func isEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    return unsafe bytes(in: a).baseAddress.unsafelyUnwrapped.equals(
      bytes(in: b).baseAddress.unsafelyUnwrapped, count: a.count)
  }

  /// Appends what `other` holds from `start` on.
  mutating func append(_ other: borrowing ByteBuffer, from start: Int) {
    guard start < other.count else { return }
    unsafe append(
      other.bytes(in: start..<other.count).baseAddress.unsafelyUnwrapped, count: other.count - start)
  }

  /// Appends everything to an array.
  func append(to array: inout [UInt8]) {
    unsafe array.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
  }

  private mutating func reserve(_ size: Int) {
    if capacity - count < size { grow(size) }
  }

  private mutating func grow(_ size: Int) {
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}
