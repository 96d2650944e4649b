/// Where a published revision is read from: a store, a bundle file, or memory.
public protocol RevisionSource: NodeSource {
  /// The revision to be indexed; `nil` if nothing was published yet.
  var head: Head? { get }

  /// The head a link names, which is how older revisions are reached.
  /// - Throws: `BundleError` with `.missing` if it is not there.
  func head(_ link: Head.Link) throws(BundleError) -> Head

  /// The locales that are here with all they fall back to; `nil` for every one that is declared.
  var completeLocales: [LanguageTag]? { get }

  /// What changed from an older revision to the newest, where that is kept without the older revision itself.
  /// - Returns: `nil` if it is not.
  func manifest(from revision: Int) throws(BundleError) -> ChangeManifest?
}

extension RevisionSource {
  /// Every declared locale, as in a store.
  public var completeLocales: [LanguageTag]? { nil }

  /// None is kept; manifests are computed from the older revision.
  public func manifest(from revision: Int) throws(BundleError) -> ChangeManifest? { nil }
}

extension StoreReader: RevisionSource {}

extension BundleFile: RevisionSource {
  /// The locales of the file's header.
  public var completeLocales: [LanguageTag]? { locales }
}

/// Whether a revision must prove that it follows the one that was indexed last.
public enum RevisionOrigin: Hashable, Sendable {
  /// From a store or a download: an older, forked or foreign one is refused.
  case downloaded
  /// Shipped inside the app, or accepted by a person: it is indexed whatever was trusted before.
  case authority
}
