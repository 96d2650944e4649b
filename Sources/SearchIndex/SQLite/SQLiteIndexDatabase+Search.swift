internal import TextAnalysis

extension SQLiteIndexDatabase {
  /// More matches than this are not all ranked: scoring every document that holds a frequent word takes
  /// a hundred times as long as finding them.
  private static let rankedMatches = 2_000

  func search(_ query: SearchQuery, limit: Int) throws(SearchIndexError) -> [SearchHit] {
    guard limit > 0, let generation = try generation(.active) else { return [] }
    let match = query.match
    var row = SQLiteRow(match)
    row.append(Self.rankedMatches + 1)
    var matches = 0
    try connection.prepare(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM \(generation.postings) WHERE \(generation.postings) MATCH ?1 LIMIT ?2)
      """
    ).forEachRow(binding: row) { row in
      matches = row.integer(0)
      return false
    }
    if matches == 0 { return [] }
    if matches <= Self.rankedMatches {
      return Array(try ranked(match, in: generation).prefix(limit))
    }
    // Matches in titles first: where there are too many of all, those are what somebody means.
    var hits = try ranked("{title} : (\(match))", in: generation)
    if hits.count < limit {
      let known = Set(hits.map(\.contentID))
      hits += try ranked(match, in: generation).filter { !known.contains($0.contentID) }
      hits.sort(by: SearchHit.precedes)
    }
    return Array(hits.prefix(limit))
  }

  /// The first matches in row order, as many as may be ranked, the best first.
  private func ranked(
    _ match: String, in generation: SQLiteGeneration
  ) throws(SearchIndexError) -> [SearchHit] {
    let postings = generation.postings
    var row = SQLiteRow(match)
    row.append(Self.rankedMatches)
    var hits: [SearchHit] = []
    try connection.prepare(
      """
      SELECT document.contentID, document.domain, document.displayTitle, found.score FROM (
        SELECT rowid AS id, bm25(\(postings), 10.0, 5.0, 1.0) AS score FROM \(postings)
        WHERE \(postings) MATCH ?1 LIMIT ?2) AS found
      JOIN \(generation.documents) AS document ON document.id = found.id
      """
    ).forEachRow(binding: row) { (row) throws(SearchIndexError) in
      guard let contentID = ContentID(row.text(0)) else {
        throw SearchIndexError(.damaged, "a document's content ID is not valid")
      }
      // SQLite's score is lower for better, and a word that most documents have weighs a millionth.
      let score = Int((-row.double(3) * 1_000_000_000).rounded())
      hits.append(
        SearchHit(contentID: contentID, domain: row.text(1), title: row.text(2), score: max(score, 0)))
      return true
    }
    return hits.sorted(by: SearchHit.precedes)
  }
}
