public import Translations

/// One published search term.
public struct PublishedTerm: Hashable, Sendable {
  /// As curated, never folded.
  public var text: ExactString
  /// Whether it is another name that may be shown, or one for matching only.
  public var kind: KeywordTerm.Kind
  /// Whether a curator marked it as a loanword. Part of the set's fingerprint, not of a projection's.
  public var isLoanword: Bool

  public init(text: ExactString, kind: KeywordTerm.Kind, isLoanword: Bool) {
    self.text = text
    self.kind = kind
    self.isLoanword = isLoanword
  }

  /// The term of a keyword file without its note and place.
  public init(_ term: KeywordTerm) {
    self.init(text: term.text, kind: term.kind, isLoanword: term.isLoanword)
  }

  /// Reads the entry of an approved set: `[key, [[text, kind, loanword], …]]`.
  package static func terms(_ entry: TreeEntry) throws(BundleError) -> [PublishedTerm] {
    try entry.read(orElse: "entry of a keyword set has another form") {
      (reader) throws(CanonicalJSONError) in
      var terms: [PublishedTerm] = []
      try reader.array { (reader) throws(CanonicalJSONError) in
        try reader.expect(UInt8(ascii: "["))
        let text = try reader.text()
        try reader.comma()
        guard let kind = KeywordTerm.Kind(rawValue: try reader.text()) else {
          throw reader.error("expected a kind")
        }
        try reader.comma()
        terms.append(PublishedTerm(text: ExactString(text), kind: kind, isLoanword: try reader.boolean()))
        try reader.expect(UInt8(ascii: "]"))
      }
      return terms
    }
  }

  package static func entry(key: ExactString, _ terms: [PublishedTerm]) -> TreeEntry {
    TreeEntry(key: Array(key.utf8)) { write(terms, to: &$0) }
  }

  /// Writes what follows the key, without the comma behind that.
  package static func write(_ terms: [PublishedTerm], to writer: inout CanonicalJSONWriter) {
    writer.array(terms) { $1.write(to: &$0) }
  }

  /// The same for terms of a keyword file.
  package static func write(_ terms: [KeywordTerm], to writer: inout CanonicalJSONWriter) {
    writer.array(terms) { PublishedTerm($1).write(to: &$0) }
  }

  private func write(to writer: inout CanonicalJSONWriter) {
    writer.raw("[")
    writer.string(text.string)
    switch (kind, isLoanword) {
    case (.alternative, false): writer.raw(",\"alternative\",false]")
    case (.alternative, true): writer.raw(",\"alternative\",true]")
    case (.hidden, false): writer.raw(",\"hidden\",false]")
    case (.hidden, true): writer.raw(",\"hidden\",true]")
    }
  }
}

extension Fingerprint {
  /// The digest of an ordered set of terms: text, kind and loanword mark of each. Notes are outside.
  public static func terms(_ terms: some Collection<PublishedTerm>) -> Fingerprint {
    var builder = FingerprintBuilder(domain: "assets/terms/v1")
    builder.add(terms.count)
    for term in terms {
      builder.add(term.text.string)
      builder.add(term.kind.rawValue)
      builder.add(term.isLoanword ? 1 : 0)
    }
    return builder.finish()
  }
}
