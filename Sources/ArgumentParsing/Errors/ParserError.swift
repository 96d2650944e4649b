/// Why a command line does not lead to a command that can run.
enum ParserError: Error, Hashable {
  case help
  /// The text that `--version` prints.
  case version(String)
  /// - `written`: the name alone, where the argument holds more than it.
  case unknownOption(_ written: String, Origin, suggestion: String?)
  /// The option is declared by a subcommand that the command line names later.
  case misplacedOption(_ written: String, Origin, subcommand: String)
  /// - `next`: what stands where the value should.
  case missingValue(_ label: String, OptionName, Origin, next: Origin?)
  /// A flag with a value.
  case surplusValue(OptionName, Origin)
  case invalidValue(RawValue, label: String, values: [String], reason: String?)
  case missingArgument(_ label: String)
  case missingOption(_ label: String)
  /// None of the flags that make a value was given.
  case missingFlag([OptionName])
  case surplusArguments([Origin])
  case unknownSubcommand(Origin, suggestion: String?)
  case missingSubcommand
  case conflictingFlags(OptionName, OptionName)
}

extension ParserError: CustomStringConvertible {
  var description: String {
    switch self {
    case .help: return "--help"
    case .version(let text): return text
    case .unknownOption(let written, let origin, let suggestion):
      let isWhole = origin.argument == written || origin.argument.hasPrefix(written + "=")
      let place = isWhole ? "" : " in \(quoted(origin.argument))"
      return "Unknown option \(quoted(written))\(place)" + Self.didYouMean(suggestion)
    case .misplacedOption(let written, _, let subcommand):
      return "Option \(quoted(written)) belongs to '\(subcommand)'; write it after '\(subcommand)'"
    case .missingValue(let label, let name, _, let next):
      var message = "Missing value for '\(label)'"
      if let next, next.argument != "--" {
        let joined = name.isLong ? "\(name)=\(next.argument)" : "\(name)\(next.argument)"
        message += "; if \(quoted(next.argument)) is the value, write \(quoted(joined))"
      }
      return message
    case .surplusValue(let name, let origin):
      return "The flag '\(name)' takes no value, but \(quoted(origin.argument)) gives one"
    case .invalidValue(let raw, let label, let values, let reason):
      let message = "The value \(quoted(raw.text)) is invalid for '\(label)'"
      if let reason { return "\(message): \(reason)" }
      if values.isEmpty { return message }
      return message + Self.didYouMean(Suggestion.nearest(to: raw.text, among: values))
        + (Suggestion.nearest(to: raw.text, among: values) == nil ? ". " : " ")
        + "Valid values: " + values.joined(separator: ", ")
    case .missingArgument(let label): return "Missing expected argument '\(label)'"
    case .missingOption(let label): return "Missing expected option '\(label)'"
    case .missingFlag(let names):
      return "Missing one of " + names.map { "'\($0)'" }.joined(separator: ", ")
    case .surplusArguments(let origins):
      let list = origins.map { quoted($0.argument) }.joined(separator: ", ")
      return origins.count == 1
        ? "Unexpected argument \(list)" : "\(origins.count) unexpected arguments: \(list)"
    case .unknownSubcommand(let origin, let suggestion):
      return "Unknown subcommand \(quoted(origin.argument))" + Self.didYouMean(suggestion)
    case .missingSubcommand: return "Missing subcommand"
    case .conflictingFlags(let first, let second): return "'\(first)' and '\(second)' exclude each other"
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { ". Did you mean '\($0)'?" } ?? ""
  }
}

/// Text from the command line between quotation marks, with characters that could steer a terminal spelled out.
func quoted(_ text: String) -> String {
  var result = "'"
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}
