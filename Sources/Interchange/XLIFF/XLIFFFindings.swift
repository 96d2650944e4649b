internal import Diagnostics

/// The findings of one document; a rule that is broken everywhere is listed a limited number of times.
struct XLIFFFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: [Rule: Int] = [:]
  private static let limit = 100

  mutating func report(_ diagnostic: Diagnostic) {
    counts[diagnostic.rule, default: 0] += 1
    if counts[diagnostic.rule, default: 0] <= Self.limit { diagnostics.append(diagnostic) }
  }

  /// All findings in the order of the file, with a line for each rule of which some are left out.
  func finished(path: String) -> [Diagnostic] {
    var result = diagnostics.enumerated().sorted { a, b in
      let (x, y) = (a.element.location, b.element.location)
      let (left, right) = ((x?.line ?? 0, x?.column ?? 0), (y?.line ?? 0, y?.column ?? 0))
      return left == right ? a.offset < b.offset : left < right
    }.map(\.element)
    for (rule, count) in counts.sorted(by: { $0.key.id < $1.key.id }) where count > Self.limit {
      result.append(
        Diagnostic(
          rule, "\(count - Self.limit) more findings of this rule are not listed",
          at: SourceLocation(path: path)))
    }
    return result
  }
}
