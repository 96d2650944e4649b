/// A text of ICU MessageFormat: what it takes as arguments and how it chooses between texts.
///
/// `{name}`, `{n, number}`, `{n, plural, one {…} other {…}}`, `{n, selectordinal, …}`, `{g, select, …}`. Nothing is
/// copied: names are ranges of the bytes that were parsed.
package struct ICUMessage: Sendable {
  package enum Kind: Hashable, Sendable {
    /// `{name}`
    case plain
    /// `{n, number}`, `{d, date, short}` and their like, with the place of the word.
    case formatted(Range<Int>)
    case plural
    case ordinal
    case select
  }

  package struct Argument: Sendable {
    package var name: Range<Int>
    package var kind: Kind
    /// The texts it chooses between; empty for a plain or formatted argument.
    package var cases: [Case]
    /// What a plural takes off its number before it chooses.
    package var offset: Int
    package var range: Range<Int>
  }

  package struct Case: Sendable {
    /// `one`, `=0`, `male`.
    package var keyword: Range<Int>
    package var body: ICUMessage
  }

  package internal(set) var arguments: [Argument] = []
  /// Whether a `#` of the innermost plural stands in the text itself.
  package internal(set) var hasNumberSign = false
  /// Whether there is any text but arguments and white space.
  package internal(set) var hasText = false
  /// Closing brackets that close nothing.
  package internal(set) var strayBrackets = 0
  /// Texts between apostrophes, which are shown as they are, brackets and all.
  package internal(set) var quotations: [Range<Int>] = []
  /// `''`, and apostrophes that stand for themselves.
  package internal(set) var doubledApostrophes = 0
  package internal(set) var loneApostrophes = 0

  /// Why a text is no message, and where.
  package struct Problem: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// A bracket that is opened here is never closed.
      case unclosed
      /// There is no argument name after the bracket.
      case noName
      /// The word after the comma is no kind of argument.
      case unknownKind
      /// A keyword has no text in brackets.
      case noBody
      /// `other` is missing.
      case noOther
      /// A keyword of a plural that is neither a category nor `=` and a number.
      case badKeyword
      /// A keyword stands twice.
      case repeatedKeyword
      case tooDeep
    }

    package var reason: Reason
    package var range: Range<Int>
  }

  /// Parses a text.
  /// - Parameter hasCodes: whether the text holds inline code tokens, which are passed over.
  /// - Complexity: O(n) bytes.
  package static func parse(_ text: ArraySlice<UInt8>, hasCodes: Bool) -> Result<ICUMessage, Problem> {
    var parser = ICUMessageParser(text, hasCodes: hasCodes)
    do {
      return .success(try parser.parse())
    } catch {
      return .failure(error)
    }
  }
}

extension ICUMessage {
  /// Every argument, those inside the texts of others too, in order.
  package var allArguments: [Argument] {
    arguments.flatMap { [$0] + $0.cases.flatMap(\.body.allArguments) }
  }

  package var allQuotations: [Range<Int>] {
    quotations + arguments.flatMap { $0.cases.flatMap(\.body.allQuotations) }
  }

  package var allLoneApostrophes: Int {
    loneApostrophes + arguments.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.body.allLoneApostrophes } }
  }

  package var allDoubledApostrophes: Int {
    doubledApostrophes
      + arguments.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.body.allDoubledApostrophes } }
  }

  /// Whether a `#` stands in the text or in the text of a select in it, for the plural around both.
  package var showsNumber: Bool {
    hasNumberSign || arguments.contains { $0.kind == .select && $0.cases.contains { $0.body.showsNumber } }
  }
}
