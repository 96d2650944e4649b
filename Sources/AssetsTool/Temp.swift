internal import Diagnostics
internal import Interchange

enum CheckRules {
  static let noFile = Rule("LO-NO-FILE", .warning, "x", cause: "", bad: "", good: "")
  static let sourceDisagrees = Rule("LO-SOURCE-DISAGREES", .warning, "x", cause: "", bad: "", good: "")
  static let all = [noFile, sourceDisagrees]
}
enum FormatDetector {
  static func format(ofPath path: String, firstBytes: [UInt8]) -> DocumentFormat? {
    path.hasSuffix("yml") || path.hasSuffix("yaml") ? .yaml : .xliff
  }
}
struct ProjectChecks {
  init(_ p: LoadedProject, parent: Any? = nil) {}
  func diagnostics() -> [Diagnostic] { [] }
}
struct SingleFileCheck: Sendable {
  let summary: FileSummary
  let diagnostics: [Diagnostic]
  init(path: String, loader: DocumentLoader) throws {
    let d = try loader.read(.init(path: path))
    summary = FileSummary(d, path: path)
    diagnostics = d.diagnostics
  }
}
