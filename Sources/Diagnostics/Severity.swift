/// How much a finding weighs; ordered from the lightest.
public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
  case note
  case warning
  case error

  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
