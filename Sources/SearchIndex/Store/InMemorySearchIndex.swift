public import TextAnalysis

/// An index that is gone with the process: for previews, tests, and as the plain statement of what an index does.
public actor InMemorySearchIndex: SearchIndexStore {
  private var active: [ItemIdentity: Document] = [:]
  private var building: [ItemIdentity: Document] = [:]
  private var stamp: IndexStamp?
  private var indexedAt: Int?
  private var epoch = 0
  private var pending: PendingPlan?
  private var purges: [PurgeRequest] = []
  private var purgeMark = 0

  private struct Document {
    var item: SearchableItem
    var indexedAt: Int
  }

  /// An index without documents, stamp or plan.
  public init() {}

  public func contents() throws(SearchIndexError) -> IndexContents {
    IndexContents(
      stamp: stamp, indexedAt: indexedAt, epoch: epoch, pending: pending, items: active.count,
      purges: purges, purgeMark: purgeMark)
  }

  public func begin(_ plan: PendingPlan) throws(SearchIndexError) -> Int {
    if !(plan.isBuilding && plan.continues(pending)) { building = [:] }
    pending = plan
    epoch += 1
    return epoch
  }

  public func commit(_ batch: IndexBatch) throws(SearchIndexError) -> IndexBatch.Outcome {
    if let planned = batch.epoch, planned != epoch {
      throw SearchIndexError(.superseded, "another plan has taken the index over")
    }
    if !purges.isEmpty || (batch.purgeMark.map { $0 != purgeMark } ?? false) { throw .purged }
    var outcome = IndexBatch.Outcome()
    var documents = batch.generation == .active ? active : building
    for identity in batch.removals where documents.removeValue(forKey: identity) != nil {
      outcome.removed.append(identity)
    }
    for case let identity? in batch.legacyIdentifiers.map(ItemIdentity.init(uniqueIdentifier:))
    where documents.removeValue(forKey: identity) != nil {
      outcome.removed.append(identity)
    }
    for item in batch.upserts {
      let isThere = documents[item.identity]?.item.fingerprint == item.fingerprint
      if isThere, !batch.rewritesEqualItems { continue }
      documents[item.identity] = Document(item: item, indexedAt: batch.time)
      outcome.upserted.append(item.identity)
    }
    if batch.generation == .active { active = documents } else { building = documents }
    if let failures = batch.failures { pending?.failures = failures }
    if let stamp = batch.stamp {
      if batch.generation == .building {
        outcome.removed = active.keys.filter { building[$0] == nil }.sorted()
        (active, building) = (building, [:])
      }
      (self.stamp, indexedAt, pending) = (stamp, batch.time, nil)
      epoch += 1
    }
    return outcome
  }

  /// The matches among all documents.
  /// - Complexity: O(n) in the documents, each of which is looked at.
  public func search(_ query: SearchQuery, limit: Int) throws(SearchIndexError) -> [SearchHit] {
    var frequencies: [Int] = []
    if query.phrases.count > 1 {
      frequencies = query.phrases.map { phrase in
        active.values.count { document in
          document.item.analyzed.fields.contains { phrase.count(in: $0.span) > 0 }
        }
      }
    }
    let scorer = SearchScore(query, frequencies: frequencies, documents: active.count)
    var hits: [SearchHit] = []
    for document in active.values {
      let text = document.item.analyzed
      guard query.matches(text.fields.map(Array.init)) else { continue }
      let score = scorer.points(text.fields)
      let projection = document.item.projection
      hits.append(
        SearchHit(
          contentID: projection.contentID, domain: projection.domain, title: projection.title.text.string,
          score: score))
    }
    return Array(hits.sorted(by: SearchHit.precedes).prefix(limit))
  }

  public func digest() throws(SearchIndexError) -> Digest {
    var builder = IndexDigestBuilder()
    var postings: [[UInt8]: [IndexDigestBuilder.Posting]] = [:]
    for (number, identity) in active.keys.sorted().enumerated() {
      let item = active[identity]!.item
      builder.add(identity.account.utf8)
      builder.add(identity.contentID.utf8)
      builder.add(item.projection.domain.utf8)
      builder.add(item.fingerprint.bytes)
      for field in item.analyzed.fields { builder.add(field) }
      builder.add(item.projection.title.text.utf8)
      builder.endRecord()
      for (column, field) in item.analyzed.fields.enumerated() {
        for (offset, token) in field.split(separator: 0x20).enumerated() {
          postings[Array(token), default: []].append(
            .init(document: UInt32(number), column: UInt32(column), offset: UInt32(offset)))
        }
      }
    }
    for term in postings.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      builder.add(term: term, postings[term]!)
    }
    return builder.finish()
  }

  /// Finds nothing wrong: documents are searched themselves.
  public func verify() throws(SearchIndexError) {}

  /// Forgets everything, and opens a new epoch.
  public func reset() throws(SearchIndexError) {
    (active, building, stamp, indexedAt, pending, purges) = ([:], [:], nil, nil, nil, [])
    epoch += 1
  }

  public func request(_ purge: PurgeRequest) throws(SearchIndexError) {
    purges.append(purge)
    purgeMark += 1
  }

  public func purge() throws(SearchIndexError) -> [ItemIdentity] {
    let requests = purges
    func isCovered(_ document: Document) -> Bool {
      requests.contains {
        $0.covers(document.item.identity, domain: ExactString(document.item.projection.domain))
      }
    }
    if requests.contains(.everything) {
      let all = active.keys.sorted()
      try reset()
      return all
    }
    let removed = active.filter { isCovered($0.value) }.keys.sorted()
    for identity in removed { active[identity] = nil }
    building = building.filter { !isCovered($0.value) }
    stamp?.forget(requests)
    pending?.forget(requests)
    purges = []
    return removed
  }

  public func literalRecords(
    after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [SearchableRecord] {
    let items = active.values.map(\.item).filter { item in
      item.origin == .literal && (identity.map { $0 < item.identity } ?? true)
    }
    return items.sorted { $0.identity < $1.identity }.prefix(limit).map(\.record)
  }

  public func literalRecord(of identity: ItemIdentity) throws(SearchIndexError) -> SearchableRecord? {
    active[identity].flatMap { $0.item.origin == .literal ? $0.item.record : nil }
  }

  public func projectionStates(
    in generation: IndexGeneration, after identity: ItemIdentity?, limit: Int
  ) throws(SearchIndexError) -> [ProjectionState] {
    let documents = generation == .active ? active : building
    return documents.keys.filter { identity == nil || identity! < $0 }.sorted().prefix(limit).map {
      Self.state(documents[$0]!)
    }
  }

  public func projectionState(of identity: ItemIdentity) throws(SearchIndexError) -> ProjectionState? {
    active[identity].map(Self.state)
  }

  private static func state(_ document: Document) -> ProjectionState {
    let item = document.item
    return ProjectionState(
      identity: item.identity, origin: item.origin, domain: ExactString(item.projection.domain),
      fingerprint: item.fingerprint, indexedLocale: item.locale,
      translationRevision: item.translationRevision, sourceRevision: item.sourceRevision,
      indexedAt: document.indexedAt)
  }
}
