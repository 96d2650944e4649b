/// A completion script for bash 3.2 and later.
struct BashCompletion {
  let places: [CompletionPlace]

  private var function: String { places[0].function }

  var script: String {
    """
    # bash completion for \(places[0].key)

    \(function)_offer() {
        local IFS=$' \\t\\n'
        compopt +o default +o bashdefault 2>/dev/null
        COMPREPLY=($(compgen -W "$1" -- "$cur"))
    }

    \(function)_lines() {
        local IFS=$'\\n'
        compopt +o default +o bashdefault 2>/dev/null
        COMPREPLY=($(compgen -W "$1" -- "$cur"))
    }

    \(function)_paths() {
        local IFS=$'\\n' extension
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -d -- "$cur"))
        for extension in "$@"; do
            COMPREPLY+=($(compgen -f -X "!*.$extension" -- "$cur"))
        done
    }

    \(function)() {
        local cur prev word index command takes
        COMPREPLY=()
        cur="${COMP_WORDS[COMP_CWORD]}"
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        # bash hands over "--name=value" as three words.
        if [[ "$cur" == "=" ]]; then
            cur=""
        elif [[ "$prev" == "=" && $COMP_CWORD -gt 2 ]]; then
            prev="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        command=\(places[0].key.shellQuoted)
        for ((index = 1; index < COMP_CWORD; index++)); do
            word="${COMP_WORDS[index]}"
            takes=0
            case "$command $word" in
    \(steps.joined(separator: "\n"))
            esac
            if [[ $takes == 1 ]]; then
                [[ "${COMP_WORDS[index+1]}" == "=" ]] && ((index++))
                ((index++))
            fi
        done
        case "$command" in
    \(places.flatMap(body).joined(separator: "\n"))
        esac
    }

    complete -o default -o bashdefault -F \(function) \(places[0].path[0])

    """
  }

  /// The cases that find the command: options whose value is to be skipped, and names of subcommands.
  private var steps: [String] {
    places.flatMap { place -> [String] in
      var lines: [String] = []
      let options = place.named.filter { $0.kind == .option }.flatMap(\.allNames)
      if !options.isEmpty {
        let patterns = options.map { "\(place.key) \($0)".shellQuoted }.joined(separator: " | ")
        lines.append("        \(patterns)) takes=1 ;;")
      }
      for child in place.subcommands {
        let patterns = ([child.name] + child.aliases).map { "\(place.key) \($0)".shellQuoted }
        let target = "\(place.key) \(child.name)".shellQuoted
        lines.append("        \(patterns.joined(separator: " | "))) command=\(target) ;;")
      }
      return lines
    }
  }

  /// The case that completes for one command.
  private func body(_ place: CompletionPlace) -> [String] {
    var lines = ["    \(place.key.shellQuoted))"]
    let options = place.named.filter { $0.kind == .option }
    if !options.isEmpty {
      lines.append("        case \"$prev\" in")
      for option in options {
        let names = option.allNames.joined(separator: " | ")
        lines.append("        \(names)) \(action(option.completion)); return ;;")
      }
      lines.append("        esac")
    }
    let names = place.named.flatMap(\.allNames).joined(separator: " ")
    lines.append("        if [[ \"$cur\" == -* ]]; then \(function)_offer \(names.shellQuoted); return; fi")
    if !place.subcommands.isEmpty {
      let names = place.subcommands.map(\.name).joined(separator: " ")
      lines.append("        \(function)_offer \(names.shellQuoted)")
    } else if let operand = place.operands.first {
      lines.append("        \(action(operand.completion))")
    }
    lines.append("        ;;")
    return lines
  }

  private func action(_ kind: CompletionKind) -> String {
    switch kind {
    case .default: return ":"
    case .list(let words): return "\(function)_offer \(words.joined(separator: " ").shellQuoted)"
    case .directory: return "\(function)_paths"
    case .shellCommand(let command): return "\(function)_lines \"$(\(command))\""
    case .file(let extensions):
      // What bash offers by itself are files.
      if extensions.isEmpty { return ":" }
      return "\(function)_paths " + extensions.map(\.shellQuoted).joined(separator: " ")
    }
  }
}
