/// Finds what an interned name stands for with one probe, or few.
struct XMLNameTable<Value> {
  private struct Entry {
    var name = XMLName.none
    var value: Value
  }

  private var entries: [Entry]
  private let mask: Int

  /// - Parameter missing: what every other name stands for.
  init(_ list: [(StaticString, Value)], missing: Value, cursor: XMLCursor) {
    var size = 16
    while size < list.count * 3 { size *= 2 }
    mask = size - 1
    entries = [Entry](repeating: Entry(value: missing), count: size)
    for (spelling, value) in list {
      let name = cursor.intern(spelling)
      var slot = Self.slot(name) & mask
      while !entries[slot].name.isNone { slot = (slot + 1) & mask }
      entries[slot] = Entry(name: name, value: value)
    }
  }

  @inline(__always) subscript(name: XMLName) -> Value {
    var slot = Self.slot(name) & mask
    while true {
      let entry = entries[slot]
      if entry.name == name || entry.name.isNone { return entry.value }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always) private static func slot(_ name: XMLName) -> Int {
    let address = unsafe UInt(bitPattern: name.address)
    return Int(truncatingIfNeeded: address >> 2 ^ address >> 9)
  }
}
