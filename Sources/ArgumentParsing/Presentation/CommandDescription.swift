/// What help, usage and completions know of one command; the only source of all of them.
package struct CommandDescription: Sendable {
  let commandPath: CommandPath
  /// The names from the root to the command.
  package let path: [String]
  package let aliases: [String]
  package let abstract: String
  package let usage: String?
  package let isDisplayed: Bool

  /// - Parameter root: the root of the tree.
  package init(root: any ParsableCommand.Type) { self.init(CommandPath([root])) }

  init(_ commandPath: CommandPath) {
    self.commandPath = commandPath
    let configuration = commandPath.leaf.configuration
    path = commandPath.names
    aliases = configuration.aliases
    abstract = configuration.abstract
    usage = configuration.usage
    isDisplayed = configuration.shouldDisplay
  }

  // What follows is worked out when it is asked for: most descriptions are only lines in a list of subcommands.

  /// Everything a command line may give, with `--help` and, where the command has one, `--version`; hidden ones
  /// included.
  package var arguments: [ArgumentDescription] {
    var arguments = ArgumentSet(commandPath.leaf).definitions.flatMap(\.descriptions)
    if !commandPath.leaf.configuration.version.isEmpty { arguments.append(.version) }
    arguments.append(.help)
    return arguments
  }

  /// The part of the configured discussion before its example.
  package var discussion: String { Self.split(commandPath.leaf.configuration.discussion).0 }

  /// The lines after the line `Example:` or `Examples:` of the discussion, without their common indentation.
  package var examples: [String] { Self.split(commandPath.leaf.configuration.discussion).1 }

  package var name: String { path[path.count - 1] }

  /// Hidden ones included, those without a group first.
  package var subcommands: [CommandDescription] { commandPath.leaf.configuration.subcommands.map(child) }

  /// The subcommands that help lists, by heading; the first heading is empty.
  var displayedGroups: [(title: String, subcommands: [CommandDescription])] {
    let configuration = commandPath.leaf.configuration
    let groups =
      [("", configuration.ungroupedSubcommands)]
      + configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
    return groups.map { title, types in
      (title, types.filter { $0.configuration.shouldDisplay }.map(child))
    }
  }

  var hasDisplayedSubcommands: Bool {
    commandPath.leaf.configuration.subcommands.contains { $0.configuration.shouldDisplay }
  }

  /// The command and all below it, parents first.
  package var tree: [CommandDescription] { [self] + subcommands.flatMap(\.tree) }

  private func child(_ type: any ParsableCommand.Type) -> CommandDescription {
    CommandDescription(CommandPath(commandPath.types + [type]))
  }

  /// Cuts a discussion at its example.
  private static func split(_ text: String) -> (String, [String]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let border = lines.firstIndex(where: { $0 == "Example:" || $0 == "Examples:" }) else {
      return (text.trimmingBlankLines, [])
    }
    let before = lines[..<border].joined(separator: "\n").trimmingBlankLines
    var after = lines[(border + 1)...].drop { $0.isBlank }
    while after.last?.isBlank == true { after.removeLast() }
    let indentation = after.filter { !$0.isBlank }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return (before, after.map { String($0.dropFirst(indentation)) })
  }
}

extension String {
  var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" } }

  /// Without the empty lines at both ends.
  var trimmingBlankLines: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    lines = lines.drop { $0.isBlank }
    while lines.last?.isBlank == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
