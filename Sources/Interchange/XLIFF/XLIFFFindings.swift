internal import Diagnostics

/// The findings of one document; a rule that is broken everywhere is listed a limited number of times.
///
/// What is wrong with the language of a document shows at each of its texts; it is listed once, with a count.
struct XLIFFFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: [Rule: Int] = [:]
  private static let limit = 100
  /// The rules whose equal findings are one, and how many of them stand at other places, by index.
  private static let groupedRules: Set<Rule> = [
    XLIFFRules.language, XLIFFRules.languageForm, XLIFFRules.languageMismatch,
  ]
  private var groups: [Group: Int] = [:]
  private var repetitions: [Int: Int] = [:]

  private struct Group: Hashable {
    var rule: Rule
    var message: String
  }

  mutating func report(_ diagnostic: Diagnostic) {
    if Self.groupedRules.contains(diagnostic.rule) {
      let group = Group(rule: diagnostic.rule, message: diagnostic.message)
      if let first = groups[group] {
        repetitions[first, default: 0] += 1
        return
      }
      // One that is not listed stands for no other.
      if counts[diagnostic.rule, default: 0] < Self.limit { groups[group] = diagnostics.count }
    }
    counts[diagnostic.rule, default: 0] += 1
    if counts[diagnostic.rule, default: 0] <= Self.limit { diagnostics.append(diagnostic) }
  }

  /// All findings in the order of the file, with a line for each rule of which some are left out.
  func finished(path: String) -> [Diagnostic] {
    var listed = diagnostics
    for (index, count) in repetitions {
      // Not in the message: a baseline knows a finding by that.
      let places = "the same at \(count) more \(count == 1 ? "place" : "places") of the file"
      listed[index].help = listed[index].help.map { "\($0); \(places)" } ?? places
    }
    var result = listed.enumerated().sorted { a, b in
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
