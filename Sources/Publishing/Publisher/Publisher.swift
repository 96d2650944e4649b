package import Bundles

/// Makes a candidate the next revision.
package struct Publisher {
  let store: DirectoryStore
  /// What was trusted last, as it was when the publisher was made: another process may write it meanwhile.
  package let lock: LockDocument?
  private let signingKey: SigningKey?

  /// What a publish records beside the content.
  package struct Note: Sendable {
    package var message: String
    package var publisher: String
    /// ISO 8601.
    package var publishedAt: String
    /// The decisions about rollback findings that this publish uses.
    package var acceptances: [Acceptance]
    /// The revision that a rollback brings back; `nil` makes an ordinary publish.
    package var restores: Head.Restored?

    package init(
      message: String, publisher: String, publishedAt: String, acceptances: [Acceptance],
      restores: Head.Restored?
    ) {
      self.acceptances = acceptances
      self.restores = restores
      self.message = message
      self.publisher = publisher
      self.publishedAt = publishedAt
    }
  }

  /// - Parameters:
  ///   - lock: the committed lock, if there is one.
  ///   - signingKey: signs what is published; `nil` publishes without a signature.
  package init(store: DirectoryStore, lock: LockDocument?, signingKey: SigningKey?) {
    self.store = store
    self.lock = lock
    self.signingKey = signingKey
  }

  /// Computes what a publish would write; nothing is written.
  /// - Parameter lineage: names a new store; asked only when there is none.
  package func prepare(
    _ candidate: Candidate, note: Note, lineage: () -> String
  ) throws(PublishError) -> PreparedPublish {
    if candidate.isUnchanged, let head = candidate.parent.head { return .unchanged(head) }
    do {
      return .revision(
        try Revision(candidate, note: note, lineage: candidate.parent.head?.lineage ?? lineage()))
    } catch {
      throw PublishError(error)
    }
  }

  /// Publishes what was prepared, or answers the head if that says the same already.
  /// - Parameter recheck: the last chance to refuse, before anything refers to what was written.
  package func publish(
    _ prepared: PreparedPublish, recheck: () throws(PublishError) -> Void
  ) throws(PublishError) -> Receipt {
    guard case .revision(let made) = prepared else {
      let receipt = prepared.receipt
      if let signingKey {
        try store.checkOwner()
        try store.create()
        try store.sign(receipt.head.link, with: signingKey)
      }
      return receipt
    }
    try store.checkOwner()
    try store.create()
    do {
      try store.stage(pack: made.pack, as: made.head.pack, head: made.head)
      if let signingKey { try store.sign(made.head.link, with: signingKey) }
      try recheck()
      try store.compareAndSwap(expected: made.head.parent, new: made.head.link)
      return made.receipt
    } catch {
      guard error.code == .headMoved, let head = winner(over: made) else { throw error }
      return Receipt(status: .unchanged, head: head, deletes: 0, upserts: 0)
    }
  }

  /// Prepares and publishes in one step.
  package func publish(
    _ candidate: Candidate, note: Note, lineage: () -> String
  ) throws(PublishError) -> Receipt {
    try publish(prepare(candidate, note: note, lineage: lineage)) { () throws(PublishError) in }
  }

  /// The head somebody else published on the same parent with the same content, if that is what won.
  private func winner(over made: Revision) -> Head? {
    guard let head = try? store.reader().head, head.parent == made.head.parent,
      head.content == made.head.content
    else { return nil }
    return head
  }

  /// Keeps the index of nodes and clears away what killed publishers left; failing harms nothing.
  /// - Parameter prepared: what was published, which spares reading it again.
  package func tidy(after prepared: PreparedPublish) {
    store.removeLeftovers()
    if case .revision(let made) = prepared, let index = made.index() {
      // Written now and then, or its size would be paid for by each publish; a reader adds the newest packs itself.
      if index.isWorthKeeping { store.keep(index) }
    } else if let reader = try? store.reader(), reader.indexIsStale, reader.index.isWorthKeeping {
      store.keep(reader.index)
    }
  }
}

/// What a publish will do.
package enum PreparedPublish {
  /// The head says the same already.
  case unchanged(Head)
  case revision(Revision)

  package var receipt: Receipt {
    switch self {
    case .unchanged(let head): Receipt(status: .unchanged, head: head, deletes: 0, upserts: 0)
    case .revision(let revision): revision.receipt
    }
  }
}

/// A revision with everything it will write.
package struct Revision {
  package var head: Head
  package var manifest: ChangeManifest
  package var pack: [UInt8]
  private var lines: [PackLine]
  private let nodes: StagedNodes

  /// The index of nodes with this revision's; `nil` if there was none to add to.
  func index() -> NodeIndex? {
    nodes.index(adding: lines, of: head.pack, after: head.parent, covering: head.link)
  }

  package var receipt: Receipt {
    Receipt(
      status: .published, head: head, deletes: manifest.deletes.count, upserts: manifest.upserts.count)
  }

  package init(
    _ candidate: Candidate, note: Publisher.Note, lineage: String
  ) throws(BundleError) {
    let staged = candidate.nodes
    var nodes = staged
    let parent = candidate.parent
    let kind: Head.Kind = note.restores == nil ? .publish : .rollback
    let number = parent.revision + 1
    let update = try LedgerUpdate(
      content: candidate.content, kind: kind, revision: number, on: parent, difference: candidate.difference,
      acceptances: note.acceptances, into: &nodes)
    let content = try nodes.put(candidate.content.bytes)
    let ledger = try nodes.put(update.ledger.bytes)
    manifest = ChangeManifest(
      lineage: lineage,
      base: .init(
        revision: parent.revision, content: parent.content.address, ledger: parent.ledger.address),
      head: .init(revision: number, content: content, ledger: ledger),
      kind: kind == .publish ? .publish : .rollback, restores: note.restores,
      locales: ChangeManifest.localeChanges(from: parent.localeRows, to: update.rows),
      entries: try update.entries(from: parent.ledger, nodes))
    (pack, lines) = try nodes.pack(reachableFrom: [content, ledger])
    self.nodes = staged
    head = Head(
      lineage: lineage, revision: number, parent: parent.head?.link, kind: kind, restores: note.restores,
      content: content, ledger: ledger, sourceRevision: update.sourceRevision, locales: update.rows,
      manifest: Digest(of: manifest.bytes), pack: Digest(of: pack), message: note.message,
      publisher: note.publisher, publishedAt: note.publishedAt)
  }
}
