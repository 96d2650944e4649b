internal import ArgumentParsing
internal import Bundles

/// A revision as users name it: `r42`, `42`, `head`, `head~1`.
enum RevisionSelector: Hashable, ExpressibleByArgument {
  case number(Int)
  case beforeHead(Int)

  init?(argument: String) {
    if argument == "head" {
      self = .beforeHead(0)
    } else if argument.hasPrefix("head~"), let steps = Self.number(argument.dropFirst(5)) {
      self = .beforeHead(steps)
    } else if let number = Self.number(argument.hasPrefix("r") ? argument.dropFirst() : argument[...]) {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// As a user would write it.
  var defaultValueDescription: String {
    switch self {
    case .number(let number): "r\(number)"
    case .beforeHead(0): "head"
    case .beforeHead(let steps): "head~\(steps)"
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// The number of the revision in a store.
  func revision(head: Head?) throws(ToolError) -> Int {
    switch self {
    case .number(let number): return number
    case .beforeHead(let steps):
      let newest = head?.revision ?? 0
      guard steps <= newest else {
        throw ToolError(.nothingMatched, "head~\(steps) is before r0; the head is r\(newest)")
      }
      return newest - steps
    }
  }
}

/// Two revisions: `A..B`.
struct RevisionRange: Hashable, ExpressibleByArgument {
  var from: RevisionSelector
  var to: RevisionSelector

  init?(argument: String) {
    guard let dots = argument.firstRange(of: "..") else { return nil }
    let (a, b) = (argument[..<dots.lowerBound], argument[dots.upperBound...])
    guard let from = RevisionSelector(argument: String(a)), let to = RevisionSelector(argument: String(b))
    else {
      return nil
    }
    self.from = from
    self.to = to
  }

  /// As a user would write it.
  var defaultValueDescription: String { "\(from.defaultValueDescription)..\(to.defaultValueDescription)" }
}
