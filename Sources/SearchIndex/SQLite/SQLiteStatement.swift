internal import CSQLite

/// One prepared statement; it exists only if SQLite understood it, and is used again and again.
///
/// It is safe outside because what it binds is borrowed inside one call and unbound before that returns.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  // Keeps the connection until the statement is gone.
  private let connection: SQLiteConnection

  init(_ connection: SQLiteConnection, _ sql: String) throws(SearchIndexError) {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw SearchIndexError(sqlite: code, "use the index")
    }
    unsafe handle = prepared
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs the statement to its end with some of a row's values bound to its parameters in order.
  func run(_ row: SQLiteRow = SQLiteRow(), _ columns: Range<Int>? = nil) throws(SearchIndexError) {
    try forEachRow(binding: row, columns) { _ in true }
  }

  /// Calls `body` at each row of the result until it returns false; inside, the column functions are valid.
  func forEachRow(
    binding row: SQLiteRow = SQLiteRow(), _ columns: Range<Int>? = nil,
    _ body: (SQLiteStatement) throws(SearchIndexError) -> Bool
  ) throws(SearchIndexError) {
    let columns = columns ?? row.values.indices
    try unsafe row.bytes.span.withUnsafeBufferPointer { (buffer) throws(SearchIndexError) in
      defer {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
      }
      for (offset, value) in row.values[columns].enumerated() {
        let code = unsafe bind(value, at: Int32(offset + 1), buffer)
        guard code == SQLITE_OK else { throw SearchIndexError(sqlite: code, "use the index") }
      }
      while true {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_DONE { return }
        guard code == SQLITE_ROW else { throw SearchIndexError(sqlite: code, "use the index") }
        guard try body(self) else { return }
      }
    }
  }

  private func bind(_ value: SQLiteRow.Value, at index: Int32, _ buffer: UnsafeBufferPointer<UInt8>) -> Int32
  {
    switch value {
    case .null: return unsafe sqlite3_bind_null(handle, index)
    case .integer(let number): return unsafe sqlite3_bind_int64(handle, index, Int64(number))
    case .text(let range):
      // An empty buffer has no address, and no address would mean NULL; -1 has SQLite copy at once.
      guard !range.isEmpty else {
        return unsafe sqlite3_bind_text(
          handle, index, "", 0, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
      return unsafe (buffer.baseAddress! + range.lowerBound).withMemoryRebound(
        to: CChar.self, capacity: range.count
      ) { unsafe sqlite3_bind_text(handle, index, $0, Int32(range.count), nil) }
    case .blob(let range):
      guard !range.isEmpty else { return unsafe sqlite3_bind_zeroblob(handle, index, 0) }
      return unsafe sqlite3_bind_blob(
        handle, index, buffer.baseAddress! + range.lowerBound, Int32(range.count), nil)
    }
  }

  // MARK: - Columns of the current row

  func integer(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(handle, column)) }

  func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String {
    unsafe withBytes(column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    unsafe withBytes(column) { unsafe Array($0) }
  }

  /// Appends a column's text to a row.
  func copy(_ column: Int32, to row: inout SQLiteRow) {
    unsafe withBytes(column) { unsafe row.append(text: $0) }
  }

  /// Compares a column's bytes.
  func equals(_ column: Int32, _ other: [UInt8]) -> Bool {
    unsafe withBytes(column) { unsafe $0.elementsEqual(other) }
  }

  /// Gives the bytes of a text or blob column for the length of one call.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // The order matters: the address is that of the form the length was asked for.
    let address = unsafe sqlite3_column_blob(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe body(
      UnsafeBufferPointer(
        start: address?.assumingMemoryBound(to: UInt8.self), count: address == nil ? 0 : count))
  }
}
