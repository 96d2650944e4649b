internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Publishing
internal import Translations

extension HandoffImport {
  /// One finding for each unit that is not simply taken, in the order of the files.
  func unitFindings() throws(BundleError) -> [Diagnostic] {
    let withdrawn = parts.lazy.flatMap { $0.items.lazy.filter { $0.kind == .withdrawn }.map(\.key) }
    let readers = project.contentIDs(reading: Set(withdrawn))
    var findings: [Diagnostic] = []
    for part in parts {
      for (index, item) in part.items.enumerated() where !part.erroneous.contains(index) {
        if var withdrawal = try withdrawal(item, in: part.locale) {
          withdrawal.contentIDs = readers[item.key] ?? []
          findings.append(finding(withdrawal, item, part))
        } else if let finding = finding(item, part) {
          findings.append(finding)
        }
      }
    }
    return findings
  }

  /// The texts that rollbacks took back, as the findings that can be accepted.
  func withdrawals() throws(BundleError) -> [RollbackFinding] {
    var findings: [RollbackFinding] = []
    for part in parts {
      for item in part.items {
        if let finding = try withdrawal(item, in: part.locale) { findings.append(finding) }
      }
    }
    return findings
  }

  private func finding(
    _ withdrawal: RollbackFinding, _ item: HandoffItem, _ part: HandoffPart
  ) -> Diagnostic {
    var withdrawal = withdrawal
    let catalog = options.catalog.map { " " + ShellWord.option("--catalog", $0) } ?? ""
    withdrawal.message =
      "'\(item.key)' in '\(part.locale)' is a text that the rollback r\(item.withdrawnBy ?? 0) took back"
    withdrawal.help =
      "ask for another translation, or accept this one and import again: `assets accept RB-WITHDRAWN "
      + "--locale \(part.locale) \(ShellWord.option("--key", item.key.description)) "
      + "--handoff \(ShellWord.path(part.path))\(catalog) --reason …`"
    return withdrawal.diagnostic(
      at: SourceLocation(path: part.path, line: item.line, column: item.column))
  }

  private func finding(_ item: HandoffItem, _ part: HandoffPart) -> Diagnostic? {
    func report(_ rule: Rule, _ message: String, help: String?) -> Diagnostic {
      Diagnostic(
        rule, message, at: SourceLocation(path: part.path, line: item.line, column: item.column),
        locale: part.locale.description, key: item.key.description, help: help)
    }
    let name = "'\(item.key)' in '\(part.locale)'"
    switch item.kind {
    case .new, .changed, .same, .withdrawn: return nil
    case .moved:
      return report(
        HandoffRules.movedUnit,
        "'\(item.movedFrom ?? item.key)' is '\(item.key)' today; its translation follows",
        help: nil)
    case .notReady: return report(HandoffRules.notReady, "\(name) is \(reason(item)); left out", help: nil)
    case .unknown:
      return report(
        HandoffRules.unknownUnit, "today's source has no '\(item.key)'",
        help: "export the catalog again if the key was renamed; nothing is lost, the text stays in the file")
    case .stale:
      return report(
        HandoffRules.stale,
        "\(name) was translated from another source text than today's; \(options.acceptStale ? "taken" : "left out")",
        help: options.acceptStale ? nil : "export it again, or take it all the same with --accept-stale")
    case .conflict: return conflict(item, name, report)
    }
  }

  private func conflict(
    _ item: HandoffItem, _ name: String, _ report: (Rule, String, String?) -> Diagnostic
  ) -> Diagnostic {
    let since = item.baseRevision.map { "since r\($0)" } ?? "since the hand-off was made"
    let touched =
      item.isUntouched ? "the file still has the text of r\(item.baseRevision ?? 0)" : "so did the translator"
    let decision =
      switch options.onConflict {
      case .fail: ""
      case .ours: "; the catalog's text stays"
      case .theirs: "; the file's text is taken"
      }
    var finding = report(
      HandoffRules.conflict, "the catalog changed \(name) \(since), and \(touched)\(decision)",
      "keep the catalog's text with --on-conflict ours, or take the file's with --on-conflict theirs")
    if options.onConflict != .fail {
      finding.severity = .note
      finding.help = nil
    }
    return finding
  }

  private func reason(_ item: HandoffItem) -> String {
    if item.message == nil { return "not translated" }
    if item.state < options.minimumState { return item.state.name }
    return "marked as not to be used"
  }

  /// The counts of each locale, worst first.
  var counts: [(locale: LanguageTag, counts: HandoffCounts)] {
    var byLocale: [LanguageTag: HandoffCounts] = [:]
    for part in parts { byLocale[part.locale, default: HandoffCounts()] += HandoffCounts(part) }
    return byLocale.map { ($0.key, $0.value) }.sorted { a, b in
      let (x, y) = (a.counts.weight, b.counts.weight)
      return x == y ? a.locale < b.locale : y.lexicographicallyPrecedes(x)
    }
  }
}

extension HandoffCounts {
  /// What makes a locale worse than another one.
  fileprivate var weight: [Int] { [error, conflict, stale, unknown, notReady] }

  /// Whether there is nothing for a person to decide.
  var isClean: Bool { error + conflict + stale + unknown == 0 }
}
