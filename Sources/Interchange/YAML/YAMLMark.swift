internal import Diagnostics

/// A place in a YAML document: 1-based line and column, a column counting Unicode scalars.
struct YAMLMark: Hashable, Sendable {
  var line: Int
  var column: Int

  func location(in path: String) -> SourceLocation {
    SourceLocation(path: path, line: line, column: column)
  }
}
