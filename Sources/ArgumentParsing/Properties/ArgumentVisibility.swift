/// Whether help, completions and suggestions name an argument.
public enum ArgumentVisibility: Hashable, Sendable {
  case `default`
  /// Works, but is not named anywhere except in structural descriptions of the tree.
  case hidden
}
