/// Finds the name that was probably meant.
package enum Suggestion {
  /// The nearest candidate: one that the word abbreviates, or one within a third of its length in single edits.
  /// Candidates at the same distance are taken in their order.
  /// - Complexity: O(candidates × length²).
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let scalars = Array(word.unicodeScalars)
    guard scalars.count <= 64 else { return nil }
    let abbreviated = candidates.filter { $0 != word && $0.hasPrefix(word) }
    if scalars.count > 1, abbreviated.count == 1 { return abbreviated[0] }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != word {
      let other = Array(candidate.unicodeScalars)
      let limit = max(1, max(scalars.count, other.count) / 3)
      let distance = distance(scalars, other)
      // One edit turns any single character into any other, which says nothing.
      if distance <= limit, distance < min(scalars.count, other.count), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
