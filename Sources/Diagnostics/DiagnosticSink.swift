/// Where findings go; the only way a rule or a reader reports one.
public protocol DiagnosticSink {
  /// Takes one finding; a sink neither prints nor stops the caller.
  mutating func report(_ diagnostic: Diagnostic)
}

/// A sink that keeps what it is given, in order.
public struct DiagnosticCollector: DiagnosticSink, Sendable {
  public private(set) var diagnostics: [Diagnostic] = []

  public init() {}

  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Whether any finding weighs at least `severity`.
  public func contains(atLeast severity: Severity) -> Bool {
    diagnostics.contains { $0.severity >= severity }
  }
}
