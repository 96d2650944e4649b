/// Bytes that are not canonical JSON.
public struct CanonicalJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected.
  public let reason: String
  /// Offset in bytes from the start of the document.
  public let offset: Int

  public var description: String { "\(reason) at byte \(offset)" }
}

extension CanonicalJSON {
  /// Reads exactly one value and nothing around it.
  ///
  /// Strict: whatever this accepts, writing gives back byte for byte.
  /// - Throws: `CanonicalJSONError`, for another spelling of a value too.
  public init(canonical bytes: [UInt8]) throws(CanonicalJSONError) {
    var reader = CanonicalJSONReader(bytes[...])
    self = try reader.value(depth: 0)
    guard reader.isAtEnd else { throw reader.error("expected the end of the document") }
  }
}

/// Reads canonical JSON from a buffer, piece by piece.
package struct CanonicalJSONReader {
  private let bytes: ArraySlice<UInt8>
  package private(set) var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var isAtEnd: Bool { position == bytes.endIndex }

  package func error(_ reason: String) -> CanonicalJSONError {
    CanonicalJSONError(reason: reason, offset: position - bytes.startIndex)
  }

  package func peek() -> UInt8? { isAtEnd ? nil : bytes[position] }

  package mutating func expect(_ byte: UInt8) throws(CanonicalJSONError) {
    guard peek() == byte else { throw error("expected '\(Character(Unicode.Scalar(byte)))'") }
    position += 1
  }

  /// Consumes `byte` if it is next.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private static let deepest = 64

  package mutating func value(depth: Int) throws(CanonicalJSONError) -> CanonicalJSON {
    guard depth < Self.deepest else { throw error("nested too deeply") }
    switch peek() {
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    case UInt8(ascii: "t"):
      try word("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .boolean(false)
    default: return .integer(try integer())
    }
  }

  private mutating func word(_ text: StaticString) throws(CanonicalJSONError) {
    let count = text.utf8CodeUnitCount
    for index in 0..<count { try expect(unsafe text.utf8Start[index]) }
  }

  package mutating func integer() throws(CanonicalJSONError) -> Int {
    let start = position
    var value = 0
    while let byte = peek(), (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      position += 1
      guard value <= CanonicalJSON.largestInteger else { throw error("integer above 2^53 - 1") }
    }
    guard position > start else { throw error("expected a value") }
    guard bytes[start] != 0x30 || position == start + 1 else { throw error("integer with a leading zero") }
    return value
  }

  private mutating func array(depth: Int) throws(CanonicalJSONError) -> CanonicalJSON {
    try expect(UInt8(ascii: "["))
    var values: [CanonicalJSON] = []
    if skip(UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value(depth: depth + 1)) } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .array(values)
  }

  private mutating func object(depth: Int) throws(CanonicalJSONError) -> CanonicalJSON {
    try expect(UInt8(ascii: "{"))
    var members: [CanonicalJSON.Member] = []
    var last: [UInt8]?
    if skip(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      let name = try string()
      guard name.allSatisfy({ $0 < 0x80 }) else { throw error("member name outside of ASCII") }
      if let last, !last.lexicographicallyPrecedes(name) { throw error("members out of order or twice") }
      last = name
      try expect(UInt8(ascii: ":"))
      members.append(.init(String(decoding: name, as: UTF8.self), try value(depth: depth + 1)))
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return .object(members)
  }

  /// Moves past one value without making it; only what is needed to find its end is checked.
  package mutating func skipValue() throws(CanonicalJSONError) {
    let start = bytes.startIndex
    let from = position - start
    let (end, problem) = unsafe bytes.withUnsafeBufferPointer { unsafe Self.findEndOfValue($0, from: from) }
    position = start + end
    if let problem { throw error("\(problem)") }
  }

  /// Where a value ends, or where it stops being one and why.
  @inline(__always)
  private static func findEndOfValue(
    _ buffer: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (index: Int, problem: StaticString?) {
    var index = start
    var depth = 0
    repeat {
      guard index < buffer.count else { return (index, "expected a value") }
      switch unsafe buffer[index] {
      case UInt8(ascii: "\""):
        index = unsafe endOfString(in: buffer, from: index + 1)
        guard index < buffer.count else { return (buffer.count, "string without an end") }
        index += 1
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0 else { return (index, "expected a value") }
        index += 1
      default:
        let first = index
        while index < buffer.count, unsafe isWordOrNumber(buffer[index]) { index += 1 }
        guard index > first else { return (index, "expected a value") }
      }
    } while depth > 0
    return (index, depth == 0 ? nil : "unexpected end of an array")
  }

  /// Where a value ends that begins at `start`; 0 if it does not end, or begins like none.
  @inline(__always)
  static func endOfValue(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let (end, problem) = unsafe findEndOfValue(buffer, from: start)
    return problem == nil ? end : 0
  }

  private static func isWordOrNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Where the quotation mark is that ends a string; not below the number of bytes if there is none.
  private static func endOfString(in buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      index = unsafe buffer.firstIndex(of: 0x22, or: 0x5C, from: index)
      guard index < buffer.count, unsafe buffer[index] == 0x5C else { return index }
      index += 2
    }
  }

  /// Reads a string as text.
  package mutating func text() throws(CanonicalJSONError) -> String {
    // Most strings hold no escape and need not be put together first.
    if let end = endOfPlainString,
      let text = String(validating: bytes[(position + 1)..<end], as: UTF8.self)
    {
      position = end + 1
      return text
    }
    return String(decoding: try string(), as: UTF8.self)
  }

  /// Where the string ends that is next, if it is one without escapes and controls.
  private var endOfPlainString: Int? {
    let offset = bytes.startIndex
    let start = position - offset
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard start < buffer.count, unsafe buffer[start] == 0x22 else { return nil }
      var index = start + 1
      while index < buffer.count {
        let byte = unsafe buffer[index]
        if byte == 0x22 { return index + offset }
        if byte < 0x20 || byte == 0x5C { return nil }
        index += 1
      }
      return nil
    }
  }

  /// Reads a key: an array of its segments.
  package mutating func key() throws(CanonicalJSONError) -> [UInt8] {
    try expect(UInt8(ascii: "["))
    var key = try string()
    while skip(UInt8(ascii: ",")) {
      key.append(0)
      key.append(contentsOf: try string())
    }
    try expect(UInt8(ascii: "]"))
    return key
  }

  /// Consumes a null if it is next.
  package mutating func skipNull() throws(CanonicalJSONError) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try word("null")
    return true
  }

  package mutating func boolean() throws(CanonicalJSONError) -> Bool {
    guard let value = try value(depth: 0).boolean else { throw error("expected true or false") }
    return value
  }

  package mutating func fingerprint() throws(CanonicalJSONError) -> Fingerprint {
    // Digits need no escape: where they are read, the string need not be put together.
    if bytes.endIndex - position >= 34, bytes[position] == 0x22, bytes[position + 33] == 0x22,
      let value = Fingerprint(digits: bytes[position + 1...position + 32])
    {
      position += 34
      return value
    }
    guard let value = Fingerprint(digits: try string()) else { throw error("expected a digest") }
    return value
  }

  /// Reads an array; `element` reads one element.
  package mutating func array(
    _ element: (inout CanonicalJSONReader) throws(CanonicalJSONError) -> Void
  ) throws(CanonicalJSONError) {
    try expect(UInt8(ascii: "["))
    if skip(UInt8(ascii: "]")) { return }
    repeat { try element(&self) } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  package mutating func comma() throws(CanonicalJSONError) { try expect(UInt8(ascii: ",")) }

  /// Reads a string and gives its UTF-8.
  package mutating func string() throws(CanonicalJSONError) -> [UInt8] {
    try expect(UInt8(ascii: "\""))
    var result: [UInt8] = []
    var isASCII = true
    var start = position
    while true {
      guard let byte = peek() else { throw error("string without an end") }
      if byte == 0x22 { break }
      if byte < 0x20 { throw error("control character in a string") }
      if byte >= 0x80 { isASCII = false }
      if byte == 0x5C {
        result.append(contentsOf: bytes[start..<position])
        result.append(try escape())
        start = position
      } else {
        position += 1
      }
    }
    result.append(contentsOf: bytes[start..<position])
    position += 1
    if !isASCII, String(validating: result, as: UTF8.self) == nil { throw error("string is not UTF-8") }
    return result
  }

  private mutating func escape() throws(CanonicalJSONError) -> UInt8 {
    position += 1
    defer { position += 1 }
    switch peek() {
    case 0x22: return 0x22
    case 0x5C: return 0x5C
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "u"):
      guard position + 4 < bytes.endIndex else { throw error("escape without an end") }
      let digits = bytes[(position + 1)...(position + 4)]
      guard let value = Hexadecimal.byte(digits), value < 0x20,
        ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(value)
      else { throw error("escape that is not needed") }
      position += 4
      return value
    default: throw error("unknown escape")
    }
  }
}

extension Hexadecimal {
  /// The value of four digits below 256.
  fileprivate static func byte(_ digits: ArraySlice<UInt8>) -> UInt8? {
    var value = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: value = value << 4 | Int(digit - 0x30)
      case 0x61...0x66: value = value << 4 | Int(digit - 0x57)
      default: return nil
      }
    }
    return UInt8(exactly: value)
  }
}
