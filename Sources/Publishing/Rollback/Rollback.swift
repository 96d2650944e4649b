package import Bundles

/// A wanted rollback: the next revision, whose content is in a scope that of an older one.
package struct Rollback {
  package var candidate: Candidate
  /// What the working files have to change.
  package var restoration: Restoration
  package var restores: Head.Restored
  /// Whether the head is this rollback already, so that only the working files and the lock may be left to do.
  package var isDone: Bool

  /// - Throws: `BundleError` with `.unknownSelector` for a revision that is not older than the head, or a locale
  ///   that one of the two does not have.
  package init(
    _ scope: RestoreScope, to revision: Int, in store: StoreReader
  ) throws(BundleError) {
    let parent = try store.snapshot()
    guard let head = parent.head, revision >= 1, revision < head.revision else {
      throw BundleError(
        .unknownSelector, "expected a revision before the head r\(parent.revision), got r\(revision)")
    }
    let target = try store.snapshot(revision: revision)
    if let locale = scope.locale {
      for state in [parent, target] where state.content[locale] == nil {
        throw BundleError(.unknownSelector, "r\(state.revision) has no locale '\(locale)'")
      }
    }
    var nodes = StagedNodes(over: store)
    let wanted = try Restoration(scope, from: parent.content, to: target.content, nodes: nodes)
    let content = try wanted.applied(to: parent.content, into: &nodes)
    restores = Head.Restored(revision: revision, content: target.content.address)
    candidate = try Candidate(content, parent: parent, nodes: nodes)
    isDone = candidate.isUnchanged && head.kind == .rollback && head.restores == restores
    if isDone, let link = head.parent {
      let before = try Snapshot(store.head(link), from: store)
      restoration = try Restoration(scope, from: before.content, to: parent.content, nodes: nodes)
    } else {
      restoration = wanted
    }
  }
}
