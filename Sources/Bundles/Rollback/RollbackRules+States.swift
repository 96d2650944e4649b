import Diagnostics
import Translations

extension RollbackRules {
  /// What a change does to approvals and to what a text was made against. Texts of the source locale have no state.
  mutating func judgeState(
    _ key: MessageKey, _ old: PublishedValue?, _ new: PublishedValue?, in locale: LanguageTag
  ) throws(BundleError) -> [RollbackFinding] {
    guard locale != candidate.sourceLocale, let new else { return [] }
    var findings: [RollbackFinding] = []
    if let old, old.state.isApproved, !new.state.isApproved, old.sourceDigest == new.sourceDigest {
      findings.append(
        try old.message == new.message
          ? approvalLost(key, old, new, in: locale) : unapprovedReplaces(key, old, new, in: locale))
    }
    if old?.message != new.message, let finding = try staleSource(key, new, in: locale) {
      findings.append(finding)
    }
    return findings
  }

  private func approvalLost(
    _ key: MessageKey, _ old: PublishedValue, _ new: PublishedValue, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.approval, locale: locale, key: key, current: reference.revision,
      state: [.value(new.message), .state(new.state)], published: try published(key, in: locale),
      message: "'\(key)' in '\(locale)' was \(old.state.name) and is \(new.state.name), with the same text",
      help: waysOut(.approval, key: key, in: locale))
  }

  private func unapprovedReplaces(
    _ key: MessageKey, _ old: PublishedValue, _ new: PublishedValue, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.unapprovedReplaces, locale: locale, key: key, current: reference.revision,
      state: [.value(new.message), .state(new.state)], published: try published(key, in: locale),
      message: "the \(old.state.name) text of '\(key)' in '\(locale)' is replaced by one that is "
        + "\(new.state.name)",
      help: waysOut(.unapproved, key: key, in: locale))
  }

  /// A new text that was made against another source than today's.
  private mutating func staleSource(
    _ key: MessageKey, _ new: PublishedValue, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding? {
    guard let made = new.sourceDigest, let sourceLocale = candidate.sourceLocale,
      let root = candidate[sourceLocale]?.catalog(key.catalog), root.count > 0,
      let entry = try MerkleTree.entry(Array(key.pathBytes), in: root.address, from: nodes),
      try entry.value != made
    else { return nil }
    let older = try history(of: sourceLocale).last(made, at: ValueHistory.key(values: key))
    return RollbackFinding(
      rule: RollbackRuleSet.staleSource, severity: new.state.isApproved && older != nil ? .error : nil,
      locale: locale, key: key, matches: older.map { $0.until - 1 }, current: reference.revision,
      state: [.value(new.message), made], published: try published(key, in: locale),
      message: "the new text of '\(key)' in '\(locale)' was made against "
        + (older.map { "the source of r\($0.until - 1)" } ?? "another source") + ", not against today's",
      help: waysOut(.staleSource, key: key, in: locale))
  }
}
