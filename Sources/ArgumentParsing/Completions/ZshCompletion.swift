/// A completion script for zsh.
struct ZshCompletion {
  let places: [CompletionPlace]

  var script: String {
    """
    #compdef \(places[0].path[0])

    \(places.map(function).joined(separator: "\n"))
    if [[ "$funcstack[1]" == "\(places[0].function)" ]]; then
        \(places[0].function) "$@"
    else
        compdef \(places[0].function) \(places[0].path[0])
    fi

    """
  }

  private func function(_ place: CompletionPlace) -> String {
    var specifications = place.named.flatMap(option)
    if place.subcommands.isEmpty {
      specifications += place.operands.map(operand)
    } else {
      specifications += ["'(-): :->subcommand'", "'(-)*:: :->rest'"]
    }
    var lines = [
      "\(place.function)() {",
      "    local context state state_descr line ret=1",
      "    local curcontext=\"$curcontext\"",
      "    typeset -A opt_args",
      "    _arguments -s -S -C \\",
    ]
    lines += specifications.map { "        \($0) \\" }
    lines.append("        && ret=0")
    if !place.subcommands.isEmpty {
      lines += [
        "    case $state in", "    subcommand)", "        local -a subcommands", "        subcommands=(",
      ]
      lines += place.subcommands.map {
        "            "
          + ($0.name.escaped(":") + ":" + $0.abstract).shellQuoted
      }
      lines += ["        )", "        _describe -t commands subcommand subcommands && ret=0", "        ;;"]
      lines += ["    rest)", "        case $words[1] in"]
      for child in place.subcommands {
        let names = ([child.name] + child.aliases).joined(separator: "|")
        let target = CompletionPlace(path: place.path + [child.name], arguments: [], subcommands: [])
        lines.append("        \(names)) \(target.function) && ret=0 ;;")
      }
      lines += ["        esac", "        ;;", "    esac"]
    }
    lines += ["    return ret", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// The specifications of an option or a flag: one, or two if it can be turned off.
  private func option(_ argument: ArgumentDescription) -> [String] {
    [argument.names, argument.inverseNames].filter { !$0.isEmpty }.map { names in
      let all = names.map(\.description)
      // A joined value may follow a short name at once and a long one after an equals sign.
      let spelled = names.map { name in
        argument.kind == .flag ? "\(name)" : name.isLong ? "\(name)=" : "\(name)+"
      }
      var text = argument.isRepeating ? "'*'" : "'(\(argument.allNames.joined(separator: " ")))'"
      text += all.count == 1 ? spelled[0].shellQuoted : "{\(spelled.joined(separator: ","))}"
      var detail = "[\(argument.abstract.escaped("[]:"))]"
      if argument.kind == .option { detail += ":\(argument.valueName):" + action(argument.completion) }
      return text + detail.shellQuoted
    }
  }

  private func operand(_ argument: ArgumentDescription) -> String {
    let prefix = argument.isRepeating ? "*" : argument.isRequired ? "" : ":"
    return "\(prefix):\(argument.valueName):\(action(argument.completion))".shellQuoted
  }

  private func action(_ kind: CompletionKind) -> String {
    switch kind {
    case .default: return ""
    case .list(let words): return "(" + words.map { $0.escaped(" ():\\") }.joined(separator: " ") + ")"
    case .directory: return "_files -/"
    case .shellCommand(let command):
      return "{local -a list; list=(${(f)\"$(\(command.escaped(":")))\"}); compadd -a list}"
    case .file(let extensions):
      // Without a qualifier at its end, zsh takes the list itself for one.
      return extensions.isEmpty ? "_files" : "_files -g \"*.(\(extensions.joined(separator: "|")))(-.)\""
    }
  }
}

extension String {
  /// The text with a backslash before each of the characters.
  func escaped(_ characters: String) -> String {
    map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
