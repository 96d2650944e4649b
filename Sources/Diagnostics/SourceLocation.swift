/// A place in a text file.
///
/// Lines and columns are 1-based; a column counts Unicode scalars, as editors and compilers do. `nil` for
/// the line means the whole file.
public struct SourceLocation: Hashable, Sendable {
  /// The path as it is shown to the user, relative to the project where there is one.
  public var path: String
  /// Four numbers, because a project has a place for each keyword it names.
  private var places: Places

  /// 1-based; `nil` for the whole file.
  public var line: Int? {
    get { Self.number(places.line) }
    set { places.line = Self.stored(newValue) }
  }

  /// 1-based; `nil` for the whole line.
  public var column: Int? {
    get { Self.number(places.column) }
    set { places.column = Self.stored(newValue) }
  }

  /// The line of the place's end; `nil` for the same line.
  public var endLine: Int? {
    get { Self.number(places.endLine) }
    set { places.endLine = Self.stored(newValue) }
  }

  /// The column after the last scalar of the place.
  public var endColumn: Int? {
    get { Self.number(places.endColumn) }
    set { places.endColumn = Self.stored(newValue) }
  }

  /// A place; a number that is too large for 32 bits is cut down to the largest that is not.
  public init(
    path: String, line: Int? = nil, column: Int? = nil, endLine: Int? = nil, endColumn: Int? = nil
  ) {
    self.path = path
    places = Places(
      line: Self.stored(line), column: Self.stored(column), endLine: Self.stored(endLine),
      endColumn: Self.stored(endColumn))
  }

  private struct Places: Hashable, Sendable {
    var line: UInt32
    var column: UInt32
    var endLine: UInt32
    var endColumn: UInt32
  }

  /// Stands for no number.
  private static let none = UInt32.max

  private static func number(_ stored: UInt32) -> Int? { stored == none ? nil : Int(stored) }

  private static func stored(_ number: Int?) -> UInt32 {
    number.map { min(UInt32(clamping: $0), none - 1) } ?? none
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
