internal import Diagnostics

/// A place in a YAML document: 1-based line and column, a column counting Unicode scalars.
struct YAMLMark: Hashable, Sendable {
  // A tree has two marks for each node; no file that is read has more lines or longer ones.
  private var storedLine: UInt32
  private var storedColumn: UInt32

  init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  var line: Int {
    get { Int(storedLine) }
    set { storedLine = UInt32(clamping: newValue) }
  }

  var column: Int {
    get { Int(storedColumn) }
    set { storedColumn = UInt32(clamping: newValue) }
  }

  /// Whether the place comes after another one of the same document.
  func isBehind(_ other: YAMLMark) -> Bool {
    storedLine == other.storedLine ? storedColumn > other.storedColumn : storedLine > other.storedLine
  }

  func location(in path: String) -> SourceLocation {
    SourceLocation(path: path, line: line, column: column)
  }
}
