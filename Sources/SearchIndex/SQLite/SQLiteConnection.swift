internal import CSQLite

/// One open database.
///
/// Used by one task at a time, which is what its owning actor is for. It is safe outside because the handle never
/// leaves this folder, and SQLite keeps it alive until the last statement is gone.
@safe final class SQLiteConnection {
  let handle: OpaquePointer

  /// Opens the file, or creates it.
  init(path: String, createsFile: Bool) throws(SearchIndexError) {
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (createsFile ? SQLITE_OPEN_CREATE : 0)
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    // Even a failed call leaves a handle that must be closed.
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw SearchIndexError(sqlite: code, "open the index")
    }
    unsafe handle = opened
    unsafe sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that bind nothing and give no rows that matter.
  func execute(_ sql: String) throws(SearchIndexError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SearchIndexError(sqlite: code, "write the index") }
  }

  func prepare(_ sql: String) throws(SearchIndexError) -> SQLiteStatement {
    try SQLiteStatement(self, sql)
  }

  /// The first column of the first row, as an integer; 0 if there is none.
  func integer(_ sql: String) throws(SearchIndexError) -> Int {
    var result = 0
    try prepare(sql).forEachRow { statement in
      result = statement.integer(0)
      return false
    }
    return result
  }

  /// Runs `body` in one transaction that takes the write lock at once; what `body` throws undoes all of it.
  func transaction<Result>(
    _ body: () throws(SearchIndexError) -> Result
  ) throws(SearchIndexError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors have rolled back already; a second attempt is then refused, which is as good.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The number of the row inserted last.
  var lastRowID: Int { Int(unsafe sqlite3_last_insert_rowid(handle)) }
}

extension SearchIndexError {
  /// Sorts SQLite's result codes by who must act. Its message is not kept: it may quote what was bound.
  init(sqlite code: Int32, _ operation: String) {
    let kind: Code =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_SCHEMA, SQLITE_MISMATCH:
        .damaged
      case SQLITE_TOOBIG: .rejected
      default: .inputOutput
      }
    let words = unsafe String(cString: sqlite3_errstr(code))
    self.init(kind, "cannot \(operation): \(words) (SQLite code \(code))", underlyingCode: Int(code))
  }
}
