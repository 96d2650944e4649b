internal import Diagnostics

/// Proves that a store says what its digests say.
public struct StoreVerifier {
  private let reader: StoreReader
  private let trusted: [PublicKey]?
  private let files: any FileSystem

  /// What was looked at.
  public struct Report: Hashable, Sendable {
    /// Heads that were read; those with a problem count.
    public var revisions = 0
    /// Packs whose bytes match their address; a bundle file counts as one.
    public var packs = 0
    /// Nodes that were reached, each once.
    public var nodes = 0
    /// What is wrong, most telling first.
    public var problems: [String] = []

    /// A report in which nothing was looked at yet.
    public init() {}
  }

  /// - Parameter trusted: the keys one of which must have signed each revision; `nil` asks for no signature, and a
  ///   signature that is there must be one by the key it names all the same.
  public init(_ reader: StoreReader, trusted: [PublicKey]?, files: any FileSystem = LocalFileSystem()) {
    self.reader = reader
    self.trusted = trusted
    self.files = files
  }

  /// Verifies the newest revision, or with `all` every revision down to r1: the head's digest and its link, the
  /// pack, each node that can be reached, and that the ledger and the manifest are what follows from the content
  /// and from the parent.
  public func verify(all: Bool) -> Report {
    var report = Report()
    var seen: Set<Digest> = []
    var shape = TreeShape()
    do {
      try reader.forEachHead { (head) throws(BundleError) in
        report.revisions += 1
        verify(head, &seen, &shape, &report)
        return all
      }
    } catch {
      report.problems.append(error.reason)
    }
    return report
  }

  private func verify(
    _ head: Head, _ seen: inout Set<Digest>, _ shape: inout TreeShape, _ report: inout Report
  ) {
    do throws(BundleError) {
      try verifySignature(of: head)
      let pack = try verifyPack(of: head, &report)
      report.nodes += try walk([head.content, head.ledger], &seen)
      for line in PackLine.lines(of: pack) where !seen.contains(line.digest) {
        throw BundleError(.damaged, "pack \(head.pack) holds the node \(line.digest), which nothing names")
      }
      let snapshot = try Snapshot(head, from: reader)
      for tree in snapshot.trees { try shape.check(tree, EmptyTreeSource(reader)) }
      let parent =
        try head.parent.map { (link) throws(BundleError) in try Snapshot(reader.head(link), from: reader) }
        ?? .empty
      try verifyDerivation(of: snapshot, on: parent)
    } catch {
      report.problems.append("r\(head.revision): \(error.reason)")
    }
  }

  private func verifySignature(of head: Head) throws(BundleError) {
    let bytes = try reader.headBytes(head.link)
    let signatures = try reader.signatures(head.link)
    if let problem = signatures?.problem(of: bytes) { throw BundleError(.damaged, problem) }
    guard let trusted else { return }
    let verdict = SignatureVerdict(signatures, of: bytes, trusted: trusted)
    if let problem = verdict.problem(revision: head.revision) {
      throw BundleError(.damaged, "\(SignatureRules.signature.id): \(problem)")
    }
  }

  private func verifyPack(of head: Head, _ report: inout Report) throws(BundleError) -> [UInt8] {
    let bytes = try StoreReader.read(
      reader.layout.pack(head.pack), files, limit: 1 << 36, missing: "pack \(head.pack) is missing")
    guard Digest(of: bytes) == head.pack else {
      throw BundleError(.damaged, "pack \(head.pack) does not match its digest")
    }
    report.packs += 1
    return bytes
  }

  /// Reads every node below `roots` in strict form and counts them.
  private func walk(_ roots: [Digest], _ seen: inout Set<Digest>) throws(BundleError) -> Int {
    var open = roots
    var count = 0
    while let address = open.popLast() {
      guard seen.insert(address).inserted else { continue }
      let bytes = try reader.node(address)
      do { _ = try CanonicalJSON(canonical: bytes) } catch {
        throw BundleError(.damaged, "node \(address): \(error)")
      }
      count += 1
      open += try NodeReferences.of(bytes)
    }
    return count
  }

  private func verifyDerivation(of snapshot: Snapshot, on parent: Snapshot) throws(BundleError) {
    guard let head = snapshot.head else { return }
    guard parent.head.map({ $0.lineage == head.lineage }) ?? true else {
      throw BundleError(.damaged, "parent is of another lineage")
    }
    guard parent.revision == head.revision - 1 else {
      throw BundleError(.damaged, "RB-GAP: it names r\(parent.revision) as its parent")
    }
    var nodes = OverlayNodes(over: reader)
    let difference =
      parent.revision == 0
      ? .none : try ContentDifference(from: parent.content, to: snapshot.content, nodes: reader)
    let update = try LedgerUpdate(
      content: snapshot.content, kind: head.kind, revision: head.revision, on: parent, difference: difference,
      acceptances: Acceptance.recorded(at: head.revision, in: snapshot.ledger, from: reader), into: &nodes)
    guard update.ledger.address == head.ledger else {
      throw BundleError(.damaged, "ledger does not follow from the content and the parent's ledger")
    }
    guard update.rows == head.locales, update.sourceRevision == head.sourceRevision else {
      throw BundleError(.damaged, "locale rows of the head do not follow from its content")
    }
    let manifest = try ChangeManifest(from: parent, to: snapshot, lineage: head.lineage, nodes: reader)
    guard Digest(of: manifest.bytes) == head.manifest else {
      throw BundleError(.damaged, "manifest is not the difference of the ledgers")
    }
  }
}

extension Snapshot {
  /// All trees of both roots.
  fileprivate var trees: [TreeRoot] {
    var trees = [content.content, ledger.sources, ledger.withdrawn, ledger.acceptances]
    for locale in content.locales { trees += locale.catalogs.map(\.values) + [locale.keywords] }
    for locale in ledger.locales { trees += [locale.items, locale.history] }
    return trees
  }
}

/// Nodes in memory over a store that is only read.
private final class OverlayNodes: NodeSource, NodeSink {
  private let base: StoreReader
  private var nodes = MemoryNodes()

  init(over base: StoreReader) { self.base = base }

  func put(_ bytes: [UInt8]) throws(BundleError) -> Digest { nodes.put(bytes) }

  func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    if let bytes = try? nodes.node(address) { return bytes }
    return try base.node(address)
  }
}
