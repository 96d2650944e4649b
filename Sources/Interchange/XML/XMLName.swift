internal import CLibXML2

/// A name that libxml2 has interned: an element, an attribute or a namespace of one parser.
///
/// Two names of the same parser are equal exactly when their addresses are, so comparing one costs nothing.
/// A name is valid as long as its parser.
@safe struct XMLName: Equatable {
  let address: UnsafePointer<UInt8>?

  @unsafe init(_ address: UnsafePointer<UInt8>?) { unsafe self.address = address }

  /// No namespace.
  static var none: XMLName { unsafe XMLName(nil) }

  static func == (a: XMLName, b: XMLName) -> Bool { unsafe a.address == b.address }

  var isNone: Bool { unsafe address == nil }

  func append(to bytes: inout ByteBuffer) {
    guard var next = unsafe address else { return }
    while unsafe next.pointee != 0 {
      unsafe bytes.append(next.pointee)
      unsafe next += 1
    }
  }

  /// The spelling as it may stand in a message: printable ASCII, and not too long.
  var label: String {
    let scalars = text.unicodeScalars.prefix(100).map { ("!"..."~").contains($0) ? Character($0) : "?" }
    return String(scalars)
  }

  /// The spelling.
  var text: String {
    guard let address = unsafe address else { return "" }
    return unsafe String(cString: address)
  }
}
