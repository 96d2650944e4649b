/// Names of one scope, numbered as they come; compared byte for byte.
///
/// Clearing keeps the memory, so that a scope for each unit costs no allocation.
struct XLIFFNameSet {
  private var bytes: [UInt8] = []
  private var entries: [(start: Int, count: Int, hash: Int)] = []
  /// Numbers of entries, 0 for none, by hash; only used by larger sets.
  private var table: [Int32] = []
  private static let smallSize = 8

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  @inline(__always) mutating func removeAll() {
    if !entries.isEmpty { clear() }
  }

  private mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    table = []
  }

  /// The number of the name, which is given one if it has none.
  mutating func insert(_ name: some RandomAccessCollection<UInt8>) -> (index: Int, isNew: Bool) {
    let hash = Self.hash(name)
    if let index = find(name, hash) { return (index, false) }
    entries.append((bytes.count, name.count, hash))
    bytes.append(contentsOf: name)
    if entries.count > Self.smallSize { addToTable() }
    return (entries.count - 1, true)
  }

  func find(_ name: some RandomAccessCollection<UInt8>) -> Int? {
    entries.isEmpty ? nil : find(name, Self.hash(name))
  }

  func name(_ index: Int) -> ArraySlice<UInt8> {
    bytes[entries[index].start..<entries[index].start + entries[index].count]
  }

  private func find(_ name: some RandomAccessCollection<UInt8>, _ hash: Int) -> Int? {
    if table.isEmpty {
      return entries.indices.first { entries[$0].hash == hash && self.name($0).elementsEqual(name) }
    }
    var slot = hash & (table.count - 1)
    while table[slot] != 0 {
      let index = Int(table[slot]) - 1
      if entries[index].hash == hash, self.name(index).elementsEqual(name) { return index }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  private mutating func addToTable() {
    if table.count < entries.count * 2 {
      table = [Int32](repeating: 0, count: max(32, table.count * 2))
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
  }

  private mutating func place(_ index: Int) {
    var slot = entries[index].hash & (table.count - 1)
    while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = Int32(index + 1)
  }

  /// FNV-1a from a start that differs between runs.
  static func hash(_ name: some Sequence<UInt8>) -> Int {
    var hash = seed
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }

  private static let seed = UInt64.random(in: .min ... .max)
}
