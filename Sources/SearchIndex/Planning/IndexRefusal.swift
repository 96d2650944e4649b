/// A revision that is not what the trusted one leads to; the index is left as it is.
public struct IndexRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the revision that was offered.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The revision is older than the trusted one.
    case revisionWentBack = "revision-went-back"
    /// The store is not the one that was trusted.
    case otherLineage = "other-lineage"
    /// The trusted revision with another digest: two truths under one number.
    case equivocation
    /// A newer revision whose ancestors do not include the trusted one.
    case forked
    /// A newer revision whose ancestors are not all there, so that nothing proves where it came from.
    case unlinked

    /// The rule of `assets check --rollback` that means the same.
    public var rule: String {
      switch self {
      case .revisionWentBack: "RB-REVISION"
      case .otherLineage: "RB-LINEAGE"
      case .equivocation: "RB-EQUIVOCATION"
      case .forked: "RB-FORK"
      case .unlinked: "RB-GAP"
      }
    }
  }

  /// Why it was refused.
  public var verdict: Verdict
  /// The revision that was trusted last.
  public var trusted: Pin
  /// The revision that was offered.
  public var offered: Pin

  public init(verdict: Verdict, trusted: Pin, offered: Pin) {
    self.verdict = verdict
    self.trusted = trusted
    self.offered = offered
  }

  /// One line for people, revisions only.
  public var description: String {
    let (old, new) = (trusted.link.revision, offered.link.revision)
    return switch verdict {
    case .revisionWentBack: "r\(new) is older than r\(old), which was indexed last"
    case .otherLineage: "r\(new) is of another lineage than r\(old), which was indexed last"
    case .equivocation: "r\(new) is not the r\(old) that was indexed last: same number, other digest"
    case .forked: "r\(new) does not descend from the r\(old) that was indexed last"
    case .unlinked: "the heads between r\(old), which was indexed last, and r\(new) are missing"
    }
  }

  /// A way out.
  public var help: String {
    switch verdict {
    case .unlinked:
      "fetch the missing heads; to start over with this store instead, remove the index and the pin beside it"
    default:
      "get the store that r\(trusted.link.revision) is part of, or, to start over with this one, remove the index and the pin beside it"
    }
  }
}

extension IndexRefusal {
  /// What is known of the way from the trusted revision to a newer one.
  enum Ancestry: Hashable, Sendable {
    /// The ancestor with the trusted revision's number.
    case found(Head.Link)
    case missing
  }

  /// Judges a revision by the trusted one.
  /// - Parameter ancestry: asked for only if the revision is newer.
  /// - Returns: `nil` if it may be indexed.
  static func judge<Failure: Error>(
    _ offered: Pin, trusted: Pin?, ancestry: () throws(Failure) -> Ancestry
  ) throws(Failure) -> IndexRefusal? {
    guard let trusted, trusted != offered else { return nil }
    func refuse(_ verdict: Verdict) -> IndexRefusal {
      IndexRefusal(verdict: verdict, trusted: trusted, offered: offered)
    }
    if offered.lineage != trusted.lineage { return refuse(.otherLineage) }
    if offered.link.revision < trusted.link.revision { return refuse(.revisionWentBack) }
    if offered.link.revision == trusted.link.revision { return refuse(.equivocation) }
    return switch try ancestry() {
    case .found(let link): link == trusted.link ? nil : refuse(.forked)
    case .missing: refuse(.unlinked)
    }
  }
}
