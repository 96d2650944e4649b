/// Where a published revision is read from: a store, a bundle file, or memory.
public protocol RevisionSource: NodeSource {
  /// The revision to be indexed; `nil` if nothing was published yet.
  var head: Head? { get }

  /// The head a link names, which is how older revisions are reached.
  /// - Throws: `BundleError` with `.missing` if it is not there.
  func head(_ link: Head.Link) throws(BundleError) -> Head
}

extension StoreReader: RevisionSource {}

/// Whether a revision must prove that it follows the one that was indexed last.
public enum RevisionOrigin: Hashable, Sendable {
  /// From a store or a download: an older, forked or foreign one is refused.
  case downloaded
  /// Shipped inside the app, or accepted by a person: it is indexed whatever was trusted before.
  case authority
}
