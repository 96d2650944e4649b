/// A name as a command line spells it.
package enum OptionName: Hashable, Sendable, CustomStringConvertible {
  /// After two dashes.
  case long(String)
  /// After one dash.
  case short(Character)

  package var description: String {
    switch self {
    case .long(let name): "--" + name
    case .short(let character): "-" + String(character)
    }
  }

  package var isLong: Bool {
    if case .long = self { true } else { false }
  }
}

extension String {
  /// `dryRun` and `DryRun` as `dry-run`, `sourceURLPath` as `source-url-path`.
  var kebabCased: String {
    let characters = Array(self)
    var result = ""
    for (index, character) in characters.enumerated() {
      if character == "_" {
        if !result.isEmpty { result += "-" }
        continue
      }
      if character.isUppercase, index > 0 {
        let startsWord = !characters[index - 1].isUppercase
        let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
        if startsWord || endsAcronym, result.last != "-" { result += "-" }
      }
      result += character.lowercased()
    }
    return result
  }
}
