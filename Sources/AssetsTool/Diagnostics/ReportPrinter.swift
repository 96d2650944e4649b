internal import Bundles
internal import Diagnostics

/// Prints the findings of one run in any of the forms that `check` and `publish` know.
struct ReportPrinter {
  let report: CheckReport
  let place: ReportPlace
  /// How many findings of one rule are shown as text.
  let most: Int

  func bytes(_ format: CheckFormat, style: Style) -> [UInt8] {
    let diagnostics = report.judgement.diagnostics
    switch format {
    case .json: return report.json.bytes + [0x0A]
    case .jsonl: return diagnostics.flatMap { $0.json.bytes + [0x0A] }
    case .concise: return lines(diagnostics.map(\.concise))
    case .text: return lines(text(style))
    case .sarif: return SARIFReport(report, place: place).json.bytes + [0x0A]
    case .github: return lines(diagnostics.worstFirst.map { WorkflowCommand($0, place: place).text })
    case .markdown: return Array(MarkdownReport(report).text.utf8)
    }
  }

  private func text(_ style: Style) -> [String] {
    var lines: [String] = []
    var printer = TextPrinter(style: style, most: most, read: place.read) { lines.append($0) }
    printer.print(report.judgement.diagnostics)
    let units = report.files.reduce(0) { $0 + $1.units }
    lines.append(
      "\(counted(report.files.count, "file")), \(counted(units, "unit")): \(report.judgement.summary)")
    return lines
  }

  private func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0x0A] } }
}

extension [Diagnostic] {
  /// The same with errors first; each weight keeps its order.
  var worstFirst: [Diagnostic] {
    Severity.allCases.reversed().flatMap { severity in filter { $0.severity == severity } }
  }
}
