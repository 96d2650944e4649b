public import Diagnostics
public import Translations

/// Something that went backwards.
public struct RollbackFinding: Hashable, Sendable {
  public var rule: Rule
  /// The rule's, or a heavier one where the case is.
  public var severity: Severity
  public var locale: LanguageTag?
  public var key: MessageKey?
  public var keywordKey: ExactString?
  /// The older revision the state equals, where there is one.
  public var matches: Int?
  /// The revision it was compared with.
  public var current: Int
  public var contentIDs: [ContentID]
  /// What exactly was found: the rule, the place and the candidate's state there. An acceptance is bound to it.
  public var digest: Fingerprint
  public var message: String
  /// Both ways out: keep the newer state, or publish the return on purpose.
  public var help: String

  public init(
    rule: Rule, severity: Severity? = nil, locale: LanguageTag? = nil, key: MessageKey? = nil,
    keywordKey: ExactString? = nil, contentIDs: [ContentID] = [], matches: Int? = nil, current: Int,
    state: some Sequence<Fingerprint>, message: String, help: String
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.locale = locale
    self.key = key
    self.keywordKey = keywordKey
    self.matches = matches
    self.current = current
    self.contentIDs = contentIDs
    var builder = FingerprintBuilder(domain: "assets/rollback-finding/v1")
    builder.add(rule.id)
    builder.add(locale?.description ?? "")
    builder.add(key?.bytes ?? keywordKey.map { Array($0.utf8) } ?? [])
    for contentID in contentIDs { builder.add(contentID.text.utf8) }
    for part in state { builder.add(part.hex) }
    digest = builder.finish()
    self.message = message
    self.help = help
  }

  /// The finding for a printer; the caller knows where the key stands.
  public func diagnostic(at location: SourceLocation?) -> Diagnostic {
    var diagnostic = Diagnostic(
      rule, message, at: location, locale: locale?.description,
      key: key?.description ?? keywordKey?.description, contentIDs: contentIDs.map(\.description), help: help)
    diagnostic.severity = severity
    return diagnostic
  }
}
