/// One set of documents in the database: the table that holds them and the full-text table that finds them.
///
/// The full-text table holds no text of its own (external content): what it is told to forget must be exactly what it
/// was told to hold, so the document keeps the analysed text, and this type is the only one that writes either.
final class SQLiteGeneration {
  let number: Int
  let connection: SQLiteConnection
  private let findDocument: SQLiteStatement
  private let insertDocument: SQLiteStatement
  private let updateDocument: SQLiteStatement
  private let deleteDocument: SQLiteStatement
  private let insertPostings: SQLiteStatement
  private let deletePostings: SQLiteStatement

  /// The row being written and the row being replaced; kept for their buffers.
  private var row = SQLiteRow()
  private var old = SQLiteRow()
  private var provenance = ProvenanceText()
  /// Known within one transaction: the last identity and row number there are.
  private var last: ItemIdentity?
  private var lastID = 0

  var documents: String { "document_\(number)" }
  var postings: String { "search_\(number)" }

  /// The columns of a document in the order in which they are bound; the first four are those of the postings.
  private static let columns = [
    "id", "title", "keywords", "description", "account", "contentID", "domain", "origin", "fingerprint",
    "locale", "translationRevision", "sourceRevision", "indexedAt", "provenance", "displayTitle", "record",
  ]
  private static let textColumns = 0..<4
  /// What a document keeps as long as it is there: naming them in an update would have their index written again.
  private static let fixedColumns = ["id", "account", "contentID"]

  static func create(_ number: Int, in connection: SQLiteConnection) throws(SearchIndexError) {
    try connection.execute(
      """
      CREATE TABLE document_\(number)(
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, keywords TEXT NOT NULL, description TEXT NOT NULL,
        account TEXT NOT NULL, contentID TEXT NOT NULL, domain TEXT NOT NULL, origin INTEGER NOT NULL,
        fingerprint BLOB NOT NULL, locale TEXT NOT NULL, translationRevision INTEGER NOT NULL,
        sourceRevision INTEGER NOT NULL, indexedAt INTEGER NOT NULL, provenance TEXT NOT NULL,
        displayTitle TEXT NOT NULL, record TEXT, UNIQUE(account, contentID));
      CREATE VIRTUAL TABLE search_\(number) USING fts5(
        title, keywords, description, content='document_\(number)', content_rowid='id', tokenize='ascii',
        detail=full);
      """)
  }

  static func drop(_ number: Int, in connection: SQLiteConnection) throws(SearchIndexError) {
    try connection.execute(
      "DROP TABLE IF EXISTS search_\(number); DROP TABLE IF EXISTS document_\(number);")
  }

  init(_ number: Int, in connection: SQLiteConnection) throws(SearchIndexError) {
    self.number = number
    self.connection = connection
    let documents = "document_\(number)"
    let postings = "search_\(number)"
    let names = Self.columns.joined(separator: ", ")
    let places = Self.columns.map { _ in "?" }.joined(separator: ", ")
    let assignments = Self.columns.enumerated().filter { !Self.fixedColumns.contains($1) }
      .map { "\($1) = ?\($0 + 1)" }
    findDocument = try connection.prepare(
      """
      SELECT id, title, keywords, description, fingerprint FROM \(documents)
      WHERE account = ?1 AND contentID = ?2
      """)
    insertDocument = try connection.prepare("INSERT INTO \(documents)(\(names)) VALUES(\(places))")
    updateDocument = try connection.prepare(
      "UPDATE \(documents) SET \(assignments.joined(separator: ", ")) WHERE id = ?1")
    deleteDocument = try connection.prepare("DELETE FROM \(documents) WHERE id = ?1")
    insertPostings = try connection.prepare(
      "INSERT INTO \(postings)(rowid, title, keywords, description) VALUES(?1, ?2, ?3, ?4)")
    deletePostings = try connection.prepare(
      """
      INSERT INTO \(postings)(\(postings), rowid, title, keywords, description)
      VALUES('delete', ?1, ?2, ?3, ?4)
      """)
  }

  /// Learns where the table ends; to be called in each transaction that upserts.
  func prepareToUpsert() throws(SearchIndexError) {
    last = nil
    let statement = try connection.prepare(
      "SELECT account, contentID FROM \(documents) ORDER BY account DESC, contentID DESC LIMIT 1")
    try statement.forEachRow { row in
      self.last = row.identity()
      return false
    }
    lastID = try connection.integer("SELECT max(id) FROM \(documents)")
  }

  enum Upsert {
    case inserted
    case updated
    case equal
  }

  func upsert(_ item: SearchableItem, at time: Int, rewritesEqual: Bool) throws(SearchIndexError) -> Upsert {
    // Items mostly come in order, and nothing can be found beyond the last one.
    let isBeyond = last.map { $0 < item.identity } ?? true
    var found: (id: Int, isEqual: Bool)?
    if !isBeyond { found = try find(item.identity, comparing: item.fingerprint) }
    if let found, found.isEqual, !rewritesEqual { return .equal }
    fill(item, id: found?.id ?? lastID + 1, time: time)
    if found != nil {
      try deletePostings.run(old, Self.textColumns)
      try updateDocument.run(row)
    } else {
      lastID += 1
      if isBeyond { last = item.identity }
      try insertDocument.run(row)
    }
    try insertPostings.run(row, Self.textColumns)
    return found == nil ? .inserted : .updated
  }

  /// - Returns: whether there was such a document.
  func remove(_ identity: ItemIdentity) throws(SearchIndexError) -> Bool {
    guard try find(identity, comparing: nil) != nil else { return false }
    try deletePostings.run(old, Self.textColumns)
    try deleteDocument.run(old, 0..<1)
    return true
  }

  /// Looks a document up and keeps its number and analysed text in `old`.
  private func find(
    _ identity: ItemIdentity, comparing fingerprint: Fingerprint?
  ) throws(SearchIndexError) -> (id: Int, isEqual: Bool)? {
    var result: (id: Int, isEqual: Bool)?
    old.removeAll()
    row.removeAll()
    row.append(identity.account.string)
    row.append(identity.contentID.description)
    try findDocument.forEachRow(binding: row) { statement in
      let id = statement.integer(0)
      self.old.append(id)
      for column in 1...3 { statement.copy(Int32(column), to: &self.old) }
      result = (id, fingerprint.map { statement.equals(4, $0.bytes) } ?? false)
      return false
    }
    return result
  }

  private func fill(_ item: SearchableItem, id: Int, time: Int) {
    row.removeAll()
    row.append(id)
    row.append(text: item.analyzed.title)
    row.append(text: item.analyzed.keywords)
    row.append(text: item.analyzed.description)
    row.append(item.identity.account.string)
    row.append(item.identity.contentID.description)
    row.append(item.projection.domain)
    row.append(item.origin.rawValue)
    row.append(blob: item.fingerprint.bytes)
    row.append(item.locale.description)
    row.append(item.translationRevision)
    row.append(item.sourceRevision)
    row.append(time)
    row.append(text: provenance.bytes(of: item.projection))
    row.append(item.projection.title.text.string)
    if item.origin == .literal { row.append(text: item.record.json.bytes) } else { row.append(nil as Int?) }
  }
}

extension SQLiteStatement {
  /// Reads an identity from the first two columns; `nil` if they do not hold one.
  func identity() -> ItemIdentity? {
    guard let contentID = ContentID(text(1)) else { return nil }
    return ItemIdentity(account: ExactString(text(0)), contentID: contentID)
  }
}
