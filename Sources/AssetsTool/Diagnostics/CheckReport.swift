internal import Bundles
internal import Diagnostics
internal import Translations

/// The result of `check` for machines: `assets.check/1`.
struct CheckReport {
  var files: [FileSummary]
  var judgement: Judgement
  var status: ExitStatus

  var json: CanonicalJSON {
    [
      "schema": "assets.check/1", "files": .array(files.map(\.json)),
      "diagnostics": .array(judgement.diagnostics.map(\.json)),
      "summary": [
        "errors": .integer(judgement.errors), "warnings": .integer(judgement.warnings),
        "exit": .integer(Int(status.rawValue)),
      ],
    ]
  }
}

extension FileSummary {
  var json: CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("path", .string(path)), .init("format", .string(format)), .init("units", .integer(units)),
      .init("verdict", .string(verdict.rawValue)),
    ]
    if let version { members.append(.init("version", .string(version))) }
    if let sourceLocale { members.append(.init("sourceLocale", .string(sourceLocale.description))) }
    if let locale { members.append(.init("locale", .string(locale.description))) }
    return .object(members)
  }
}

extension Diagnostic {
  var json: CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("rule", .string(rule.id)), .init("severity", .string(severity.rawValue)),
      .init("message", .string(message.displayed)), .init("path", CanonicalJSON(location?.path)),
      .init("line", CanonicalJSON(location?.line)), .init("column", CanonicalJSON(location?.column)),
      .init("fingerprint", .string(fingerprint)),
    ]
    if let line = location?.endLine { members.append(.init("endLine", .integer(line))) }
    if let column = location?.endColumn { members.append(.init("endColumn", .integer(column))) }
    if let locale { members.append(.init("locale", .string(locale))) }
    if let key { members.append(.init("key", .string(key))) }
    if !contentIDs.isEmpty { members.append(.init("contentIDs", .array(contentIDs.map { .string($0) }))) }
    if let comparison {
      if !comparison.keys.isEmpty {
        members.append(.init("keys", .array(comparison.keys.map { .string($0) })))
      }
      members.append(
        .init(
          "revisions", ["old": CanonicalJSON(comparison.older), "current": .integer(comparison.current)]))
    }
    if let likelyCause { members.append(.init("cause", .string(likelyCause.displayed))) }
    if let help { members.append(.init("help", .string(help.displayed))) }
    return .object(members)
  }

  /// One line: `path:line:column: severity[RULE] message (key)`.
  var concise: String {
    let place = location.map { "\($0): " } ?? ""
    let subject = key.map { message.contains($0) ? "" : " (\($0))" } ?? ""
    return "\(place)\(severity.rawValue)[\(rule.id)] \(message)\(subject)".displayed
  }
}
