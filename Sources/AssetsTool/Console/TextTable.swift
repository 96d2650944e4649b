/// Columns for people, as wide as their widest cell.
struct TextTable {
  private var rows: [[String]] = []
  private let rightAligned: Set<Int>

  init(rightAligned: Set<Int> = []) { self.rightAligned = rightAligned }

  mutating func append(_ cells: [String]) { rows.append(cells.map(\.displayed)) }

  /// The lines, each indented by one space, without spaces at the end.
  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        cell.padded(to: widths[column], alignRight: rightAligned.contains(column))
      }
      var line = " " + cells.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
