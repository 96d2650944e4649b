/// Where findings go; the only way a rule or a reader reports one.
public protocol DiagnosticSink {
  /// Takes one finding; whether and how it is shown is the sink's affair.
  mutating func report(_ diagnostic: Diagnostic)

  /// Whether findings of a rule are looked at; a rule with many of them asks before it makes one.
  func wants(_ rule: Rule) -> Bool
}

extension DiagnosticSink {
  public func wants(_ rule: Rule) -> Bool { true }
}

/// A sink that keeps what it is given, in order.
public struct DiagnosticCollector: DiagnosticSink, Sendable {
  /// In the order in which they were reported.
  public private(set) var diagnostics: [Diagnostic] = []
  private let unwanted: Set<Rule>

  /// - Parameter unwanted: rules whose findings are not kept.
  public init(without unwanted: Set<Rule> = []) { self.unwanted = unwanted }

  public mutating func report(_ diagnostic: Diagnostic) {
    if wants(diagnostic.rule) { diagnostics.append(diagnostic) }
  }

  public func wants(_ rule: Rule) -> Bool { unwanted.isEmpty || !unwanted.contains(rule) }

  /// Whether any finding weighs at least `severity`.
  public func contains(atLeast severity: Severity) -> Bool {
    diagnostics.contains { $0.severity >= severity }
  }
}
