/// Texts of one line: plain ones and those in quotes.
extension YAMLLineScanner {
  struct PlainStop {
    enum Reason {
      case colon
      case comment
      case end
      case tab
    }

    var place: Int
    var reason: Reason
  }

  /// Whether a byte surely begins a plain text, outside brackets.
  func isPlainStart(_ place: Int, _ end: Int) -> Bool {
    let first = bytes[place]
    switch first {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: return true
    // _ $ ( ) + . / ; < = \ ^ ~
    case 0x5F, 0x24, 0x28, 0x29, 0x2B, 0x2E, 0x2F, 0x3B, 0x3C, 0x3D, 0x5C, 0x5E, 0x7E: return true
    case 0x2D: return place + 1 < end && bytes[place + 1] > 0x20
    default: return false
    }
  }

  /// Where a plain text stops: at a colon before a space, before a comment, or with the line.
  func plainStop(from start: Int, to end: Int) -> PlainStop {
    var place = start
    while true {
      place = bytes.first(of: 0x3A, 0x23, 0x09, from: place, to: end)
      if place == end { return PlainStop(place: end, reason: .end) }
      switch bytes[place] {
      case 0x3A:
        if place + 1 == end || bytes[place + 1] == 0x20 { return PlainStop(place: place, reason: .colon) }
      case 0x23:
        if bytes[place - 1] == 0x20 { return PlainStop(place: place, reason: .comment) }
      default: return PlainStop(place: place, reason: .tab)
      }
      place += 1
    }
  }

  /// Finds the closing quote of a text whose start is known; `false` if there is none in the line, or an escape that
  /// libyaml should look at.
  func quoted(_ node: inout Node, to end: Int) -> Bool {
    let quote = bytes[node.start]
    var place = node.start + 1
    if quote == 0x27 {
      node.form = .singleQuoted
      while true {
        place = bytes.first(of: 0x27, 0x27, 0x27, from: place, to: end)
        guard place < end else { return false }
        if place + 1 == end || bytes[place + 1] != 0x27 { break }
        node.isEscaped = true
        place += 2
      }
    } else {
      node.form = .doubleQuoted
      while true {
        place = bytes.first(of: 0x22, 0x5C, 0x5C, from: place, to: end)
        guard place < end else { return false }
        if bytes[place] == 0x22 { break }
        node.isEscaped = true
        guard let length = escape(at: place, to: end)?.length else { return false }
        place += length
      }
    }
    node.end = place + 1
    return true
  }

  /// The character of an escape in double quotes, and how many bytes it is written with.
  private func escape(at place: Int, to end: Int) -> (scalar: UInt32, length: Int)? {
    guard place + 1 < end else { return nil }
    switch bytes[place + 1] {
    case 0x22: return (0x22, 2)
    case 0x5C: return (0x5C, 2)
    case 0x2F: return (0x2F, 2)
    case 0x6E: return (0x0A, 2)
    case 0x74: return (0x09, 2)
    case 0x72: return (0x0D, 2)
    case 0x20: return (0x20, 2)
    case 0x65: return (0x1B, 2)
    case 0x78: return hexadecimal(at: place + 2, digits: 2, to: end)
    case 0x75: return hexadecimal(at: place + 2, digits: 4, to: end)
    case 0x55: return hexadecimal(at: place + 2, digits: 8, to: end)
    default: return nil
    }
  }

  private func hexadecimal(at place: Int, digits: Int, to end: Int) -> (scalar: UInt32, length: Int)? {
    guard place + digits <= end else { return nil }
    var value: UInt32 = 0
    for digit in place..<place + digits {
      let byte = bytes[digit]
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: value = value << 4 | UInt32((byte | 0x20) - 0x57)
      default: return nil
      }
    }
    return Unicode.Scalar(value) == nil ? nil : (value, digits + 2)
  }

  /// Puts a quoted text into `texts` as it reads.
  mutating func appendUnescaped(_ node: Node) {
    let end = node.end - 1
    var place = node.start + 1
    let isSingle = node.form == .singleQuoted
    let mark: UInt8 = isSingle ? 0x27 : 0x5C
    while place < end {
      let next = bytes.first(of: mark, mark, mark, from: place, to: end)
      texts.append(bytes, from: place, to: next)
      guard next < end else { return }
      if isSingle {
        texts.append(0x27)
        place = next + 2
      } else if let (value, length) = escape(at: next, to: end), let scalar = Unicode.Scalar(value) {
        UTF8.encode(scalar).map { for byte in $0 { texts.append(byte) } }
        place = next + length
      } else {
        return
      }
    }
  }
}
