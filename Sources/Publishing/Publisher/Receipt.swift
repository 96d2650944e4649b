package import Bundles

/// What a publish did.
package struct Receipt: Sendable {
  package enum Status: String, Sendable {
    case published
    /// The head says the same already.
    case unchanged
  }

  package var status: Status
  package var head: Head
  /// Entries of the manifest from the parent; none if unchanged.
  package var deletes: Int
  package var upserts: Int

  package init(status: Status, head: Head, deletes: Int, upserts: Int) {
    self.status = status
    self.head = head
    self.deletes = deletes
    self.upserts = upserts
  }

  package var json: CanonicalJSON {
    [
      "schema": "assets.receipt/1", "status": .string(status.rawValue), "lineage": .string(head.lineage),
      "revision": .integer(head.revision), "sourceRevision": .integer(head.sourceRevision),
      "head": CanonicalJSON(head.link.head), "manifest": CanonicalJSON(head.manifest),
      "counts": ["deletes": .integer(deletes), "upserts": .integer(upserts)],
    ]
  }
}
