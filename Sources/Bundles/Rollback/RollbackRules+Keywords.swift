import Diagnostics
import Translations

extension RollbackRules {
  func judgeKeywords(
    _ changes: [TreeChange], of locale: ContentState.Locale
  ) throws(BundleError) -> [RollbackFinding] {
    let tag = locale.locale
    if locale.keywords.count >= 5, candidate[tag]?.keywords.count == 0 {
      return [
        RollbackFinding(
          rule: RollbackRuleSet.keywords, locale: tag, current: reference.revision, state: state(of: tag),
          message: "all \(locale.keywords.count) approved keyword sets of '\(tag)' are gone",
          help: "put the keyword file back, or set the state of each set to `retired`, or accept the loss: "
            + "`assets accept RB-KEYWORDS --locale \(tag) --reason …`")
      ]
    }
    var findings: [RollbackFinding] = []
    for change in changes {
      guard let after = change.after else { continue }
      let key = ExactString(String(decoding: change.key, as: UTF8.self))
      if let finding = try judge(key, before: change.before, after: after, in: tag) {
        findings.append(finding)
      }
    }
    return findings
  }

  private func judge(
    _ key: ExactString, before: TreeEntry?, after: TreeEntry, in locale: LanguageTag
  ) throws(BundleError) -> RollbackFinding? {
    let place = ValueHistory.key(keywords: key)
    let digest = try after.terms
    if let revision = try withdrawal(place, digest, in: locale) {
      return finding(
        RollbackRuleSet.withdrawn, key, digest, in: locale, matches: nil,
        "keywords of '\(key)' in '\(locale)' are those that the rollback r\(revision) took back")
    }
    if let span = try history(of: locale).last(digest, at: place) {
      return finding(
        RollbackRuleSet.keywords, key, digest, in: locale, matches: span.until - 1,
        "keywords of '\(key)' in '\(locale)' are those of r\(span.until - 1) again, "
          + "which r\(span.until) replaced")
    }
    if let before, try PublishedTerm.terms(after).isEmpty {
      let count = try PublishedTerm.terms(before).count
      return finding(
        RollbackRuleSet.keywords, key, digest, in: locale, matches: nil,
        "keywords of '\(key)' in '\(locale)' were \(count) and are none, approved as an empty list")
    }
    return nil
  }

  private func finding(
    _ rule: Rule, _ key: ExactString, _ digest: Fingerprint, in locale: LanguageTag, matches: Int?,
    _ message: String
  ) -> RollbackFinding {
    let named = ShellWord.option("--key", key.string)
    return RollbackFinding(
      rule: rule, locale: locale, keywordKey: key, matches: matches, current: reference.revision,
      state: [digest], message: message,
      help:
        "keep the list of r\(reference.revision): `assets restore --locale \(locale) \(named) --only keywords "
        + "--from r\(reference.revision)`, or accept this one: "
        + "`assets accept \(rule.id) \(named) --locale \(locale) --reason …`")
  }
}
