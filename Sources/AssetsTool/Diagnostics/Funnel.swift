internal import Diagnostics
internal import Interchange
internal import Translations

/// The one way from findings to an answer: applies the project's settings once and counts what is left.
struct Funnel {
  private let rules: [String: ProjectConfiguration.RuleLevel]
  private let suppressions: [ProjectConfiguration.Suppression]
  private let baseline: Baseline
  let failOn: Severity

  /// For single files, without a project.
  init(failOn: Severity) {
    rules = [:]
    suppressions = []
    baseline = Baseline()
    self.failOn = failOn
  }

  init(_ checks: ProjectConfiguration.Checks, baseline: Baseline, failOn: Severity?) {
    rules = checks.rules
    suppressions = checks.suppressions
    self.baseline = baseline
    self.failOn = failOn ?? checks.failOn
  }

  /// The findings that count, worst places first.
  func judge(_ diagnostics: [Diagnostic]) -> Judgement {
    var judgement = Judgement(failOn: failOn)
    var baseline = baseline
    for var diagnostic in diagnostics {
      if !diagnostic.rule.isAboutHistory {
        if let level = rules[diagnostic.rule.id] {
          guard let severity = level.severity else { continue }
          diagnostic.severity = severity
        }
        if let suppression = suppression(of: diagnostic) {
          judgement.silenced.append(.init(diagnostic: diagnostic, reason: .suppressed(suppression.reason)))
          continue
        }
        if baseline.take(diagnostic.fingerprint) {
          judgement.silenced.append(.init(diagnostic: diagnostic, reason: .known))
          continue
        }
      }
      judgement.diagnostics.append(diagnostic)
    }
    judgement.diagnostics = judgement.diagnostics.enumerated().sorted { a, b in
      Self.order(a.element, b.element) ?? (a.offset < b.offset)
    }.map(\.element)
    return judgement
  }

  private func suppression(of diagnostic: Diagnostic) -> ProjectConfiguration.Suppression? {
    suppressions.first { suppression in
      suppression.rule == diagnostic.rule.id && diagnostic.key.map({ ExactString($0) }) == suppression.key
        && (suppression.locale == nil || suppression.locale?.description == diagnostic.locale)
    }
  }

  /// By file, line and column; `nil` for the same place.
  private static func order(_ a: Diagnostic, _ b: Diagnostic) -> Bool? {
    let (x, y) = (a.location, b.location)
    let (p, q) = (x?.path ?? "", y?.path ?? "")
    if p != q { return p.utf8.lexicographicallyPrecedes(q.utf8) }
    let (m, n) = ((x?.line ?? 0, x?.column ?? 0), (y?.line ?? 0, y?.column ?? 0))
    return m == n ? nil : m < n
  }
}

/// What is left of the findings, and what it means for the exit status.
struct Judgement {
  var diagnostics: [Diagnostic] = []
  /// Those that the project has decided to live with.
  var silenced: [Silenced] = []
  let failOn: Severity

  /// A finding that does not count, and why.
  struct Silenced {
    enum Reason: Equatable {
      /// The project suppresses it, for a reason.
      case suppressed(String)
      /// It stands in the baseline.
      case known
    }

    var diagnostic: Diagnostic
    var reason: Reason
  }

  init(failOn: Severity) { self.failOn = failOn }

  /// How many stand in the baseline.
  var known: Int { silenced.count { $0.reason == .known } }

  /// How many the project suppresses.
  var suppressed: Int { silenced.count - known }

  /// Both, as they were judged.
  func joined(with other: Judgement) -> Judgement {
    var result = self
    result.diagnostics += other.diagnostics
    result.silenced += other.silenced
    return result
  }

  var errors: Int { diagnostics.count { $0.severity == .error } }
  var warnings: Int { diagnostics.count { $0.severity == .warning } }

  /// Rollback wins over other findings; only errors are one.
  var status: ExitStatus {
    if diagnostics.contains(where: { $0.rule.family == "RB" && $0.severity == .error }) { return .rollback }
    return diagnostics.contains { $0.severity >= failOn } ? .findings : .done
  }

  var counts: FindingCounts {
    var counts = FindingCounts()
    (counts.errors, counts.warnings) = (errors, warnings)
    counts.notes = diagnostics.count - errors - warnings
    (counts.suppressed, counts.known) = (suppressed, known)
    return counts
  }

  var summary: String { counts.summary }
}
