public import TextAnalysis

/// The index in one SQLite file: documents, what finds them (FTS5), stamp and plan, all in the same transactions.
///
/// A task at a time; other processes wait at most five seconds. The file is made by the first write, so that looking
/// at an index that is not there leaves nothing behind.
public actor SQLiteSearchIndex: SearchIndexStore {
  /// The file of the database; `-wal` and `-shm` behind it name its journal.
  public nonisolated let path: String
  private let files: any FileSystem
  private var opened: SQLiteIndexDatabase?

  /// The index in a file, which is neither opened nor made before it is used.
  public init(path: String, files: any FileSystem = LocalFileSystem()) {
    self.path = path
    self.files = files
  }

  /// What is known of the index as a whole; nothing if there is no file.
  public func contents() throws(SearchIndexError) -> IndexContents {
    try database()?.contents() ?? IndexContents()
  }

  public func begin(_ plan: PendingPlan) throws(SearchIndexError) -> Int {
    try madeDatabase().begin(plan)
  }

  /// Commits a batch in one transaction. The last one of a rebuild also empties the journal, unless a reader is at it,
  /// so that nothing of the old documents is left there.
  public func commit(_ batch: IndexBatch) throws(SearchIndexError) -> IndexBatch.Outcome {
    let database = try madeDatabase()
    let outcome = try database.commit(batch)
    // What was dropped is not to lie about in the journal.
    if batch.generation == .building, batch.stamp != nil { try database.checkpoint() }
    return outcome
  }

  /// The matches; none if there is no file.
  public func search(_ query: SearchQuery, limit: Int) throws(SearchIndexError) -> [SearchHit] {
    try database()?.search(query, limit: limit) ?? []
  }

  /// The digest of all documents; that of an empty index if there is no file.
  public func digest() throws(SearchIndexError) -> Digest {
    try database()?.digest() ?? IndexDigestBuilder().finish()
  }

  public func verify() throws(SearchIndexError) { try database()?.verify() }

  public func request(_ purge: PurgeRequest) throws(SearchIndexError) {
    try madeDatabase().request(purge)
  }

  /// Erases what was requested to be forgotten; to forget everything the file is deleted.
  public func purge() throws(SearchIndexError) -> [ItemIdentity] {
    guard let database = try database() else { return [] }
    guard try database.purges().contains(.everything) else { return try database.purge() }
    var all: [ItemIdentity] = []
    while case let page = try database.states(.active, after: all.last, limit: 2_000), !page.isEmpty {
      all += page.map(\.identity)
    }
    try reset()
    return all
  }

  public func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [SearchableRecord] {
    try database()?.literalRecords(after: identity, limit: limit) ?? []
  }

  public func literalRecord(of identity: ItemIdentity) throws(SearchIndexError) -> SearchableRecord? {
    try database()?.literalRecord(of: identity)
  }

  public func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [ProjectionState] {
    try database()?.states(generation, after: identity, limit: limit) ?? []
  }

  public func projectionState(of identity: ItemIdentity) throws(SearchIndexError) -> ProjectionState? {
    try database()?.state(of: identity)
  }

  /// Closes the file. The next call opens it again.
  public func close() { opened = nil }

  /// Deletes the file and its journal.
  /// - Throws: `SearchIndexError` with `.unsupported` if it is somebody else's file.
  public func reset() throws(SearchIndexError) {
    opened = nil
    guard try isOurs() else { return }
    // The journal first: a file without its journal is an older index, a journal without its file would be nothing.
    for suffix in ["-wal", "-shm", ""] {
      do { try files.remove(path + suffix) } catch {
        if !error.isMissing { throw SearchIndexError(.inputOutput, error.description) }
      }
    }
  }

  // MARK: - Opening

  /// The database, or `nil` if there is no file.
  private func database() throws(SearchIndexError) -> SQLiteIndexDatabase? {
    if let opened { return opened }
    guard try isOurs() else { return nil }
    return try open()
  }

  private func madeDatabase() throws(SearchIndexError) -> SQLiteIndexDatabase {
    if let database = try database() { return database }
    do { try files.createDirectory(folder(of: path)) } catch {
      throw SearchIndexError(.inputOutput, error.description, underlyingCode: Int(error.code))
    }
    return try open()
  }

  private func open() throws(SearchIndexError) -> SQLiteIndexDatabase {
    let database: SQLiteIndexDatabase
    do {
      database = try SQLiteIndexDatabase(SQLiteConnection(path: path, .create))
    } catch {
      // A file that may only be read: the journal that every reader joins cannot be made.
      guard error.isReadOnly else { throw error }
      guard (try? files.status(path + "-wal").size) ?? 0 == 0 else {
        throw SearchIndexError(
          .inputOutput,
          "\(path) was left with a journal that only someone who may write the file can finish; look at it once "
            + "where it may be written, or index into another file", underlyingCode: error.underlyingCode)
      }
      database = try SQLiteIndexDatabase(SQLiteConnection(path: path, .immutable), isReadOnly: true)
    }
    opened = database
    return database
  }

  /// Looks at the head of the file, before SQLite does: it may be damaged beyond being opened, and only a file
  /// that says it is an index may be thrown away for that.
  /// - Returns: whether there is a file that is not empty.
  private func isOurs() throws(SearchIndexError) -> Bool {
    let size: Int
    do { size = try files.status(path).size } catch {
      if error.isMissing { return false }
      throw SearchIndexError(.inputOutput, error.description, underlyingCode: Int(error.code))
    }
    if size == 0 { return false }
    let header = try? files.read(path, at: 0, count: 72)
    let identifier = header?[68...].reduce(0) { $0 << 8 | Int($1) }
    guard header?.starts(with: Array("SQLite format 3\0".utf8)) == true,
      identifier == SQLiteIndexDatabase.applicationID
    else {
      throw SearchIndexError(.unsupported, "\(path) is not a search index; name another file or remove it")
    }
    return true
  }
}
