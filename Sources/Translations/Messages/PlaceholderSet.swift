/// The placeholders of one text, in order.
package struct PlaceholderSet: Hashable, Sendable {
  package private(set) var items: [Placeholder] = []
  /// Places that begin like a placeholder of the dialect and are none, as ranges of the text's bytes.
  package private(set) var malformed: [Range<Int>] = []

  /// Finds the placeholders of a text.
  /// - Parameters:
  ///   - bytes: UTF-8; ranges in the result count from its first byte.
  ///   - hasCodes: whether the text holds inline code tokens, which are passed over.
  package init(_ bytes: ArraySlice<UInt8>, hasCodes: Bool, dialect: PlaceholderDialect) {
    var scanner = PlaceholderScanner(bytes)
    while let byte = scanner.current {
      if hasCodes, byte == Message.codeStart {
        scanner.skip(through: Message.codeEnd)
        continue
      }
      switch dialect {
      case .apple, .printf: scanner.readFormat(isApple: dialect == .apple)
      case .ruby: scanner.readRuby()
      case .symfony: scanner.readSymfony()
      case .dotnet: scanner.readIndex()
      case .icu: scanner.readArgument()
      case .none: return
      }
    }
    items = scanner.items
    malformed = scanner.malformed
  }

  package var isEmpty: Bool { items.isEmpty }

  /// Whether some arguments are numbered and others not, which no formatter defines.
  package var mixesNumbering: Bool {
    let positions = items.filter { if case .position = $0.name { true } else { false } }
    return Set(positions.map(\.isNumbered)).count > 1
  }
}

/// One place of a text that the program fills in.
package struct Placeholder: Hashable, Sendable {
  /// What makes two placeholders the same.
  package enum Name: Hashable, Sendable {
    /// The number of the argument, from 1; unnumbered ones are counted.
    case position(Int)
    case name(ExactString)
  }

  /// What the argument must be.
  package enum Kind: Hashable, Sendable {
    case integer
    case float
    case object
    /// A C string.
    case string
    case pointer
    /// `%arg`: the number that selects a plural form of a substitution.
    case argument
    /// `%#@name@`: another text of the same message.
    case variable
    /// A named value of any type.
    case value
  }

  package var name: Name
  package var kind: Kind
  /// Whether the text itself gives the position.
  package var isNumbered: Bool
  /// Whether nobody writes this by accident; `%d` in `50%d` could be.
  package var isUnmistakable: Bool
  /// As written.
  package var text: String
  /// The place in the bytes of the text.
  package var range: Range<Int>
}

/// Walks over a text and collects placeholders; one reading method for each syntax, each of which moves on by at
/// least one byte.
struct PlaceholderScanner {
  let bytes: ArraySlice<UInt8>
  var position: Int
  var items: [Placeholder] = []
  var malformed: [Range<Int>] = []
  /// Unnumbered arguments so far.
  var arguments = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
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
    _ name: Placeholder.Name, _ kind: Placeholder.Kind, until end: Int, isNumbered: Bool = false,
    isUnmistakable: Bool = true
  ) {
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let range = position - bytes.startIndex..<end - bytes.startIndex
    items.append(
      Placeholder(
        name: name, kind: kind, isNumbered: isNumbered, isUnmistakable: isUnmistakable, text: text,
        range: range))
    position = end
  }

  func name(_ range: Range<Int>) -> Placeholder.Name {
    .name(ExactString(String(decoding: bytes[range], as: UTF8.self)))
  }

  static func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
  static func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }
  /// ASCII letters, digits and the underscore.
  static func isWord(_ byte: UInt8?) -> Bool { isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") }
}
