/// Turns the bytes of an encoding into UTF-8, piece by piece.
struct XMLDecoder: Sendable {
  enum Problem: Error, Sendable {
    case loneSurrogate
    case oddByte
    case notASCII(UInt8)
    case unassigned(UInt8)

    var message: String {
      switch self {
      case .loneSurrogate: "half of a UTF-16 surrogate pair stands alone"
      case .oddByte: "the document ends in the middle of a UTF-16 unit"
      case .notASCII(let byte): "the declaration says US-ASCII, but there is a byte \(Self.hex(byte))"
      case .unassigned(let byte): "the byte \(Self.hex(byte)) has no meaning in windows-1252"
      }
    }

    private static func hex(_ byte: UInt8) -> String { "0x" + String(byte, radix: 16, uppercase: true) }
  }

  let encoding: XMLEncoding
  private var pending: UInt8?
  private var highSurrogate: UInt16?
  /// Whether bytes above 0x7F of a one-byte encoding have formed UTF-8 sequences, and nothing else, so far.
  private var followers = 0
  private var sequences = 0
  private var isBroken = false

  init(_ encoding: XMLEncoding) { self.encoding = encoding }

  /// Whether the text was declared as a one-byte encoding although its bytes are UTF-8.
  var looksLikeUTF8: Bool { sequences > 0 && !isBroken && followers == 0 }

  /// Appends the decoded form of `bytes`.
  /// - Throws: `Problem`; `output` then ends right before the offending byte.
  mutating func decode(_ bytes: some Sequence<UInt8>, into output: inout [UInt8]) throws(Problem) {
    switch encoding {
    case .utf8: output.append(contentsOf: bytes)
    case .utf16LittleEndian, .utf16BigEndian:
      for byte in bytes {
        guard let first = pending else {
          pending = byte
          continue
        }
        pending = nil
        let unit =
          encoding == .utf16BigEndian
          ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
        try append(unit: unit, to: &output)
      }
    case .latin1:
      for byte in bytes {
        follow(byte)
        Self.append(UInt32(byte), to: &output)
      }
    case .ascii:
      for byte in bytes {
        guard byte < 0x80 else { throw .notASCII(byte) }
        output.append(byte)
      }
    case .windows1252:
      for byte in bytes {
        follow(byte)
        guard (0x80..<0xA0).contains(byte) else {
          Self.append(UInt32(byte), to: &output)
          continue
        }
        let scalar = Self.windows1252[Int(byte) - 0x80]
        guard scalar != 0 else { throw .unassigned(byte) }
        Self.append(UInt32(scalar), to: &output)
      }
    }
  }

  /// Says that no more bytes come.
  mutating func finish() throws(Problem) {
    if pending != nil { throw .oddByte }
    if highSurrogate != nil { throw .loneSurrogate }
  }

  private mutating func append(unit: UInt16, to output: inout [UInt8]) throws(Problem) {
    switch unit {
    case 0xD800...0xDBFF:
      guard highSurrogate == nil else { throw .loneSurrogate }
      highSurrogate = unit
    case 0xDC00...0xDFFF:
      guard let high = highSurrogate else { throw .loneSurrogate }
      highSurrogate = nil
      Self.append(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &output)
    default:
      guard highSurrogate == nil else { throw .loneSurrogate }
      Self.append(UInt32(unit), to: &output)
    }
  }

  private mutating func follow(_ byte: UInt8) {
    if followers > 0 {
      if byte & 0xC0 == 0x80 { followers -= 1 } else { isBroken = true }
    } else if byte >= 0x80 {
      switch byte {
      case 0xC2...0xDF: followers = 1
      case 0xE0...0xEF: followers = 2
      case 0xF0...0xF4: followers = 3
      default: isBroken = true
      }
      sequences += 1
    }
  }

  /// Appends a scalar that is not a surrogate.
  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: output.append(UInt8(scalar))
    case 0x80..<0x800:
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      output.append(UInt8(0xE0 | scalar >> 12))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    default:
      output.append(UInt8(0xF0 | scalar >> 18))
      output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  /// The byte of a character in windows-1252, if it has one.
  static func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
    if let byte = UInt8(exactly: scalar.value), !(0x80..<0xA0).contains(byte) { return byte }
    return windows1252.firstIndex { $0 != 0 && UInt32($0) == scalar.value }.map { UInt8(0x80 + $0) }
  }

  /// The scalars of the bytes 0x80 to 0x9F; 0 where there is none.
  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017D,
    0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
    0x017E,
    0x0178,
  ]
}
