/// A completion script for fish.
struct FishCompletion {
  let places: [CompletionPlace]

  private var name: String { places[0].path[0] }
  private var function: String { "_" + places[0].function }

  var script: String {
    """
    # fish completion for \(name)

    function \(function)_command
        set -l words (commandline -opc)
        set -e words[1]
        set -l command \(quoted(places[0].key))
        set -l takes 0
        for word in $words
            if test $takes = 1
                set takes 0
                continue
            end
            switch "$command $word"
    \(steps.joined(separator: "\n"))
            end
        end
        echo $command
    end

    function \(function)_at
        test (\(function)_command) = "$argv[1]"
    end

    complete -c \(name) -f
    \(places.flatMap(entries).joined(separator: "\n"))

    """
  }

  /// The cases that find the command: options whose value is to be skipped, and names of subcommands.
  private var steps: [String] {
    places.flatMap { place -> [String] in
      var lines: [String] = []
      let options = place.named.filter { $0.kind == .option }.flatMap(\.allNames)
      if !options.isEmpty {
        let patterns = options.map { quoted("\(place.key) \($0)") }.joined(separator: " ")
        lines += ["            case \(patterns)", "                set takes 1"]
      }
      for child in place.subcommands {
        let patterns = ([child.name] + child.aliases).map { quoted("\(place.key) \($0)") }
        lines += [
          "            case \(patterns.joined(separator: " "))",
          "                set command \(quoted("\(place.key) \(child.name)"))",
        ]
      }
      return lines
    }
  }

  private func entries(_ place: CompletionPlace) -> [String] {
    let head = "complete -c \(name) -n \(quoted("\(function)_at \(quoted(place.key))"))"
    var lines = place.subcommands.map { "\(head) -a \(quoted($0.name)) -d \(quoted($0.abstract))" }
    for argument in place.named {
      for names in [argument.names, argument.inverseNames] where !names.isEmpty {
        let spelled = names.map { name in
          switch name {
          case .long(let word): "-l \(quoted(word))"
          case .short(let character): "-s \(quoted(String(character)))"
          }
        }.joined(separator: " ")
        let value = argument.kind == .option ? " -r" + action(argument.completion) : ""
        lines.append("\(head) \(spelled)\(value) -d \(quoted(argument.abstract))")
      }
    }
    if place.subcommands.isEmpty, let operand = place.operands.first {
      let action = action(operand.completion)
      if !action.isEmpty { lines.append("\(head)\(action)") }
    }
    return lines
  }

  private func action(_ kind: CompletionKind) -> String {
    switch kind {
    case .default: return ""
    case .list(let words): return " -f -a \(quoted(words.joined(separator: " ")))"
    case .directory: return " -f -a '(__fish_complete_directories (commandline -ct))'"
    case .shellCommand(let command): return " -f -a \(quoted("(\(command))"))"
    case .file(let extensions):
      if extensions.isEmpty { return " -F" }
      let suffixes = extensions.map { "." + $0 }.joined(separator: " ")
      return " -f -a '(__fish_complete_suffix \(suffixes))'"
    }
  }

  /// The text as one word of fish, where a backslash counts between quotation marks.
  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
