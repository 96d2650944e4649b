/// The placeholders of one text, in order.
package struct PlaceholderSet: Hashable, Sendable {
  package private(set) var items: [Placeholder] = []
  /// Places that begin like a placeholder of the dialect and are none, as ranges of the text's bytes.
  package private(set) var malformed: [Range<Int>] = []
  /// How many `%%` a format string has, and how many percent signs that belong to nothing.
  package private(set) var escapedPercents = 0
  package private(set) var lonePercents = 0

  /// Finds the placeholders of a text.
  /// - Parameters:
  ///   - bytes: UTF-8; ranges in the result count from its first byte.
  ///   - hasCodes: whether the text holds inline code tokens, which are passed over.
  package init(_ bytes: ArraySlice<UInt8>, hasCodes: Bool, dialect: PlaceholderDialect) {
    var scanner = PlaceholderScanner()
    scanner.scan(bytes, hasCodes: hasCodes, dialect: dialect)
    items = scanner.tokens.map { Placeholder($0, in: bytes) }
    malformed = scanner.malformed.map { $0.lowerBound - bytes.startIndex..<$0.upperBound - bytes.startIndex }
    escapedPercents = scanner.escapedPercents
    lonePercents = scanner.lonePercents
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
  /// The flags, width and precision of a format: `-5.2` of `%-5.2f`.
  package var style: String
  /// The place in the bytes of the text.
  package var range: Range<Int>

  fileprivate init(_ token: PlaceholderToken, in bytes: ArraySlice<UInt8>) {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    name = token.name.map { .name(ExactString(text($0))) } ?? .position(token.position)
    kind = token.kind
    isNumbered = token.isNumbered
    isUnmistakable = token.isUnmistakable
    self.text = text(token.range)
    style = text(token.style)
    range = token.range.lowerBound - bytes.startIndex..<token.range.upperBound - bytes.startIndex
  }
}
