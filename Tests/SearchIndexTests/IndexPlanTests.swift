import SearchIndex
import Testing

/// The decision, from values alone.
@Suite struct IndexPlanTests {
  private static func digest(_ number: Int) -> Digest { Digest(of: [UInt8(number)]) }

  private func stamp(_ revision: Int, _ change: (inout IndexStamp) -> Void = { _ in }) -> IndexStamp {
    var stamp = IndexStamp(
      lineage: "l", revision: revision, head: Self.digest(revision), content: Self.digest(10 + revision),
      ledger: Self.digest(20 + revision), sourceRevision: 1, locale: japanese, localeReason: .fallback,
      chain: [japanese, english])
    change(&stamp)
    return stamp
  }

  private func manifest(_ old: IndexStamp, _ new: IndexStamp, _ entries: [ManifestEntry] = [])
    -> ChangeManifest
  {
    ChangeManifest(
      lineage: "l", base: .init(revision: old.revision, content: old.content, ledger: old.ledger),
      head: .init(revision: new.revision, content: new.content, ledger: new.ledger), kind: .composed,
      restores: nil, locales: [], entries: entries)
  }

  @Test func theModeFollowsFromWhatThereIs() {
    let (r1, r2, r3) = (stamp(1), stamp(2), stamp(3))
    func mode(
      _ old: IndexStamp?, _ new: IndexStamp, _ pending: PendingPlan? = nil, _ manifest: ChangeManifest? = nil
    )
      -> IndexMode
    { IndexPlan(stamp: old, pending: pending, wanted: new, manifest: manifest).mode }

    #expect(mode(nil, r1) == .rebuild)
    #expect(mode(r1, r1) == .none)
    #expect(mode(r1, stamp(1) { $0.localeReason = .applicationChoice }) == .none)
    #expect(mode(r1, r2, nil, manifest(r1, r2)) == .delta)
    #expect(mode(r1, r3, nil, manifest(r1, r3)) == .composed)
    #expect(mode(r1, r3) == .reconcile, "no manifest")
    #expect(mode(r1, r3, nil, manifest(r2, r3)) == .reconcile, "a manifest that starts elsewhere")
    #expect(mode(r1, r3, nil, manifest(r1, r2)) == .reconcile, "a manifest that ends elsewhere")
    #expect(mode(r3, r2, nil, manifest(r3, r2)) == .reconcile, "backwards, where that is allowed")
    #expect(
      mode(r1, stamp(1) { $0.head = Self.digest(9) }) == .reconcile, "another truth, where that is allowed")
    #expect(mode(r1, stamp(2) { $0.lineage = "m" }) == .rebuild)
    #expect(mode(r1, stamp(2) { $0.chain = [japanese] }, nil, manifest(r1, r2)) == .rebuild)
    #expect(mode(r1, stamp(1) { $0.analyzer = "2" }) == .rebuild)
    #expect(mode(stamp(1) { $0.schema = 0 }, r1) == .rebuild)
  }

  @Test func anInterruptedPlanIsContinuedOrEverythingIsCompared() {
    let (r1, r2, r3) = (stamp(1), stamp(2), stamp(3))
    let delta = PendingPlan(mode: .delta, target: r2, base: r1.link)
    func mode(_ new: IndexStamp, _ pending: PendingPlan, _ manifest: ChangeManifest? = nil) -> IndexMode {
      IndexPlan(stamp: r1, pending: pending, wanted: new, manifest: manifest).mode
    }
    #expect(mode(r2, delta, manifest(r1, r2)) == .delta)
    #expect(mode(r3, delta, manifest(r1, r3)) == .reconcile, "some documents may be of r2")
    #expect(mode(r1, delta) == .reconcile, "and even what the stamp says need not be so")
    let build = PendingPlan(mode: .rebuild, target: r2, base: r1.link)
    #expect(mode(r2, build, manifest(r1, r2)) == .delta, "what was built aside touched nothing")
    #expect(mode(r1, build) == .none)
  }

  @Test func theManifestBecomesRemovalsAndUpserts() {
    func entry(
      _ id: String, _ before: Bool, _ after: Bool, domain: String = "d", access: ContentAccess = .public,
      locale: LanguageTag = japanese
    ) -> ManifestEntry {
      let side = ManifestEntry.Side(
        projection: Fingerprint(hex: String(repeating: "a", count: 32))!, sourceRevision: 1)
      return ManifestEntry(
        place: .init(contentID: ContentID(id)!, locale: locale, domain: domain, access: access),
        before: before ? side : nil, after: after ? side : nil, fields: [])
    }
    let entries = [
      entry("gone", true, false), entry("new", false, true), entry("changed", true, true),
      entry("moved", true, false, domain: "d"), entry("moved", false, true, domain: "e"),
      entry("owned", true, false), entry("owned", false, true, access: .account),
      entry("secret", true, false, access: .account), entry("other", true, true, locale: english),
    ]
    let plan = IndexPlan(stamp: stamp(1), wanted: stamp(2), manifest: manifest(stamp(1), stamp(2), entries))
    #expect(plan.removals == ids("gone", "owned").map { ItemIdentity(contentID: $0) })
    #expect(plan.upserts == ids("changed", "moved", "new").map { ItemIdentity(contentID: $0) })
    #expect(plan.skipped == ids("owned"))

    // The same with an account, whose items are its own documents.
    func owned(_ revision: Int) -> IndexStamp { stamp(revision) { $0.account = "x" } }
    let own = IndexPlan(stamp: owned(1), wanted: owned(2), manifest: manifest(stamp(1), stamp(2), entries))
    #expect(own.mode == .delta)
    func identity(_ id: String) -> ItemIdentity { ItemIdentity(account: "x", contentID: ContentID(id)!) }
    #expect(own.removals == plan.removals + [identity("secret")])
    #expect(own.upserts == plan.upserts + [identity("owned")])
    #expect(own.skipped == [])
    let other = IndexPlan(stamp: stamp(1), wanted: owned(1))
    #expect(other.mode == .reconcile, "another account")
  }

  @Test func stampsPlansAndPinsAreReadAsTheyWereWritten() {
    let r1 = stamp(1)
    #expect(IndexStamp(r1.json) == r1)
    #expect(Pin(r1.pin.json) == r1.pin)
    let plan = PendingPlan(
      mode: .composed, target: r1, base: nil,
      failures: [
        PlanFailure(
          ItemIdentity(account: "x", contentID: ContentID("a")!), attempts: 3,
          fingerprint: Fingerprint(hex: String(repeating: "a", count: 32))!, code: -1_001)
      ])
    #expect(PendingPlan(plan.json) == plan)
    var based = plan
    based.base = r1.link
    #expect(PendingPlan(based.json) == based)
  }

  /// Whatever member is missing or of another type, nothing is read instead of something wrong.
  @Test func damagedStampsPlansAndPinsAreNotRead() throws {
    let r1 = stamp(1)
    let plan = PendingPlan(
      mode: .delta, target: r1, base: r1.link,
      failures: [PlanFailure(ItemIdentity(contentID: ContentID("a")!))])
    for index in r1.json.members!.indices {
      #expect(IndexStamp(damaged(r1.json, index)) == nil, "\(r1.json.members![index].name)")
    }
    for index in plan.json.members!.indices {
      #expect(PendingPlan(damaged(plan.json, index)) == nil, "\(plan.json.members![index].name)")
    }
    for index in r1.pin.json.members!.indices { #expect(Pin(damaged(r1.pin.json, index)) == nil) }
  }

  private func damaged(_ json: CanonicalJSON, _ index: Int) -> CanonicalJSON {
    var members = json.members!
    members[index].value = .boolean(true)
    return .object(members)
  }
}
