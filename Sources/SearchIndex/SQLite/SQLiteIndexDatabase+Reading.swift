internal import TextAnalysis

extension SQLiteIndexDatabase {
  func states(
    _ which: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [ProjectionState] {
    guard let generation = try generation(which) else { return [] }
    var row = SQLiteRow(identity?.account.string ?? "", identity?.contentID.description ?? "")
    row.append(limit)
    var states: [ProjectionState] = []
    try connection.prepare(
      """
      SELECT account, contentID, origin, domain, fingerprint, locale, translationRevision, sourceRevision,
        indexedAt
      FROM \(generation.documents) WHERE (account, contentID) > (?1, ?2)
      ORDER BY account, contentID LIMIT ?3
      """
    ).forEachRow(binding: row) { (statement) throws(SearchIndexError) in
      states.append(try statement.state())
      return true
    }
    return states
  }

  func state(of identity: ItemIdentity) throws(SearchIndexError) -> ProjectionState? {
    guard let generation = try generation(.active) else { return nil }
    var state: ProjectionState?
    try connection.prepare(
      """
      SELECT account, contentID, origin, domain, fingerprint, locale, translationRevision, sourceRevision,
        indexedAt
      FROM \(generation.documents) WHERE account = ?1 AND contentID = ?2
      """
    ).forEachRow(binding: SQLiteRow(identity.account.string, identity.contentID.description)) {
      (statement) throws(SearchIndexError) in
      state = try statement.state()
      return false
    }
    return state
  }

  func digest() throws(SearchIndexError) -> Digest {
    var builder = IndexDigestBuilder()
    guard let generation = try generation(.active) else { return builder.finish() }
    var numbers: [Int: UInt32] = [:]
    try connection.prepare(
      """
      SELECT id, account, contentID, domain, fingerprint, title, keywords, description, displayTitle
      FROM \(generation.documents) ORDER BY account, contentID
      """
    ).forEachRow { row in
      numbers[row.integer(0)] = UInt32(numbers.count)
      for column in 1...8 { unsafe row.withBytes(Int32(column)) { unsafe builder.add($0) } }
      builder.endRecord()
      return true
    }
    try addPostings(of: generation, numbers, to: &builder)
    return builder.finish()
  }

  private func addPostings(
    of generation: SQLiteGeneration, _ numbers: [Int: UInt32], to builder: inout IndexDigestBuilder
  ) throws(SearchIndexError) {
    // A term's occurrences come together, the terms in byte order.
    var term: [UInt8] = []
    var postings: [IndexDigestBuilder.Posting] = []
    func endTerm() {
      if !postings.isEmpty { builder.add(term: term, postings.sorted()) }
      postings.removeAll(keepingCapacity: true)
    }
    try connection.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms_\(generation.number)
      USING fts5vocab(main, \(generation.postings), instance)
      """)
    try connection.prepare("SELECT term, doc, col, \"offset\" FROM temp.terms_\(generation.number)")
      .forEachRow {
        (row) throws(SearchIndexError) in
        if !row.equals(0, term) {
          endTerm()
          term = row.bytes(0)
        }
        guard let document = numbers[row.integer(1)] else {
          throw SearchIndexError(.damaged, "the index finds a document that is not there")
        }
        let column: UInt32 =
          row.equals(2, Array("title".utf8)) ? 0 : row.equals(2, Array("keywords".utf8)) ? 1 : 2
        postings.append(.init(document: document, column: column, offset: UInt32(row.integer(3))))
        return true
      }
    endTerm()
    try connection.execute("DROP TABLE temp.terms_\(generation.number)")
  }

  /// Has SQLite look at its pages, and FTS5 compare its postings with the text of the documents.
  func verify() throws(SearchIndexError) {
    // FTS5 is asked by an insertion, which a file that may only be read refuses: a copy of it is asked.
    if connection.isReadOnly { return try SQLiteIndexDatabase(connection.temporaryCopy()).verify() }
    var isOK = false
    try connection.prepare("PRAGMA integrity_check(1)").forEachRow { row in
      isOK = row.equals(0, Array("ok".utf8))
      return false
    }
    guard isOK else { throw SearchIndexError(.damaged, "the database fails its integrity check") }
    guard let generation = try generation(.active) else { return }
    let name = generation.postings
    // Rank 1 has it read the documents; without, dangling postings go unseen.
    try connection.execute("INSERT INTO \(name)(\(name), rank) VALUES('integrity-check', 1)")
  }
}

extension SQLiteStatement {
  fileprivate func state() throws(SearchIndexError) -> ProjectionState {
    let digits = unsafe withBytes(4) { bytes in
      var digits: [UInt8] = []
      for index in 0..<bytes.count {
        let byte = unsafe bytes[index]
        digits.append(Self.hexadecimal[Int(byte >> 4)])
        digits.append(Self.hexadecimal[Int(byte & 15)])
      }
      return digits
    }
    guard let identity = identity(), let origin = SearchableItem.Origin(rawValue: integer(2)),
      let fingerprint = Fingerprint(hex: String(decoding: digits, as: UTF8.self)),
      let locale = LanguageTag(text(5))
    else { throw SearchIndexError(.damaged, "a document's state has another form") }
    return ProjectionState(
      identity: identity, origin: origin, domain: ExactString(text(3)), fingerprint: fingerprint,
      indexedLocale: locale, translationRevision: integer(6), sourceRevision: integer(7),
      indexedAt: integer(8))
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}
