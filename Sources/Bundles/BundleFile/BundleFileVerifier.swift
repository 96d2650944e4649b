internal import Diagnostics
import Translations

/// Proves that a bundle file says what its digests say, and that it lacks nothing and holds nothing else.
public struct BundleFileVerifier {
  private let file: BundleFile
  private let trusted: [PublicKey]?

  /// - Parameter trusted: the keys one of which must have signed each head; `nil` asks for no signature.
  public init(_ file: BundleFile, trusted: [PublicKey]?) {
    self.file = file
    self.trusted = trusted
  }

  /// What was looked at; its `problems` are empty for a sound file.
  public func verify() -> StoreVerifier.Report {
    var report = StoreVerifier.Report()
    report.packs = 1
    do {
      try verifyHeads(&report)
      let snapshot = try file.snapshot()
      try verifyNodes(of: snapshot, &report)
      try verifyRows(of: snapshot)
      try verifyManifests(to: snapshot)
    } catch {
      report.problems.append(error.reason)
    }
    return report
  }

  private func verifyHeads(_ report: inout StoreVerifier.Report) throws(BundleError) {
    for link in file.links {
      report.revisions += 1
      let bytes = try file.headBytes(link)
      let signatures = try file.signatures(link)
      if let problem = signatures?.problem(of: bytes) { throw BundleError(.damaged, problem) }
      guard let trusted else { continue }
      let verdict = try file.signatureVerdict(link, trusted: trusted)
      if let problem = verdict.problem(revision: link.revision) {
        throw BundleError(.damaged, "\(SignatureRules.signature.id): \(problem)")
      }
    }
  }

  private func verifyNodes(
    of snapshot: Snapshot, _ report: inout StoreVerifier.Report
  ) throws(BundleError) {
    let scope = try BundleScope(file.locales, in: snapshot.content)
    guard scope.locales == file.locales else {
      throw BundleFile.damaged("has a locale without what it falls back to")
    }
    let addresses = try scope.addresses(of: snapshot, from: file)
    for address in addresses {
      let bytes = try file.node(address)
      do { _ = try CanonicalJSON(canonical: bytes) } catch {
        throw BundleError(.damaged, "node \(address): \(error)")
      }
    }
    report.nodes = addresses.count
    guard Set(addresses) == file.addresses else { throw BundleFile.damaged("holds nodes that nothing names") }
  }

  /// Computes every projection again and compares it with its ledger row.
  private func verifyRows(of snapshot: Snapshot) throws(BundleError) {
    let nodes = EmptyTreeSource(file)
    var projections = TreeProjectionSource(snapshot.content, nodes: nodes)
    for locale in file.locales {
      let rows = snapshot.ledger[locale]?.items ?? .empty
      var lookup = TreeLookup(nodes)
      var found = 0
      try MerkleTree.forEach(
        in: snapshot.content.content.address, from: nodes
      ) { (entry) throws(BundleError) in
        let record = try ContentRecord(entry)
        let row = try lookup.entry(entry.key[...], in: rows.address).map { (entry) throws(BundleError) in
          try LedgerRow(entry)
        }
        let projection = try projections.projection(of: record, in: locale)
        found += row == nil ? 0 : 1
        guard row?.projection == projection?.fingerprint else {
          throw BundleError(
            .damaged, "the ledger does not match the content of \(record.contentID) in \(locale)")
        }
      }
      guard found == rows.count, file.newest[locale]?.items == rows.count else {
        throw BundleError(.damaged, "the ledger of \(locale) has rows of no record")
      }
    }
  }

  private func verifyManifests(to snapshot: Snapshot) throws(BundleError) {
    let steps = try file.manifests()
    let oldest = file.links.last?.revision ?? 0
    guard steps.count == (file.since == nil ? 0 : file.links.count),
      file.since.map({ $0 + 1 == oldest }) ?? true
    else { throw BundleFile.damaged("does not hold the steps that its header says") }
    guard let first = steps.last else { return }
    guard let whole = try file.manifest(from: first.base.revision),
      whole.head.content == file.newest.content, whole.head.ledger == file.newest.ledger
    else { throw BundleFile.damaged("has manifests that do not lead to its head") }
  }
}
