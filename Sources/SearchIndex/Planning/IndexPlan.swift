/// What has to be done to an index, decided from values alone.
public struct IndexPlan: Hashable, Sendable {
  /// The cheapest way that is safe.
  public var mode: IndexMode
  /// The revision the index was built from.
  public var from: Int?
  /// The revision it is to be built from.
  public var to: Int
  /// For `delta` and `composed`: what the manifest removes, sorted. Done first.
  public var removals: [ItemIdentity]
  /// For `delta` and `composed`: what the manifest writes, sorted.
  public var upserts: [ItemIdentity]
  /// For `delta` and `composed`: what the manifest says.
  public var changes: [ManifestEntry] = []
  /// For `delta` and `composed`: what is not written because only an account's owner may find it.
  public var skipped: [ContentID]

  /// Decides.
  /// - Parameters:
  ///   - stamp: what the index was built from; `nil` if there is none or none that can be read.
  ///   - pending: the plan that was begun and not finished.
  ///   - wanted: what it should be built from.
  ///   - manifest: the changes from the stamp's revision to the wanted one, if they can be had.
  public init(
    stamp: IndexStamp?, pending: PendingPlan? = nil, wanted: IndexStamp, manifest: ChangeManifest? = nil
  ) {
    from = stamp?.revision
    to = wanted.revision
    (removals, upserts, skipped) = ([], [], [])
    guard let stamp, stamp.buildsLike(wanted), stamp.lineage == wanted.lineage else {
      mode = .rebuild
      return
    }
    // A plan that writes in place may have left documents that are newer than the stamp. Only the same plan knows
    // which; any other way must look at all of them. One that builds aside has touched nothing that is searched.
    let interrupted = pending.flatMap { $0.isBuilding ? nil : $0 }
    if interrupted == nil, stamp.link == wanted.link, stamp.account == wanted.account {
      mode = .none
      return
    }
    let step: IndexMode = wanted.revision == stamp.revision + 1 ? .delta : .composed
    let plan = PendingPlan(mode: step, target: wanted, base: stamp.link)
    guard stamp.account == wanted.account, let manifest, Self.leads(manifest, from: stamp, to: wanted),
      interrupted == nil || plan.continues(interrupted)
    else {
      mode = .reconcile
      return
    }
    mode = step
    changes = manifest.entries
    take(manifest, locale: wanted.locale, account: wanted.account)
  }

  private static func leads(
    _ manifest: ChangeManifest, from stamp: IndexStamp, to wanted: IndexStamp
  ) -> Bool {
    manifest.lineage == wanted.lineage && stamp.revision < wanted.revision
      && manifest.base
        == .init(revision: stamp.revision, content: stamp.content, ledger: stamp.ledger)
      && manifest.head
        == .init(revision: wanted.revision, content: wanted.content, ledger: wanted.ledger)
  }

  private mutating func take(_ manifest: ChangeManifest, locale: LanguageTag, account: ExactString?) {
    func identity(_ entry: ManifestEntry) -> ItemIdentity? {
      switch entry.place.access {
      case .public: ItemIdentity(contentID: entry.place.contentID)
      case .account: account.map { ItemIdentity(account: $0, contentID: entry.place.contentID) }
      case .private: nil
      }
    }
    // An item that moved to another domain is deleted there and written here: one document that is written.
    var written: Set<ItemIdentity> = []
    for entry in manifest.entries where entry.place.locale == locale && entry.after != nil {
      if let identity = identity(entry) {
        written.insert(identity)
      } else {
        skipped.append(entry.place.contentID)
      }
    }
    upserts = written.sorted()
    for entry in manifest.entries where entry.place.locale == locale && entry.after == nil {
      if let identity = identity(entry), !written.contains(identity) { removals.append(identity) }
    }
    removals.sort()
  }
}
