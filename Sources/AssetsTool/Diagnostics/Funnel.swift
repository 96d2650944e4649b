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

  /// The findings that count, in the order of their places.
  func judge(_ diagnostics: consuming [Diagnostic]) -> Judgement {
    judgeUnsorted(diagnostics).sorted()
  }

  /// The findings that count, in the order in which they came: enough for whoever only counts them.
  func judgeUnsorted(_ diagnostics: consuming [Diagnostic]) -> Judgement {
    var judgement = Judgement(failOn: failOn)
    guard mayChange(diagnostics) else {
      judgement.diagnostics = diagnostics
      return judgement
    }
    var baseline = baseline
    judgement.diagnostics.reserveCapacity(diagnostics.count)
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
        if !baseline.isEmpty, baseline.take(diagnostic.fingerprint) {
          judgement.silenced.append(.init(diagnostic: diagnostic, reason: .known))
          continue
        }
      }
      judgement.diagnostics.append(diagnostic)
    }
    return judgement
  }

  /// Whether the project may have something to say about one of the findings.
  private func mayChange(_ diagnostics: borrowing [Diagnostic]) -> Bool {
    if !suppressions.isEmpty || !baseline.isEmpty { return true }
    if rules.isEmpty { return false }
    // Findings of one rule mostly come in a row.
    var last: String?
    for index in diagnostics.indices where diagnostics[index].rule.id != last {
      last = diagnostics[index].rule.id
      if rules[diagnostics[index].rule.id] != nil { return true }
    }
    return false
  }

  private func suppression(of diagnostic: Diagnostic) -> ProjectConfiguration.Suppression? {
    suppressions.first { suppression in
      suppression.rule == diagnostic.rule.id && diagnostic.key.map({ ExactString($0) }) == suppression.key
        && (suppression.locale == nil || suppression.locale?.description == diagnostic.locale)
    }
  }
}

extension [Diagnostic] {
  /// Sorts by file, line and column; findings of the same place stay in their order.
  fileprivate mutating func sortByPlace() {
    // A finding is large and mostly stands where it belongs, so numbers are moved instead.
    var places: [(path: Int, line: Int, column: Int, index: Int)] = []
    places.reserveCapacity(count)
    var paths: [ExactString: Int] = [:]
    var last: (path: String, number: Int)?
    for (index, diagnostic) in enumerated() {
      let path = diagnostic.location?.path ?? ""
      if last.map({ ExactString($0.path) == ExactString(path) }) != true {
        let number = paths[ExactString(path)] ?? paths.count
        paths[ExactString(path)] = number
        last = (path, number)
      }
      places.append(
        (last?.number ?? 0, diagnostic.location?.line ?? 0, diagnostic.location?.column ?? 0, index))
    }
    var ranks = [Int](repeating: 0, count: paths.count)
    for (rank, path) in paths.sorted(by: { $0.key < $1.key }).enumerated() { ranks[path.value] = rank }
    for index in places.indices { places[index].path = ranks[places[index].path] }
    if zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    places.sort { $0 < $1 }
    // Each goes to its place along the cycles of their order, which copies none.
    for start in places.indices {
      var place = start
      while places[place].index != start {
        let origin = places[place].index
        swapAt(place, origin)
        places[place].index = place
        place = origin
      }
      places[place].index = place
    }
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

  /// The same with the findings that count in the order of their places.
  consuming func sorted() -> Judgement {
    diagnostics.sortByPlace()
    return self
  }

  /// Both, as they were judged.
  func joined(with other: Judgement) -> Judgement {
    var result = self
    result.diagnostics += other.diagnostics
    result.silenced += other.silenced
    return result
  }

  var errors: Int { count(.error) }
  var warnings: Int { count(.warning) }

  /// By index, since a finding is large and an iterator would copy each.
  private func count(_ severity: Severity) -> Int {
    diagnostics.indices.reduce(0) { $0 + (diagnostics[$1].severity == severity ? 1 : 0) }
  }

  /// Rollback wins over other findings; only errors are one.
  var status: ExitStatus {
    let places = diagnostics.indices
    if places.contains(where: { diagnostics[$0].severity == .error && diagnostics[$0].rule.family == "RB" }) {
      return .rollback
    }
    return places.contains { diagnostics[$0].severity >= failOn } ? .findings : .done
  }

  var counts: FindingCounts {
    var counts = FindingCounts()
    (counts.errors, counts.warnings) = (errors, warnings)
    counts.notes = diagnostics.count - counts.errors - counts.warnings
    (counts.suppressed, counts.known) = (suppressed, known)
    return counts
  }

  var summary: String { counts.summary }
}
