extension CommaSeparatedValues {
  /// One record of a table, with the line it begins in.
  struct Record {
    var line: Int
    var cells: [String]
  }

  /// The records of a table as RFC 4180 writes it; lines may also end with LF, and a byte-order mark is passed over.
  /// - Returns: `nil` if it is not UTF-8, or a quoted cell does not end.
  static func records(_ bytes: [UInt8]) -> [Record]? {
    var records: [Record] = []
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var line = 1
    var start = 1
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func text() -> String? { String(validating: cell, as: UTF8.self).map(original) }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if isQuoted {
        if byte != 0x22 {
          cell.append(byte)
        } else if index < bytes.count, bytes[index] == 0x22 {
          cell.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case 0x22 where cell.isEmpty && !wasQuoted:
        isQuoted = true
        wasQuoted = true
      case 0x2C, 0x0A:
        guard let text = text() else { return nil }
        cells.append(text)
        cell.removeAll()
        wasQuoted = false
        if byte == 0x0A {
          if cells != [""] { records.append(Record(line: start, cells: cells)) }
          cells.removeAll()
          start = line
        }
      case 0x0D where index < bytes.count && bytes[index] == 0x0A: continue
      default: cell.append(byte)
      }
    }
    guard !isQuoted else { return nil }
    if !cell.isEmpty || wasQuoted || !cells.isEmpty {
      guard let text = text() else { return nil }
      records.append(Record(line: start, cells: cells + [text]))
    }
    return records
  }
}
