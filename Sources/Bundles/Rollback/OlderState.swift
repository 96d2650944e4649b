/// The older revision that the changes of a locale, as a whole, go back to.
package struct OlderState: Hashable, Sendable {
  /// The fewest changes that say anything as a whole.
  static let fewest = 5

  /// The latest revision that most of the changes equal.
  package let revision: Int
  /// How many of the changes equal it.
  package let count: Int

  /// - Parameter returns: for each change, the spans in which its place already had what it has now.
  /// - Returns: `nil` unless at least five changes, and four in five, equal one revision.
  package init?(_ returns: [[ValueHistory.Span]]) {
    guard returns.count >= Self.fewest else { return nil }
    var steps: [Int: Int] = [:]
    for span in returns.joined() {
      steps[span.from, default: 0] += 1
      steps[span.until, default: 0] -= 1
    }
    var running = 0
    var best = (count: 0, revision: 0)
    let borders = steps.keys.sorted()
    for (index, revision) in borders.enumerated() {
      running += steps[revision]!
      // The latest revision at which so many agree: the one before the next border.
      if running > 0, running >= best.count { best = (running, borders[index + 1] - 1) }
    }
    guard best.count >= Self.fewest, best.count * 5 >= returns.count * 4 else { return nil }
    revision = best.revision
    count = best.count
  }

  /// Whether a place with these spans is one of those that equal it.
  package func equals(_ returns: [ValueHistory.Span]) -> Bool {
    returns.contains { $0.from <= revision && revision < $0.until }
  }
}
