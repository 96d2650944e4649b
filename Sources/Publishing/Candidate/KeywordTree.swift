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

  /// The approved sets of a locale; `published` are those of the parent.
  static func build(
    _ sets: [KeywordSet], onto published: TreeRoot, into nodes: inout StagedNodes
  ) throws(BundleError) -> TreeRoot {
    var builder = TreeBuilder<StagedNodes>()
    for (number, key) in sets.map({ Array($0.key.utf8) }).enumerated().sorted(by: {
      $0.element.lexicographicallyPrecedes($1.element)
    }) {
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
