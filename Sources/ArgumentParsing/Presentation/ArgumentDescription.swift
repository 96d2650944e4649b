/// What help, usage and completions know of one argument, option or flag.
package struct ArgumentDescription: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case operand
    case option
    case flag
  }

  package var kind: Kind
  /// In the order of declaration; empty for an operand.
  package var names: [OptionName]
  /// The names that turn an invertible flag off.
  package var inverseNames: [OptionName]
  package var valueName: String
  package var abstract: String
  package var discussion: String
  package var visibility: ArgumentVisibility
  /// The title of the option group, if it has one.
  package var group: String?
  /// Every value there is; empty if there is no list.
  package var values: [String]
  package var defaultValue: String?
  package var isRequired: Bool
  package var isRepeating: Bool
  package var completion: CompletionKind

  init(
    kind: Kind, names: [OptionName], inverseNames: [OptionName] = [], help: ArgumentHelp?, property: String,
    isRequired: Bool = false, isRepeating: Bool = false, facts: ValueFacts = ValueFacts()
  ) {
    self.kind = kind
    self.names = names
    self.inverseNames = inverseNames
    self.valueName = help?.valueName ?? property.kebabCased
    self.abstract = help?.abstract ?? ""
    self.discussion = help?.discussion ?? ""
    self.visibility = help?.visibility ?? .default
    self.values = facts.all
    self.defaultValue = facts.initial
    self.isRequired = isRequired
    self.isRepeating = isRepeating
    self.completion = facts.completion
  }
}

extension ArgumentDescription {
  package static let help = ArgumentDescription(
    kind: .flag, names: [.short("h"), .long("help")], help: "Show this help.", property: "help")
  package static let version = ArgumentDescription(
    kind: .flag, names: [.long("version")], help: "Show the version.", property: "version")

  private var value: String { "<\(valueName)>" }

  /// The name that messages use, and the one that turns an invertible flag off.
  var preferredNames: [OptionName] {
    [names, inverseNames].compactMap { names in names.first(where: \.isLong) ?? names.first }
  }

  /// How messages name it: `<plan>`, `--out <file>`, `--dry-run`.
  package var label: String {
    let name = preferredNames.first.map { "\($0)" } ?? ""
    switch kind {
    case .operand: return value
    case .option: return "\(name) \(value)"
    case .flag: return name
    }
  }

  /// How the list of help names it: short names first, then long ones.
  var heading: String {
    let names = names.filter { !$0.isLong } + names.filter(\.isLong)
    var list = names.map(\.description).joined(separator: ", ")
    if !inverseNames.isEmpty { list += " / " + inverseNames.map(\.description).joined(separator: ", ") }
    switch kind {
    case .operand: return isRepeating ? "\(value) ..." : value
    case .option: return "\(list) \(value)" + (isRepeating ? " ..." : "")
    case .flag: return list
    }
  }

  /// How the usage line names it.
  var synopsis: String {
    var text = preferredNames.map(\.description).joined(separator: " | ")
    switch kind {
    case .operand: text = value
    case .option: text += " \(value)"
    case .flag: break
    }
    if isRepeating { text += " ..." }
    if !isRequired { return "[\(text)]" }
    return inverseNames.isEmpty ? text : "(\(text))"
  }

  /// The text beside the heading: the abstract, the values, the default.
  var explanation: String {
    var notes: [String] = []
    if !values.isEmpty { notes.append("values: " + values.joined(separator: ", ")) }
    if let defaultValue, !defaultValue.isEmpty { notes.append("default: " + defaultValue) }
    let note = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
    return [abstract, note].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
