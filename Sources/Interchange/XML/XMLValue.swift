/// The value of an attribute as libxml2 gives it: an ampersand is spelled `&#38;`, everything else is plain UTF-8.
///
/// It is safe outside because every index is checked; like its tag it is only valid inside the callback.
@safe struct XMLValue: RandomAccessCollection {
  private let bytes: UnsafeBufferPointer<UInt8>

  @unsafe init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  var startIndex: Int { 0 }
  var endIndex: Int { unsafe bytes.count }

  subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < endIndex, "an index inside the value")
    return unsafe bytes[position]
  }

  /// Whether the value is `word`, which holds no ampersand.
  func `is`(_ word: StaticString) -> Bool { unsafe equal(bytes, word) }

  /// A bit for each of the bytes below 64, and for each of the next 64, that a name token may have: hyphen, dot,
  /// digits and colon; letters and the underscore.
  private static let lowTokenBytes: UInt64 = 0x07FF_6000_0000_0000
  private static let highTokenBytes: UInt64 = 0x07FF_FFFE_87FF_FFFE

  /// Whether the value is a name token of XML; characters beyond ASCII are taken for letters.
  var isNameToken: Bool {
    for index in 0..<endIndex {
      let byte = unsafe bytes[index]
      let word = byte < 0x40 ? Self.lowTokenBytes : Self.highTokenBytes
      if byte < 0x80, word >> UInt64(byte & 63) & 1 == 0 { return false }
    }
    return endIndex > 0
  }

  func append(to array: inout [UInt8]) { unsafe array.append(contentsOf: bytes) }

  /// As it may stand in a message: printable ASCII, and not too long.
  var label: String {
    String(prefix(60).map { (0x21...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "?" })
  }
}

extension XMLAttributes {
  func value(_ index: Int) -> XMLValue { unsafe XMLValue(rawValue(index)) }
}
