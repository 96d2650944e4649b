import Translations

/// What the keyword rules know of one folded spelling: what it is, and where terms have it.
struct TermSpelling {
  /// Bytes of the spelling.
  let count: Int
  let isStopWord: Bool
  let isNote: Bool

  /// The first set that has it, and the first of that set's terms.
  private(set) var firstSet = -1
  private(set) var firstTerm = -1
  /// The last set so far that has it, and the first of that set's terms.
  private var lastSet = -1
  private var lastTerm = -1
  /// How many sets have it.
  private(set) var setCount = 0

  init(count: Int, isStopWord: Bool, isNote: Bool) {
    self.count = count
    self.isStopWord = isStopWord
    self.isNote = isNote
  }

  /// Whether nothing of the term can be searched.
  var isEmpty: Bool { count == 0 }

  /// The first term of a set that is spelled so; sets are asked about in the order in which terms are noted.
  func firstTerm(inSet set: Int) -> Int? { lastSet == set ? lastTerm : nil }

  /// Notes a term of a set which none of its earlier terms is spelled like.
  /// - Parameters:
  ///   - set: the set's place in `sets`.
  ///   - sets: all sets of the locale; several with one key count as one.
  mutating func note(term: Int, of set: Int, in sets: [KeywordSet]) {
    if setCount == 0 {
      firstSet = set
      firstTerm = term
    }
    if setCount == 0 || sets[lastSet].key != sets[set].key { setCount += 1 }
    lastSet = set
    lastTerm = term
  }
}
