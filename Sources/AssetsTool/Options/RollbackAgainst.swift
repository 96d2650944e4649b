internal import ArgumentParsing

/// What `--against` names: a revision of the store, or a path or git reference to be looked for.
enum RollbackAgainst: Hashable, ExpressibleByArgument {
  case revision(RevisionSelector)
  case named(String)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = RevisionSelector(argument: argument).map { .revision($0) } ?? .named(argument)
  }
}
