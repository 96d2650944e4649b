import Diagnostics
import Translations

extension RollbackRules {
  func judgeKeywords(
    _ changes: [TreeChange], of locale: ContentState.Locale
  ) throws(BundleError) -> [RollbackFinding] {
    let tag = locale.locale
    if locale.keywords.count >= 5, candidate[tag]?.keywords.count == 0 {
      var lost: [ExactString] = []
      try MerkleTree.forEach(in: locale.keywords.address, from: nodes) { (entry) throws(BundleError) in
        lost.append(ExactString(String(decoding: entry.key, as: UTF8.self)))
      }
      return [
        RollbackFinding(
          rule: RollbackRuleSet.keywords, locale: tag, keywordKeys: lost, current: reference.revision,
          state: state(of: tag), published: reference.standing(of: tag),
          message:
            "all \(locale.keywords.count) approved keyword sets that '\(tag)' has at r\(reference.revision) are gone",
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
    let span = try history(of: locale).last(digest, at: place)
    if let revision = try withdrawal(place, digest, in: locale) {
      return try finding(
        RollbackRuleSet.withdrawn, key, digest, in: locale, matches: span.map { $0.until - 1 },
        "keywords of '\(key)' in '\(locale)' are those that the rollback r\(revision) took back")
    }
    if let span {
      return try finding(
        RollbackRuleSet.keywords, key, digest, in: locale, matches: span.until - 1,
        "keywords of '\(key)' in '\(locale)' are those of r\(span.until - 1) again, "
          + "which r\(span.until) replaced")
    }
    if let before, try PublishedTerm.terms(after).isEmpty {
      let count = try PublishedTerm.terms(before).count
      return try finding(
        RollbackRuleSet.keywords, key, digest, in: locale, matches: nil,
        "keywords of '\(key)' in '\(locale)' were \(count) and are none, approved as an empty list")
    }
    return nil
  }

  private func finding(
    _ rule: Rule, _ key: ExactString, _ digest: Fingerprint, in locale: LanguageTag, matches: Int?,
    _ message: String
  ) throws(BundleError) -> RollbackFinding {
    let named = ShellWord.option("--key", key.string)
    return RollbackFinding(
      rule: rule, locale: locale, keywordKey: key, matches: matches, current: reference.revision,
      state: [digest], published: try reference.standing(keywords: key, in: locale, from: nodes),
      message: message,
      help:
        "keep the list of r\(reference.revision): `assets restore --locale \(locale) \(named) --only keywords "
        + "--from r\(reference.revision)`, or accept this one: "
        + "`assets accept \(rule.id) \(named) --locale \(locale) --reason …`")
  }
}
