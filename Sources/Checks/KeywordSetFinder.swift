import Translations

/// Finds sets by their keys among those of another locale.
///
/// The files of two locales mostly have the same sets in the same order, so the place after the last one is tried first.
struct KeywordSetFinder {
  private let sets: [KeywordSet]
  private var next = 0
  /// Made when a set was not where it was expected.
  private var places: [ExactString: Int]?

  init(_ sets: [KeywordSet]) { self.sets = sets }

  /// The place of the set with a key; of several the first.
  mutating func index(of key: ExactString) -> Int? {
    if next < sets.count, sets[next].key == key {
      next += 1
      return next - 1
    }
    if sets.isEmpty { return nil }
    let places = self.places ?? Dictionary(zip(sets.lazy.map(\.key), sets.indices)) { first, _ in first }
    self.places = places
    guard let found = places[key] else { return nil }
    next = found + 1
    return found
  }
}
