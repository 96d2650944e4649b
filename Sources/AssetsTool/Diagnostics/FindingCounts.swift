/// How many findings there are, by what they count for; counts of parts add up to that of the whole.
struct FindingCounts: Hashable {
  var errors = 0
  var warnings = 0
  var notes = 0
  /// Those that the project suppresses.
  var suppressed = 0
  /// Those that stand in the baseline.
  var known = 0

  /// "2 errors, 1 warning", and what was left out.
  var summary: String {
    var parts = [counted(errors, "error"), counted(warnings, "warning")]
    if notes > 0 { parts.append(counted(notes, "note")) }
    if suppressed > 0 { parts.append("\(suppressed) suppressed") }
    if known > 0 { parts.append("\(known) in the baseline") }
    return parts.joined(separator: ", ")
  }

  var numbers: [Int] { [errors, warnings, notes, suppressed, known] }

  /// - Precondition: five of them, in the order of the properties.
  init(_ numbers: [Int]) {
    (errors, warnings, notes) = (numbers[0], numbers[1], numbers[2])
    (suppressed, known) = (numbers[3], numbers[4])
  }

  init() {}

  static func + (a: FindingCounts, b: FindingCounts) -> FindingCounts {
    FindingCounts(zip(a.numbers, b.numbers).map(+))
  }

  static func - (a: FindingCounts, b: FindingCounts) -> FindingCounts {
    FindingCounts(zip(a.numbers, b.numbers).map(-))
  }
}
