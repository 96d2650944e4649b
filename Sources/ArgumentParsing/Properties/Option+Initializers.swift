extension Option where Value: ExpressibleByArgument {
  /// An option with a default.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) {
    self.init(initial: wrappedValue, name, parsing, help, completion)
  }

  /// An option that has to be given.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) {
    self.init(initial: nil, name, parsing, help, completion)
  }

  private init(
    initial: Value?, _ name: NameSpecification, _ parsing: SingleValueParsingStrategy,
    _ help: ArgumentHelp?, _ completion: CompletionKind?
  ) {
    let facts = ValueFacts(of: Value.self, initial: initial.map { [$0] }, completion: completion)
    let reader = ValueReader<Value>.single(initial: initial, facts: facts) { Value(argument: $0) }
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }
}

extension Option {
  /// An option that may be left out.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: _OptionalNilComparisonType, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == Element? {
    self.init(name: name, parsing: parsing, help: help, completion: completion)
  }

  /// An option that may be left out.
  public init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == Element? {
    let facts = ValueFacts(of: Element.self, completion: completion)
    let reader = ValueReader<Element?>.optional(facts: facts) { Element(argument: $0) }
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }

  /// An option that may be given many times; what is given replaces the default.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(initial: wrappedValue, name, parsing, help, completion)
  }

  /// An option that has to be given at least once.
  public init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(initial: nil, name, parsing, help, completion)
  }

  private init<Element: ExpressibleByArgument>(
    initial: [Element]?, _ name: NameSpecification, _ parsing: ArrayParsingStrategy, _ help: ArgumentHelp?,
    _ completion: CompletionKind?
  ) where Value == [Element] {
    let facts = ValueFacts(of: Element.self, initial: initial, completion: completion)
    let reader = ValueReader<[Element]>.array(initial: initial, facts: facts) { Element(argument: $0) }
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }
}

// A closure makes the value; what it throws is the reason that the message gives.
extension Option {
  /// An option with a default.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    let facts = ValueFacts(initial: String(describing: wrappedValue), completion: completion)
    let reader = ValueReader<Value>.single(initial: wrappedValue, facts: facts, parse: transform)
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }

  /// An option that has to be given.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Value
  ) {
    let facts = ValueFacts(initial: nil, completion: completion)
    let reader = ValueReader<Value>.single(initial: nil, facts: facts, parse: transform)
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }

  /// An option that may be left out.
  public init<Element>(
    wrappedValue: _OptionalNilComparisonType, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Element
  ) where Value == Element? {
    self.init(name: name, parsing: parsing, help: help, completion: completion, transform: transform)
  }

  /// An option that may be left out.
  public init<Element>(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Element
  ) where Value == Element? {
    let facts = ValueFacts(initial: nil, completion: completion)
    let reader = ValueReader<Element?>.optional(facts: facts, parse: transform)
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }

  /// An option that may be given many times; what is given replaces the default.
  public init<Element>(
    wrappedValue: [Element], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) where Value == [Element] {
    let initial =
      wrappedValue.isEmpty ? nil : wrappedValue.map { String(describing: $0) }.joined(separator: ", ")
    let facts = ValueFacts(initial: initial, completion: completion)
    let reader = ValueReader<[Element]>.array(initial: wrappedValue, facts: facts, parse: transform)
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }

  /// An option that has to be given at least once.
  public init<Element>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Element
  ) where Value == [Element] {
    let facts = ValueFacts(initial: nil, completion: completion)
    let reader = ValueReader<[Element]>.array(initial: nil, facts: facts, parse: transform)
    self.init(OptionDeclaration(name: name, arity: parsing.arity, help: help, reader: reader))
  }
}
