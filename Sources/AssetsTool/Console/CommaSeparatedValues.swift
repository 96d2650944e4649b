/// A table as RFC 4180 writes it, fit to be opened in a spreadsheet.
///
/// A cell that a spreadsheet would take for a formula gets an apostrophe in front, so that a text from a file of
/// somebody else never runs.
struct CommaSeparatedValues {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      append(Array(Self.harmless(cell).utf8))
    }
    bytes += [0x0D, 0x0A]
  }

  private mutating func append(_ cell: [UInt8]) {
    guard cell.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }) else {
      bytes += cell
      return
    }
    bytes.append(0x22)
    for byte in cell {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  /// The cell with an apostrophe if it begins like a formula, or like a cell that got one.
  static func harmless(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first(where: { $0 != "'" }) else { return cell }
    return Self.starters.contains(first) ? "'" + cell : cell
  }

  /// What a cell said before it was made harmless.
  static func original(_ cell: String) -> String {
    guard cell.unicodeScalars.first == "'",
      let first = cell.unicodeScalars.first(where: { $0 != "'" }), Self.starters.contains(first)
    else { return cell }
    return String(String.UnicodeScalarView(cell.unicodeScalars.dropFirst()))
  }

  private static let starters: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
}
