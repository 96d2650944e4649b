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
  /// Every name, those that turn a flag off included; empty for an operand.
  var names: [OptionName]
  /// What help lists: one line for most properties, one for every case of an enumerable flag. Made on demand, as
  /// most command lines need no help.
  var describe: () -> [ArgumentDescription]
  /// The value that these occurrences, in the order of the command line, make; the default for none.
  var resolve: (_ occurrences: [Occurrence]) throws(ParserError) -> Any
  /// The title of the option group, if it has one.
  var group: String?
  /// What the option group says about all its properties.
  var visibility = ArgumentVisibility.default

  var isOperand: Bool {
    if case .operand = arity { true } else { false }
  }

  var takesValue: Bool { arity != .flag }

  var descriptions: [ArgumentDescription] {
    var descriptions = describe()
    for index in descriptions.indices {
      descriptions[index].group = group
      if visibility != .default { descriptions[index].visibility = visibility }
    }
    return descriptions
  }
}

/// The names of the properties that lead from a command to one of its values.
struct PropertyPath: Hashable, Sendable {
  var names: [String] = []

  func appending(_ name: String) -> PropertyPath { PropertyPath(names: names + [name]) }
}
