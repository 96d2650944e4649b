internal import ArgumentParsing

/// How a command prints its product; each command has the forms that make sense for it.
enum TextOrJSON: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  /// One line a finding.
  case concise
  case json
  /// One JSON object a finding and line.
  case jsonl
  /// OASIS SARIF 2.1.0, for code scanning.
  case sarif
  /// Workflow commands that GitHub shows at the lines of a pull request.
  case github
  /// A comment for a pull request, or a job's summary.
  case markdown
}

enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  /// One JSON object a unit or value and line.
  case jsonl
  case json
}

enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case markdown
  case json
}

enum ManifestFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case text
}
