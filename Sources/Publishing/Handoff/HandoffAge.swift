import Bundles

/// Whether the changes that a hand-off brings to a locale are, as a whole, those of an older revision.
package struct HandoffAge: Hashable, Sendable {
  /// The older revision.
  package var revision: Int { older.revision }
  /// How many of the changed units equal it.
  package var equal: Int { older.count }
  package var changed: Int
  private var older: OlderState

  /// - Parameter items: those of all files of one locale.
  /// - Returns: `nil` unless at least five texts changed and four in five of them equal one older revision.
  package init?(_ items: some Sequence<HandoffItem>) {
    let returns = items.filter(\.isChangeOfText).map(\.returns)
    guard let older = OlderState(returns) else { return nil }
    self.older = older
    changed = returns.count
  }

  /// Whether a unit is one of those that equal it.
  package func holds(_ item: HandoffItem) -> Bool { item.isChangeOfText && older.equals(item.returns) }
}
