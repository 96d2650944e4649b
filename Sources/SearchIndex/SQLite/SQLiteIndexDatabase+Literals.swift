/// Records whose text only the app had: kept with their documents, so that they can be analysed again.
extension SQLiteIndexDatabase {
  func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [SearchableRecord] {
    try records(
      where: "(account, contentID) > (?1, ?2)", identity?.account.string ?? "",
      identity?.contentID.description ?? "", limit)
  }

  func literalRecord(of identity: ItemIdentity) throws(SearchIndexError) -> SearchableRecord? {
    try records(
      where: "(account, contentID) = (?1, ?2)", identity.account.string, identity.contentID.description, 1
    ).first
  }

  private func records(
    where condition: String, _ account: String, _ contentID: String, _ limit: Int
  ) throws(SearchIndexError) -> [SearchableRecord] {
    guard let generation = try generation(.active) else { return [] }
    var row = SQLiteRow(account, contentID)
    row.append(limit)
    row.append(SearchableItem.Origin.literal.rawValue)
    var records: [SearchableRecord] = []
    try connection.prepare(
      """
      SELECT account, contentID, record FROM \(generation.documents)
      WHERE \(condition) AND origin = ?4 ORDER BY account, contentID LIMIT ?3
      """
    ).forEachRow(binding: row) { (row) throws(SearchIndexError) in
      guard let identity = row.identity(), let json = try? CanonicalJSON(canonical: row.bytes(2)),
        let record = SearchableRecord(identity, json)
      else { throw SearchIndexError(.damaged, "a record of the app has another form") }
      records.append(record)
      return true
    }
    return records
  }
}
