/// An error with the command that it belongs to, whose usage explains it.
struct CommandError: Error {
  let path: CommandPath
  let error: any Error
}

/// The commands that lead from the root of a tree to one of them.
struct CommandPath: Sendable {
  var types: [any ParsableCommand.Type]

  /// The names as a command line spells them.
  var names: [String] { types.map { $0._commandName } }
  var text: String { names.joined(separator: " ") }
  var leaf: any ParsableCommand.Type { types[types.count - 1] }

  /// The version of the nearest command that has one.
  var version: String? { types.last { !$0.configuration.version.isEmpty }?.configuration.version }

  init(_ types: [any ParsableCommand.Type]) { self.types = types }

  /// The shortest way to a command; only the root if it is not in the tree.
  init(to target: any ParsableCommand.Type, in root: any ParsableCommand.Type) {
    var level = [CommandPath([root])]
    // No type is on its own path, so the levels end; `declarationProblems` reports a tree where that is not so.
    while !level.isEmpty {
      if let found = level.first(where: { $0.leaf == target }) {
        self = found
        return
      }
      level = level.flatMap { path in
        path.leaf.configuration.subcommands
          .filter { child in !path.types.contains { $0 == child } }
          .map { CommandPath(path.types + [$0]) }
      }
    }
    self.init([root])
  }
}
