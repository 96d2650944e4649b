internal import Diagnostics
import Translations

/// The ledger of a new revision: what follows from its content and from the ledger of its parent.
package struct LedgerUpdate: Sendable {
  package var ledger: Ledger
  package var rows: [Head.LocaleRow]
  /// The greatest source revision of any item.
  package var sourceRevision: Int
}

extension LedgerUpdate {
  /// Computes the ledger for `content` published as `revision` on top of `parent`, and puts its nodes away.
  ///
  /// `difference` is that of the two contents; at r1 it is not looked at, since everything is new and nothing is
  /// superseded. `acceptances` are the decisions this revision uses; a retired locale is one of them.
  /// - Complexity: proportional to the change, plus one look at each record of the content map.
  package init<Nodes: NodeSink & NodeSource>(
    content: ContentState, revision: Int, on parent: Snapshot, difference: ContentDifference,
    acceptances: [Acceptance], into nodes: inout Nodes
  ) throws(BundleError) {
    var work = LedgerWork(content: content, revision: revision, parent: parent)
    ledger = parent.ledger
    try work.collectAffected(difference, nodes)
    var source = TreeProjectionSource(content, nodes: EmptyTreeSource(nodes))
    sourceRevision = try work.updateSources(of: &ledger, from: &source, into: &nodes)
    try work.updateItems(of: &ledger, from: &source, into: &nodes)
    if revision > 1 {
      for locale in difference.locales {
        try work.supersede(locale, in: &ledger, into: &nodes)
      }
    }
    try work.record(acceptances, in: &ledger, into: &nodes)
    try work.putEmptyTree(into: &nodes)
    let ledger = ledger
    rows = content.locales.map { state in
      let items = ledger[state.locale]?.items ?? .empty
      let previous = parent.head?[state.locale]
      let isSame =
        parent.content[state.locale] == state && parent.ledger[state.locale]?.items == items
        && previous != nil
      return Head.LocaleRow(
        locale: state.locale, revision: isSame ? previous!.revision : revision, keys: state.keys,
        approved: state.approved, keywords: state.keywords.count, items: items.count)
    }
  }
}

/// The steps of a ledger update and what they hand on.
private struct LedgerWork {
  let content: ContentState
  let revision: Int
  let parent: Snapshot

  /// The records to look at again, with the locales to look at; by content ID.
  private var affected: [(record: ContentRecord, locales: [LanguageTag])] = []
  private var removed: [ContentID] = []
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
    var affected: [(record: ContentRecord, locales: [LanguageTag])] = []
    if renewed.isEmpty && changed.isEmpty {
      for change in difference.records {
        if let entry = change.after { affected.append((try ContentRecord(entry), all)) }
      }
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
      let digest = try sourceFingerprint(record, &source)
      let known = try lookup.entry(Array(record.contentID.utf8)[...], in: parent.ledger.sources.address)
      if let values = try known?.values(), values.count == 2, let revision = values[0].integer,
        values[1].string == digest.hex
      {
        sourceRevisions[record.contentID] = revision
      } else {
        sourceRevisions[record.contentID] = revision
        edits.append(
          .init(
            TreeEntry(key: Array(record.contentID.utf8), .integer(revision), CanonicalJSON(digest))))
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

  private func sourceFingerprint<Nodes: NodeSource>(
    _ record: ContentRecord, _ source: inout TreeProjectionSource<Nodes>
  ) throws(BundleError) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/source/v1")
    builder.add(record.entry.payload)
    if let locale = content.sourceLocale {
      for key in [record.titleKey, record.descriptionKey].compactMap({ $0 }) {
        for form in key.projectedForms {
          let text = try source.text(form, in: locale)
          builder.add(text == nil ? 0 : 1)
          builder.add(text ?? "")
        }
      }
      for key in record.keywordKeys {
        let terms = try source.terms(key, in: locale)
        builder.add(terms.map { Fingerprint.terms($0).hex } ?? "")
      }
    }
    return builder.finish()
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

  /// Adds to the history what the changes of a locale replaced.
  func supersede<Nodes: NodeSink & NodeSource>(
    _ changes: ContentDifference.Locale, in ledger: inout Ledger, into nodes: inout Nodes
  ) throws(BundleError) {
    guard let index = ledger.locales.firstIndex(where: { $0.locale == changes.locale }) else { return }
    let root = ledger.locales[index].history
    var edits: [MerkleTree.Edit] = []
    for change in changes.keywords {
      let digest = try change.before.map { (entry) throws(BundleError) in
        Fingerprint.terms(try PublishedTerm.terms(entry))
      }
      let key = ExactString(String(decoding: change.key, as: UTF8.self))
      edits.append(try superseding(digest, ValueHistory.key(keywords: key), in: root, nodes))
    }
    for change in changes.values {
      let before = try change.before.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
      let after = try change.after.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
      // A change of state or of the source alone leaves the value where it is.
      if before == after { continue }
      edits.append(
        try superseding(before.map(Fingerprint.value), ValueHistory.key(values: change.key), in: root, nodes))
    }
    edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
    ledger.locales[index].history = try edit(root, edits, into: &nodes)
  }

  private func superseding(
    _ digest: Fingerprint?, _ key: [UInt8], in root: TreeRoot, _ nodes: some NodeSource
  ) throws(BundleError) -> MerkleTree.Edit {
    let known = try MerkleTree.entry(key, in: root.address, from: EmptyTreeSource(nodes))
    var history = try known.map { (entry) throws(BundleError) in try ValueHistory(entry) } ?? ValueHistory()
    history.supersede(digest, at: revision)
    return .init(history.entry(key))
  }

  /// Records the decisions this revision uses, and with them the locales it retires.
  func record<Nodes: NodeSink & NodeSource>(
    _ acceptances: [Acceptance], in ledger: inout Ledger, into nodes: inout Nodes
  ) throws(BundleError) {
    // A locale that is declared again is not retired any more.
    ledger.retired.removeAll { content[$0.locale] != nil }
    for acceptance in acceptances where acceptance.rule == RollbackRuleSet.localeDrop.id {
      guard let locale = acceptance.locale, content[locale] == nil else { continue }
      ledger.retired.append(.init(locale: locale, revision: revision))
    }
    ledger.retired.sort { $0.locale < $1.locale }
    let edits = acceptances.map { MerkleTree.Edit($0.entry(revision: revision)) }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    ledger.acceptances = try edit(ledger.acceptances, edits, into: &nodes)
  }

  /// Trees that hold nothing are named by the ledger, so their node must be there.
  func putEmptyTree<Nodes: NodeSink & NodeSource>(into nodes: inout Nodes) throws(BundleError) {
    _ = try nodes.put(Array("[0]".utf8))
  }

  private func edit<Nodes: NodeSink & NodeSource>(
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

  func touch(_ record: ContentRecord) -> Bool {
    record.titleKey.projectedForms.contains(where: values.contains)
      || (record.descriptionKey?.projectedForms.contains(where: values.contains) ?? false)
      || record.keywordKeys.contains { keywords.contains(ExactString($0)) }
  }
}
