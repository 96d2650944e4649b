/// Finds what an interned name stands for with one probe, or few.
struct XMLNameTable<Value> {
  private var names: [XMLName]
  private var values: [Value]
  private let missing: Value
  private let mask: Int

  /// - Parameter missing: what every other name stands for.
  init(_ list: [(StaticString, Value)], missing: Value, cursor: XMLCursor) {
    var size = 16
    while size < list.count * 3 { size *= 2 }
    mask = size - 1
    names = [XMLName](repeating: .none, count: size)
    values = [Value](repeating: missing, count: size)
    self.missing = missing
    for (spelling, value) in list {
      let name = cursor.intern(spelling)
      var slot = Self.slot(name) & mask
      while !names[slot].isNone { slot = (slot + 1) & mask }
      names[slot] = name
      values[slot] = value
    }
  }

  @inline(__always) subscript(name: XMLName) -> Value {
    var slot = Self.slot(name) & mask
    while !names[slot].isNone {
      if names[slot] == name { return values[slot] }
      slot = (slot + 1) & mask
    }
    return missing
  }

  @inline(__always) private static func slot(_ name: XMLName) -> Int {
    let address = unsafe UInt(bitPattern: name.address)
    return Int(truncatingIfNeeded: address >> 2 ^ address >> 9)
  }
}
