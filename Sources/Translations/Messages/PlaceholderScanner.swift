/// A placeholder as a place in a text; nothing is copied out of it.
package struct PlaceholderToken: Sendable {
  /// Where the token stands in the bytes that were scanned, by their own indices.
  package var range: Range<Int>
  /// The name in it, if it has one.
  package var name: Range<Int>?
  /// The number of the argument, from 1, where there is no name.
  package var position: Int
  package var kind: Placeholder.Kind
  package var isNumbered: Bool
  package var isUnmistakable: Bool
  package var style: Range<Int>

  /// Whether the token means the same wherever it stands.
  package var isFreeToMove: Bool { name != nil || isNumbered }
}

/// Walks over texts and collects placeholders; one reading method for each syntax, each of which moves on by at
/// least one byte. A scanner can be used again, which saves its allocations.
package struct PlaceholderScanner {
  var bytes: ArraySlice<UInt8> = []
  var position = 0
  package private(set) var tokens: [PlaceholderToken] = []
  /// Places that begin like a placeholder and are none.
  package var malformed: [Range<Int>] = []
  package var escapedPercents = 0
  package var lonePercents = 0
  /// Unnumbered arguments so far.
  var arguments = 0

  package init() {}

  /// Replaces what was found with the placeholders of a text.
  package mutating func scan(_ text: ArraySlice<UInt8>, hasCodes: Bool, dialect: PlaceholderDialect) {
    bytes = text
    position = text.startIndex
    tokens.removeAll(keepingCapacity: true)
    malformed.removeAll(keepingCapacity: true)
    escapedPercents = 0
    lonePercents = 0
    arguments = 0
    while skipPlain(), let byte = current {
      if hasCodes, byte == Message.codeStart {
        skip(through: Message.codeEnd)
        continue
      }
      switch dialect {
      case .apple, .printf: readFormat(isApple: dialect == .apple)
      case .ruby: readRuby()
      case .symfony: readSymfony()
      case .dotnet: readIndex()
      case .icu: readArgument()
      case .none: return
      }
    }
  }

  /// Passes bytes that begin no placeholder and no code.
  private mutating func skipPlain() -> Bool {
    let end = bytes.endIndex
    var index = position
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "{") || byte == Message.codeStart { break }
      index += 1
    }
    position = index
    return index < end
  }

  var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  func byte(at index: Int) -> UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  mutating func skip(through end: UInt8) {
    while let byte = current {
      position += 1
      if byte == end { return }
    }
  }

  /// Whether the scanner stands at `wanted`; else it moves on by one byte.
  mutating func stands(at wanted: UInt8) -> Bool {
    if current == wanted { return true }
    position += 1
    return false
  }

  mutating func append(
    name: Range<Int>? = nil, position number: Int = 0, _ kind: Placeholder.Kind, until end: Int,
    isNumbered: Bool = false, isUnmistakable: Bool = true, style: Range<Int>? = nil
  ) {
    tokens.append(
      PlaceholderToken(
        range: position..<end, name: name, position: number, kind: kind, isNumbered: isNumbered,
        isUnmistakable: isUnmistakable, style: style ?? position..<position))
    position = end
  }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
  static func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }
  /// ASCII letters, digits and the underscore.
  static func isWord(_ byte: UInt8?) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") }
}
