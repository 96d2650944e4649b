/// A place in a text file.
///
/// Lines and columns are 1-based; a column counts Unicode scalars, as editors and compilers do. `nil` for
/// the line means the whole file.
public struct SourceLocation: Hashable, Sendable {
  /// The path as it is shown to the user, relative to the project where there is one.
  public var path: String
  /// 1-based; `nil` for the whole file.
  public var line: Int?
  /// 1-based; `nil` for the whole line.
  public var column: Int?
  /// The line of the place's end; `nil` for the same line.
  public var endLine: Int?
  /// The column after the last scalar of the place.
  public var endColumn: Int?

  public init(
    path: String, line: Int? = nil, column: Int? = nil, endLine: Int? = nil, endColumn: Int? = nil
  ) {
    self.path = path
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `path`, `path:line` or `path:line:column`.
  public var description: String {
    guard let line else { return path }
    guard let column else { return "\(path):\(line)" }
    return "\(path):\(line):\(column)"
  }
}
