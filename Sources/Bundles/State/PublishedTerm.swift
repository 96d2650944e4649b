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
    var terms: [PublishedTerm] = []
    for json in try entry.values().first?.array ?? [] {
      guard let fields = json.array, fields.count == 3, let text = fields[0].string,
        let kind = fields[1].string.flatMap(KeywordTerm.Kind.init(rawValue:)),
        let isLoanword = fields[2].boolean
      else { throw BundleError(.damaged, "entry of a keyword set has another form") }
      terms.append(PublishedTerm(text: ExactString(text), kind: kind, isLoanword: isLoanword))
    }
    return terms
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
