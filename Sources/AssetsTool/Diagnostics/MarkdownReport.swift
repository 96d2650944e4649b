internal import Diagnostics

/// The findings as GitHub Flavored Markdown, for a comment or a job's summary.
struct MarkdownReport {
  /// A comment may have 65,536 characters; what is left out is counted.
  private static let mostBytes = 60_000

  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  var text: String {
    let judgement = report.judgement
    var text = "### assets: \(judgement.summary)\n"
    if report.status == .unreadable {
      text += "\nNot everything could be read: the answer is not complete.\n"
    }
    guard !judgement.diagnostics.isEmpty else { return text }
    text += "\n| | Rule | Place | Finding |\n| --- | --- | --- | --- |\n"
    var size = text.utf8.count
    var left: [String: Int] = [:]
    for diagnostic in judgement.diagnostics.worstFirst {
      let row = Self.row(diagnostic)
      guard left.isEmpty, size + row.utf8.count <= Self.mostBytes else {
        left[diagnostic.rule.id, default: 0] += 1
        continue
      }
      size += row.utf8.count
      text += row
    }
    for (rule, count) in left.sorted(by: { $0.key < $1.key }) {
      text += "\n\(count) more of \("\(rule)".markdownCode)\n"
    }
    return text
  }

  private static func row(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { location in
      (location.path + (location.line.map { ":\($0)" } ?? "")).markdownCode
    }
    let lines = diagnostic.reportLines.map(\.markdown).joined(separator: "<br>")
    return
      "| \(diagnostic.severity.rawValue) | \(diagnostic.rule.id.markdownCode) | \(place ?? "") | \(lines) |\n"
  }
}

extension String {
  /// The text as Markdown that shows exactly it: nothing in it is markup, a link, a mention or an issue.
  var markdown: String {
    var result = ""
    let scalars = Array(displayed.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "<", ">", "#", "+", "-", "!", "|", "~", "&",
        "$":
        result += "\\"
      case ":" where index + 1 < scalars.count && scalars[index + 1] == "/": result += "\\"
      default: break
      }
      result.unicodeScalars.append(scalar)
      // A comment of HTML parts what would be a mention or a reference.
      if scalar == "@" || scalar == "#" { result += "<!-- -->" }
    }
    return result
  }

  /// The text as a code span that may stand in a table.
  var markdownCode: String {
    let text = displayed
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text.replacing("|", with: "\\|") + space + fence
  }
}
