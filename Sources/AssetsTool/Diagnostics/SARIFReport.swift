internal import ArgumentParsing
internal import Bundles
internal import Diagnostics

/// The findings as OASIS SARIF 2.1.0, the form that code scanning services read.
struct SARIFReport {
  /// What GitHub keeps of one run; the heaviest findings come first.
  static let mostResults = 5000

  private let report: CheckReport
  private let place: ReportPlace
  private let rules: [Rule]

  init(_ report: CheckReport, place: ReportPlace) {
    self.report = report
    self.place = place
    let all = report.judgement.diagnostics + report.judgement.silenced.map(\.diagnostic)
    rules = Set(all.map(\.rule)).sorted { $0.id < $1.id }
  }

  var json: CanonicalJSON {
    let counting = report.judgement.diagnostics.worstFirst
    let shown = counting.prefix(Self.mostResults)
    let silenced = report.judgement.silenced.prefix(Self.mostResults - shown.count)
    let hidden = counting.count - shown.count
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
          "originalUriBaseIds": [
            "%SRCROOT%": [
              "description": ["text": "The root of the repository, or of the project without one."]
            ]
          ],
          "invocations": [invocation(hidden: hidden)],
          "results": .array(shown.map { result($0, silenced: nil) } + silenced.map(result)),
        ]
      ],
    ]
  }

  private var driver: CanonicalJSON {
    [
      "name": "assets", "semanticVersion": .string(Assets.configuration.version),
      "rules": .array(
        rules.map { rule in
          [
            "id": .string(rule.id), "shortDescription": Self.text(rule.summary.sentence),
            "fullDescription": Self.text(rule.cause.sentence), "help": Self.help(of: rule),
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
            "properties": ["tags": [.string(String(rule.family))]],
          ]
        }),
    ]
  }

  private static func help(of rule: Rule) -> CanonicalJSON {
    let more = "More: assets explain \(rule.id)"
    return [
      "text": .string(
        "\(rule.cause.sentence)\nWrong: \(rule.bad)\nRight: \(rule.good)\n\(more)".displayedLines),
      "markdown": .string(
        """
        \(rule.cause.sentence.markdown)

        - wrong: \(rule.bad.markdown)
        - right: \(rule.good.markdown)

        \(more.markdown)
        """),
    ]
  }

  private func invocation(hidden: Int) -> CanonicalJSON {
    var members: [CanonicalJSON.Member] = [
      .init("executionSuccessful", .boolean(report.status != .unreadable)),
      .init("exitCode", .integer(Int(report.status.rawValue))),
    ]
    if hidden > 0 {
      let message = "\(counted(hidden, "finding")) beyond the first \(Self.mostResults) left out"
      members.append(
        .init("toolExecutionNotifications", [["level": "warning", "message": Self.text(message)]]))
    }
    return .object(members)
  }

  // MARK: - Results

  private func result(_ silenced: Judgement.Silenced) -> CanonicalJSON {
    let reason =
      switch silenced.reason {
      case .suppressed(let reason): reason
      case .known: "stands in the baseline"
      }
    return result(silenced.diagnostic, silenced: reason)
  }

  private func result(_ diagnostic: Diagnostic, silenced reason: String?) -> CanonicalJSON {
    var message = diagnostic.message
    if let cause = diagnostic.likelyCause { message += "\nlikely cause: \(cause)" }
    if let help = diagnostic.help { message += "\n\(help)" }
    var members: [CanonicalJSON.Member] = [
      .init("ruleId", .string(diagnostic.rule.id)),
      .init("ruleIndex", CanonicalJSON(rules.firstIndex(of: diagnostic.rule))),
      .init("level", .string(diagnostic.severity.rawValue)), .init("message", Self.text(message)),
      .init("partialFingerprints", ["assetsFinding/v1": .string(diagnostic.fingerprint)]),
      .init("locations", .array(diagnostic.location.map { [["physicalLocation": physical($0)]] } ?? [])),
    ]
    let related = diagnostic.notes.compactMap { note in
      note.location.map {
        ["physicalLocation": physical($0), "message": Self.text(note.message)] as CanonicalJSON
      }
    }
    if !related.isEmpty { members.append(.init("relatedLocations", .array(related))) }
    if let reason {
      members.append(
        .init("suppressions", [["kind": "external", "justification": .string(reason.displayed)]]))
    }
    var properties: [CanonicalJSON.Member] = []
    if let locale = diagnostic.locale { properties.append(.init("locale", .string(locale))) }
    if let key = diagnostic.key { properties.append(.init("key", .string(key.displayed))) }
    if !diagnostic.contentIDs.isEmpty {
      properties.append(.init("contentIDs", .array(diagnostic.contentIDs.map { .string($0.displayed) })))
    }
    if let keys = diagnostic.comparison?.keys, !keys.isEmpty {
      properties.append(.init("keys", .array(keys.map { .string($0.displayed) })))
    }
    if !properties.isEmpty { members.append(.init("properties", .object(properties))) }
    return .object(members)
  }

  private func physical(_ location: SourceLocation) -> CanonicalJSON {
    let path = place.repositoryPath(location.path)
    let artifact: CanonicalJSON =
      path.hasPrefix("/")
      ? ["uri": .string("file://\(path.uriEncoded)")]
      : ["uri": .string(path.uriEncoded), "uriBaseId": "%SRCROOT%"]
    guard let line = location.line else { return ["artifactLocation": artifact] }
    var region: [CanonicalJSON.Member] = [.init("startLine", .integer(max(1, line)))]
    if let column = location.column { region.append(.init("startColumn", .integer(max(1, column)))) }
    if let endLine = location.endLine { region.append(.init("endLine", .integer(endLine))) }
    if let endColumn = location.endColumn { region.append(.init("endColumn", .integer(endColumn))) }
    return ["artifactLocation": artifact, "region": .object(region)]
  }

  private static func text(_ text: String) -> CanonicalJSON { ["text": .string(text.displayedLines)] }
}

extension String {
  /// The text fit for display, with its line feeds.
  fileprivate var displayedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).displayed }
      .joined(separator: "\n")
  }

  /// The path as a relative reference of RFC 3986.
  fileprivate var uriEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
