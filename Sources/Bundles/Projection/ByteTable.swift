internal import Translations

/// Numbers for byte strings: 0, 1, 2 … in the order in which they came first.
///
/// One arena and one table of slots, however many there are.
struct ByteTable {
  private var arena: [UInt8] = []
  /// Where each string ends in the arena.
  private var ends: [Int] = []
  /// In each slot the upper half of a hash and, below it, a number plus one; 0 is free. At most half are taken.
  private var slots: [UInt64] = Array(repeating: 0, count: 16)

  /// Another one in each process, so that nobody can choose keys that all fall into one slot.
  private static let seed = UInt64.random(in: .min ... .max)

  var count: Int { ends.count }

  /// Calls `body` with the bytes of a number.
  func withBytes<Result>(of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe arena.withUnsafeBufferPointer {
      unsafe body(UnsafeBufferPointer(rebasing: $0[(number == 0 ? 0 : ends[number - 1])..<ends[number]]))
    }
  }

  /// The number of a string; `nil` if it was not inserted.
  /// - Complexity: O(1) look-ups.
  func number(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let entry = unsafe slots[slot(of: bytes, hash: Self.hash(bytes))]
    return entry == 0 ? nil : Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
  }

  /// The number of a string, which is a new one if it was not there.
  /// - Precondition: there are fewer than 2^32 − 1.
  mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = unsafe Self.hash(bytes)
    let slot = unsafe slot(of: bytes, hash: hash)
    if slots[slot] != 0 { return Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1 }
    unsafe arena.append(contentsOf: bytes)
    ends.append(arena.count)
    precondition(ends.count <= UInt32.max, "too many strings")
    slots[slot] = hash & ~0xFFFF_FFFF | UInt64(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  /// The slot that holds a string, or the free one in which it would be.
  private func slot(of bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
    unsafe slots.withUnsafeBufferPointer { slots in
      unsafe arena.withUnsafeBytes { arena in
        let mask = slots.count - 1
        var slot = Self.start(hash) & mask
        while case let entry = unsafe slots[slot], entry != 0 {
          if (entry ^ hash) >> 32 == 0 {
            let number = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) - 1
            let start = number == 0 ? 0 : ends[number - 1]
            let known = unsafe UnsafeRawBufferPointer(rebasing: arena[start..<ends[number]])
            if unsafe known.isSame(as: UnsafeRawBufferPointer(bytes)) { return slot }
          }
          slot = (slot + 1) & mask
        }
        return slot
      }
    }
  }

  private mutating func grow() {
    var larger: [UInt64] = Array(repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for number in 0..<count {
      let hash = unsafe withBytes(of: number) { unsafe Self.hash($0) }
      var slot = Self.start(hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = hash & ~0xFFFF_FFFF | UInt64(number + 1)
    }
    slots = larger
  }

  /// The upper half of a hash is kept in its slot, so the lower one says where that is.
  private static func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash & 0xFFFF_FFFF) }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = mix(seed ^ UInt64(raw.count), 0x9E37_79B9_7F4A_7C15)
    var index = 0
    while index + 8 <= raw.count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = mix(hash ^ word, 0xBF58_476D_1CE4_E5B9)
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(unsafe raw[index])
      index += 1
    }
    return mix(hash ^ rest, 0x94D0_49BB_1331_11EB)
  }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
