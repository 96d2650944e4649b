internal import Diagnostics
import Translations

/// The ledger of a new revision: what follows from its content and from the ledger of its parent.
package struct LedgerUpdate: Sendable {
  package var ledger: Ledger
  package var rows: [Head.LocaleRow]
  /// The greatest source revision of any item.
  package var sourceRevision: Int
  /// What the manifest from the parent lists, if it fell out on the way.
  private var known: [ManifestEntry]?

  /// What the manifest from the parent lists: the difference of both ledgers.
  package func entries(
    from parent: Ledger, _ nodes: some NodeSource
  ) throws(BundleError) -> [ManifestEntry] {
    if let known { return known }
    return try ChangeManifest.entries(from: parent, to: ledger, nodes: nodes)
  }
}

extension LedgerUpdate {
  /// Computes the ledger for `content` published as `revision` on top of `parent`, and puts its nodes away.
  ///
  /// `difference` is that of the two contents; at r1 it is not looked at, since everything is new and nothing is
  /// superseded. `acceptances` are the decisions this revision uses; a retired locale is one of them. A revision of
  /// the kind `rollback` withdraws what it replaces.
  /// - Complexity: proportional to the change, plus one look at each record of the content map.
  package init<Nodes: NodeSink & NodeSource>(
    content: ContentState, kind: Head.Kind, revision: Int, on parent: Snapshot, difference: ContentDifference,
    acceptances: [Acceptance], into nodes: inout Nodes
  ) throws(BundleError) {
    var work = LedgerWork(content: content, revision: revision, parent: parent)
    ledger = parent.ledger
    if parent.revision == 0, !content.locales.isEmpty {
      var first = try FirstLedger(content, revision: revision, EmptyTreeSource(nodes))
      sourceRevision = try first.build(&ledger, into: &nodes)
      known = first.entries
    } else {
      try work.collectAffected(difference, nodes)
      var source = TreeProjectionSource(content, nodes: EmptyTreeSource(nodes))
      sourceRevision = try work.updateSources(of: &ledger, from: &source, into: &nodes)
      try work.updateItems(of: &ledger, from: &source, into: &nodes)
    }
    if revision > 1 {
      for locale in difference.locales {
        try work.supersede(locale, in: &ledger, into: &nodes)
      }
      try work.withdraw(difference, isRollback: kind == .rollback, in: &ledger, into: &nodes)
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
