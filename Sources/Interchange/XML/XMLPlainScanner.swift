/// Takes a complete element that needs nothing of libxml2 apart, into the events that libxml2 would deliver.
///
/// Plain are tags with short names of ASCII without prefix and with quoted attributes, `xml:space` and `xml:lang`
/// included, and characters that XML allows in valid UTF-8, with references to the five entities that XML defines.
/// Namespace declarations, other prefixes, comments, sections, instructions, other references, carriage returns, line
/// breaks and references in attributes, and everything that is not well-formed are not: they are left to libxml2. An
/// element is judged as a whole before any of it counts.
///
/// It is safe outside because its buffers are its own and its pointers never leave it but inside an event.
@safe struct XMLPlainScanner: ~Copyable {
  struct Token {
    enum Kind: UInt8 { case start, end, text, entity }

    var kind: Kind
    /// The attributes of a start tag, the bytes of a text, the character of an entity.
    var count: Int32 = 0
    /// The first of the attributes among all of the element; where the text begins in the window.
    var first: Int32 = 0
    /// Where libxml2 would stand in the window, and in which line.
    var end: Int32
    var line: Int32
    /// That of the element.
    var name = XMLName.none
  }

  /// A place in the window, and its line.
  struct Place {
    var index: Int
    var line: Int
  }

  /// The events of the element that was last taken.
  private(set) var tokens = RecordStack<Token>()
  /// As libxml2 lays them out: five pointers each.
  private(set) var attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>
  private var attributeCount = 0
  private var spellings: XMLSpellings
  /// The entries of the open elements.
  private var open = RecordStack<Int>()

  /// Whatever has more is not plain; so neither buffer grows with a document.
  private static var mostTokens: Int { 500 }
  private static var mostAttributes: Int { 500 }
  /// So many bytes before the end of what may be read nothing is looked at any more.
  static var margin: Int { 32 }

  init(_ spellings: consuming XMLSpellings) {
    self.spellings = spellings
    unsafe attributes = .allocate(capacity: Self.mostAttributes * 5)
  }

  deinit { unsafe attributes.deallocate() }

  /// Takes the white space and the element that stand at a place.
  /// - Parameters:
  ///   - limit: nothing from there on is looked at; `margin` bytes after it may be read.
  ///   - element: the only one that is taken.
  /// - Returns: the place behind it; `nil` if there is no such element, or not all of it, or if it is not plain.
  /// - Complexity: one pass over the bytes of the element.
  @unsafe mutating func scan(
    _ bytes: UnsafePointer<UInt8>, from start: Place, limit: Int, element: XMLName
  ) -> Place? {
    tokens.removeAll()
    open.removeAll()
    attributeCount = 0
    var place = start
    guard unsafe scanBlank(bytes, &place, limit), unsafe scanStart(bytes, &place, limit),
      let tag = tokens.last, tag.name == element
    else { return nil }
    while !open.isEmpty {
      guard unsafe scanText(bytes, &place, limit) else { return nil }
      let isEnd = unsafe bytes[place.index &+ 1] == UInt8(ascii: "/")
      guard unsafe isEnd ? scanEnd(bytes, &place) : scanStart(bytes, &place, limit) else { return nil }
    }
    return place
  }

  // MARK: Tags

  /// The start tag or empty element at a `<`.
  @inline(__always) @unsafe private mutating func scanStart(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Place, _ limit: Int
  ) -> Bool {
    guard place.index < limit, tokens.count < Self.mostTokens else { return false }
    var index = place.index &+ 1
    let count = unsafe bytes.elementNameCount(at: index)
    guard count <= XMLSpellings.longestName, let element = unsafe spellings.find(bytes + index, count: count),
      spellings[element].namespace.isNone
    else { return false }
    index &+= count
    let firstAttribute = attributeCount
    while index < limit {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      guard Self.isBlank(byte) else { return false }
      if byte == 0x0A { place.line &+= 1 }
      index &+= 1
      let next = unsafe bytes[index]
      if Self.isBlank(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { continue }
      guard unsafe scanAttribute(bytes, &index, limit, firstAttribute) else { return false }
    }
    guard index < limit else { return false }
    let name = spellings[element].name
    tokens.append(
      Token(
        kind: .start, count: Int32(truncatingIfNeeded: attributeCount &- firstAttribute),
        first: Int32(truncatingIfNeeded: firstAttribute), end: Int32(truncatingIfNeeded: index),
        line: Int32(truncatingIfNeeded: place.line), name: name))
    if unsafe bytes[index] == UInt8(ascii: ">") {
      open.append(element)
      place.index = index &+ 1
      return true
    }
    guard unsafe bytes[index &+ 1] == UInt8(ascii: ">") else { return false }
    place.index = index &+ 2
    appendEnd(name, place)
    return true
  }

  @inline(__always) @unsafe private mutating func scanAttribute(
    _ bytes: UnsafePointer<UInt8>, _ index: inout Int, _ limit: Int, _ firstAttribute: Int
  ) -> Bool {
    guard index < limit, attributeCount < Self.mostAttributes else { return false }
    let count = unsafe bytes.attributeNameCount(at: index)
    guard count <= XMLSpellings.longestName, let number = unsafe spellings.find(bytes + index, count: count)
    else { return false }
    let entry = spellings[number]
    index &+= count &+ 1
    let quote = unsafe bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
    let start = index &+ 1
    index = start
    while true {
      index = unsafe bytes.valueMark(from: index, before: limit, quote: quote)
      guard index < limit else { return false }
      let byte = unsafe bytes[index]
      if byte == quote { break }
      guard byte >= 0x80, case let size = unsafe bytes.sequenceCount(at: index), size > 0 else {
        return false
      }
      index &+= size
    }
    for other in firstAttribute..<attributeCount
    where unsafe attributes[other &* 5] == entry.name.address
      && attributes[other &* 5 &+ 2] == entry.namespace.address
    {
      return false
    }
    let slot = unsafe attributes + attributeCount &* 5
    unsafe slot[0] = entry.name.address
    unsafe slot[1] = entry.prefix.address
    unsafe slot[2] = entry.namespace.address
    unsafe slot[3] = bytes + start
    unsafe slot[4] = bytes + index
    attributeCount &+= 1
    index &+= 1
    return true
  }

  /// The end tag at a `</`.
  @inline(__always) @unsafe private mutating func scanEnd(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Place
  ) -> Bool {
    let element = open.removeLast()
    let entry = spellings[element]
    let index = place.index &+ 2
    guard unsafe spellings.isName(element, at: bytes + index),
      unsafe bytes[index &+ entry.count] == UInt8(ascii: ">")
    else { return false }
    place.index = index &+ entry.count &+ 1
    appendEnd(entry.name, place)
    return true
  }

  @inline(__always) private mutating func appendEnd(_ name: XMLName, _ place: Place) {
    tokens.append(
      Token(
        kind: .end, end: Int32(truncatingIfNeeded: place.index), line: Int32(truncatingIfNeeded: place.line),
        name: name))
  }

  @inline(__always) private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  // MARK: Text

  /// White space up to the next `<`.
  @inline(__always) @unsafe private mutating func scanBlank(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Place, _ limit: Int
  ) -> Bool {
    let start = place.index
    while place.index < limit, case let byte = unsafe bytes[place.index], Self.isBlank(byte) {
      if byte == 0x0A { place.line &+= 1 }
      place.index &+= 1
    }
    appendText(from: start, place)
    return unsafe place.index < limit && bytes[place.index] == UInt8(ascii: "<")
  }

  /// Text up to the next `<`.
  @inline(__always) @unsafe private mutating func scanText(
    _ bytes: UnsafePointer<UInt8>, _ place: inout Place, _ limit: Int
  ) -> Bool {
    var start = place.index
    while true {
      place.index = unsafe bytes.textMark(from: place.index, before: limit)
      guard place.index < limit else { return false }
      switch unsafe bytes[place.index] {
      case UInt8(ascii: "<"):
        appendText(from: start, place)
        return true
      case 0x0A:
        place.line &+= 1
        place.index &+= 1
      case 0x09: place.index &+= 1
      case UInt8(ascii: ">"):
        if unsafe bytes[place.index &- 1] == UInt8(ascii: "]")
          && bytes[place.index &- 2] == UInt8(ascii: "]")
        {
          return false
        }
        place.index &+= 1
      case UInt8(ascii: "&"):
        appendText(from: start, place)
        guard unsafe scanEntity(bytes, &place) else { return false }
        start = place.index
      case 0x80...:
        let size = unsafe bytes.sequenceCount(at: place.index)
        if size == 0 { return false }
        place.index &+= size
      default: return false
      }
    }
  }

  /// One of the five entities of XML, which libxml2 delivers as a text of one character.
  @unsafe private mutating func scanEntity(_ bytes: UnsafePointer<UInt8>, _ place: inout Place) -> Bool {
    guard tokens.count < Self.mostTokens else { return false }
    for (spelling, character) in Self.entities
    where unsafe (bytes + place.index).equals(spelling.utf8Start, count: spelling.utf8CodeUnitCount) {
      place.index &+= spelling.utf8CodeUnitCount
      tokens.append(
        Token(
          kind: .entity, count: character, end: Int32(truncatingIfNeeded: place.index),
          line: Int32(truncatingIfNeeded: place.line)))
      return true
    }
    return false
  }

  private static let entities: [(StaticString, Int32)] = [
    ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27),
  ]

  @inline(__always) private mutating func appendText(from start: Int, _ place: Place) {
    if place.index == start { return }
    tokens.append(
      Token(
        kind: .text, count: Int32(truncatingIfNeeded: place.index &- start),
        first: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: place.index),
        line: Int32(truncatingIfNeeded: place.line)))
  }
}
