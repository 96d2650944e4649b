public import Diagnostics

/// One search term, a SKOS label of the content's concept in one language.
public struct KeywordTerm: Hashable, Sendable {
  /// The SKOS label a term is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An alternative label: searched, may be shown.
    case alternative
    /// A hidden label: searched, never shown (a misspelling, a reading).
    case hidden
  }

  /// Exactly as curated, not folded.
  public var text: ExactString
  /// Whether the term may be shown.
  public var kind: Kind
  /// Taken over from another language on purpose.
  public var isLoanword: Bool
  /// For people; outside every digest.
  public var note: String?
  /// Where the keyword file has it; `nil` for one that was made by the program.
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
  /// What a curator decided about the set.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Open; the terms that were published last stay in force.
    case proposed
    /// In force, as far as the review's digest fits the terms.
    case approved
    /// Refused; terms that were published are withdrawn.
    case rejected
    /// Given up; terms that were published are withdrawn.
    case retired
  }

  /// What a reviewer signed.
  public struct Review: Hashable, Sendable {
    /// The reviewer's name, as written.
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
  /// As the file says; whether an approval still fits the terms is for publishing to find out.
  public var state: State
  /// In the order of the file, which is part of the digest. Empty and approved means none on purpose.
  public var terms: [KeywordTerm]
  /// `nil` if nobody signed the set.
  public var review: Review?
  /// Where the keyword file has it; `nil` for one that was made by the program.
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
