/// A command of the tree as a completion script sees it.
struct CompletionPlace {
  /// The names from the root to the command.
  var path: [String]
  /// Without hidden ones.
  var arguments: [ArgumentDescription]
  /// Without hidden ones.
  var subcommands: [Subcommand]

  struct Subcommand {
    var name: String
    var aliases: [String]
    var abstract: String
  }

  var key: String { path.joined(separator: " ") }
  /// The name of a shell function for the command.
  var function: String { "_" + path.joined(separator: "_").map { $0 == "-" ? "_" : String($0) }.joined() }

  var named: [ArgumentDescription] { arguments.filter { $0.kind != .operand } }
  var operands: [ArgumentDescription] { arguments.filter { $0.kind == .operand } }

  /// The displayed commands of a tree, parents first, and the root's `help`.
  static func all(in root: CommandDescription) -> [CompletionPlace] {
    var places = root.tree.filter { command in
      command.isDisplayed && command.commandPath.types.allSatisfy { $0.configuration.shouldDisplay }
    }.map(CompletionPlace.init)
    guard !places[0].subcommands.isEmpty, !places[0].subcommands.contains(where: { $0.name == "help" }) else {
      return places
    }
    var topic = ArgumentDescription(
      kind: .operand, names: [], help: "The command to explain.", property: "subcommand", isRepeating: true)
    topic.completion = .list(places[0].subcommands.map(\.name))
    places.append(CompletionPlace(path: root.path + ["help"], arguments: [topic], subcommands: []))
    places[0].subcommands.append(Subcommand(name: "help", aliases: [], abstract: "Explain a command."))
    return places
  }
}

extension CompletionPlace {
  init(_ command: CommandDescription) {
    path = command.path
    arguments = command.arguments.filter { $0.visibility == .default }
    subcommands = command.displayedGroups.flatMap(\.subcommands).map {
      Subcommand(name: $0.name, aliases: $0.aliases, abstract: $0.abstract)
    }
  }
}

extension ArgumentDescription {
  /// All names, those that turn the flag off included.
  var allNames: [String] { (names + inverseNames).map(\.description) }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String { "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'" }
}
