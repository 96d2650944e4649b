internal import Diagnostics
internal import Publishing
internal import Translations

/// What a vendor has to look at again, as a table that spreadsheets open.
struct HandoffFixList {
  private let handoff: HandoffImport
  private let findings: [Diagnostic]

  /// - Parameter findings: those that count, of files and units.
  init(_ handoff: HandoffImport, _ findings: [Diagnostic]) {
    self.handoff = handoff
    self.findings = findings
  }

  var bytes: [UInt8] {
    var table = CommaSeparatedValues()
    table.append([
      "file", "line", "column", "locale", "key", "problem", "rule", "translation", "catalog", "what to do",
    ])
    var items: [Place: HandoffItem] = [:]
    for part in handoff.parts {
      for item in part.items { items[Place(path: part.path, line: item.line, column: item.column)] = item }
    }
    for finding in findings where concernsVendor(finding) {
      let place = finding.location
      let item = items[Place(path: place?.path ?? "", line: place?.line ?? 0, column: place?.column ?? 0)]
      table.append([
        place?.path ?? "", place?.line.map { "\($0)" } ?? "", place?.column.map { "\($0)" } ?? "",
        finding.locale ?? "", finding.key ?? "", finding.message, finding.rule.id,
        item?.message?.description ?? "", item?.working?.description ?? "", finding.help ?? "",
      ])
    }
    return table.bytes
  }

  private struct Place: Hashable {
    var path: String
    var line: Int
    var column: Int
  }

  private func concernsVendor(_ finding: Diagnostic) -> Bool {
    finding.severity >= .warning || finding.rule == HandoffRules.notReady
  }
}
