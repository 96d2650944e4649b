/// Revisions that exist only in memory, on top of a published one: what would happen next.
package struct DraftRevisions: Sendable {
  /// Opens the published revisions; each call gives another reader, for another task.
  private let open: @Sendable () throws -> any RevisionSource
  private var nodes = MemoryNodes()
  private var heads: [Head.Link: Head] = [:]
  package private(set) var newest: Snapshot

  /// - Parameter revision: on top of which; `nil` for the newest.
  package init(
    on revision: Int? = nil, _ open: @escaping @Sendable () throws -> any RevisionSource
  ) throws {
    self.open = open
    let source = try open()
    guard var head = source.head else {
      throw SearchIndexError(.noSource, "the store has no revision yet; publish first")
    }
    while let revision, head.revision > revision, let parent = head.parent { head = try source.head(parent) }
    newest = try Snapshot(head, from: source)
  }

  /// A reader of everything, for one task.
  package func source() throws -> sending DraftSource {
    DraftSource(base: try open(), nodes: nodes, heads: heads, head: newest.head)
  }

  /// The same with an older revision as its newest.
  package func at(_ revision: Int) throws -> DraftRevisions {
    var result = self
    let source = try source()
    while let head = result.newest.head, head.revision > revision, let parent = head.parent {
      result.newest = try Snapshot(source.head(parent), from: source)
    }
    return result
  }

  /// One more revision in which a message reads otherwise.
  package mutating func publish(_ key: MessageKey, in locale: LanguageTag, as text: String) throws {
    var source = try source()
    var content = newest.content
    guard let index = content.locales.firstIndex(where: { $0.locale == locale }) else { return }
    var writer = CanonicalJSONWriter()
    PublishedValue.write(
      message: Array(text.utf8)[...], hasCodes: false, state: .final, sourceDigest: nil, to: &writer)
    let edit = MerkleTree.Edit(key: Array(key.pathBytes), payload: Array(writer.bytes.dropFirst()))
    var catalogs = content.locales[index].catalogs
    if let place = catalogs.firstIndex(where: { $0.name == ExactString(key.catalog) }) {
      catalogs[place].values = try MerkleTree.edit(catalogs[place].values, [edit], into: &source)
    } else {
      let values = try MerkleTree.build([TreeEntry(key: edit.key, payload: edit.payload!)], into: &source)
      catalogs.append(.init(name: ExactString(key.catalog), values: values, approved: 0))
      catalogs.sort { $0.name < $1.name }
    }
    content.locales[index].catalogs = catalogs
    try publish(content, restoring: nil, &source)
  }

  /// One more revision with the content of an older one.
  package mutating func rollBack(to old: Snapshot) throws {
    var source = try source()
    let restored = Head.Restored(revision: old.revision, content: old.content.address)
    try publish(old.content, restoring: restored, &source)
  }

  private mutating func publish(
    _ content: ContentState, restoring restored: Head.Restored?, _ source: inout DraftSource
  ) throws {
    let parent = newest
    _ = source.put(content.bytes)
    let difference = try ContentDifference(from: parent.content, to: content, nodes: source)
    let kind: Head.Kind = restored == nil ? .publish : .rollback
    let update = try LedgerUpdate(
      content: content, kind: kind, revision: parent.revision + 1, on: parent, difference: difference,
      acceptances: [], into: &source)
    _ = source.put(update.ledger.bytes)
    let head = Head(
      lineage: parent.head?.lineage ?? "", revision: parent.revision + 1, parent: parent.head?.link,
      kind: kind, restores: restored, content: content.address,
      ledger: update.ledger.address, sourceRevision: update.sourceRevision, locales: update.rows,
      manifest: Digest(of: []), pack: Digest(of: []), message: "", publisher: "", publishedAt: "")
    nodes = source.nodes
    heads[head.link] = head
    newest = Snapshot(head: head, content: content, ledger: update.ledger)
  }
}

/// A reader of published revisions and of drafts on top of them.
package struct DraftSource: RevisionSource, NodeSink {
  private let base: any RevisionSource
  fileprivate var nodes: MemoryNodes
  private let heads: [Head.Link: Head]
  package let head: Head?

  fileprivate init(
    base: any RevisionSource, nodes: MemoryNodes, heads: [Head.Link: Head], head: Head?
  ) {
    self.base = base
    self.nodes = nodes
    self.heads = heads
    self.head = head
  }

  package func head(_ link: Head.Link) throws(BundleError) -> Head {
    if let head = heads[link] { return head }
    return try base.head(link)
  }

  package func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    do { return try nodes.node(address) } catch { return try base.node(address) }
  }

  package var completeLocales: [LanguageTag]? { base.completeLocales }

  package func manifest(from revision: Int) throws(BundleError) -> ChangeManifest? {
    head == base.head ? try base.manifest(from: revision) : nil
  }

  package mutating func put(_ bytes: [UInt8]) -> Digest { nodes.put(bytes) }
}
