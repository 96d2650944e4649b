/// A property that takes its value from the operands, in the order of declaration.
///
/// An array takes all operands that are left, so it has to be the last. A command that has subcommands declares
/// none.
@propertyWrapper
public struct Argument<Value>: Decodable, ArgumentDeclaring {
  private var state: PropertyState<OperandDeclaration<Value>, Value>

  init(_ help: ArgumentHelp?, _ reader: ValueReader<Value>) {
    state = .declared(OperandDeclaration(help: help, reader: reader))
  }

  /// Takes what the parser found; the synthesized `init(from:)` of a command calls this.
  /// - Precondition: the decoder is the parser's.
  public init(from decoder: any Decoder) throws { state = PropertyState(from: decoder) }

  /// - Precondition: the command was parsed, or the value set.
  public var wrappedValue: Value {
    get { state.value }
    set { state.value = newValue }
  }

  func definition(at path: PropertyPath) -> ArgumentDefinition? {
    state.declaration?.definition(at: path)
  }
}

extension Argument: Sendable where Value: Sendable {}

/// What an argument declares before it has a value.
struct OperandDeclaration<Value> {
  var help: ArgumentHelp?
  var reader: ValueReader<Value>

  func definition(at path: PropertyPath) -> ArgumentDefinition {
    func describe() -> ArgumentDescription {
      ArgumentDescription(
        kind: .operand, names: [], help: help, property: path.names.last ?? "",
        isRequired: reader.isRequired, isRepeating: reader.isRepeating, facts: reader.facts)
    }
    let arity = ArgumentDefinition.Arity.operand(takesRest: reader.isRepeating)
    return ArgumentDefinition(
      path: path, arity: arity, names: [], describe: { [describe()] },
      resolve: { occurrences throws(ParserError) in
        try reader.value(occurrences, label: describe().label, isOperand: true)
      })
  }
}

extension OperandDeclaration: Sendable where Value: Sendable {}

extension Argument where Value: ExpressibleByArgument {
  /// An argument with a default.
  public init(wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    self.init(help, .spelled(initial: wrappedValue, completion))
  }

  /// An argument that has to be given.
  public init(help: ArgumentHelp? = nil, completion: CompletionKind? = nil) {
    self.init(help, .spelled(initial: nil, completion))
  }
}

extension Argument {
  /// An argument that may be left out.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: _OptionalNilComparisonType, help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == Element? {
    self.init(help: help, completion: completion)
  }

  /// An argument that may be left out.
  public init<Element: ExpressibleByArgument>(help: ArgumentHelp? = nil, completion: CompletionKind? = nil)
  where Value == Element? {
    self.init(help, .spelled(completion))
  }

  /// All operands that are left, or the default if there are none.
  public init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp? = nil, completion: CompletionKind? = nil
  ) where Value == [Element] {
    self.init(help, .spelled(initial: wrappedValue, completion))
  }

  /// All operands that are left, at least one.
  public init<Element: ExpressibleByArgument>(help: ArgumentHelp? = nil, completion: CompletionKind? = nil)
  where Value == [Element] {
    self.init(help, .spelled(initial: nil, completion))
  }
}

// A closure makes the value; what it throws is the reason that the message gives.
extension Argument {
  /// An argument that has to be given.
  public init(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(help, .made(initial: nil, completion, transform))
  }

  /// An argument with a default.
  public init(
    wrappedValue: Value, help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(help, .made(initial: wrappedValue, completion, transform))
  }

  /// An argument that may be left out.
  public init<Element>(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) where Value == Element? {
    self.init(help, .made(completion, transform))
  }

  /// All operands that are left, at least one.
  public init<Element>(
    help: ArgumentHelp? = nil, completion: CompletionKind? = nil,
    transform: @escaping @Sendable (String) throws -> Element
  ) where Value == [Element] {
    self.init(help, .made(initial: nil, completion, transform))
  }
}
