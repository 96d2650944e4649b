internal import CSQLite

/// One open database.
///
/// Used by one task at a time, which is what its owning actor is for. It is safe outside because the handle never
/// leaves this folder, and SQLite keeps it alive until the last statement is gone.
@safe final class SQLiteConnection {
  let handle: OpaquePointer

  enum Mode {
    case create
    case existing
    /// A file that nobody changes, on a disk that may not be written: no journal is looked for and none made.
    case immutable
  }

  /// Opens the file, or creates it.
  init(path: String, _ mode: Mode) throws(SearchIndexError) {
    var opened: OpaquePointer?
    let access =
      switch mode {
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .existing: SQLITE_OPEN_READWRITE
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = mode == .immutable ? Self.immutableName(path) : path
    let code = unsafe sqlite3_open_v2(
      name, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    // Even a failed call leaves a handle that must be closed.
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      throw SearchIndexError(sqlite: code, "open the index")
    }
    unsafe handle = opened
    unsafe sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Whether the file is only read, because it was opened so or may not be written.
  var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// A copy of all of it that may be written and goes when it is closed; what does not fit into a little memory is in
  /// a file without a name.
  func temporaryCopy() throws(SearchIndexError) -> SQLiteConnection {
    let copy = try SQLiteConnection(path: "", .create)
    guard let backup = unsafe sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw SearchIndexError(sqlite: unsafe sqlite3_errcode(copy.handle), "copy the index")
    }
    let copied = unsafe sqlite3_backup_step(backup, -1)
    let code = unsafe sqlite3_backup_finish(backup)
    guard copied == SQLITE_DONE, code == SQLITE_OK else {
      throw SearchIndexError(sqlite: copied == SQLITE_DONE ? code : copied, "copy the index")
    }
    return copy
  }

  /// The path as a URI: whatever is no letter or digit of ASCII is written as `%` and two digits.
  private static func immutableName(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var name = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F: name.append(byte)
      default: name += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: name, as: UTF8.self) + "?immutable=1"
  }

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
  /// Whether the file, or the folder it is in, may only be read.
  var isReadOnly: Bool {
    [SQLITE_READONLY, SQLITE_CANTOPEN].contains(Int32(truncatingIfNeeded: underlyingCode ?? 0) & 0xFF)
  }

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
