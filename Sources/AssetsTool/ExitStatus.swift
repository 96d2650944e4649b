/// What the process answers; the table is part of the product.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// Findings at or above `--fail-on`.
  case findings = 1
  /// Some input, configuration or history could not be read: the answer is unknown.
  case unreadable = 2
  case rollback = 3
  /// The head is not the expected one; nothing was written.
  case conflict = 4
  /// Nothing matched the paths or selectors.
  case nothingMatched = 5
  /// There are changes, and `--exit-code` asked.
  case changesPending = 6
  case outcomeUnknown = 7
  case usage = 64
  case internalError = 70
  case inputOutput = 74

  /// The stronger of two: 70 > 74 > 7 > 4 > 2 > 3 > 1 > 5 > 6.
  func combined(with other: ExitStatus) -> ExitStatus { rank >= other.rank ? self : other }

  private var rank: Int {
    switch self {
    case .done: 0
    case .changesPending: 1
    case .nothingMatched: 2
    case .findings: 3
    case .rollback: 4
    case .unreadable: 5
    case .conflict: 6
    case .outcomeUnknown: 7
    case .inputOutput: 8
    case .internalError: 9
    case .usage: 10
    }
  }
}

/// A command that cannot go on: what to say, and with which status.
struct ToolError: Error {
  var status: ExitStatus
  var message: String
  var help: String?

  init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }
}
