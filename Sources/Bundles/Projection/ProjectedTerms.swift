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
      try MerkleTree.forEachLeaf(in: locale.keywords.address, from: nodes) { (leaf) throws(BundleError) in
        for index in 0..<leaf.count {
          guard let number = unsafe leaf.withKeySpelling(at: index, { key in unsafe keys.number(of: key) })
          else { continue }
          let start = terms.count
          if !addPlain(leaf.payload(at: index)) {
            terms.removeSubrange(start...)
            for term in try PublishedTerm.terms(leaf.entry(at: index)) { add(term) }
          }
          sets[number] = start..<terms.count
        }
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
  private mutating func addPlain(_ payload: ArraySlice<UInt8>) -> Bool {
    unsafe payload.withUnsafeBufferPointer { bytes in
      var scanner = unsafe Scanner(bytes: bytes)
      guard unsafe scanner.skip("[") else { return false }
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
  }

  /// The terms of a key's set in a locale, given by its place in the order they were read; `nil` if there is no set.
  func terms(_ key: Int, in locale: Int) -> ArraySlice<Term>? {
    let set = sets[locale][key]
    return set.lowerBound < 0 ? nil : terms[set]
  }

  /// Adds a term's text and kind to a fingerprint.
  func add(_ term: Term, to fields: inout FingerprintFields) {
    unsafe texts.withBytes(of: term.text) { unsafe fields.add($0) }
    fields.add(term.kind.rawValue)
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

/// Walks over JSON whose form is known.
@unsafe private struct Scanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  var isAtEnd: Bool { unsafe position == bytes.count }

  /// Goes past a text if it is next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard unsafe bytes.count - position >= count else { return false }
    for index in 0..<count where unsafe bytes[position + index] != text.utf8Start[index] { return false }
    unsafe position += count
    return true
  }

  /// Goes past a string; `nil` if it has escapes.
  mutating func string() -> UnsafeBufferPointer<UInt8>? {
    guard unsafe position < bytes.count, unsafe bytes[position] == 0x22 else { return nil }
    let end = unsafe bytes.firstToEscape(from: position + 1)
    guard unsafe end < bytes.count, unsafe bytes[end] == 0x22 else { return nil }
    defer { unsafe position = end + 1 }
    return unsafe UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end])
  }
}
