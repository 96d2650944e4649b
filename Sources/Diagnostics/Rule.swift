/// One thing that can be wrong: a stable name, a default weight, and the text of `assets explain`.
///
/// Each module declares the rules it can report next to the code that reports them; the command collects
/// them into one registry. A rule's id never changes its meaning.
public struct Rule: Hashable, Sendable {
  // A finding names its rule, and there may be very many findings: one reference each instead of six texts.
  private let text: Text

  private final class Text: Sendable {
    let id: String
    let severity: Severity
    let summary: String
    let cause: String
    let bad: String
    let good: String
    /// Of the id: sinks ask for a rule whenever something is reported.
    let hash: Int

    init(_ id: String, _ severity: Severity, _ summary: String, cause: String, bad: String, good: String) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.cause = cause
      self.bad = bad
      self.good = good
      hash = id.hashValue
    }
  }

  /// The stable slug `FAMILY-NAME`, such as `KW-DUPLICATE-AFTER-FOLD`.
  public var id: String { text.id }
  /// The default weight; a project's settings may change it for a finding.
  public var severity: Severity { text.severity }
  /// One sentence that says what is wrong, lower case, without a full stop.
  public var summary: String { text.summary }
  /// Why it matters and what causes it, in one or two sentences.
  public var cause: String { text.cause }
  /// An input that breaks the rule, as the user would have written it.
  public var bad: String { text.bad }
  /// The same input, mended.
  public var good: String { text.good }

  /// A rule.
  /// - Parameters:
  ///   - id: upper case, unique among all rules of the product.
  ///   - summary: lower case, without a full stop.
  public init(
    _ id: String, _ severity: Severity, _ summary: String, cause: String, bad: String, good: String
  ) {
    text = Text(id, severity, summary, cause: cause, bad: bad, good: good)
  }

  /// The part of the id before the first hyphen: `KW` of `KW-PENDING`.
  public var family: Substring { id.prefix { $0 != "-" } }

  /// Whether the rule judges the chain or the history; such findings can be accepted, never suppressed.
  public var isAboutHistory: Bool {
    // Asked of every finding, so without a look at characters.
    id.utf8.starts(with: "RB-".utf8) || id.utf8.starts(with: "RV-".utf8)
  }

  /// Rules with one id are one rule.
  public static func == (a: Rule, b: Rule) -> Bool { a.text === b.text || a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(text.hash) }
}
