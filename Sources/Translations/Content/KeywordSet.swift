public import Diagnostics

/// One search term, a SKOS label of the content's concept in one language.
public struct KeywordTerm: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An alternative label: searched, may be shown.
    case alternative
    /// A hidden label: searched, never shown (a misspelling, a reading).
    case hidden
  }

  public var text: ExactString
  public var kind: Kind
  /// Taken over from another language on purpose.
  public var isLoanword: Bool
  /// For people; outside every digest.
  public var note: String?
  public var location: SourceLocation?

  public init(
    _ text: String, kind: Kind = .alternative, isLoanword: Bool = false, note: String? = nil,
    location: SourceLocation? = nil
  ) {
    self.text = ExactString(text)
    self.kind = kind
    self.isLoanword = isLoanword
    self.note = note
    self.location = location
  }
}

/// The curated terms of one keyword key in one locale.
public struct KeywordSet: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case proposed
    case approved
    case rejected
    case retired
  }

  /// What a reviewer signed.
  public struct Review: Hashable, Sendable {
    public var by: String
    /// A date as written; shown, never compared.
    public var at: String
    /// Digest over the ordered (text, kind, loanword) of the terms that were seen.
    public var digest: String
    /// Digest over the source locale's approved terms and the titles that use the key.
    public var source: String

    public init(by: String, at: String, digest: String, source: String) {
      self.by = by
      self.at = at
      self.digest = digest
      self.source = source
    }
  }

  /// An opaque name, not a message key.
  public var key: ExactString
  public var state: State
  public var terms: [KeywordTerm]
  public var review: Review?
  public var location: SourceLocation?

  public init(
    key: String, state: State, terms: [KeywordTerm], review: Review? = nil, location: SourceLocation? = nil
  ) {
    self.key = ExactString(key)
    self.state = state
    self.terms = terms
    self.review = review
    self.location = location
  }
}
