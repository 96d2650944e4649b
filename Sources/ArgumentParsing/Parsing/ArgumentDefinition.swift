/// One declared property with its value's type erased: what the command line may say, and what value that makes.
struct ArgumentDefinition {
  /// What a command line gives to the property.
  enum Arity: Hashable {
    /// One operand, or all that are left.
    case operand(takesRest: Bool)
    /// Nothing but the name.
    case flag
    /// The name and the next argument.
    case next
    /// The name and the next argument, whatever it looks like.
    case unconditional
    /// The name and the arguments up to one that looks like an option.
    case upToNextOption
  }

  var path: PropertyPath
  var arity: Arity
  /// One line of help each: one for most properties, one for every case of an enumerable flag.
  var descriptions: [ArgumentDescription]
  /// The value that these occurrences, in the order of the command line, make; the default for none.
  var resolve: (_ occurrences: [Occurrence]) throws(ParserError) -> Any

  var isOperand: Bool {
    if case .operand = arity { true } else { false }
  }

  var takesValue: Bool { arity != .flag }

  func has(_ name: OptionName) -> Bool {
    descriptions.contains { $0.names.contains(name) || $0.inverseNames.contains(name) }
  }
}

/// The names of the properties that lead from a command to one of its values.
struct PropertyPath: Hashable, Sendable {
  var names: [String] = []

  func appending(_ name: String) -> PropertyPath { PropertyPath(names: names + [name]) }
}
