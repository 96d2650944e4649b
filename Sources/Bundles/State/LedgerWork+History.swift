internal import Diagnostics
import Translations

extension LedgerWork {
  /// Adds to the history what the changes of a locale replaced; a value that moved takes its history along.
  func supersede<Nodes: NodeSink & NodeSource>(
    _ changes: ContentDifference.Locale, in ledger: inout Ledger, into nodes: inout Nodes
  ) throws(BundleError) {
    guard let index = ledger.locales.firstIndex(where: { $0.locale == changes.locale }) else { return }
    let root = ledger.locales[index].history
    let history = LocaleHistory(root, EmptyTreeSource(nodes))
    var edits: [MerkleTree.Edit] = []
    for change in changes.keywords {
      let key = ExactString(String(decoding: change.key, as: UTF8.self))
      edits += try history.superseding(
        try change.before?.terms, at: ValueHistory.key(keywords: key), by: revision, from: nil)
    }
    let origins = Dictionary(
      uniqueKeysWithValues: try MoveFinder.moves(in: changes.values).map { ($0.to, $0.from) })
    for (key, entry, successor) in changes.values {
      let before = try entry.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
      let after = try successor.map { (entry) throws(BundleError) in try PublishedValue(entry).message }
      // A change of state or of the source alone leaves the value where it is.
      if before == after { continue }
      edits += try history.superseding(
        before.map(Fingerprint.value), at: ValueHistory.key(values: key), by: revision,
        from: origins[key].map(ValueHistory.key(values:)))
    }
    edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
    ledger.locales[index].history = try edit(root, edits, into: &nodes)
  }

  /// Withdraws what a rollback replaces, and lifts the withdrawal of what is published again.
  func withdraw<Nodes: NodeSink & NodeSource>(
    _ difference: ContentDifference, isRollback: Bool, in ledger: inout Ledger, into nodes: inout Nodes
  ) throws(BundleError) {
    let known = ledger.withdrawn
    guard isRollback || known.count > 0 else { return }
    var withdrawn: [[UInt8]: TreeEntry?] = [:]
    for locale in difference.locales {
      if known.count > 0 {
        try moveWithdrawals(locale, of: known, to: &withdrawn, nodes)
      }
      for (place, before, after) in try locale.digests() where before != after {
        if isRollback, let before {
          let value = WithdrawnValue(place: place, locale: locale.locale, digest: before)
          withdrawn[value.key] = value.entry(revision: revision)
        }
        if known.count > 0, let after {
          let key = WithdrawnValue(place: place, locale: locale.locale, digest: after).key
          withdrawn[key] = .some(nil)
        }
      }
    }
    let edits = withdrawn.map { MerkleTree.Edit(key: $0.key, payload: $0.value?.payload) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    ledger.withdrawn = try edit(known, edits, into: &nodes)
  }

  /// What was withdrawn from a key is withdrawn from the key its value moved to.
  private func moveWithdrawals(
    _ locale: ContentDifference.Locale, of known: TreeRoot, to withdrawn: inout [[UInt8]: TreeEntry?],
    _ nodes: some NodeSource
  ) throws(BundleError) {
    let moves = try MoveFinder.moves(in: locale.values).map { move in
      (
        from: WithdrawnValue.prefix(ValueHistory.key(values: move.from), in: locale.locale),
        to: WithdrawnValue.prefix(ValueHistory.key(values: move.to), in: locale.locale)
      )
    }
    if moves.isEmpty { return }
    try MerkleTree.forEach(in: known.address, from: EmptyTreeSource(nodes)) { (entry) throws(BundleError) in
      for move in moves where entry.key.starts(with: move.from) {
        let digest = entry.key.dropFirst(move.from.count)
        // The rest is the digest alone, or this is a longer key that begins alike.
        guard !digest.contains(0) else { continue }
        let key = move.to + digest
        withdrawn[key] = TreeEntry(key: key, payload: entry.payload)
      }
    }
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
}

extension ContentDifference.Locale {
  /// Each changed value and keyword set by its place in the history, with its digest before and after.
  func digests() throws(BundleError) -> [(place: [UInt8], before: Fingerprint?, after: Fingerprint?)] {
    var digests: [(place: [UInt8], before: Fingerprint?, after: Fingerprint?)] = []
    for (key, before, after) in values {
      digests.append((ValueHistory.key(values: key), try before?.value, try after?.value))
    }
    for change in keywords {
      let key = ExactString(String(decoding: change.key, as: UTF8.self))
      digests.append((ValueHistory.key(keywords: key), try change.before?.terms, try change.after?.terms))
    }
    return digests
  }
}

extension TreeEntry {
  /// The digest of the text of a value's entry.
  var value: Fingerprint { get throws(BundleError) { .value(try PublishedValue(self).message) } }

  /// The digest of the terms of a keyword set's entry.
  var terms: Fingerprint { get throws(BundleError) { .terms(try PublishedTerm.terms(self)) } }
}
