import Translations

/// The steps of a ledger update and what they hand on.
struct LedgerWork {
  let content: ContentState
  let revision: Int
  let parent: Snapshot

  /// The records to look at again, with the locales to look at; by content ID.
  private var affected: [(record: ContentRecord, locales: [LanguageTag])] = []
  private var removed: [ContentID] = []
  /// Records that differ themselves.
  private var changedRecords: Set<[UInt8]> = []
  /// Whether the source locale has all that it had.
  private var isSourceSame = false
  /// The source revision of each affected record.
  private var sourceRevisions: [ContentID: Int] = [:]

  init(content: ContentState, revision: Int, parent: Snapshot) {
    self.content = content
    self.revision = revision
    self.parent = parent
  }

  /// Locales whose projections may differ for every record.
  private var renewedLocales: [LanguageTag] {
    let isRenewed = parent.content.minimumState != content.minimumState
    return content.locales.filter { state in
      guard !isRenewed, let before = parent.content[state.locale] else { return true }
      return before.chain != state.chain || before.keywordChain != state.keywordChain
    }.map(\.locale)
  }

  /// Finds the records that read something that changed. A superset is fine here: equal projections are left alone
  /// later.
  mutating func collectAffected(
    _ difference: ContentDifference, _ nodes: some NodeSource
  ) throws(BundleError) {
    let renewed = renewedLocales
    let all = content.locales.map(\.locale)
    let changed = ChangedKeys(difference)
    let records = Set(difference.records.map(\.key))
    changedRecords = records
    isSourceSame =
      parent.revision > 0 && renewed.isEmpty && content.sourceLocale == parent.content.sourceLocale
      && !difference.locales.contains { $0.locale == content.sourceLocale }
    var affected: [(record: ContentRecord, locales: [LanguageTag])] = []
    if renewed.isEmpty && changed.isEmpty {
      for change in difference.records {
        if let entry = change.after { affected.append((try ContentRecord(entry), all)) }
      }
    } else if renewed.isEmpty && parent.revision > 0 {
      for change in difference.records {
        if let entry = change.after { affected.append((try ContentRecord(entry), all)) }
      }
      // A projection reads the locales of its chains and no others.
      let differing = Set(difference.locales.map(\.locale))
      let reading = content.locales.filter { state in
        ([state.locale] + state.chain + state.keywordChain).contains(where: differing.contains)
      }.map(\.locale)
      try changed.filter.forEachRecord(
        in: content.content.address, from: EmptyTreeSource(nodes)
      ) { (record) throws(BundleError) in
        if changed.touch(record), !records.contains(Array(record.contentID.utf8)) {
          affected.append((record, reading))
        }
      }
      affected.sort { $0.record.contentID < $1.record.contentID }
    } else {
      let isFirst = parent.revision == 0
      try MerkleTree.forEach(
        in: content.content.address, from: EmptyTreeSource(nodes)
      ) { (entry) throws(BundleError) in
        let record = try ContentRecord(entry)
        if isFirst || records.contains(entry.key) || changed.touch(record) {
          affected.append((record, all))
        } else if !renewed.isEmpty {
          affected.append((record, renewed))
        }
      }
    }
    self.affected = affected
    removed = difference.records.filter { $0.after == nil }.compactMap {
      ContentID(String(decoding: $0.key, as: UTF8.self))
    }
  }

  /// Renews the source revision of each affected record whose source side changed.
  mutating func updateSources<Nodes: NodeSink & NodeSource>(
    of ledger: inout Ledger, from source: inout TreeProjectionSource<EmptyTreeSource<Nodes>>,
    into nodes: inout Nodes
  ) throws(BundleError) -> Int {
    var lookup = TreeLookup(EmptyTreeSource(nodes))
    var edits: [MerkleTree.Edit] = []
    for (record, _) in affected {
      let key = Array(record.contentID.utf8)
      let known = try lookup.entry(key[...], in: parent.ledger.sources.address).map {
        (entry) throws(BundleError) in try SourceRecord(entry)
      }
      if let known, isSourceSame, !changedRecords.contains(key) {
        sourceRevisions[record.contentID] = known.revision
        continue
      }
      let digest = try content.sourceDigest(of: record, &source)
      if let known, known.digest == digest {
        sourceRevisions[record.contentID] = known.revision
      } else {
        sourceRevisions[record.contentID] = revision
        let side = SourceRecord(revision: revision, digest: digest, record: .record(record), after: known)
        edits.append(.init(side.entry(record.contentID)))
      }
    }
    let isRenewed = !edits.isEmpty
    edits += removed.map { MerkleTree.Edit(key: Array($0.utf8), payload: nil) }
    edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
    ledger.sources = try edit(parent.ledger.sources, edits, into: &nodes)
    if isRenewed { return revision }
    if removed.isEmpty { return parent.head?.sourceRevision ?? 0 }
    var greatest = 0
    try MerkleTree.forEach(
      in: ledger.sources.address, from: EmptyTreeSource(nodes)
    ) { (entry) throws(BundleError) in
      greatest = max(greatest, try entry.values().first?.integer ?? 0)
    }
    return greatest
  }

  /// Writes the rows whose projection changed.
  mutating func updateItems<Nodes: NodeSink & NodeSource>(
    of ledger: inout Ledger, from source: inout TreeProjectionSource<EmptyTreeSource<Nodes>>,
    into nodes: inout Nodes
  ) throws(BundleError) {
    var lookup = TreeLookup(EmptyTreeSource(nodes))
    var locales: [Ledger.Locale] = []
    for state in content.locales {
      let before = parent.ledger[state.locale] ?? .init(locale: state.locale, items: .empty, history: .empty)
      let isNew = before.items.count == 0
      var edits = removed.map { MerkleTree.Edit(key: Array($0.utf8), payload: nil) }
      for (record, locales) in affected where locales.contains(state.locale) {
        let key = Array(record.contentID.utf8)
        let old = isNew ? nil : try lookup.entry(key[...], in: before.items.address)
        let projection = try source.projection(of: record, in: state.locale)
        if let projection {
          let fingerprint = projection.fingerprint
          if try old.map({ (entry) throws(BundleError) in try LedgerRow(entry).projection }) == fingerprint {
            continue
          }
          let row = projection.row(
            fingerprint: fingerprint, revision: revision,
            sourceRevision: sourceRevisions[record.contentID] ?? revision)
          edits.append(.init(row.entry(record.contentID)))
        } else if old != nil {
          edits.append(.init(key: key, payload: nil))
        }
      }
      edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
      locales.append(
        .init(
          locale: state.locale, items: try edit(before.items, edits, into: &nodes), history: before.history))
    }
    for gone in parent.ledger.locales where content[gone.locale] == nil {
      locales.append(.init(locale: gone.locale, items: .empty, history: gone.history))
    }
    ledger.locales = locales.sorted { $0.locale < $1.locale }
  }

  func edit<Nodes: NodeSink & NodeSource>(
    _ root: TreeRoot, _ edits: [MerkleTree.Edit], into nodes: inout Nodes
  ) throws(BundleError) -> TreeRoot {
    if root == .empty { try putEmptyTree(into: &nodes) }
    return try MerkleTree.edit(root, edits, into: &nodes)
  }
}

/// The keys that changed in any locale.
private struct ChangedKeys {
  private var values: Set<MessageKey> = []
  private var keywords: Set<ExactString> = []

  init(_ difference: ContentDifference) {
    for locale in difference.locales {
      values.formUnion(locale.values.map(\.key))
      keywords.formUnion(locale.keywords.map { ExactString(String(decoding: $0.key, as: UTF8.self)) })
    }
  }

  var isEmpty: Bool { values.isEmpty && keywords.isEmpty }

  /// Passes every record that `touch` is true of.
  var filter: RecordFilter { RecordFilter(values: values, keywords: keywords) }

  func touch(_ record: ContentRecord) -> Bool {
    record.titleKey.projectedForms.contains(where: values.contains)
      || (record.descriptionKey?.projectedForms.contains(where: values.contains) ?? false)
      || record.keywordKeys.contains { keywords.contains(ExactString($0)) }
  }
}
