public import Translations

/// One published search term.
public struct PublishedTerm: Hashable, Sendable {
  public var text: ExactString
  public var kind: KeywordTerm.Kind
  public var isLoanword: Bool

  public init(text: ExactString, kind: KeywordTerm.Kind, isLoanword: Bool) {
    self.text = text
    self.kind = kind
    self.isLoanword = isLoanword
  }

  public init(_ term: KeywordTerm) {
    self.init(text: term.text, kind: term.kind, isLoanword: term.isLoanword)
  }

  /// Reads the entry of an approved set: `[key, [[text, kind, loanword], …]]`.
  package static func terms(_ entry: TreeEntry) throws(BundleError) -> [PublishedTerm] {
    do {
      var reader = CanonicalJSONReader(entry.payload[...])
      var terms: [PublishedTerm] = []
      try reader.expect(UInt8(ascii: "["))
      while !reader.skip(UInt8(ascii: "]")) {
        if !terms.isEmpty { try reader.expect(UInt8(ascii: ",")) }
        try reader.expect(UInt8(ascii: "["))
        let text = String(decoding: try reader.string(), as: UTF8.self)
        try reader.expect(UInt8(ascii: ","))
        let kind = KeywordTerm.Kind(rawValue: String(decoding: try reader.string(), as: UTF8.self))
        try reader.expect(UInt8(ascii: ","))
        let isLoanword = try reader.value(depth: 0).boolean
        try reader.expect(UInt8(ascii: "]"))
        guard let kind, let isLoanword else { throw reader.error("expected kind and loanword mark") }
        terms.append(PublishedTerm(text: ExactString(text), kind: kind, isLoanword: isLoanword))
      }
      guard reader.isAtEnd else { throw reader.error("expected the end of the set") }
      return terms
    } catch {
      throw BundleError(.damaged, "entry of a keyword set has another form: \(error)")
    }
  }

  package static func entry(key: ExactString, _ terms: [PublishedTerm]) -> TreeEntry {
    TreeEntry(
      key: Array(key.utf8),
      .array(terms.map { [.string($0.text.string), .string($0.kind.rawValue), .boolean($0.isLoanword)] }))
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
