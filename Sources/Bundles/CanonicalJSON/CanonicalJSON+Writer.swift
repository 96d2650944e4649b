extension CanonicalJSON {
  /// The one spelling of the value, without a line end.
  public var bytes: [UInt8] {
    var writer = CanonicalJSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// `bytes` as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Appends canonical JSON to a buffer of bytes.
package struct CanonicalJSONWriter {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ value: CanonicalJSON) {
    switch value {
    case .null: raw("null")
    case .boolean(let value): raw(value ? "true" : "false")
    case .integer(let value): integer(value)
    case .string(let value): string(value)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { comma() }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { comma() }
        string(member.name)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  package mutating func raw(_ text: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func comma() { bytes.append(UInt8(ascii: ",")) }

  /// - Precondition: 0 … 2^53 − 1.
  package mutating func integer(_ value: Int) {
    precondition((0...CanonicalJSON.largestInteger).contains(value), "integer outside of canonical JSON")
    if value < 10 {
      bytes.append(0x30 + UInt8(value))
    } else {
      bytes.append(contentsOf: String(value).utf8)
    }
  }

  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { unsafe string($0) }
  }

  /// Writes a string or null.
  package mutating func string(_ text: String?) {
    if let text { string(text) } else { raw("null") }
  }

  /// Writes an integer from 0 to 2^53 − 1, or null.
  package mutating func integer(_ value: Int?) {
    if let value { integer(value) } else { raw("null") }
  }

  package mutating func string(_ text: ArraySlice<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe string($0) }
  }

  /// Writes UTF-8 as a JSON string: two-character escapes where RFC 8785 names one, `\u00xx` for other controls.
  package mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while case let index = unsafe text.firstToEscape(from: start), index < text.count {
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      escape(unsafe text[index])
      start = index + 1
    }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x22: raw("\\\"")
    case 0x5C: raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    default:
      raw("\\u00")
      bytes.append(Hexadecimal.digit(byte >> 4))
      bytes.append(Hexadecimal.digit(byte & 15))
    }
  }

  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes the hexadecimal digits of a fingerprint, or null.
  package mutating func fingerprint(_ value: Fingerprint?) {
    guard let value else { return raw("null") }
    bytes.append(UInt8(ascii: "\""))
    value.appendHex(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an array; `element` writes one element.
  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ element: (inout CanonicalJSONWriter, Element) -> Void
  ) {
    raw("[")
    for (index, value) in elements.enumerated() {
      if index > 0 { comma() }
      element(&self, value)
    }
    raw("]")
  }

  /// Writes a key in byte form (segments joined by 0) as an array of strings.
  package mutating func key(_ key: ArraySlice<UInt8>) {
    unsafe key.withUnsafeBufferPointer { key in
      bytes.append(UInt8(ascii: "["))
      var start = 0
      while true {
        let end = unsafe key.firstIndex(of: 0, or: 0, from: start)
        unsafe string(UnsafeBufferPointer(rebasing: key[start..<end]))
        if end == key.count { break }
        comma()
        start = end + 1
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }
}
