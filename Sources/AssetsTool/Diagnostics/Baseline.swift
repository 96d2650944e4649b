internal import Bundles
internal import Diagnostics

/// The findings a project knows and has decided to live with for now; new ones still count.
struct Baseline {
  private var fingerprints: Set<String>

  private static let schema = "assets.baseline/1"

  init() { fingerprints = [] }

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
    fingerprints = Set(findings.compactMap { $0["fingerprint"]?.string })
  }

  func contains(_ fingerprint: String) -> Bool { fingerprints.contains(fingerprint) }

  /// The file for a list of findings: one a line, sorted, so that a review sees what was added.
  static func bytes(_ findings: [(fingerprint: String, diagnostic: Diagnostic)]) -> [UInt8] {
    let lines = Set(
      findings.map { finding in
        let json: CanonicalJSON = [
          "fingerprint": .string(finding.fingerprint), "key": CanonicalJSON(finding.diagnostic.key),
          "locale": CanonicalJSON(finding.diagnostic.locale),
          "path": CanonicalJSON(finding.diagnostic.location?.path),
          "rule": .string(finding.diagnostic.rule.id),
        ]
        return json.text
      }
    ).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
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
