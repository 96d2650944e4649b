/// The encodings a document may be written in; everything is decoded to UTF-8 before it is parsed.
enum XMLEncoding: Sendable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
  case latin1
  case windows1252
  case ascii

  /// What a declaration `encoding="…"` names.
  ///
  /// The byte order of UTF-16 is never declared; a caller compares families only.
  init?(declared name: some StringProtocol) {
    switch name.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "utf-16", "utf-16le", "iso-10646-ucs-2", "ucs-2", "unicode": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "latin-1", "l1": self = .latin1
    case "windows-1252", "cp1252", "x-cp1252": self = .windows1252
    case "us-ascii", "ascii", "iso646-us": self = .ascii
    default: return nil
    }
  }

  var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }
}

/// How the first bytes of a document say it is encoded.
struct XMLPrologue: Sendable {
  enum Verdict: Sendable {
    /// `skip` is the length of the byte order mark. `label` is a declaration that the bytes overrule.
    case decode(XMLEncoding, skip: Int, contradictedLabel: String?)
    case refuse(message: String, help: String)
  }

  /// Judges the front of a document.
  /// - Parameter head: the whole XML declaration or the first kilobyte, whichever is shorter.
  static func examine(_ head: [UInt8]) -> Verdict {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return marked(.utf8, head, skip: 3) }
    if head.starts(with: [0xFF, 0xFE]), !head.starts(with: [0xFF, 0xFE, 0, 0]) {
      return marked(.utf16LittleEndian, head, skip: 2)
    }
    if head.starts(with: [0xFE, 0xFF]) { return marked(.utf16BigEndian, head, skip: 2) }
    if head.starts(with: [0x3C, 0]), head.count > 2, head[2] != 0 {
      return marked(.utf16LittleEndian, head, skip: 0)
    }
    if head.starts(with: [0, 0x3C]), head.count > 2, head[2] == 0 {
      return marked(.utf16BigEndian, head, skip: 0)
    }
    if head.prefix(4).contains(0) || head.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) {
      return .refuse(
        message: "the bytes are neither UTF-8 nor UTF-16", help: "save the file as UTF-8")
    }
    guard let label = declaredEncoding(head) else { return .decode(.utf8, skip: 0, contradictedLabel: nil) }
    guard let encoding = XMLEncoding(declared: label) else {
      return .refuse(
        message: "the declared encoding \(printable(label)) is not one that is read",
        help: "save the file as UTF-8 and declare encoding=\"UTF-8\"")
    }
    if encoding.isUTF16 {
      return .refuse(
        message: "the declaration says \(printable(label)), but the bytes are not UTF-16",
        help: "declare encoding=\"UTF-8\", or save the file as UTF-16 with a byte order mark")
    }
    return .decode(encoding, skip: 0, contradictedLabel: nil)
  }

  /// The verdict when the bytes show their encoding themselves.
  private static func marked(_ encoding: XMLEncoding, _ head: [UInt8], skip: Int) -> Verdict {
    var ascii = Array(head.dropFirst(skip))
    if encoding.isUTF16 { ascii.removeAll { $0 == 0 } }
    let label = declaredEncoding(ascii)
    let agrees =
      label.map { label in
        XMLEncoding(declared: label).map { $0.isUTF16 == encoding.isUTF16 && ($0 == .utf8 || $0.isUTF16) }
          ?? false
      } ?? true
    return .decode(encoding, skip: skip, contradictedLabel: agrees ? nil : label.map(printable))
  }

  /// The value of `encoding` in an XML declaration at the very front.
  private static func declaredEncoding(_ head: [UInt8]) -> String? {
    guard head.starts(with: Array("<?xml".utf8)) else { return nil }
    let declaration = String(decoding: head.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let start = declaration.firstRange(of: "encoding")?.upperBound else { return nil }
    let rest = declaration[start...].drop { $0 != "\"" && $0 != "'" }
    guard let quote = rest.first else { return nil }
    let value = rest.dropFirst().prefix { $0 != quote }
    return value.isEmpty ? nil : String(value)
  }

  private static func printable(_ label: String) -> String {
    let name = label.prefix(40)
    return name.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? "\"\(name)\"" : "of the file"
  }
}
