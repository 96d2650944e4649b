internal import Bundles
internal import Diagnostics
internal import Interchange
internal import Translations

/// The decisions in `assets-accepted.yml`, and what they do to findings.
struct AcceptedRollbacks {
  static let file = "assets-accepted.yml"

  private let location: ProjectLocation
  private(set) var acceptances: [Acceptance]

  /// - Throws: `ToolError`, if the file is there and cannot be understood; nothing is accepted by a file like that.
  init(_ location: ProjectLocation) throws {
    self.location = location
    acceptances = []
    guard let bytes = try ProjectFiles(location).read(Self.file, limit: 1 << 24) else { return }
    let parsed = try AcceptanceFile.read(BytesSource(bytes), path: Self.file)
    guard let file = parsed.value else {
      let first = parsed.diagnostics.first
      throw ToolError(
        .unreadable, "\(first?.location?.description ?? Self.file): \(first?.message ?? "unreadable")",
        help: first?.help ?? "take the file from git, or remove it and accept again")
    }
    acceptances = try file.entries.map { entry in
      guard let digest = Fingerprint(hex: entry.digest) else {
        throw ToolError(.unreadable, "\(Self.file): '\(entry.digest)' is not a digest")
      }
      return Acceptance(
        rule: entry.rule, locale: entry.locale, key: entry.key, digest: digest, reason: entry.reason,
        by: entry.by,
        at: entry.at)
    }
  }

  /// The findings nobody accepted, and the decisions that cover the others.
  func split(_ findings: [RollbackFinding]) -> (open: [RollbackFinding], used: [Acceptance]) {
    let open = findings.filter { finding in !acceptances.contains { $0.covers(finding) } }
    let used = acceptances.filter { acceptance in findings.contains { acceptance.covers($0) } }
    return (open, used)
  }

  /// Adds decisions to the file; one for the same state takes the place of an earlier one.
  mutating func add(_ new: [Acceptance]) throws(ToolError) {
    acceptances.removeAll { old in new.contains { $0.rule == old.rule && $0.digest == old.digest } }
    acceptances += new
    try write()
  }

  /// Takes decisions out that a publish has used.
  mutating func consume(_ used: [Acceptance]) throws(ToolError) {
    let count = acceptances.count
    acceptances.removeAll { used.contains($0) }
    if acceptances.count != count { try write() }
  }

  private func write() throws(ToolError) {
    let entries = acceptances.map {
      AcceptanceFile.Entry(
        rule: $0.rule, locale: $0.locale, key: $0.key, digest: $0.digest.hex, reason: $0.reason, by: $0.by,
        at: $0.at)
    }
    let files = ProjectFiles(location)
    files.removeLeftovers(of: Self.file)
    try files.write(AcceptanceFile(entries: entries).bytes, to: Self.file)
  }
}
