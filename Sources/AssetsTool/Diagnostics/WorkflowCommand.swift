internal import Diagnostics

/// A finding as GitHub's runner reads it from a job's output: `::error file=…,line=…::message`.
///
/// The runner takes a line feed or a percent sign in a value for its own; both are escaped as its toolkit does.
struct WorkflowCommand {
  let text: String

  init(_ diagnostic: Diagnostic, place: ReportPlace) {
    var properties: [(name: String, value: String)] = []
    if let location = diagnostic.location {
      properties.append(("file", place.repositoryPath(location.path)))
      if let line = location.line {
        properties.append(("line", "\(line)"))
        let endLine = location.endLine ?? line
        properties.append(("endLine", "\(endLine)"))
        // GitHub knows columns only within one line.
        if endLine == line, let column = location.column {
          properties.append(("col", "\(column)"))
          if let endColumn = location.endColumn { properties.append(("endColumn", "\(endColumn)")) }
        }
      }
    }
    properties.append(("title", diagnostic.rule.id))
    let list = properties.map { "\($0.name)=\(Self.property($0.value.displayed))" }.joined(separator: ",")
    let message = diagnostic.reportLines.map { Self.data($0) }.joined(separator: "%0A")
    text = "::\(Self.command(diagnostic.severity)) \(list)::\(message)"
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension Diagnostic {
  /// What there is to say about a finding besides its place, a line each, without control characters.
  var reportLines: [String] {
    var lines = [message]
    if let key, !message.contains(key) { lines.append("key: \(key)") }
    for note in notes { lines.append("note: \(note.message)\(note.location.map { " (\($0))" } ?? "")") }
    if let affectedKeys { lines.append("keys: \(affectedKeys)") }
    if let affected { lines.append("affects: \(affected)") }
    if let likelyCause { lines.append("likely cause: \(likelyCause)") }
    if let help { lines.append("help: \(help)") }
    return lines.map(\.displayed)
  }

  /// The first content IDs and how many more there are.
  var affected: String? { Self.first(contentIDs) }

  /// The same of the keys that the finding stands for.
  var affectedKeys: String? { Self.first(comparison?.keys ?? []) }

  private static func first(_ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    return names.prefix(5).joined(separator: ", ") + more
  }
}
