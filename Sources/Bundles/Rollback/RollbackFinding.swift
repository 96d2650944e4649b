public import Diagnostics
public import Translations

/// Something that went backwards.
public struct RollbackFinding: Hashable, Sendable {
  /// The rule that was broken, one of `RollbackRuleSet`.
  public var rule: Rule
  /// The rule's, or a heavier one where the case is.
  public var severity: Severity
  /// `nil` for a finding about the head, the store or a content record.
  public var locale: LanguageTag?
  /// The message concerned; `nil` if it is a keyword set, a record, a locale or a head.
  public var key: MessageKey?
  /// The keyword set concerned; `nil` if it is anything else.
  public var keywordKey: ExactString?
  /// The messages that a finding about a whole locale stands for, sorted; empty for any other.
  public var keys: [MessageKey]
  /// The keyword sets that a finding about a whole locale stands for, sorted; empty for any other.
  public var keywordKeys: [ExactString]
  /// The older revision the state equals, where there is one.
  public var matches: Int?
  /// The revision it was compared with.
  public var current: Int
  /// The items that show what the finding is about. `digest` takes in only those given to the initializer.
  public var contentIDs: [ContentID]
  /// What exactly was found: the rule, the place, the candidate's state there and the published one. An acceptance is
  /// bound to it.
  public var digest: Fingerprint
  /// One line for people; names keys, locales and revisions, and no text of a catalog.
  public var message: String
  /// Both ways out: keep the newer state, or publish the return on purpose.
  public var help: String
  /// Why it is likely so; `nil` for what the rule says.
  public var cause: String?

  /// A finding whose digest is computed from the rule, the place, the content IDs, `state` and `published`.
  /// - Parameters:
  ///   - severity: `nil` for the rule's.
  ///   - state: fingerprints of what the candidate says at the place, in a fixed order.
  ///   - published: the same of what is published there, and since when; so that a decision about this return is none
  ///     about the next one.
  public init(
    rule: Rule, severity: Severity? = nil, locale: LanguageTag? = nil, key: MessageKey? = nil,
    keywordKey: ExactString? = nil, keys: [MessageKey] = [], keywordKeys: [ExactString] = [],
    contentIDs: [ContentID] = [], matches: Int? = nil, current: Int, state: [Fingerprint],
    published: [Fingerprint] = [], message: String, help: String, cause: String? = nil
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.locale = locale
    self.key = key
    self.keywordKey = keywordKey
    self.keys = keys
    self.keywordKeys = keywordKeys
    self.matches = matches
    self.current = current
    self.contentIDs = contentIDs
    var builder = FingerprintBuilder(domain: "assets/rollback-finding/v2")
    builder.add(rule.id)
    builder.add(locale?.description ?? "")
    builder.add(key?.bytes ?? keywordKey.map { Array($0.utf8) } ?? [])
    for contentID in contentIDs { builder.add(contentID.text.utf8) }
    for part in [state, published] {
      builder.add(part.count)
      for fingerprint in part { builder.add(fingerprint.hex) }
    }
    digest = builder.finish()
    self.message = message
    self.help = help
    self.cause = cause
  }

  /// The message key as it is printed, the keyword key, or the content ID of a record; `nil` for a locale or a head.
  public var printedKey: ExactString? {
    if let key { return ExactString(key.description) }
    return keywordKey ?? (rule == RollbackRuleSet.source ? contentIDs.first?.text : nil)
  }

  /// The finding for a printer; the caller knows where the key stands.
  public func diagnostic(at location: SourceLocation?) -> Diagnostic {
    var diagnostic = Diagnostic(
      rule, message, at: location, locale: locale?.description,
      key: key?.description ?? keywordKey?.description, contentIDs: contentIDs.map(\.description), help: help)
    diagnostic.severity = severity
    diagnostic.comparison = .init(
      older: matches, current: current, keys: keys.map(\.description) + keywordKeys.map(\.description),
      cause: cause)
    return diagnostic
  }
}
