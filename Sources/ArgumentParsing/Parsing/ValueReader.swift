/// How the texts of a command line become the value of one property.
struct ValueReader<Value> {
  typealias Parse<Element> = @Sendable (String) throws -> Element?

  /// The declared default.
  let initial: Value?
  let isRequired: Bool
  let isRepeating: Bool
  let facts: ValueFacts
  /// The value that the texts, of which there is at least one, make.
  let read: @Sendable (_ raws: [RawValue], _ label: String) throws(ParserError) -> Value

  func value(_ occurrences: [Occurrence], label: String, isOperand: Bool) throws(ParserError) -> Value {
    let raws = occurrences.flatMap(\.values)
    if !raws.isEmpty { return try read(raws, label) }
    guard let initial else { throw isOperand ? .missingArgument(label) : .missingOption(label) }
    return initial
  }
}

extension ValueReader: Sendable where Value: Sendable {}

/// What help and completions say about a value.
struct ValueFacts: Sendable {
  /// Every value there is; empty if there is no list.
  var all: [String] = []
  /// The default as help spells it.
  var initial: String?
  var completion = CompletionKind.default
}

extension ValueReader {
  /// One value; the last one counts if there are more.
  static func single(
    initial: Value?, facts: ValueFacts, parse: @escaping Parse<Value>
  ) -> ValueReader {
    ValueReader(initial: initial, isRequired: initial == nil, isRepeating: false, facts: facts) {
      raws, label throws(ParserError) in
      try element(raws[raws.count - 1], label, facts, parse)
    }
  }

  /// One value or none.
  static func optional<Element>(
    facts: ValueFacts, parse: @escaping Parse<Element>
  ) -> ValueReader where Value == Element? {
    ValueReader(initial: .some(nil), isRequired: false, isRepeating: false, facts: facts) {
      raws, label throws(ParserError) in
      try element(raws[raws.count - 1], label, facts, parse)
    }
  }

  /// All values in order; they replace the default.
  static func array<Element>(
    initial: [Element]?, facts: ValueFacts, parse: @escaping Parse<Element>
  ) -> ValueReader where Value == [Element] {
    ValueReader(initial: initial, isRequired: initial == nil, isRepeating: true, facts: facts) {
      raws, label throws(ParserError) in
      var values: [Element] = []
      for raw in raws { values.append(try element(raw, label, facts, parse)) }
      return values
    }
  }
}

/// One text as a value, or why it is none.
private func element<Element>(
  _ raw: RawValue, _ label: String, _ facts: ValueFacts, _ parse: ValueReader<Element>.Parse<Element>
) throws(ParserError) -> Element {
  var reason: String?
  do {
    if let value = try parse(raw.text) { return value }
  } catch {
    reason = String(describing: error)
  }
  throw .invalidValue(raw, label: label, values: facts.all, reason: reason)
}

extension ValueFacts {
  /// The facts of a type that knows how to spell its values.
  init<Element: ExpressibleByArgument>(
    of type: Element.Type, initial: [Element]? = nil, completion: CompletionKind?
  ) {
    self.all = type.allValueStrings
    self.completion = completion ?? type.defaultCompletionKind
    if let initial, !initial.isEmpty {
      self.initial = initial.map(\.defaultValueDescription).joined(separator: ", ")
    }
  }

  /// The facts of a value that a closure makes.
  init(initial: String?, completion: CompletionKind?) {
    self.initial = initial
    self.completion = completion ?? .default
  }
}
