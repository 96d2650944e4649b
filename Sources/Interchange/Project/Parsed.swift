package import Diagnostics

/// What a project file says, and what is wrong with it.
package struct Parsed<Value: Sendable>: Sendable {
  package var value: Value
  /// In the order of the file.
  package var diagnostics: [Diagnostic]

  package init(_ value: Value, diagnostics: [Diagnostic]) {
    self.value = value
    self.diagnostics = diagnostics
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// The diagnostics by place; those of one place in the order they were found.
  var inFileOrder: [Diagnostic] {
    enumerated().sorted { a, b in
      let first = (a.element.location?.line ?? 0, a.element.location?.column ?? 0, a.offset)
      let second = (b.element.location?.line ?? 0, b.element.location?.column ?? 0, b.offset)
      return first < second
    }.map(\.element)
  }
}
