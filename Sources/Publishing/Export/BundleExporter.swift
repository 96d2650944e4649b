package import Bundles
package import Translations

/// Writes a revision into one self-contained file.
package struct BundleExporter {
  private let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }

  /// What was written.
  package struct Result: Sendable {
    package var bytes: [UInt8]
    package var locales: [LanguageTag]
    package var heads: Int
    package var nodes: Int
  }

  /// - Parameters:
  ///   - chosen: the locales an app shows; what they fall back to is added. Empty takes all.
  ///   - since: a revision from which a consumer must be able to follow; `nil` takes the newest head alone.
  /// - Throws: `BundleError`, with `.unknownSelector` for a locale or a revision that is not there.
  package func export(_ chosen: [LanguageTag], since: Int?) throws(BundleError) -> Result {
    guard let newest = reader.head else {
      throw BundleError(.unknownSelector, "the store has no revision yet")
    }
    let snapshot = try Snapshot(newest, from: reader)
    let wanted = chosen.isEmpty ? snapshot.content.locales.map(\.locale) : chosen
    let scope = try BundleScope(wanted, in: snapshot.content)
    let heads = try heads(after: since, from: newest)
    let addresses = try scope.addresses(of: snapshot, from: reader)
    var lines: [[UInt8]] = [
      BundleFile.header(newest.link, scope.locales, since: since, heads: heads.count)
    ]
    for head in heads {
      lines.append(Array(try reader.headBytes(head.link).dropLast()))
      if let signatures = try reader.signatures(head.link) { lines.append(signatures.bytes.dropLast()) }
    }
    if since != nil {
      for head in heads { lines.append(try manifest(to: head)) }
    }
    for address in addresses { lines.append(try reader.node(address)) }
    let body = Array(lines.joined(separator: [0x0A])) + [0x0A]
    return Result(
      bytes: body + BundleFile.end(of: body, lineCount: lines.count), locales: scope.locales,
      heads: heads.count, nodes: addresses.count)
  }

  /// The newest head, and with `since` all heads after it, from the newest.
  private func heads(after since: Int?, from newest: Head) throws(BundleError) -> [Head] {
    guard let since else { return [newest] }
    guard since < newest.revision else {
      throw BundleError(.unknownSelector, "r\(since) is not before the head r\(newest.revision)")
    }
    var heads: [Head] = []
    try reader.forEachHead { head in
      if head.revision > since { heads.append(head) }
      return head.revision > since + 1
    }
    return heads
  }

  private func manifest(to head: Head) throws(BundleError) -> [UInt8] {
    let parent = try head.parent.map { (link) throws(BundleError) in
      try Snapshot(reader.head(link), from: reader)
    }
    let manifest = try ChangeManifest(
      from: parent ?? .empty, to: Snapshot(head, from: reader), lineage: head.lineage, nodes: reader)
    guard Digest(of: manifest.bytes) == head.manifest else {
      throw BundleError(.damaged, "the manifest of r\(head.revision) is another one than its head names")
    }
    return manifest.bytes
  }
}
