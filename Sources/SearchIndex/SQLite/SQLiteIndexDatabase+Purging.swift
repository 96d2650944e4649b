/// Forgetting: first no search finds it, then no byte of the file holds it.
extension SQLiteIndexDatabase {
  private static let batchSize = 500

  func purges() throws(SearchIndexError) -> [PurgeRequest] { try purges(where: "1") }

  private func purges(where condition: String) throws(SearchIndexError) -> [PurgeRequest] {
    var requests: [PurgeRequest] = []
    try connection.prepare("SELECT request FROM purge WHERE \(condition) ORDER BY id").forEachRow {
      (row) throws(SearchIndexError) in
      guard let json = try? CanonicalJSON(canonical: row.bytes(0)), let request = PurgeRequest(json) else {
        throw SearchIndexError(.damaged, "a requested purge has another form")
      }
      requests.append(request)
      return true
    }
    return requests
  }

  func request(_ purge: PurgeRequest) throws(SearchIndexError) {
    // The log may lose its last transactions when the power fails, which is harmless for all but this.
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.transaction { () throws(SearchIndexError) in
      var row = SQLiteRow()
      row.append(text: purge.json.bytes)
      try connection.prepare("INSERT INTO purge(request) VALUES(?1)").run(row)
      try set(.purges, try integer(.purges) + 1)
    }
    try connection.execute("PRAGMA synchronous = NORMAL")
  }

  /// Refuses a batch that may hold what was to be forgotten.
  func checkKnowsPurges(_ batch: IndexBatch) throws(SearchIndexError) {
    if let mark = batch.purgeMark, mark != (try integer(.purges)) { throw .purged }
    if try connection.integer("SELECT EXISTS(SELECT 1 FROM purge WHERE isRemoved = 0)") != 0 { throw .purged }
  }

  func purge() throws(SearchIndexError) -> [ItemIdentity] {
    var removed: [ItemIdentity] = []
    if try purges().isEmpty { return removed }
    try connection.execute("PRAGMA synchronous = FULL")
    while let batch = try removeNext() { removed += batch }
    try erase()
    guard try checkpoint() else {
      throw SearchIndexError(
        .busy, "another process reads the index; what was purged is not found and still to be erased")
    }
    try connection.execute("DELETE FROM purge WHERE isRemoved = 1")
    // Names of accounts and items may stand in what was just deleted; the next checkpoint would do as well.
    try checkpoint()
    try connection.execute("PRAGMA synchronous = NORMAL")
    return removed.sorted()
  }

  /// Removes some of what was requested to go.
  /// - Returns: `nil` once nothing of it is left and the requests are noted as carried out.
  private func removeNext() throws(SearchIndexError) -> [ItemIdentity]? {
    try connection.transaction { () throws(SearchIndexError) in
      let requests = try purges(where: "isRemoved = 0")
      if requests.isEmpty { return nil }
      if let building = try generation(.building), try find(requests, in: building, limit: 1) != [] {
        // Dropped as a whole: the run that builds it is refused, and the next one begins again.
        try drop(building.number)
        try set(.building, 0)
      }
      if let active = try generation(.active) {
        let found = try find(requests, in: active, limit: Self.batchSize)
        if !found.isEmpty {
          for identity in found { _ = try active.remove(identity) }
          try setItems(items(in: active.number) - found.count, in: active.number)
          return found
        }
      }
      try forget(requests)
      try connection.execute("UPDATE purge SET isRemoved = 1")
      return nil
    }
  }

  private func forget(_ requests: [PurgeRequest]) throws(SearchIndexError) {
    if var stamp = try json(.stamp).flatMap(IndexStamp.init) {
      stamp.forget(requests)
      try set(.stamp, stamp.json)
    }
    if var plan = try pendingPlan() {
      plan.forget(requests)
      try set(.plan, plan.json)
    }
  }

  private func find(
    _ requests: [PurgeRequest], in generation: SQLiteGeneration, limit: Int
  ) throws(SearchIndexError) -> [ItemIdentity] {
    var found: Set<ItemIdentity> = []
    for request in requests where found.count < limit {
      let (condition, rows): (String, [SQLiteRow]) =
        switch request {
        case .items(let identities):
          (
            "account = ?1 AND contentID = ?2",
            identities.map { SQLiteRow($0.account.string, $0.contentID.description) }
          )
        case .domain(let name): ("domain = ?1", [SQLiteRow(name.string)])
        case .account(let name): ("account = ?1", [SQLiteRow(name.string)])
        case .everything: ("1", [SQLiteRow()])
        }
      let statement = try connection.prepare(
        "SELECT account, contentID FROM \(generation.documents) WHERE \(condition) LIMIT \(limit)")
      for row in rows where found.count < limit {
        try statement.forEachRow(binding: row) { (row) throws(SearchIndexError) in
          guard let identity = row.identity() else {
            throw SearchIndexError(.damaged, "a document's content ID is not valid")
          }
          found.insert(identity)
          return true
        }
      }
    }
    return found.sorted()
  }

  /// Copies the documents and their postings into new tables and drops the old ones, whose pages are overwritten.
  ///
  /// A deleted posting lies on in its segment until segments are merged, and a page that was split may keep a copy of
  /// what moved on; so nothing less than leaving the old pages behind erases for certain. Rows keep their numbers.
  private func erase() throws(SearchIndexError) {
    try connection.transaction { () throws(SearchIndexError) in
      let old = try integer(.active)
      if old == 0 { return }
      let count = try items(in: old)
      let new = try create(.active)
      try connection.execute(
        """
        INSERT INTO document_\(new) SELECT * FROM document_\(old) ORDER BY id;
        INSERT INTO search_\(new)(search_\(new)) VALUES('rebuild');
        """)
      try setItems(count, in: new)
      try drop(old)
    }
  }
}
