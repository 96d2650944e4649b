internal import Diagnostics
internal import Translations

/// The keyword sets of a locale as the rows of a table, to be kept and compared like texts.
///
/// A row has the set's key and, as its text, what rules and publishing look at: not the notes, nor who reviewed the set
/// when. Lengths are 32 bits, as this machine has them.
enum KeywordTable {
  static func make(of sets: [KeywordSet]) -> Catalog {
    var builder = CatalogBuilder(reservingBytes: sets.count * 96)
    for set in sets {
      let key = builder.store(set.key.utf8)
      let start = builder.arena.count
      append(set, to: &builder.arena)
      builder.append(
        Catalog.Row(
          key: key, target: Catalog.Slice(offset: start, count: builder.arena.count - start), line: 0,
          column: 0, state: .final))
    }
    // The reader lets no key in twice.
    return builder.finish(locale: nil, sourceLocale: nil, path: "") { _, _ in }
  }

  private static func append(_ set: KeywordSet, to bytes: inout [UInt8]) {
    func append(_ text: ExactString) {
      append(text.utf8.count)
      bytes += text.utf8
    }
    func append(_ number: Int) {
      unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { unsafe bytes.append(contentsOf: $0) }
    }
    bytes.append(UInt8(KeywordSet.State.allCases.firstIndex(of: set.state)!))
    bytes.append(set.review == nil ? 0 : 1)
    if let review = set.review {
      append(ExactString(review.digest))
      append(ExactString(review.source))
    }
    append(set.terms.count)
    for term in set.terms {
      bytes.append((term.kind == .hidden ? 1 : 0) | (term.isLoanword ? 2 : 0))
      append(term.text)
    }
  }

  /// The set of a row.
  /// - Parameter location: for the set and its terms, whose places are not known.
  /// - Returns: `nil` for a row that is none.
  static func set(_ row: Catalog.Row, of table: Catalog, at location: SourceLocation) -> KeywordSet? {
    var bytes = table.bytes(row.target)
    func number() -> Int? {
      guard bytes.count >= 4 else { return nil }
      defer { bytes = bytes.dropFirst(4) }
      return unsafe bytes.withUnsafeBytes { unsafe Int($0.loadUnaligned(as: UInt32.self)) }
    }
    func text() -> String? {
      guard let count = number(), count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    guard let state = bytes.popFirst(), Int(state) < KeywordSet.State.allCases.count,
      let hasReview = bytes.popFirst()
    else { return nil }
    var set = KeywordSet(
      key: String(decoding: table.pathBytes(row), as: UTF8.self),
      state: KeywordSet.State.allCases[Int(state)],
      terms: [], location: location)
    if hasReview == 1 {
      guard let digest = text(), let source = text() else { return nil }
      set.review = .init(by: "", at: "", digest: digest, source: source)
    }
    guard let count = number(), count <= bytes.count else { return nil }
    for _ in 0..<count {
      guard let marks = bytes.popFirst(), let text = text() else { return nil }
      set.terms.append(
        KeywordTerm(
          text, kind: marks & 1 == 0 ? .alternative : .hidden, isLoanword: marks & 2 != 0, location: location)
      )
    }
    return bytes.isEmpty ? set : nil
  }
}
