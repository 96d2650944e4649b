/// Walks over canonical JSON whose form is known, as long as its strings have no escapes.
@unsafe struct PlainJSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  var isAtEnd: Bool { unsafe position == bytes.count }

  /// Goes past a text if it is next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard unsafe bytes.count - position >= count else { return false }
    for index in 0..<count where unsafe bytes[position + index] != text.utf8Start[index] { return false }
    unsafe position += count
    return true
  }

  /// Goes past a string and gives what is in it; `nil` if it has escapes, or something else is next.
  mutating func string() -> UnsafeBufferPointer<UInt8>? {
    guard unsafe position < bytes.count, unsafe bytes[position] == 0x22 else { return nil }
    let end = unsafe bytes.firstToEscape(from: position + 1)
    guard unsafe end < bytes.count, unsafe bytes[end] == 0x22 else { return nil }
    defer { unsafe position = end + 1 }
    return unsafe UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end])
  }

  /// Goes past a number of one digit; `nil` if something else is next.
  mutating func digit() -> Int? {
    guard unsafe position < bytes.count, unsafe (0x30...0x39).contains(bytes[position]) else { return nil }
    defer { unsafe position += 1 }
    return unsafe Int(bytes[position]) - 0x30
  }
}
