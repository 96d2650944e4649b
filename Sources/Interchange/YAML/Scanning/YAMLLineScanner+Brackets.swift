/// Collections in brackets and braces that end in the line they begin in.
extension YAMLLineScanner {
  private static let mostBrackets = 16

  /// Reads a collection and says where it ends, with its events or without; `nil` if it is not a plain one.
  mutating func brackets(at start: Int, depth: Int, isDelivering: Bool) -> Int? {
    guard depth < Self.mostBrackets else { return nil }
    let isMap = bytes[start] == 0x7B
    let closing: UInt8 = isMap ? 0x7D : 0x5D
    if isDelivering { deliverBracket(isMap ? .mappingStart : .sequenceStart, at: start) }
    var place = skipSpaces(start + 1)
    if place < line.end, bytes[place] == closing {
      if isDelivering { deliverBracket(isMap ? .mappingEnd : .sequenceEnd, at: place) }
      return place + 1
    }
    while place < line.end {
      if isMap {
        guard let key = text(at: place), key.end - key.start <= Self.longestKey, key.end + 1 < line.end,
          bytes[key.end] == 0x3A, bytes[key.end + 1] == 0x20
        else { return nil }
        if isDelivering { deliverText(key) }
        place = skipSpaces(key.end + 1)
        guard place < line.end else { return nil }
      }
      if bytes[place] == 0x5B || bytes[place] == 0x7B {
        guard let end = brackets(at: place, depth: depth + 1, isDelivering: isDelivering) else { return nil }
        place = end
      } else {
        guard let value = text(at: place) else { return nil }
        if isDelivering { deliverText(value) }
        place = value.end
      }
      place = skipSpaces(place)
      guard place < line.end else { return nil }
      if bytes[place] == closing {
        if isDelivering { deliverBracket(isMap ? .mappingEnd : .sequenceEnd, at: place) }
        return place + 1
      }
      guard bytes[place] == 0x2C else { return nil }
      place = skipSpaces(place + 1)
    }
    return nil
  }

  private func skipSpaces(_ start: Int) -> Int {
    var place = start
    while place < line.end, bytes[place] == 0x20 { place += 1 }
    return place
  }

  /// A text in quotes, or a plain one of bytes that mean nothing in brackets.
  private func text(at start: Int) -> Node? {
    var node = Node(start: start)
    let first = bytes[start]
    if first == 0x22 || first == 0x27 { return quoted(&node, to: line.end) ? node : nil }
    guard Self.isWord(first) else { return nil }
    var place = start + 1
    while place < line.end {
      let byte = bytes[place]
      if byte == 0x3A {
        // Not the end of a key.
        guard place + 1 < line.end, Self.isWord(bytes[place + 1]) else { break }
      } else if !Self.isWord(byte), byte != 0x2D, byte != 0x20 {
        break
      }
      place += 1
    }
    while bytes[place - 1] == 0x20 { place -= 1 }
    node.form = .plain
    node.end = place
    return node
  }

  /// Letters, digits and what is none but harmless: _ . / ( ) + ~ $ ; = ^
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    case 0x5F, 0x2E, 0x2F, 0x28, 0x29, 0x2B, 0x7E, 0x24, 0x3B, 0x3D, 0x5E: true
    default: false
    }
  }

  private mutating func deliverText(_ node: Node) {
    advance(to: node.start)
    deliver(node)
  }

  private mutating func deliverBracket(_ kind: YAMLEventReader.Event, at start: Int) {
    advance(to: start)
    var event = YAMLEvent(kind: kind, isFlow: kind == .mappingStart || kind == .sequenceStart)
    event.start = place
    event.place = start
    advance(to: start + 1)
    event.end = place
    events.append(event)
  }
}
