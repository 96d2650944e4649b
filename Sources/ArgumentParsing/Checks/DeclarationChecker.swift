/// Walks a tree of commands and collects what is wrong with its declarations.
struct DeclarationChecker {
  private(set) var problems: [DeclarationProblem] = []

  /// - Parameter above: what the commands on the way to this one declare.
  mutating func check(_ path: CommandPath, above: [ArgumentSet]) {
    let set = ArgumentSet(path.leaf)
    let configuration = path.leaf.configuration
    let description = CommandDescription(path)
    checkNames(set, path, hasVersion: !configuration.version.isEmpty)
    checkOperands(set, path)
    checkEffect(set, path)
    checkHelp(description, path)
    for definition in set.definitions where !definition.isOperand {
      for name in definition.names {
        let isElsewhere = above.contains {
          guard let other = $0.definition(named: name) else { return false }
          return other.takesValue != definition.takesValue
        }
        if isElsewhere { add(.conflictWithParent, path, "\(name)") }
      }
    }
    checkSubcommands(configuration, path)
    for child in configuration.subcommands {
      if path.types.contains(where: { $0 == child }) {
        add(.recursion, path, child._commandName)
      } else {
        check(CommandPath(path.types + [child]), above: above + [set])
      }
    }
  }

  private mutating func add(_ kind: DeclarationProblem.Kind, _ path: CommandPath, _ subject: String = "") {
    problems.append(DeclarationProblem(kind: kind, command: path.text, subject: subject))
  }

  private mutating func checkNames(_ set: ArgumentSet, _ path: CommandPath, hasVersion: Bool) {
    var known: [OptionName] = []
    for definition in set.definitions where !definition.isOperand {
      for description in definition.descriptions where description.names.isEmpty {
        add(.missingName, path, description.valueName)
      }
      for name in definition.names {
        if known.contains(name) { add(.duplicateName, path, "\(name)") }
        known.append(name)
        let isReserved =
          name == .short("h") || name == .long("help") || hasVersion && name == .long("version")
        if isReserved { add(.reservedName, path, "\(name)") }
        if !name.isUsable { add(.unusableName, path, "\(name)") }
      }
    }
  }

  private mutating func checkOperands(_ set: ArgumentSet, _ path: CommandPath) {
    var hasOptional = false
    var hasRest = false
    for definition in set.definitions {
      guard case .operand(let takesRest) = definition.arity else { continue }
      let description = definition.descriptions[0]
      if hasRest { add(.operandAfterRest, path, description.label) }
      if hasOptional, description.isRequired { add(.requiredAfterOptional, path, description.label) }
      hasRest = hasRest || takesRest
      hasOptional = hasOptional || !description.isRequired
      if !path.leaf.configuration.subcommands.isEmpty {
        add(.operandBesideSubcommands, path, description.label)
      }
    }
  }

  private mutating func checkEffect(_ set: ArgumentSet, _ path: CommandPath) {
    for definition in set.definitions where definition.arity == .flag && !definition.names.isEmpty {
      guard let off = try? definition.resolve([]) as? Bool else { continue }
      let changes = definition.names.contains { name in
        let flag = Occurrence(name: name, values: [], takesValue: false)
        return (try? definition.resolve([flag]) as? Bool) != off
      }
      if !changes { add(.flagWithoutEffect, path, definition.descriptions[0].label) }
    }
  }

  private mutating func checkSubcommands(_ configuration: CommandConfiguration, _ path: CommandPath) {
    var known = path.types.count == 1 ? ["help"] : []
    for child in configuration.subcommands {
      for name in [child._commandName] + child.configuration.aliases {
        // The root may bring its own `help`.
        let isOwnHelp = name == "help" && known.count { $0 == "help" } < 2
        if known.contains(name), !isOwnHelp { add(.duplicateSubcommand, path, name) }
        known.append(name)
      }
    }
    if let child = configuration.defaultSubcommand,
      !configuration.subcommands.contains(where: { $0 == child })
    {
      add(.unlistedDefault, path, child._commandName)
    }
  }

  private mutating func checkHelp(_ description: CommandDescription, _ path: CommandPath) {
    if description.abstract.isEmpty { add(.missingAbstract, path) }
    for argument in description.arguments where argument.abstract.isEmpty {
      add(.missingAbstract, path, argument.label)
    }
    let isLeaf = path.leaf.configuration.subcommands.isEmpty
    if isLeaf, description.isDisplayed, description.examples.isEmpty { add(.missingExample, path) }
    for line in HelpText(description: description, columns: 80).text.split(separator: "\n")
    where String(line).columns > 80 {
      add(.wideHelp, path, String(line))
    }
  }
}

extension OptionName {
  /// Whether the parser reads the name back: ASCII letters, digits and inner dashes, no digit as a short name.
  fileprivate var isUsable: Bool {
    switch self {
    case .long(let name):
      name.first != "-"
        && name.count > 1
        && name.unicodeScalars.allSatisfy {
          $0.isASCII && $0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0)
        }
    case .short(let character): character.isASCII && character.isLetter
    }
  }
}
