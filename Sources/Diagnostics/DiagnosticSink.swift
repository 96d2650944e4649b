/// Where findings go; the only way a rule or a reader reports one.
public protocol DiagnosticSink {
  /// Takes one finding; whether and how it is shown is the sink's affair.
  mutating func report(_ diagnostic: Diagnostic)
}

/// A sink that keeps what it is given, in order.
public struct DiagnosticCollector: DiagnosticSink, Sendable {
  /// In the order in which they were reported.
  public private(set) var diagnostics: [Diagnostic] = []

  public init() {}

  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Whether any finding weighs at least `severity`.
  public func contains(atLeast severity: Severity) -> Bool {
    diagnostics.contains { $0.severity >= severity }
  }
}
