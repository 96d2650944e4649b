public import Translations

/// What a consumer has to think of a head it was offered, as a value.
///
/// The rules of TUF (section 5 of its specification) for a store with one role: a number that only goes up, one
/// document for all locales, and a chain of digests in the place of expiry dates.
public enum UpdateVerdict: Hashable, Sendable {
  /// It follows the trusted revision, or nothing was trusted yet.
  case accepted
  /// It is the trusted revision.
  case unchanged
  /// It must not be used; what was trusted before stays.
  case refused(Refusal)

  /// Each way to fail, by name.
  public enum Refusal: Hashable, Sendable {
    /// More bytes than a head may have; they were not parsed.
    case oversized
    /// Not a head, or one that contradicts itself.
    case malformed(String)
    /// A number that was not given by counting on: its head does not stand on the one before.
    case gap(Int)
    /// A schema or a critical extension that must not be guessed at.
    case unsupported(String)
    /// A signature is asked for, and there is none.
    case unsigned
    /// Signed, and by nobody who is trusted.
    case untrustedSigner
    /// A trusted key is named, and the signature is not one of these bytes.
    case badSignature
    /// A head of another store.
    case otherLineage
    /// The revision is lower than the trusted one.
    case revisionWentBack
    /// The trusted number with other bytes.
    case equivocation
    /// The chain from the trusted revision was followed, and does not begin there.
    case forked
    /// A head between is missing, so that nothing proves where the offered one came from.
    case unlinked(Int)
    /// A head between is not what its successor's link says.
    case brokenLink(Int)
    /// A locale that was there is not, and was not retired.
    case localeRemoved(LanguageTag)
    /// A locale's row is lower than the trusted one.
    case localeWentBack(LanguageTag)
    /// A locale's row is higher than the head itself.
    case localeAhead(LanguageTag)
  }
}

extension UpdateVerdict.Refusal: CustomStringConvertible {
  /// One sentence for people, without text of catalogs.
  public var description: String {
    switch self {
    case .oversized: "the head is larger than \(Head.largestSize) bytes"
    case .malformed(let reason), .unsupported(let reason): reason
    case .gap(let revision): "the head r\(revision) does not stand on r\(max(0, revision - 1))"
    case .unsigned: "the head is not signed"
    case .untrustedSigner: "the head is signed, and not by a key that is trusted"
    case .badSignature: "the head's signature is not one of its bytes"
    case .otherLineage: "the head is of another lineage"
    case .revisionWentBack: "the head is older than the revision that was trusted last"
    case .equivocation: "the head has the number of the revision that was trusted last, and another digest"
    case .forked: "the head does not descend from the revision that was trusted last"
    case .unlinked(let revision): "the head r\(revision) between is missing"
    case .brokenLink(let revision): "the head r\(revision) between is not the one that its successor names"
    case .localeRemoved(let locale): "the locale '\(locale)' is gone, and was not retired"
    case .localeWentBack(let locale): "the locale '\(locale)' is from an older revision"
    case .localeAhead(let locale): "the locale '\(locale)' is from a revision after the head"
    }
  }

  /// The rule of `assets check --rollback` that means the same.
  public var rule: String {
    switch self {
    case .oversized, .malformed, .unsupported, .gap, .brokenLink, .unlinked: "RB-GAP"
    case .unsigned, .untrustedSigner, .badSignature: "RV-SIGNATURE"
    case .otherLineage: "RB-LINEAGE"
    case .revisionWentBack: "RB-REVISION"
    case .equivocation: "RB-EQUIVOCATION"
    case .forked: "RB-FORK"
    case .localeRemoved: "RB-LOCALE-DROP"
    case .localeWentBack, .localeAhead: "RB-PARTIAL"
    }
  }
}

/// A head as it was received, with what can be asked about it.
public struct UpdateOffer {
  /// The bytes as received.
  public var head: [UInt8]
  /// The signature file as received; `nil` if there is none.
  public var signatures: [UInt8]?
  /// The bytes of an older head that a link names; `nil` if they cannot be had.
  public var ancestor: (Head.Link) -> [UInt8]?
  /// The locales that the offered revision's ledger says were retired.
  public var retired: () throws(BundleError) -> Set<LanguageTag>

  /// An offer of given parts; nothing is read or asked before `verdict`.
  public init(
    head: [UInt8], signatures: [UInt8]?, ancestor: @escaping (Head.Link) -> [UInt8]?,
    retired: @escaping () throws(BundleError) -> Set<LanguageTag>
  ) {
    self.head = head
    self.signatures = signatures
    self.ancestor = ancestor
    self.retired = retired
  }

  /// Judges the offer; pure in what the offer gives.
  /// - Parameters:
  ///   - trusted: what was trusted last; `nil` for the first time.
  ///   - keys: whose signature is asked for; `nil` asks for none.
  public func verdict(
    trusted: TrustedRevision?, keys: [PublicKey]?
  ) -> UpdateVerdict {
    let offered: Head
    switch read(keys) {
    case .success(let head): offered = head
    case .failure(let refusal): return .refused(refusal.refusal)
    }
    if !offered.isCountedOn { return .refused(.gap(offered.revision)) }
    if let row = offered.locales.first(where: { $0.revision > offered.revision }) {
      return .refused(.localeAhead(row.locale))
    }
    guard let trusted else { return .accepted }
    if offered.lineage != trusted.lineage { return .refused(.otherLineage) }
    if offered.revision < trusted.link.revision { return .refused(.revisionWentBack) }
    let link = Head.Link(revision: offered.revision, head: Digest(of: head))
    if link == trusted.link { return .unchanged }
    if offered.revision == trusted.link.revision { return .refused(.equivocation) }
    return (follow(offered, to: trusted.link) ?? compareLocales(offered, with: trusted)).map { .refused($0) }
      ?? .accepted
  }

  private struct Failure: Error { var refusal: UpdateVerdict.Refusal }

  /// Looks at size and signature before a byte is parsed.
  private func read(_ keys: [PublicKey]?) -> Result<Head, Failure> {
    func refuse(_ refusal: UpdateVerdict.Refusal) -> Result<Head, Failure> {
      .failure(Failure(refusal: refusal))
    }
    guard head.count <= Head.largestSize, (signatures?.count ?? 0) <= HeadSignatures.largestSize else {
      return refuse(.oversized)
    }
    if let keys {
      let file: HeadSignatures?
      do { file = try signatures.map { (bytes) throws(BundleError) in try HeadSignatures(bytes) } } catch {
        return refuse(.badSignature)
      }
      switch SignatureVerdict(file, of: head, trusted: keys) {
      case .signed: break
      case .missing: return refuse(.unsigned)
      case .untrusted: return refuse(.untrustedSigner)
      case .bad: return refuse(.badSignature)
      }
    }
    do { return .success(try Head(head)) } catch {
      return refuse(error.code == .unsupported ? .unsupported(error.reason) : .malformed(error.reason))
    }
  }

  /// Follows the parents down to the trusted revision.
  private func follow(_ offered: Head, to trusted: Head.Link) -> UpdateVerdict.Refusal? {
    var head = offered
    while let parent = head.parent, parent.revision > trusted.revision {
      guard let bytes = ancestor(parent) else { return .unlinked(parent.revision) }
      guard Digest(of: bytes) == parent.head, let next = try? Head(bytes), next.revision == parent.revision,
        next.lineage == offered.lineage
      else { return .brokenLink(parent.revision) }
      guard next.isCountedOn else { return .gap(next.revision) }
      head = next
    }
    return head.parent == trusted ? nil : .forked
  }

  private func compareLocales(_ offered: Head, with trusted: TrustedRevision) -> UpdateVerdict.Refusal? {
    for (locale, revision) in trusted.locales.sorted(by: { $0.key < $1.key }) {
      if let row = offered[locale] {
        if row.revision < revision { return .localeWentBack(locale) }
      } else if (try? retired().contains(locale)) != true {
        return .localeRemoved(locale)
      }
    }
    return nil
  }
}

extension Head {
  /// Whether the revision is one more than its parent's.
  fileprivate var isCountedOn: Bool { revision - 1 == parent?.revision ?? 0 }
}
