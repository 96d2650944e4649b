package import Bundles

/// What a publish would do, to be looked at by people and then done exactly so or not at all.
///
/// Canonical JSON and a line feed, without any text of a catalog. Applying a plan computes everything again; a plan is
/// a promise to compare with, never an input to believe.
package struct PublishPlan: Hashable, Sendable {
  /// A file that was read for the plan.
  package struct Input: Hashable, Sendable {
    /// Relative to the project.
    package var path: String
    /// `nil` for a file that was looked for and not there.
    package var digest: Digest?

    package init(path: String, digest: Digest?) {
      self.path = path
      self.digest = digest
    }
  }

  /// Of the store, or for a store that does not exist yet the one to make it with.
  package var lineage: String
  /// `nil` for the first publish.
  package var parent: Head.Link?
  /// The revision to be made, or the parent's if there is nothing to publish.
  package var revision: Int
  /// Sorted by path as bytes.
  package var inputs: [Input]
  package var content: Digest
  /// `nil` if there is nothing to publish.
  package var manifest: Digest?
  package var deletes: Int
  package var upserts: Int

  private static let schema = "assets.plan/1"
  /// A plan above this size is refused before it is parsed.
  package static let largestSize = 1 << 26

  package init(_ prepared: PreparedPublish, inputs: [Input]) {
    let head = prepared.receipt.head
    lineage = head.lineage
    revision = head.revision
    self.inputs = inputs.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    content = head.content
    switch prepared.receipt.status {
    case .published: (parent, manifest) = (head.parent, head.manifest)
    case .unchanged: (parent, manifest) = (head.link, nil)
    }
    (deletes, upserts) = (prepared.receipt.deletes, prepared.receipt.upserts)
  }

  package var json: CanonicalJSON {
    [
      "schema": .string(Self.schema), "lineage": .string(lineage), "parent": parent?.json ?? .null,
      "revision": .integer(revision),
      "inputs": .array(
        inputs.map { ["path": .string($0.path), "digest": $0.digest.map { CanonicalJSON($0) } ?? .null] }),
      "content": CanonicalJSON(content), "manifest": manifest.map { CanonicalJSON($0) } ?? .null,
      "counts": ["deletes": .integer(deletes), "upserts": .integer(upserts)],
    ]
  }

  package var bytes: [UInt8] { json.bytes + [0x0A] }

  /// - Throws: `BundleError` for anything but what `bytes` writes.
  package init(_ bytes: [UInt8]) throws(BundleError) {
    guard bytes.count <= Self.largestSize, bytes.last == 0x0A,
      let json = try? CanonicalJSON(canonical: Array(bytes.dropLast()))
    else { throw BundleError(.damaged, "plan is not canonical JSON with a line feed") }
    guard json["schema"]?.string == Self.schema else {
      throw BundleError(.unsupported, "expected the schema \(Self.schema)")
    }
    guard let lineage = json["lineage"]?.string, Fingerprint(hex: lineage) != nil,
      let revision = json["revision"]?.integer, let content = json["content"]?.digest,
      let deletes = json["counts"]?["deletes"]?.integer, let upserts = json["counts"]?["upserts"]?.integer
    else { throw BundleError(.damaged, "plan lacks a member or has one of another type") }
    self.lineage = lineage
    parent = json["parent"].flatMap(Head.Link.init)
    self.revision = revision
    inputs = (json["inputs"]?.array ?? []).compactMap { entry in
      entry["path"]?.string.map { Input(path: $0, digest: entry["digest"]?.digest) }
    }
    self.content = content
    manifest = json["manifest"]?.digest
    (self.deletes, self.upserts) = (deletes, upserts)
    guard self.bytes == bytes else {
      throw BundleError(.damaged, "plan is not in the form that assets writes")
    }
  }
}

extension PublishPlan {
  /// Whether a head is what this plan asked for, so that applying it again has nothing to do.
  package func isDone(by head: Head?) -> Bool {
    guard let head, head.lineage == lineage, head.content == content else { return false }
    return manifest == nil ? head.link == parent : head.parent == parent && head.manifest == manifest
  }

  /// Refuses to go on if the plan was made for something else than what is here now.
  package func check(
    parent now: Head?, inputs found: [Input], content candidate: Digest
  ) throws(PublishError) {
    try check(parent: now)
    let wanted = Dictionary(inputs.map { ($0.path, $0.digest) }) { first, _ in first }
    let present = Dictionary(found.map { ($0.path, $0.digest) }) { first, _ in first }
    // A file that is not there and one that nobody looked for say the same.
    let paths = Set(wanted.keys).union(present.keys).filter { (wanted[$0] ?? nil) != (present[$0] ?? nil) }
    if let first = paths.min(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let others = paths.count > 1 ? " and \(paths.count - 1) more" : ""
      throw mismatch("\(first)\(others) is not what the plan was made from")
    }
    if candidate != content { throw mismatch("the content is another one than planned") }
  }

  /// Refuses to go on from another head than the plan's.
  package func check(parent now: Head?) throws(PublishError) {
    if now?.link != parent || now.map({ $0.lineage != lineage }) ?? false {
      throw mismatch(
        "the plan was made for the head r\(parent?.revision ?? 0), the head is "
          + (now?.revision == parent?.revision ? "another " : "") + "r\(now?.revision ?? 0)")
    }
  }

  /// Refuses a revision that is not the planned one.
  package func check(_ prepared: PreparedPublish) throws(PublishError) {
    let made = PublishPlan(prepared, inputs: inputs)
    if made != self { throw mismatch("the manifest is another one than planned") }
  }

  private func mismatch(_ reason: String) -> PublishError {
    PublishError(
      .planMismatch, reason,
      help: "make the plan again: `assets publish --dry-run --out FILE`, and look at it")
  }
}
