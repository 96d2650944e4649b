/// Which set of documents is meant.
public enum IndexGeneration: Hashable, Sendable {
  /// The one that is searched.
  case active
  /// The one that is being built beside it and takes its place at the end.
  case building
}
