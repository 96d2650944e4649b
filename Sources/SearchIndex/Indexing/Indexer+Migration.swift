extension Indexer {
  /// Removes what older versions of the app have left under other names, now that the index is whole.
  ///
  /// By name, one for each item and language: a domain may be shared with what takes their place.
  func migrate<Source: RevisionSource>(
    _ stamp: IndexStamp, _ reader: inout RevisionReader<Source>, _ report: inout IndexReport
  ) async throws {
    let families = options.legacyIdentifiers
    let names = families.map(\.description)
    if families.isEmpty || stamp.migrated == names { return }
    let contents = try await store.contents()
    var stamp = stamp
    stamp.migrated = names
    let snapshot = reader.snapshot
    let locales = snapshot.content.locales.map(\.locale) + snapshot.ledger.retired.map(\.locale)
    var run = IndexRun(
      report: report, plan: PendingPlan(mode: .reconcile, target: stamp, base: stamp.link),
      contents: contents, epoch: nil, batchSize: options.batchSize, rewritesEqualItems: false, total: 0,
      onProgress: nil)
    var records = try TreeEntryCursor(snapshot.content.content, in: reader.source)
    while let entry = try records.next() {
      let record = try ContentRecord(entry)
      for contentID in [record.contentID] + record.formerIDs {
        for identifier in families.flatMap({ $0.identifiers(of: contentID, in: locales) }) {
          // A family may make of one item's name that of another which is there today.
          if let today = ContentID(identifier), try reader.record(today) != nil { continue }
          run.remove(legacyIdentifier: identifier)
        }
        if run.isFull { try await flush(&run, stamp: nil) }
      }
    }
    try await flush(&run, stamp: stamp)
    let digest = report.digest
    report = run.report
    report.removed = Set(report.removed).sorted()
    report.digest = digest
    if digest != nil { report.digest = try await store.digest() }
  }
}
