/// A property that takes its value from names alone: a Boolean, a count, or one of several values that each have a
/// flag.
@propertyWrapper
public struct Flag<Value>: Decodable, ArgumentDeclaring {
  private var state: PropertyState<FlagDeclaration<Value>, Value>

  init(_ declaration: FlagDeclaration<Value>) { state = .declared(declaration) }

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

extension Flag: Sendable where Value: Sendable {}

/// What a flag declares before it has a value.
struct FlagDeclaration<Value> {
  /// All names, for a property of the given name.
  var names: @Sendable (_ property: String) -> [OptionName]
  /// What help lists, for a property of the given name: one line, or one for each value.
  var describe: @Sendable (_ property: String) -> [ArgumentDescription]
  /// The value that the flags in the order of the command line make; `nil` for none if there is no default.
  var resolve: @Sendable (_ flags: [OptionName], _ property: String) throws(ParserError) -> Value?

  func definition(at path: PropertyPath) -> ArgumentDefinition {
    let property = path.names.last ?? ""
    return ArgumentDefinition(
      path: path, arity: .flag, names: names(property), describe: { describe(property) },
      resolve: { occurrences throws(ParserError) in
        guard let value = try resolve(occurrences.compactMap { $0.name }, property) else {
          throw .missingFlag(describe(property).flatMap(\.preferredNames))
        }
        return value
      })
  }
}

extension FlagDeclaration: Sendable where Value: Sendable {}
