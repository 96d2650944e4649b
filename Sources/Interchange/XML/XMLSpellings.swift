internal import CLibXML2

/// The names that libxml2 has interned, by how they are spelled; one that was met before is found with one probe or few.
///
/// Only short names of ASCII without a prefix are in it, and `xml:space` and `xml:lang`. It is safe outside because it
/// owns its memory and its entries are asked for by the numbers that it gave.
@safe struct XMLSpellings: ~Copyable {
  struct Entry {
    /// The first eight bytes and the last eight; of a name that is shorter, all of it.
    fileprivate var first: UInt64 = 0
    fileprivate var last: UInt64 = 0
    fileprivate(set) var count = 0
    fileprivate(set) var name = XMLName.none
    fileprivate(set) var prefix = XMLName.none
    fileprivate(set) var namespace = XMLName.none
  }

  /// Names of more bytes are not in the table.
  static var longestName: Int { 15 }
  private static var size: Int { 256 }
  /// No document of a standard has as many; half of the table stays empty.
  private static var mostNames: Int { 128 }

  private let context: xmlParserCtxtPtr
  private let entries: UnsafeMutablePointer<Entry>
  private var used = 0

  @unsafe init(_ context: xmlParserCtxtPtr) {
    unsafe self.context = context
    unsafe entries = .allocate(capacity: Self.size)
    unsafe entries.initialize(repeating: Entry(), count: Self.size)
    addXML("xml:space", "space")
    addXML("xml:lang", "lang")
  }

  deinit { unsafe entries.deallocate() }

  @inline(__always) subscript(number: Int) -> Entry {
    precondition(number >= 0 && number < Self.size, "a number that the table gave")
    return unsafe entries[number]
  }

  /// The number of the entry of a name.
  ///
  /// 16 bytes from `bytes` on may be read.
  /// - Returns: `nil` for what is no name, and for names that do not go into the table.
  @inline(__always) @unsafe mutating func find(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    let (first, last) = unsafe Self.words(bytes, count)
    var slot = Self.slot(first, last)
    while unsafe entries[slot].count != 0 {
      if unsafe entries[slot].first == first && entries[slot].last == last && entries[slot].count == count {
        return slot
      }
      slot = (slot &+ 1) & (Self.size &- 1)
    }
    return unsafe add(bytes, count: count, at: slot)
  }

  /// Whether the name of an entry stands at `bytes`.
  @inline(__always) @unsafe func isName(_ number: Int, at bytes: UnsafePointer<UInt8>) -> Bool {
    let entry = self[number]
    return unsafe Self.words(bytes, entry.count) == (entry.first, entry.last)
  }

  // MARK: Building

  @unsafe private mutating func add(_ bytes: UnsafePointer<UInt8>, count: Int, at slot: Int) -> Int? {
    guard 1...Self.longestName ~= count, used < Self.mostNames, unsafe Self.isName(bytes, count),
      let name = unsafe xmlDictLookup(context.pointee.dict, bytes, Int32(count))
    else { return nil }
    let (first, last) = unsafe Self.words(bytes, count)
    unsafe entries[slot] = Entry(first: first, last: last, count: count, name: XMLName(name))
    used += 1
    return slot
  }

  private mutating func addXML(_ spelling: StaticString, _ local: StaticString) {
    func intern(_ text: StaticString) -> XMLName {
      unsafe XMLName(xmlDictLookup(context.pointee.dict, text.utf8Start, Int32(text.utf8CodeUnitCount)))
    }
    // A copy, because more bytes are read than the literal has.
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = spelling.utf8CodeUnitCount
    for index in 0..<count { bytes[index] = unsafe spelling.utf8Start[index] }
    let (first, last) = unsafe bytes.withUnsafeBufferPointer { unsafe Self.words($0.baseAddress!, count) }
    var slot = Self.slot(first, last)
    while unsafe entries[slot].count != 0 { slot = (slot + 1) & (Self.size - 1) }
    unsafe entries[slot] = Entry(
      first: first, last: last, count: count, name: intern(local), prefix: intern("xml"),
      namespace: intern("http://www.w3.org/XML/1998/namespace"))
    used += 1
  }

  /// Whether the bytes are a name of ASCII without a prefix that declares no namespace.
  @unsafe private static func isName(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count {
      switch unsafe bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if index == 0 { return false }
      default: return false
      }
    }
    return unsafe !equal(UnsafeBufferPointer(start: bytes, count: count), "xmlns")
  }

  // MARK: Looking up

  /// The first and the last eight bytes; of a name that is shorter both are all of it.
  @inline(__always) @unsafe private static func words(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (UInt64, UInt64) {
    let first = unsafe bytes.word(0)
    if count >= 8 { return unsafe (first, bytes.word(count &- 8)) }
    let part = first & ~(UInt64.max << UInt64(count &* 8))
    return (part, part)
  }

  @inline(__always) private static func slot(_ first: UInt64, _ last: UInt64) -> Int {
    Int(truncatingIfNeeded: ((first ^ last << 7) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
