/// One finding: a rule, where it was broken, and what to do.
///
/// `message` and `help` never hold text of the user's catalogs beyond names (keys, ids, locales, file
/// names, placeholders), so that a report can go to a log; the printer for people shows the source line.
public struct Diagnostic: Hashable, Sendable {
  /// What is wrong, as a kind; its own severity is only the default.
  public var rule: Rule
  /// The weight after the project's settings were applied.
  public var severity: Severity
  /// Lower case, no full stop: what was expected and what was found.
  public var message: String
  /// `nil` for a finding that stands in no file.
  public var location: SourceLocation?
  /// The BCP 47 tag of the locale concerned, in canonical case.
  public var locale: String?
  /// The printed form of the message or keyword key.
  public var key: String?
  /// The content IDs that show what is wrong, sorted as bytes.
  public var contentIDs: [String]
  /// The way out, if there is one to name.
  public var help: String?
  /// Other places that belong to the finding, such as the first of two duplicates.
  public var notes: [Note]
  /// What was compared with what, of a finding about history; `nil` for any other.
  public var comparison: Comparison?

  /// The published states that a finding about history is about.
  public struct Comparison: Hashable, Sendable {
    /// The older revision that stands again; `nil` where there is none.
    public var older: Int?
    /// The revision that the candidate was compared with.
    public var current: Int
    /// The printed keys that a finding about a whole locale stands for, in order.
    public var keys: [String]
    /// Why it is likely so, where more is known than the rule's `cause`.
    public var cause: String?

    public init(older: Int?, current: Int, keys: [String] = [], cause: String? = nil) {
      self.older = older
      self.current = current
      self.keys = keys
      self.cause = cause
    }
  }

  /// Why a finding about history is likely so; `nil` for any other, whose help says enough.
  public var likelyCause: String? { comparison?.cause ?? (rule.isAboutHistory ? rule.cause : nil) }

  /// A second place, with what it has to do with the finding.
  public struct Note: Hashable, Sendable {
    /// Lower case, no full stop, without text of catalogs.
    public var message: String
    /// `nil` for a remark that has no place of its own.
    public var location: SourceLocation?

    public init(_ message: String, at location: SourceLocation? = nil) {
      self.message = message
      self.location = location
    }
  }

  /// A finding with the rule's own severity.
  public init(
    _ rule: Rule, _ message: String, at location: SourceLocation? = nil, locale: String? = nil,
    key: String? = nil, contentIDs: [String] = [], help: String? = nil, notes: [Note] = []
  ) {
    self.rule = rule
    self.severity = rule.severity
    self.message = message
    self.location = location
    self.locale = locale
    self.key = key
    self.contentIDs = contentIDs
    self.help = help
    self.notes = notes
    comparison = nil
  }
}
