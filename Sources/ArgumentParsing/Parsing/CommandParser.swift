/// Reads a command line from left to right along a tree of commands.
///
/// Each option is read with the declarations of the command reached so far. In the end it belongs to *every*
/// command of the path that declares the same name: so options of a group that a command shares with its
/// subcommand mean the same before and after the subcommand's name.
struct CommandParser {
  /// The arguments of this process without the program's name.
  static var processArguments: [String] { Array(CommandLine.arguments.dropFirst()) }

  private let followsSubcommands: Bool
  private var path: CommandPath
  /// What the commands of the path declare.
  private var sets: [ArgumentSet]
  private var arguments: [String] = []
  /// The place of the next argument.
  private var index = 0
  private var occurrences: [Occurrence] = []
  private var operands: [RawValue] = []

  init(root: any ParsableCommand.Type, followsSubcommands: Bool = true) {
    self.followsSubcommands = followsSubcommands
    path = CommandPath([root])
    sets = [ArgumentSet(root)]
  }

  /// The command at the end of the path, with its values. All commands of the path are checked, the last one
  /// first, so that its usage explains what is wrong with an option that all of them have.
  mutating func parse(_ arguments: [String]) throws(CommandError) -> any ParsableCommand {
    self.arguments = arguments
    do {
      try walk()
    } catch {
      // Whoever asks for help gets it, whatever else is wrong.
      let asksForHelp = arguments[min(index, arguments.count)...].prefix { $0 != "--" }
        .contains { $0 == "-h" || $0 == "--help" }
      throw CommandError(path: path, error: asksForHelp ? .help : error)
    }
    let command = try make(at: sets.count - 1)
    for depth in sets.indices.dropLast().reversed() { _ = try make(at: depth) }
    return command
  }

  /// A command of the path with its values, checked.
  private func make(at depth: Int) throws(CommandError) -> any ParsableCommand {
    do {
      let isLast = depth == sets.count - 1
      let values = try sets[depth].resolve(occurrences, operands: isLast ? operands : [])
      return try values.decode(path.types[depth])
    } catch {
      throw CommandError(path: CommandPath(Array(path.types[...depth])), error: error)
    }
  }

  private var subcommands: [any ParsableCommand.Type] {
    followsSubcommands ? path.leaf.configuration.subcommands : []
  }

  private var origin: Origin { Origin(index: index, argument: arguments[index]) }

  private mutating func walk() throws(ParserError) {
    while index < arguments.count {
      let argument = arguments[index]
      if argument == "--" {
        index += 1
        while index < arguments.count { takeOperand() }
      } else if argument.hasPrefix("--") {
        try readLong(argument)
      } else if Self.looksLikeOption(argument) {
        try readShort(argument)
      } else {
        try readOperand(argument)
      }
    }
    while descendToDefault() {}
  }

  /// Whether an argument is an option by its looks: a dash alone is not, nor is a negative number.
  private static func looksLikeOption(_ argument: String) -> Bool {
    let bytes = argument.utf8
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
    let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) || second == UInt8(ascii: ".")
    return !isNumber
  }
}

// MARK: - Subcommands and operands

extension CommandParser {
  private mutating func takeOperand() {
    operands.append(RawValue(text: arguments[index], origin: origin))
    index += 1
  }

  private mutating func readOperand(_ argument: String) throws(ParserError) {
    if subcommands.isEmpty { return takeOperand() }
    if let child = subcommand(argument) {
      index += 1
      return descend(to: child)
    }
    if path.types.count == 1, argument == "help" { return try readHelp() }
    if descendToDefault() { return }
    throw .unknownSubcommand(origin, suggestion: suggestedSubcommand(argument))
  }

  /// `help A B`: the help of the command that the arguments name.
  private mutating func readHelp() throws(ParserError) {
    index += 1
    while index < arguments.count {
      let argument = arguments[index]
      if let child = subcommand(argument) {
        descend(to: child)
      } else if argument != "-h", argument != "--help" {
        throw .unknownSubcommand(origin, suggestion: suggestedSubcommand(argument))
      }
      index += 1
    }
    throw .help
  }

  private func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    subcommands.first { $0._commandName == name || $0.configuration.aliases.contains(name) }
  }

  private mutating func descend(to child: any ParsableCommand.Type) {
    path.types.append(child)
    sets.append(ArgumentSet(child))
  }

  /// Goes on to the default subcommand if there is one.
  private mutating func descendToDefault() -> Bool {
    guard !subcommands.isEmpty, let child = path.leaf.configuration.defaultSubcommand else { return false }
    descend(to: child)
    return true
  }

  /// The nearest name here, or the same name one level further down.
  private func suggestedSubcommand(_ word: String) -> String? {
    let visible = subcommands.filter { $0.configuration.shouldDisplay }
    let names = visible.flatMap { [$0._commandName] + $0.configuration.aliases }
    if let near = Suggestion.nearest(to: word, among: names) { return near }
    return visible.first { $0.configuration.subcommands.contains { $0._commandName == word } }
      .map { "\($0._commandName) \(word)" }
  }
}

// MARK: - Options

extension CommandParser {
  private mutating func readLong(_ argument: String) throws(ParserError) {
    let body = argument.dropFirst(2)
    let border = body.firstIndex(of: "=")
    let word = String(body[..<(border ?? body.endIndex)])
    let name = OptionName.long(word)
    if let definition = sets[sets.count - 1].definition(named: name) {
      return try take(definition, name, joined: border.map { String(body[$0...].dropFirst()) })
    }
    if word == "help" { throw .help }
    if word == "version", let version = path.version { throw .version(version) }
    if descendToDefault() { return }
    throw unknown(name, suggestion: suggestedOption(word))
  }

  /// Reads `-o value`, `-ovalue`, `-o=value`, and flags in one argument as `-qv`.
  private mutating func readShort(_ argument: String) throws(ParserError) {
    let known = occurrences.count
    var rest = argument.dropFirst()
    while let character = rest.popFirst() {
      let name = OptionName.short(character)
      guard let definition = sets[sets.count - 1].definition(named: name) else {
        if character == "h" { throw .help }
        occurrences.removeSubrange(known...)
        if descendToDefault() { return }
        throw unknown(name, suggestion: suggestedOption(String(argument.dropFirst())))
      }
      if definition.takesValue {
        if rest.first == "=" { rest.removeFirst() }
        return try take(definition, name, joined: rest.isEmpty ? nil : String(rest))
      }
      if rest.first == "=" { throw .surplusValue(name, origin) }
      occurrences.append(Occurrence(name: name, values: [], takesValue: false))
    }
    index += 1
  }

  /// Takes an option with the values that follow it.
  private mutating func take(
    _ definition: ArgumentDefinition, _ name: OptionName, joined: String?
  ) throws(ParserError) {
    let origin = origin
    index += 1
    var values: [RawValue] = []
    if let joined {
      if !definition.takesValue { throw .surplusValue(name, origin) }
      values.append(RawValue(text: joined, origin: origin))
    } else if definition.takesValue {
      while index < arguments.count {
        let isValue = definition.arity == .unconditional || !Self.looksLikeOption(arguments[index])
        guard isValue, values.isEmpty || definition.arity == .upToNextOption else { break }
        values.append(RawValue(text: arguments[index], origin: self.origin))
        index += 1
      }
      if values.isEmpty {
        let next = index < arguments.count ? self.origin : nil
        throw .missingValue(definition.descriptions[0].label, name, origin, next: next)
      }
    }
    occurrences.append(Occurrence(name: name, values: values, takesValue: definition.takesValue))
  }

  private func unknown(_ name: OptionName, suggestion: String?) -> ParserError {
    let child = arguments[index...].lazy.compactMap { subcommand($0) }.first
    if let child, ArgumentSet(child).definition(named: name) != nil {
      return .misplacedOption(name.description, origin, subcommand: child._commandName)
    }
    return .unknownOption(name.description, origin, suggestion: suggestion)
  }

  /// The nearest long name, for one written after one dash or two.
  private func suggestedOption(_ word: String) -> String? {
    var words = ["help"]
    for case .long(let name) in sets[sets.count - 1].visibleNames { words.append(name) }
    if words.contains(word) { return "--" + word }
    return Suggestion.nearest(to: word, among: words).map { "--" + $0 }
  }
}
