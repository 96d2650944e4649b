import Translations

/// The approved terms of the keyword keys that the records of a content map name, taken from a state in one walk
/// through each tree of keywords.
///
/// First every key is added, then each locale is read, then sets are looked up by number.
struct ProjectedTerms {
  /// One term of a set; terms with the same text have the same number.
  struct Term {
    var text: Int
    var kind: KeywordTerm.Kind
    var isLoanword: Bool
  }

  private var keys = ByteTable()
  private var texts = ByteTable()
  private var terms: [Term] = []
  /// For each locale the terms of each key; a key without a set has a negative start.
  private var sets: [[Range<Int>]] = []

  /// How many texts there are.
  var textCount: Int { texts.count }

  /// How many keyword keys there are.
  var keyCount: Int { keys.count }

  /// Adds a keyword key that will be looked up, and gives its number.
  mutating func add(_ key: String) -> Int {
    let spelling = NodeEntries.spelling(of: Array(key.utf8)[...])
    return unsafe spelling.withUnsafeBufferPointer { unsafe keys.insert($0) }
  }

  /// Reads the sets of the next locale.
  /// - Complexity: one look at each set.
  mutating func read(_ locale: ContentState.Locale, _ nodes: some NodeSource) throws(BundleError) {
    var sets = Array(repeating: -1 ..< -1, count: keys.count)
    if locale.keywords.count > 0, keys.count > 0 {
      var escaped: [(key: Int, terms: [PublishedTerm])] = []
      try MerkleTree.forEachLeaf(in: locale.keywords.address, from: nodes) { (leaf) throws(BundleError) in
        var others: [(index: Int, key: Int)] = []
        unsafe leaf.forEachSpelling { index, key, rest in
          guard let number = unsafe keys.number(of: key) else { return }
          let start = terms.count
          if unsafe addPlain(rest) {
            sets[number] = start..<terms.count
          } else {
            terms.removeSubrange(start...)
            others.append((index, number))
          }
        }
        for (index, key) in others { escaped.append((key, try PublishedTerm.terms(leaf.entry(at: index)))) }
      }
      for set in escaped {
        let start = terms.count
        for term in set.terms { add(term) }
        sets[set.key] = start..<terms.count
      }
    }
    self.sets.append(sets)
  }

  private mutating func add(_ term: PublishedTerm) {
    var text = term.text.string
    let number = text.withUTF8 { unsafe texts.insert($0) }
    terms.append(Term(text: number, kind: term.kind, isLoanword: term.isLoanword))
  }

  /// Adds the terms of a set as it is written; `false` if it has escapes or another form.
  private mutating func addPlain(_ rest: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = unsafe PlainJSONScanner(rest)
    guard unsafe scanner.skip(",[") else { return false }
    if unsafe scanner.skip("]") { return unsafe scanner.isAtEnd }
    repeat {
      guard unsafe scanner.skip("["), let text = unsafe scanner.string(), unsafe scanner.skip(",") else {
        return false
      }
      let kind: KeywordTerm.Kind
      if unsafe scanner.skip("\"alternative\",") {
        kind = .alternative
      } else if unsafe scanner.skip("\"hidden\",") {
        kind = .hidden
      } else {
        return false
      }
      let isLoanword = unsafe scanner.skip("true]")
      guard unsafe isLoanword || scanner.skip("false]") else { return false }
      terms.append(Term(text: unsafe texts.insert(text), kind: kind, isLoanword: isLoanword))
    } while unsafe scanner.skip(",")
    return unsafe scanner.skip("]") && scanner.isAtEnd
  }

  /// The terms of a key's set in a locale, given by its place in the order they were read; `nil` if there is no set.
  func terms(_ key: Int, in locale: Int) -> ArraySlice<Term>? {
    let set = sets[locale][key]
    return set.lowerBound < 0 ? nil : terms[set]
  }

  /// Adds a term's text and kind to a fingerprint.
  func add(_ term: Term, to fields: inout FingerprintFields) {
    unsafe texts.withBytes(of: term.text) { unsafe fields.add($0) }
    switch term.kind {
    case .alternative: fields.add("alternative" as StaticString)
    case .hidden: fields.add("hidden" as StaticString)
    }
  }

  /// The digest of a set, `Fingerprint.terms`.
  func digest(_ set: ArraySlice<Term>, _ fields: inout FingerprintFields) -> Fingerprint {
    fields.begin("assets/terms/v1")
    fields.add(set.count)
    for term in set {
      add(term, to: &fields)
      fields.add(term.isLoanword ? 1 : 0)
    }
    return fields.finish()
  }
}
