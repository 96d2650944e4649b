/// A property that takes its value from `--name value`, `--name=value`, `-n value` or `-nvalue`.
///
/// Of several values for one that takes one, the last counts.
@propertyWrapper
public struct Option<Value>: Decodable, ArgumentDeclaring {
  private var state: PropertyState<OptionDeclaration<Value>, Value>

  init(
    _ name: NameSpecification, _ arity: ArgumentDefinition.Arity, _ help: ArgumentHelp?,
    _ reader: ValueReader<Value>
  ) {
    state = .declared(OptionDeclaration(name: name, arity: arity, help: help, reader: reader))
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

extension Option: Sendable where Value: Sendable {}

/// What an option declares before it has a value.
struct OptionDeclaration<Value> {
  var name: NameSpecification
  var arity: ArgumentDefinition.Arity
  var help: ArgumentHelp?
  var reader: ValueReader<Value>

  func definition(at path: PropertyPath) -> ArgumentDefinition {
    let property = path.names.last ?? ""
    let names = name.names(for: property)
    func describe() -> ArgumentDescription {
      ArgumentDescription(
        kind: .option, names: names, help: help, property: property, isRequired: reader.isRequired,
        isRepeating: reader.isRepeating, facts: reader.facts)
    }
    return ArgumentDefinition(
      path: path, arity: arity, names: names, describe: { [describe()] },
      resolve: { occurrences throws(ParserError) in
        try reader.value(occurrences, label: describe().label, isOperand: false)
      })
  }
}

extension OptionDeclaration: Sendable where Value: Sendable {}
