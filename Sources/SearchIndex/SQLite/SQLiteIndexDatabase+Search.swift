internal import TextAnalysis

/// Ranking that has a bound, however many documents match.
///
/// FTS5 gives matches in row order and stops when it is told to; counting or ranking them all would read every posting
/// of each word. So at most a thousand matches are taken, and a thousand more that match in the title, and those are
/// looked up and ranked: at most 2,000 documents, whether 2,000 match or 380,000 of a million, which takes less than
/// 20 ms, with two frequent words as with one (`Benchmarks/run --stage search`). What is given up is said in
/// `Docs/Decisions/0012-ranking-without-reading-every-match.md`.
extension SQLiteIndexDatabase {
  /// More matches than this are not all ranked: a word that a third of a million documents hold would take a second.
  private static let rankedMatches = 1_000
  /// In how much more of the index than it takes to find so many matches titles are looked for.
  private static let titleReach = 10

  func search(_ query: SearchQuery, limit: Int) throws(SearchIndexError) -> [SearchHit] {
    guard limit > 0, let generation = try generation(.active) else { return [] }
    let candidates = try candidates(query, limit: limit, in: generation)
    if candidates.isEmpty { return [] }
    var frequencies: [Int] = []
    if query.phrases.count > 1 {
      for phrase in query.phrases { frequencies.append(try frequency(phrase, in: generation)) }
    }
    let documents = try items(in: generation.number)
    let score = SearchScore(query, frequencies: frequencies, documents: documents)
    return try ranked(candidates, score, limit: limit, in: generation)
  }

  /// How many documents have a phrase, counted as far as matches are ranked.
  ///
  /// The whole word first: where that alone is found as often as is counted, what begins with it need not be read.
  private func frequency(
    _ phrase: SearchQuery.Phrase, in generation: SQLiteGeneration
  ) throws(SearchIndexError) -> Int {
    var whole = phrase
    whole.isPrefix = false
    let found = try rows(SearchQuery.match(whole), below: .max, in: generation).count
    if found == Self.rankedMatches || !phrase.isPrefix { return found }
    return try rows(SearchQuery.match(phrase), below: .max, in: generation).count
  }

  /// The rows of the documents to be ranked.
  ///
  /// SQLite looks a beginning up by reading everything that any word with it has, and a whole word as far as it must.
  /// So the word itself is looked for first, and where it alone is found too often nothing else is.
  private func candidates(
    _ query: SearchQuery, limit: Int, in generation: SQLiteGeneration
  ) throws(SearchIndexError) -> Set<Int> {
    let most = max(limit, Self.rankedMatches)
    var exact = query.exact.match
    var found = try rows(exact, below: .max, in: generation, most: most + 1)
    if found.count <= most, exact != query.match {
      exact = query.match
      found = try rows(exact, below: .max, in: generation, most: most + 1)
    }
    guard found.count > most, let last = found.last else { return Set(found) }
    // Matches in titles, too: where there are too many of all, those are what somebody means.
    let reach = last.multipliedReportingOverflow(by: Self.titleReach)
    let titles = try rows(
      "{title} : (\(exact))", below: reach.overflow ? .max : reach.partialValue, in: generation, most: most)
    return Set(found).union(titles)
  }

  /// The first rows that match, in their order.
  private func rows(
    _ match: String, below last: Int, in generation: SQLiteGeneration, most: Int = rankedMatches
  ) throws(SearchIndexError) -> [Int] {
    var row = SQLiteRow(match)
    row.append(last)
    row.append(most)
    var rows: [Int] = []
    try connection.prepare(
      """
      SELECT rowid FROM \(generation.postings)
      WHERE \(generation.postings) MATCH ?1 AND rowid <= ?2 ORDER BY rowid LIMIT ?3
      """
    ).forEachRow(binding: row) { row in
      rows.append(row.integer(0))
      return true
    }
    return rows
  }

  /// The best of some documents.
  private func ranked(
    _ candidates: Set<Int>, _ score: SearchScore, limit: Int, in generation: SQLiteGeneration
  ) throws(SearchIndexError) -> [SearchHit] {
    let text = try connection.prepare(
      "SELECT title, keywords, description, contentID, domain FROM \(generation.documents) WHERE id = ?1")
    var scored: [(id: Int, hit: SearchHit)] = []
    for id in candidates.sorted() {
      var row = SQLiteRow()
      row.append(id)
      try text.forEachRow(binding: row) { (row) throws(SearchIndexError) in
        guard let contentID = ContentID(row.text(3)) else {
          throw SearchIndexError(.damaged, "a document's content ID is not valid")
        }
        var points = 0
        for field in 0..<3 {
          points += unsafe row.withBytes(Int32(field)) { bytes in
            unsafe score.points(Span(_unsafeElements: bytes), field: field)
          }
        }
        scored.append((id, SearchHit(contentID: contentID, domain: row.text(4), title: "", score: points)))
        return false
      }
    }
    scored.sort { SearchHit.precedes($0.hit, $1.hit) }
    let title = try connection.prepare("SELECT displayTitle FROM \(generation.documents) WHERE id = ?1")
    var hits: [SearchHit] = []
    for (id, hit) in scored.prefix(limit) {
      var hit = hit
      var row = SQLiteRow()
      row.append(id)
      try title.forEachRow(binding: row) { row in
        hit.title = row.text(0)
        return false
      }
      hits.append(hit)
    }
    return hits
  }
}
