import Diagnostics
import Translations

extension RollbackRules {
  /// All items of the locale are affected.
  func localeDrop(
    _ locale: LanguageTag, values: Int, isDeclared: Bool
  ) throws(BundleError) -> RollbackFinding {
    var finding = RollbackFinding(
      rule: RollbackRuleSet.localeDrop, locale: locale, matches: nil, current: reference.revision,
      state: state(of: locale), published: reference.standing(of: locale),
      message: isDeclared
        ? "'\(locale)' had \(values) values at r\(reference.revision) and has none now"
        : "'\(locale)' had \(values) values at r\(reference.revision) and is not declared any more",
      help: (isDeclared
        ? "put the files of '\(locale)' back" : "declare '\(locale)' under `locales` again")
        + ", or accept that the locale is retired: "
        + "`assets accept RB-LOCALE-DROP --locale \(locale) --reason …`",
      cause: isDeclared
        ? "a file of the locale is missing or empty" : "the locale was taken out of `locales` in assets.yml")
    if let items = reference.ledger[locale]?.items, items.count > 0 {
      var affected: [ContentID] = []
      try MerkleTree.forEach(in: items.address, from: nodes) { (entry) throws(BundleError) in
        if let contentID = ContentID(String(decoding: entry.key, as: UTF8.self)) {
          affected.append(contentID)
        }
      }
      finding.contentIDs = affected
    }
    return finding
  }

  func collapse(_ locale: ContentState.Locale, lost: [MessageKey]) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.keyCollapse, locale: locale.locale, keys: lost, current: reference.revision,
      state: state(of: locale.locale), published: reference.standing(of: locale.locale),
      message:
        "\(lost.count) of the \(locale.keys) values that '\(locale.locale)' has at r\(reference.revision) are "
        + "gone, empty or equal to the source although the source still has them",
      help: "ask for the whole file, put the texts back: "
        + "`assets restore --locale \(locale.locale) --from r\(reference.revision)`, or accept the loss: "
        + "`assets accept RB-KEY-COLLAPSE --locale \(locale.locale) --reason …`")
  }

  /// Whether the changes of a locale as a whole are those of an older revision.
  func staleHandoff(_ changes: [ValueChange], in locale: LanguageTag) -> StaleHandoff? {
    guard let best = OlderState(changes.map(\.returns)) else { return nil }
    let old = changes.lazy.filter { best.equals($0.returns) }.map(\.key).sorted()
    let finding = RollbackFinding(
      rule: RollbackRuleSet.staleHandoff, locale: locale, keys: old, matches: best.revision,
      current: reference.revision, state: state(of: locale), published: reference.standing(of: locale),
      message:
        "\(best.count) of \(changes.count) changed keys of '\(locale)' equal r\(best.revision) "
        + "and not r\(reference.revision), which they were compared with",
      help: "keep the texts of r\(reference.revision): "
        + "`assets restore --locale \(locale) --from r\(reference.revision)`, or accept the return: "
        + "`assets accept RB-STALE-HANDOFF --locale \(locale) --reason …`")
    return StaleHandoff(older: best, finding: finding)
  }
}

/// An old file that came back as a whole.
struct StaleHandoff {
  let older: OlderState
  let finding: RollbackFinding
}

extension StaleHandoff? {
  /// Whether the hand-off's finding already speaks for a key with these spans.
  func covers(_ returns: [ValueHistory.Span]) -> Bool {
    self?.older.equals(returns) ?? false
  }
}
