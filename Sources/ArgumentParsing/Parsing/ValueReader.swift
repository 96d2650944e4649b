/// How the texts of a command line become the value of one property.
struct ValueReader<Value> {
  typealias Parse<Element> = @Sendable (String) throws -> Element?

  /// The declared default.
  let initial: Value?
  let isRequired: Bool
  let isRepeating: Bool
  /// What help says, for the declared default.
  let describe: @Sendable (_ initial: Value?) -> ValueFacts
  /// The value that the texts, of which there is at least one, make.
  let read: @Sendable (_ raws: [RawValue]) throws(RefusedValue) -> Value

  var facts: ValueFacts { describe(initial) }

  func value(
    _ occurrences: [Occurrence], label: @autoclosure () -> String, isOperand: Bool
  ) throws(ParserError) -> Value {
    let raws = occurrences.flatMap { $0.values }
    if raws.isEmpty {
      guard let initial else { throw isOperand ? .missingArgument(label()) : .missingOption(label()) }
      return initial
    }
    do {
      return try read(raws)
    } catch {
      throw .invalidValue(error.raw, label: label(), values: facts.all, reason: error.reason)
    }
  }
}

extension ValueReader: Sendable where Value: Sendable {}

/// A text that makes no value.
struct RefusedValue: Error {
  var raw: RawValue
  /// What the closure that should have made one threw.
  var reason: String?
}

/// What help and completions say about a value.
struct ValueFacts: Sendable {
  /// Every value there is; empty if there is no list.
  var all: [String] = []
  /// The default as help spells it.
  var initial: String?
  var completion = CompletionKind.default
}

extension ValueReader {
  typealias Describe = @Sendable (_ initial: Value?) -> ValueFacts

  /// One value; the last one counts if there are more.
  static func single(
    initial: Value?, describe: @escaping Describe, parse: @escaping Parse<Value>
  ) -> ValueReader {
    ValueReader(initial: initial, isRequired: initial == nil, isRepeating: false, describe: describe) {
      raws throws(RefusedValue) in
      try element(raws[raws.count - 1], parse)
    }
  }

  /// One value or none.
  static func optional<Element>(
    describe: @escaping Describe, parse: @escaping Parse<Element>
  ) -> ValueReader where Value == Element? {
    ValueReader(initial: .some(nil), isRequired: false, isRepeating: false, describe: describe) {
      raws throws(RefusedValue) in
      try element(raws[raws.count - 1], parse)
    }
  }

  /// All values in order; they replace the default.
  static func array<Element>(
    initial: [Element]?, describe: @escaping Describe, parse: @escaping Parse<Element>
  ) -> ValueReader where Value == [Element] {
    ValueReader(initial: initial, isRequired: initial == nil, isRepeating: true, describe: describe) {
      raws throws(RefusedValue) in
      var values: [Element] = []
      for raw in raws { values.append(try element(raw, parse)) }
      return values
    }
  }
}

/// One text as a value, or why it is none.
private func element<Element>(
  _ raw: RawValue, _ parse: ValueReader<Element>.Parse<Element>
) throws(RefusedValue) -> Element {
  do {
    if let value = try parse(raw.text) { return value }
  } catch {
    throw RefusedValue(raw: raw, reason: String(describing: error))
  }
  throw RefusedValue(raw: raw, reason: nil)
}

extension ValueFacts {
  /// The facts of a type that knows how to spell its values.
  init<Element: ExpressibleByArgument>(
    of type: Element.Type, initial: [Element] = [], completion: CompletionKind?
  ) {
    self.all = type.allValueStrings
    self.completion = completion ?? type.defaultCompletionKind
    if !initial.isEmpty {
      self.initial = initial.map { $0.defaultValueDescription }.joined(separator: ", ")
    }
  }

  /// The facts of a value that a closure makes.
  init(initial: [Any], completion: CompletionKind?) {
    self.completion = completion ?? .default
    if !initial.isEmpty {
      self.initial = initial.map { String(describing: $0) }.joined(separator: ", ")
    }
  }
}
