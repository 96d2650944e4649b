package import Bundles
package import Translations

/// Which keyword sets are in force, and as a tree.
package enum KeywordTree {
  /// What a set of the working files contributes.
  package enum Standing: Hashable, Sendable {
    /// Its terms.
    case inForce([PublishedTerm])
    /// Its terms, although nobody signed them.
    case unreviewed([PublishedTerm])
    /// It was edited since it was approved, or is only proposed: what was published last stays.
    case pending
    /// Nothing, and what was published goes.
    case withdrawn
  }

  package static func standing(_ set: KeywordSet) -> Standing {
    switch set.state {
    case .rejected, .retired: return .withdrawn
    case .proposed: return .pending
    case .approved:
      let terms = set.terms.map { PublishedTerm($0) }
      guard let review = set.review else { return .unreviewed(terms) }
      return review.digest == Fingerprint.terms(terms).hex ? .inForce(terms) : .pending
    }
  }

  /// Whether a set is in force although nobody signed it, about which its terms need not be asked.
  private static func isUnreviewed(_ set: KeywordSet) -> Bool { set.state == .approved && set.review == nil }

  /// The places of sets in the order of their keys.
  private static func order(of sets: [KeywordSet]) -> [Int] {
    guard let first = sets.first else { return [] }
    // Keys mostly differ in the eight bytes behind what all of them begin with.
    var shared = first.key.utf8.count
    for set in sets { shared = min(shared, set.key.utf8.commonPrefix(with: first.key.utf8)) }
    let places = sets.enumerated().map { (word: $1.key.utf8.word(from: shared), index: $0) }
    return places.sorted { a, b in
      if a.word != b.word { return a.word < b.word }
      let (x, y) = (sets[a.index].key, sets[b.index].key)
      return x == y ? a.index < b.index : x < y
    }.map(\.index)
  }

  /// The approved sets of a locale; `published` are those of the parent.
  static func build(
    _ sets: [KeywordSet], onto published: TreeRoot, into nodes: inout StagedNodes
  ) throws(BundleError) -> TreeRoot {
    var builder = TreeBuilder<StagedNodes>()
    for number in order(of: sets) {
      let key = Array(sets[number].key.utf8)
      if isUnreviewed(sets[number]) {
        try builder.append(key[...], into: &nodes) { writer in
          writer.comma()
          PublishedTerm.write(sets[number].terms, to: &writer)
        }
        continue
      }
      switch standing(sets[number]) {
      case .inForce(let terms), .unreviewed(let terms):
        try builder.append(key[...], into: &nodes) { writer in
          writer.comma()
          PublishedTerm.write(terms, to: &writer)
        }
      case .pending:
        if published.count > 0,
          let entry = try MerkleTree.entry(key, in: published.address, from: nodes)
        {
          try builder.append(entry, into: &nodes)
        }
      case .withdrawn: continue
      }
    }
    return try builder.finish(into: &nodes)
  }
}

extension String.UTF8View {
  /// How many bytes are the same from the start.
  fileprivate func commonPrefix(with other: String.UTF8View) -> Int {
    var count = 0
    for (a, b) in zip(self, other) {
      if a != b { break }
      count += 1
    }
    return count
  }

  /// Eight bytes from a place on as a number that is ordered as they are; zeros where there are no more.
  fileprivate func word(from start: Int) -> UInt64 {
    var word: UInt64 = 0
    var taken = 0
    for byte in dropFirst(start).prefix(8) {
      word = word << 8 | UInt64(byte)
      taken += 1
    }
    return taken == 0 ? 0 : word << UInt64(8 * (8 - taken))
  }
}

/// What a reviewer of keywords signs.
package struct KeywordReview: Sendable {
  /// Digest over the ordered (text, kind, loanword) of the terms.
  package static func digest(_ set: KeywordSet) -> String {
    Fingerprint.terms(set.terms.map { PublishedTerm($0) }).hex
  }

  /// Digest over the source locale's approved terms and the titles that use the key, in the content map's order.
  package static func source(terms: KeywordSet?, titles: [String]) -> String {
    var builder = FingerprintBuilder(domain: "assets/review-source/v1")
    if let terms, terms.state == .approved {
      builder.add(digest(terms))
    } else {
      builder.add("")
    }
    for title in titles { builder.add(title) }
    return builder.finish().hex
  }
}
