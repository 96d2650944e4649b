/// A place in a document: 1-based, the column in Unicode scalars.
struct XMLPosition: Hashable, Sendable {
  /// 32 bits are enough, and positions are kept and copied often.
  private let storedLine: UInt32
  private let storedColumn: UInt32

  init(line: Int, column: Int) {
    storedLine = UInt32(truncatingIfNeeded: line)
    storedColumn = UInt32(truncatingIfNeeded: column)
  }

  var line: Int { Int(storedLine) }
  var column: Int { Int(storedColumn) }

  static var start: XMLPosition { XMLPosition(line: 1, column: 1) }
}
