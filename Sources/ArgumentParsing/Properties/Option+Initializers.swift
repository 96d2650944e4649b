extension Option where Value: ExpressibleByArgument {
  /// An option with a default.
  public init(
    wrappedValue: Value, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) {
    self.init(name, parsing.arity, help, .spelled(initial: wrappedValue, completion))
  }

  /// An option that has to be given.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) {
    self.init(name, parsing.arity, help, .spelled(initial: nil, completion))
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
    self.init(name, parsing.arity, help, .spelled(completion))
  }

  /// An option that may be given many times; what is given replaces the default.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(name, parsing.arity, help, .spelled(initial: wrappedValue, completion))
  }

  /// An option that has to be given at least once.
  public init<Element: ExpressibleByArgument>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(name, parsing.arity, help, .spelled(initial: nil, completion))
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
    self.init(name, parsing.arity, help, .made(initial: wrappedValue, completion, transform))
  }

  /// An option that has to be given.
  public init(
    name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(name, parsing.arity, help, .made(initial: nil, completion, transform))
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
    self.init(name, parsing.arity, help, .made(completion, transform))
  }

  /// An option that may be given many times; what is given replaces the default.
  public init<Element>(
    wrappedValue: [Element], name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue,
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) where Value == [Element] {
    self.init(name, parsing.arity, help, .made(initial: wrappedValue, completion, transform))
  }

  /// An option that has to be given at least once.
  public init<Element>(
    name: NameSpecification = .long, parsing: ArrayParsingStrategy = .singleValue, help: ArgumentHelp? = nil,
    completion: CompletionKind? = nil, transform: @escaping @Sendable (String) throws -> Element
  ) where Value == [Element] {
    self.init(name, parsing.arity, help, .made(initial: nil, completion, transform))
  }
}
