/// What a shell offers where a value is expected.
public enum CompletionKind: Hashable, Sendable {
  /// What the shell offers by itself.
  case `default`
  /// Files with one of the extensions (without their dots), or any file if there are none.
  case file(extensions: [String] = [])
  case directory
  /// Words without spaces.
  case list([String])
  /// The lines that a command of the shell prints.
  case shellCommand(String)
}
