import Diagnostics
import Translations

extension RollbackRules {
  func localeDrop(_ locale: LanguageTag, values: Int, isDeclared: Bool) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.localeDrop, locale: locale, matches: nil, current: reference.revision,
      state: state(of: locale),
      message: isDeclared
        ? "'\(locale)' had \(values) values at r\(reference.revision) and has none now"
        : "'\(locale)' had \(values) values at r\(reference.revision) and is not declared any more",
      help: "put the files of '\(locale)' back, or accept that the locale is retired: "
        + "`assets accept RB-LOCALE-DROP --locale \(locale) --reason …`")
  }

  func collapse(_ locale: ContentState.Locale, lost: Int) -> RollbackFinding {
    RollbackFinding(
      rule: RollbackRuleSet.keyCollapse, locale: locale.locale, current: reference.revision,
      state: state(of: locale.locale),
      message:
        "\(lost) of \(locale.keys) values of '\(locale.locale)' are gone, empty or equal to the source "
        + "although the source still has them",
      help: "ask for the whole file, put the texts back: "
        + "`assets restore --locale \(locale.locale) --from r\(reference.revision)`, or accept the loss: "
        + "`assets accept RB-KEY-COLLAPSE --locale \(locale.locale) --reason …`")
  }

  /// Whether the changes of a locale as a whole are those of an older revision.
  func staleHandoff(_ changes: [ValueChange], in locale: LanguageTag) -> StaleHandoff? {
    guard let best = OlderState(changes.map(\.returns)) else { return nil }
    let finding = RollbackFinding(
      rule: RollbackRuleSet.staleHandoff, locale: locale, matches: best.revision, current: reference.revision,
      state: state(of: locale),
      message:
        "\(best.count) of \(changes.count) changed keys of '\(locale)' equal r\(best.revision) "
        + "and not r\(reference.revision), which they were compared with",
      help: "keep the texts of r\(reference.revision): "
        + "`assets restore --locale \(locale) --from r\(reference.revision)`, or accept the return: "
        + "`assets accept RB-STALE-HANDOFF --locale \(locale) --reason …`")
    return StaleHandoff(revision: best.revision, finding: finding)
  }
}

/// An old file that came back as a whole.
struct StaleHandoff {
  let revision: Int
  let finding: RollbackFinding
}

extension StaleHandoff? {
  /// Whether the hand-off's finding already speaks for a key with these spans.
  func covers(_ returns: [ValueHistory.Span]) -> Bool {
    guard let self else { return false }
    return returns.contains { $0.from <= self.revision && self.revision < $0.until }
  }
}
