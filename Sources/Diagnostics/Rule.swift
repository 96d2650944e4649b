/// One thing that can be wrong: a stable name, a default weight, and the text of `assets explain`.
///
/// Each module declares the rules it can report next to the code that reports them; the command collects
/// them into one registry. A rule's id never changes its meaning.
public struct Rule: Hashable, Sendable {
  /// The stable slug `FAMILY-NAME`, such as `KW-DUPLICATE-AFTER-FOLD`.
  public let id: String
  /// The default weight; a project's settings may change it for a finding.
  public let severity: Severity
  /// One sentence that says what is wrong, lower case, without a full stop.
  public let summary: String
  /// Why it matters and what causes it, in one or two sentences.
  public let cause: String
  /// An input that breaks the rule, as the user would have written it.
  public let bad: String
  /// The same input, mended.
  public let good: String

  /// A rule.
  /// - Parameters:
  ///   - id: upper case, unique among all rules of the product.
  ///   - summary: lower case, without a full stop.
  public init(
    _ id: String, _ severity: Severity, _ summary: String, cause: String, bad: String, good: String
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.cause = cause
    self.bad = bad
    self.good = good
  }

  /// The part of the id before the first hyphen: `KW` of `KW-PENDING`.
  public var family: Substring { id.prefix { $0 != "-" } }

  /// Whether the rule judges the chain or the history; such findings can be accepted, never suppressed.
  public var isAboutHistory: Bool {
    // Asked of every finding, so without a look at characters.
    id.utf8.starts(with: "RB-".utf8) || id.utf8.starts(with: "RV-".utf8)
  }

  /// Rules with one id are one rule.
  public static func == (a: Rule, b: Rule) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
