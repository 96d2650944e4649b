/// The database of an index: what is known of it as a whole, and its generations.
///
/// `state` holds one row a fact, among them the plan that was begun and not
/// finished; `purge` what has to be forgotten. Tables come in pairs, one pair a
/// generation, so that a new index is built beside the old one and dropping a pair is all it takes to forget it.
final class SQLiteIndexDatabase {
  /// `ASSI`.
  static let applicationID = 0x4153_5349
  static let version = 2

  let connection: SQLiteConnection
  private let setState: SQLiteStatement
  private let getState: SQLiteStatement
  private var generations: [Int: SQLiteGeneration] = [:]

  enum Key: String {
    /// Number of the active generation; 0 for none.
    case active
    /// Number of the generation that is being built; 0 for none.
    case building
    case epoch
    case stamp
    case indexedAt
    case plan
    /// How many purges were requested, ever.
    case purges
  }

  /// - Parameter isReadOnly: whether the file must be taken as it is.
  init(_ connection: SQLiteConnection, isReadOnly: Bool = false) throws(SearchIndexError) {
    self.connection = connection
    try Self.checkFile(connection, isReadOnly: isReadOnly)
    if !isReadOnly {
      try connection.execute(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
        PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192;
        """)
    }
    setState = try connection.prepare("INSERT OR REPLACE INTO state(key, value) VALUES(?1, ?2)")
    getState = try connection.prepare("SELECT value FROM state WHERE key = ?1")
  }

  private static func checkFile(
    _ connection: SQLiteConnection, isReadOnly: Bool
  ) throws(SearchIndexError) {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    // The marks are set while the file still has its first journal mode, so that they are in the file itself.
    if !isReadOnly, application == 0, try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 {
      try connection.transaction { () throws(SearchIndexError) in
        try connection.execute(
          """
          PRAGMA application_id = \(applicationID); PRAGMA user_version = \(Self.version);
          CREATE TABLE IF NOT EXISTS state(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
          CREATE TABLE IF NOT EXISTS purge(
            id INTEGER PRIMARY KEY, request TEXT NOT NULL, isRemoved INTEGER NOT NULL DEFAULT 0);
          """)
      }
    } else if application != applicationID {
      throw SearchIndexError(.unsupported, "the file is a database of another program")
    } else if version > Self.version {
      throw SearchIndexError(
        .unsupported, "the index has version \(version), and this program reads \(Self.version)")
    } else if version < Self.version {
      throw SearchIndexError(.damaged, "the index has version \(version), expected \(Self.version)")
    }
  }

  // MARK: - Facts

  func integer(_ key: Key) throws(SearchIndexError) -> Int { try integer(key.rawValue) }

  private func integer(_ key: String) throws(SearchIndexError) -> Int {
    var result = 0
    try getState.forEachRow(binding: SQLiteRow(key)) { row in
      result = row.integer(0)
      return false
    }
    return result
  }

  func set(_ key: Key, _ value: Int) throws(SearchIndexError) { try set(key.rawValue, value) }

  private func set(_ key: String, _ value: Int) throws(SearchIndexError) {
    var row = SQLiteRow(key)
    row.append(value)
    try setState.run(row)
  }

  /// The canonical JSON under a key; `nil` if there is none or it is damaged.
  func json(_ key: Key) throws(SearchIndexError) -> CanonicalJSON? {
    var bytes: [UInt8]?
    try getState.forEachRow(binding: SQLiteRow(key.rawValue)) { row in
      bytes = row.isNull(0) ? nil : row.bytes(0)
      return false
    }
    return bytes.flatMap { try? CanonicalJSON(canonical: $0) }
  }

  func set(_ key: Key, _ value: CanonicalJSON?) throws(SearchIndexError) {
    var row = SQLiteRow(key.rawValue)
    if let value { row.append(text: value.bytes) } else { row.append(nil as Int?) }
    try setState.run(row)
  }

  func contents() throws(SearchIndexError) -> IndexContents {
    let active = try integer(.active)
    let stamp = active == 0 ? nil : try json(.stamp).flatMap(IndexStamp.init)
    return IndexContents(
      stamp: stamp, indexedAt: stamp == nil ? nil : try integer(.indexedAt), epoch: try integer(.epoch),
      pending: try pendingPlan(), items: active == 0 ? 0 : try items(in: active), purges: try purges(),
      purgeMark: try integer(.purges))
  }

  func pendingPlan() throws(SearchIndexError) -> PendingPlan? { try json(.plan).flatMap(PendingPlan.init) }

  // MARK: - Generations

  /// The tables of a generation; `nil` if there is none.
  func generation(_ which: IndexGeneration) throws(SearchIndexError) -> SQLiteGeneration? {
    let number = try integer(which == .active ? .active : .building)
    if number == 0 { return nil }
    if let known = generations[number] { return known }
    let generation = try SQLiteGeneration(number, in: connection)
    generations[number] = generation
    return generation
  }

  func items(in generation: Int) throws(SearchIndexError) -> Int {
    try integer("items.\(generation)")
  }

  func setItems(_ count: Int, in generation: Int) throws(SearchIndexError) {
    try set("items.\(generation)", count)
  }

  @discardableResult
  func create(_ which: IndexGeneration) throws(SearchIndexError) -> Int {
    let number = max(try integer(.active), try integer(.building)) + 1
    try SQLiteGeneration.create(number, in: connection)
    try setItems(0, in: number)
    try set(which == .active ? .active : .building, number)
    return number
  }

  func drop(_ number: Int) throws(SearchIndexError) {
    if number == 0 { return }
    // A statement that is still known would keep the table.
    generations[number] = nil
    try SQLiteGeneration.drop(number, in: connection)
    try connection.prepare("DELETE FROM state WHERE key = ?1").run(SQLiteRow("items.\(number)"))
  }

  // MARK: - Plans and batches

  func begin(_ plan: PendingPlan) throws(SearchIndexError) -> Int {
    try connection.transaction { () throws(SearchIndexError) in
      let known = try pendingPlan()
      let building = try integer(.building)
      if !plan.isBuilding || !plan.continues(known) || building == 0 {
        try drop(building)
        try set(.building, 0)
        if plan.isBuilding { try create(.building) }
      }
      let epoch = try integer(.epoch) + 1
      try set(.epoch, epoch)
      try set(.plan, plan.json)
      return epoch
    }
  }

  func commit(_ batch: IndexBatch) throws(SearchIndexError) -> IndexBatch.Outcome {
    try connection.transaction { () throws(SearchIndexError) in
      let epoch = try integer(.epoch)
      if let planned = batch.epoch, planned != epoch {
        throw SearchIndexError(.superseded, "another plan has taken the index over")
      }
      try checkKnowsPurges(batch)
      var outcome = try write(batch)
      if let failures = batch.failures, var plan = try pendingPlan() {
        plan.failures = failures
        try set(.plan, plan.json)
      }
      if let stamp = batch.stamp {
        if batch.generation == .building { outcome.removed = try activateBuilding() }
        try set(.stamp, stamp.json)
        try set(.indexedAt, batch.time)
        try set(.plan, nil)
        try set(.epoch, epoch + 1)
      }
      return outcome
    }
  }

  private func write(_ batch: IndexBatch) throws(SearchIndexError) -> IndexBatch.Outcome {
    var outcome = IndexBatch.Outcome()
    if batch.isEmpty { return outcome }
    if batch.generation == .active, try integer(.active) == 0 {
      if batch.upserts.isEmpty { return outcome }
      try create(.active)
    }
    guard let generation = try generation(batch.generation) else {
      throw SearchIndexError(.superseded, "the generation that was being built is gone")
    }
    var count = try items(in: generation.number)
    for identity in batch.removals where try generation.remove(identity) {
      outcome.removed.append(identity)
      count -= 1
    }
    for case let identity? in batch.legacyIdentifiers.map(ItemIdentity.init(uniqueIdentifier:))
    where try generation.remove(identity) {
      outcome.removed.append(identity)
      count -= 1
    }
    if !batch.upserts.isEmpty { try generation.prepareToUpsert() }
    // A span lends its elements: the items are large, and a loop over an array would copy each.
    let items = batch.upserts.span
    outcome.upserted.reserveCapacity(items.count)
    for index in items.indices {
      let change = try generation.upsert(
        items[index], at: batch.time, rewritesEqual: batch.rewritesEqualItems)
      if change == .equal { continue }
      if change == .inserted { count += 1 }
      outcome.upserted.append(items[index].identity)
    }
    try setItems(count, in: generation.number)
    return outcome
  }

  /// Puts the generation that was being built in the place of the active one, which is dropped.
  /// - Returns: what was in the old one and is not in the new one.
  private func activateBuilding() throws(SearchIndexError) -> [ItemIdentity] {
    let (old, new) = (try integer(.active), try integer(.building))
    guard new != 0 else { throw SearchIndexError(.superseded, "the generation that was being built is gone") }
    var removed: [ItemIdentity] = []
    if old != 0 {
      try connection.prepare(
        """
        SELECT account, contentID FROM document_\(old) AS old WHERE NOT EXISTS (
          SELECT 1 FROM document_\(new) AS new
          WHERE new.account = old.account AND new.contentID = old.contentID)
        ORDER BY account, contentID
        """
      ).forEachRow { row in
        if let identity = row.identity() { removed.append(identity) }
        return true
      }
      try drop(old)
    }
    try set(.active, new)
    try set(.building, 0)
    return removed
  }

  /// Moves what was written last into the main file and empties the journal.
  /// - Returns: whether no other process stood in the way.
  @discardableResult
  func checkpoint() throws(SearchIndexError) -> Bool {
    // The first column says whether it was blocked.
    try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }
}
