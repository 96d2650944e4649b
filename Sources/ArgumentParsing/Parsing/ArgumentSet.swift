/// Everything that one command declares, groups included, in the order of declaration.
struct ArgumentSet {
  private(set) var definitions: [ArgumentDefinition] = []
  /// What `init()` gave to stored properties that declare no argument; without those that are `nil`.
  private(set) var constants: [PropertyPath: Any] = [:]

  init(_ type: any ParsableArguments.Type) {
    add(type, at: PropertyPath(), group: nil, visibility: .default)
  }

  mutating func add(
    _ type: any ParsableArguments.Type, at path: PropertyPath, group: String?, visibility: ArgumentVisibility
  ) {
    for child in Mirror(reflecting: type.init()).children {
      guard let label = child.label else { continue }
      if let declaration = child.value as? any ArgumentDeclaring {
        // The storage of a wrapped property is the property's name after an underscore.
        let path = path.appending(String(label.dropFirst()))
        if let nested = declaration.group {
          add(
            nested.type, at: path, group: nested.title.isEmpty ? group : nested.title,
            visibility: nested.visibility == .default ? visibility : nested.visibility)
        }
        if var definition = declaration.definition(at: path) {
          definition.group = group
          definition.visibility = visibility
          definitions.append(definition)
        }
      } else if !isNil(child.value) {
        constants[path.appending(label)] = child.value
      }
    }
  }

  func definition(named name: OptionName) -> ArgumentDefinition? {
    definitions.first { $0.names.contains(name) }
  }

  /// The names that a suggestion may offer.
  var visibleNames: [OptionName] {
    definitions.flatMap(\.descriptions).filter { $0.visibility == .default }
      .flatMap { $0.names + $0.inverseNames }
  }

  /// Resolves every property of the command.
  /// - Parameter operands: the arguments that no option took, for a command that is the last of its path.
  func resolve(_ occurrences: [Occurrence], operands: [RawValue]) throws(ParserError) -> ParsedValues {
    var values = constants
    var rest = operands[...]
    for definition in definitions {
      var own: [Occurrence]
      switch definition.arity {
      case .operand(let takesRest):
        let taken = takesRest ? rest : rest.prefix(1)
        rest = rest.dropFirst(taken.count)
        own = taken.isEmpty ? [] : [Occurrence(name: nil, values: Array(taken), takesValue: true)]
      default:
        own = occurrences.filter { occurrence in
          guard let name = occurrence.name else { return false }
          return occurrence.takesValue == definition.takesValue && definition.names.contains(name)
        }
      }
      values[definition.path] = try definition.resolve(own)
    }
    if !rest.isEmpty { throw .surplusArguments(rest.map { $0.origin }) }
    return ParsedValues(values: values)
  }
}

/// Whether a value of any type is an optional without a value.
private func isNil(_ value: Any) -> Bool {
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional && mirror.children.isEmpty
}

/// What the property wrappers have in common: each can say what it declares.
protocol ArgumentDeclaring {
  func definition(at path: PropertyPath) -> ArgumentDefinition?
  var group: GroupDeclaration? { get }
}

extension ArgumentDeclaring {
  func definition(at path: PropertyPath) -> ArgumentDefinition? { nil }
  var group: GroupDeclaration? { nil }
}
