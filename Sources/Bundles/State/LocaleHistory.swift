/// What stood at the keys of a locale before, as the tree of its history says it.
///
/// A key's own entry holds the newest spans; the older ones are found by what stood there, or by the key as a whole.
package struct LocaleHistory<Nodes: NodeSource> {
  private let root: TreeRoot
  private let nodes: Nodes

  /// - Parameter ledger: the locale's share of a ledger; `nil` for a locale that was never declared.
  package init(_ ledger: Ledger.Locale?, _ nodes: Nodes) { self.init(ledger?.history ?? .empty, nodes) }

  init(_ root: TreeRoot, _ nodes: Nodes) {
    self.root = root
    self.nodes = nodes
  }

  /// The newest spans of a place, as `ValueHistory.key` names it.
  /// - Complexity: one node a level.
  package func newest(_ place: [UInt8]) throws(BundleError) -> ValueHistory {
    guard root.count > 0, let entry = try MerkleTree.entry(place, in: root.address, from: nodes) else {
      return ValueHistory()
    }
    return try ValueHistory(entry)
  }

  /// All spans of a place.
  /// - Complexity: one node a level, and those that hold older spans of the place.
  func all(_ place: [UInt8]) throws(BundleError) -> ValueHistory {
    var history = try newest(place)
    guard history.mayHaveOlder else { return history }
    var spans: [ValueHistory.Span] = []
    var inherited: [ValueHistory.Span] = []
    try forEachOlder(OlderSpan.prefix(OlderSpan.place(place))) { older in
      if older.lists.contains(.spans) { spans.append(older.span) }
      if older.lists.contains(.inherited) { inherited.append(older.span) }
    }
    history.spans = spans.sorted() + history.spans
    history.inherited = inherited.sorted() + history.inherited
    return history
  }

  /// The spans in which a place, or one whose values moved there, had a value, in order; `nil` stands for absence at
  /// the place itself.
  /// - Complexity: one node a level, and those that hold older spans of the value.
  package func spans(
    of digest: Fingerprint?, at place: [UInt8]
  ) throws(BundleError) -> [ValueHistory.Span] {
    let newest = try newest(place)
    let known = newest.spans(of: digest)
    guard newest.mayHaveOlder else { return known }
    var spans: [ValueHistory.Span] = []
    try forEachOlder(OlderSpan.prefix(OlderSpan.place(place), digest)) { older in
      spans += Array(repeating: older.span, count: older.lists == [.spans, .inherited] ? 2 : 1)
    }
    return spans.isEmpty ? known : (spans + known).sorted()
  }

  /// Some of these spans, the last of them included; none if there are none.
  /// - Complexity: one node a level.
  func someSpans(
    of digest: Fingerprint?, at place: [UInt8]
  ) throws(BundleError) -> (spans: [ValueHistory.Span], isComplete: Bool) {
    let newest = try newest(place)
    let known = newest.spans(of: digest)
    guard newest.mayHaveOlder else { return (known, true) }
    let prefix = OlderSpan.prefix(OlderSpan.place(place), digest)
    // A colon stands behind all digits.
    guard
      let entry = try MerkleTree.last(
        in: root.address, atOrBefore: prefix + [UInt8(ascii: ":")], from: nodes),
      entry.key.starts(with: prefix)
    else { return (known, true) }
    return ((known + [try OlderSpan(entry).span]).sorted(), false)
  }

  /// The last of the spans in which a place, or one whose values moved there, had a value.
  /// - Complexity: one node a level.
  package func last(_ digest: Fingerprint?, at place: [UInt8]) throws(BundleError) -> ValueHistory.Span? {
    try someSpans(of: digest, at: place).spans.last
  }

  /// Whether a place had no value at a revision; `nil` if what stood there then stands there still.
  /// - Complexity: one node a level.
  func wasAbsent(_ place: [UInt8], at revision: Int) throws(BundleError) -> Bool? {
    let newest = try newest(place)
    if let span = newest.value(at: revision) { return span.digest == nil }
    guard newest.mayHaveOlder, let first = newest.spans.first, revision < first.from else { return nil }
    // Of the absences that ended later, the first one is the only one that may have begun by then.
    let prefix = OlderSpan.prefix(OlderSpan.place(place), nil)
    var wasAbsent = false
    try MerkleTree.forEach(
      in: root.address, atOrBehind: prefix + OlderSpan.digits(revision + 1), from: nodes
    ) { (entry) throws(BundleError) in
      wasAbsent = entry.key.starts(with: prefix) ? try OlderSpan(entry).span.from <= revision : false
      return false
    }
    return wasAbsent
  }

  private func forEachOlder(
    _ prefix: [UInt8], _ body: (OlderSpan) throws(BundleError) -> Void
  ) throws(BundleError) {
    try MerkleTree.forEach(
      in: root.address, atOrBehind: prefix, from: nodes
    ) { (entry) throws(BundleError) in
      guard entry.key.starts(with: prefix) else { return false }
      try body(try OlderSpan(entry))
      return true
    }
  }

  // MARK: - Going on

  /// The edits of the tree by which a value is replaced at a place.
  ///
  /// - Parameters:
  ///   - digest: what is replaced; `nil` is absence.
  ///   - origin: the place that the value moved here from.
  /// - Complexity: one node a level for what is replaced; for a move, those that hold spans of both places.
  func superseding(
    _ digest: Fingerprint?, at place: [UInt8], by revision: Int, from origin: [UInt8]?
  ) throws(BundleError) -> [MerkleTree.Edit] {
    var newest = try newest(place)
    newest.supersede(digest, at: revision)
    if let origin { newest.inherit(try all(origin), known: try all(place).inherited) }
    let name = OlderSpan.place(place)
    let older = try newest.dropOldest().map { (span, lists) throws(BundleError) in
      var older = OlderSpan(place: name, span: span, lists: lists)
      if let entry = try MerkleTree.entry(older.key, in: root.address, from: nodes) {
        older.lists.formUnion(try OlderSpan(entry).lists)
      }
      return MerkleTree.Edit(older.entry)
    }
    return [.init(newest.entry(place))] + older
  }
}
