/// The attributes of one start tag, as libxml2 lays them out: five pointers each.
///
/// Only valid inside the callback that received it.
@safe struct XMLAttributes {
  private let base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  let count: Int

  /// - Precondition: `base` is the array of a start-element callback and `count` its number of attributes.
  @unsafe init(_ base: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int32) {
    unsafe self.base = base
    self.count = unsafe base == nil ? 0 : Int(count)
  }

  func name(_ index: Int) -> XMLName { unsafe XMLName(base.unsafelyUnwrapped[index * 5]) }

  /// The namespace; none for an attribute without a prefix.
  func namespace(_ index: Int) -> XMLName { unsafe XMLName(base.unsafelyUnwrapped[index * 5 + 2]) }

  /// The value as libxml2 gives it: an ampersand is spelled `&#38;`, everything else is plain UTF-8.
  @unsafe func rawValue(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: base.unsafelyUnwrapped[index * 5 + 3],
      count: base.unsafelyUnwrapped[index * 5 + 4].unsafelyUnwrapped
        - base.unsafelyUnwrapped[index * 5 + 3].unsafelyUnwrapped)
  }

  func string(_ index: Int) -> String {
    var buffer = ByteBuffer()
    append(index, to: &buffer)
    return String(decoding: buffer[0..<buffer.count], as: UTF8.self)
  }

  /// The value of the attribute that has a name and no namespace.
  func string(named name: XMLName) -> String? {
    for index in 0..<count where self.name(index) == name && namespace(index).isNone { return string(index) }
    return nil
  }

  /// Appends the value.
  ///
  /// Because entities are not substituted, libxml2 hands an ampersand on in a form that a tree builder would
  /// read once more. A value holds no other ampersand, so undoing that loses nothing.
  /// - Parameter mark: a character that the caller looks for.
  /// - Returns: false if the value certainly has no `mark`.
  @discardableResult
  func append(_ index: Int, to buffer: inout ByteBuffer, lookingFor mark: UInt8 = UInt8(ascii: "&")) -> Bool {
    let raw = unsafe rawValue(index)
    let start = buffer.count
    guard
      unsafe buffer.append(
        raw.baseAddress.unsafelyUnwrapped, count: raw.count, lookingFor: UInt8(ascii: "&"), or: mark)
    else { return false }
    buffer.truncate(to: start)
    var next = 0
    while next < raw.count {
      let byte = unsafe raw[next]
      buffer.append(byte)
      next += byte == UInt8(ascii: "&") ? 5 : 1
    }
    return true
  }

  /// Whether a value is `word`, which holds no ampersand.
  func value(_ index: Int, is word: StaticString) -> Bool { unsafe equal(rawValue(index), word) }
}

/// Whether `text` is `word`, byte for byte.
@inline(__always)
@unsafe func equal(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
  guard text.count == word.utf8CodeUnitCount, let start = text.baseAddress else { return false }
  return unsafe start.equals(word.utf8Start, count: text.count)
}
