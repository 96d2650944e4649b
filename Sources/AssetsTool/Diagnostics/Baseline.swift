internal import Bundles
internal import Diagnostics

/// The findings a project knows and has decided to live with for now; new ones still count.
///
/// Findings can look alike, such as two of units without ids; each stands for itself.
struct Baseline {
  /// How many findings there are with each fingerprint.
  private var known: [String: Int]

  private static let schema = "assets.baseline/1"

  init() { known = [:] }

  /// Whether no finding is known.
  var isEmpty: Bool { known.isEmpty }

  /// - Throws: `ToolError`, if the bytes are no baseline.
  init(_ bytes: [UInt8], path: String) throws(ToolError) {
    let compact = bytes.filter { $0 != 0x0A }
    guard let json = try? CanonicalJSON(canonical: compact), json["schema"]?.string == Self.schema,
      let findings = json["findings"]?.array
    else {
      throw ToolError(
        .unreadable, "\(path) is not a baseline",
        help: "write it again with `assets check --write-baseline`")
    }
    known = Dictionary(findings.compactMap { $0["fingerprint"]?.string }.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Whether a finding is known; one more that looks like it then needs an entry of its own.
  mutating func take(_ fingerprint: String) -> Bool {
    guard let count = known[fingerprint], count > 0 else { return false }
    known[fingerprint] = count - 1
    return true
  }

  /// The file for a list of findings: one a line, sorted, so that a review sees what was added.
  static func bytes(_ findings: [(fingerprint: String, diagnostic: Diagnostic)]) -> [UInt8] {
    let lines = findings.map { finding in
      let json: CanonicalJSON = [
        "fingerprint": .string(finding.fingerprint), "key": CanonicalJSON(finding.diagnostic.key),
        "locale": CanonicalJSON(finding.diagnostic.locale),
        "path": CanonicalJSON(finding.diagnostic.location?.path),
        "rule": .string(finding.diagnostic.rule.id),
      ]
      return json.text
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let body = lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n"
    return Array("{\"findings\":[\(body)],\n\"schema\":\"\(schema)\"}\n".utf8)
  }
}

extension Diagnostic {
  /// What stays the same of a finding when lines move: rule, file, locale, key and message.
  var fingerprint: String {
    var builder = FingerprintBuilder(domain: "assets/finding/v1")
    for part in [rule.id, location?.path, locale, key, message] { builder.add(part ?? "") }
    return String(builder.finish().hex.prefix(16))
  }
}
