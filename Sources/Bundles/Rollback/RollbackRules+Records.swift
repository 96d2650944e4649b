import Diagnostics
import Translations

extension RollbackRules {
  /// Content records that return to an older form.
  func judgeRecords() throws(BundleError) -> [RollbackFinding] {
    guard reference.ledger.sources.count > 0 else { return [] }
    var findings: [RollbackFinding] = []
    for change in difference.records {
      guard let before = change.before, let after = change.after else { continue }
      let record = try ContentRecord(after)
      let digest = Fingerprint.record(record)
      let published = Fingerprint.record(try ContentRecord(before))
      guard digest != published,
        let entry = try MerkleTree.entry(change.key, in: reference.ledger.sources.address, from: nodes)
      else { continue }
      let history = try SourceRecord(entry).history
      guard let span = history.last(digest) else { continue }
      let named = ShellWord.option("--key", record.contentID.description)
      findings.append(
        RollbackFinding(
          rule: RollbackRuleSet.source, contentIDs: [record.contentID], matches: span.until - 1,
          current: reference.revision, state: [digest],
          published: [published, .revision(history.spans.last?.until ?? 0)],
          message: "content record of '\(record.contentID)' is that of r\(span.until - 1) again, "
            + "which r\(span.until) replaced",
          help: "keep the record of r\(reference.revision): `assets restore \(named) --only records "
            + "--from r\(reference.revision)`, or accept the older one: "
            + "`assets accept RB-SOURCE \(named) --reason …`"))
    }
    return findings
  }
}
