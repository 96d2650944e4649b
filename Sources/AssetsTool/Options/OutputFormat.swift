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
}

enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case jsonl
}

enum ManifestFormat: String, CaseIterable, ExpressibleByArgument {
  case json
  case text
}
