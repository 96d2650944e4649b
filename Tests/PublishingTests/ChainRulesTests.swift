import Bundles
import Diagnostics
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct ChainRulesTests {
  private let store: TemporaryDirectory
  private let reader: StoreReader
  private let snapshot: Snapshot
  private let head: Head

  /// Three revisions; the last changes Japanese only.
  init() throws {
    store = try TemporaryDirectory()
    var project = SmallProject(["a": "Clock"], ["a": "時計"])
    for text in ["時計", "腕時計", "とけい"] {
      project.japanese["a"] = text
      try project.publish(to: store.path + "/S")
    }
    reader = try StoreReader(root: store.path + "/S")
    snapshot = try reader.snapshot()
    head = try #require(snapshot.head)
  }

  private func trusted(_ change: (inout ChainRules<StoreReader>.Trusted) -> Void = { _ in })
    -> ChainRules<StoreReader>.Trusted
  {
    var trusted = ChainRules<StoreReader>.Trusted(
      lineage: head.lineage, link: head.link, locales: head.locales, sources: snapshot.ledger.sources,
      name: "assets.lock")
    change(&trusted)
    return trusted
  }

  private func findings(_ trusted: ChainRules<StoreReader>.Trusted, head: Head? = nil) throws -> [String] {
    try ChainRules(snapshot, head: head ?? self.head, nodes: reader).judge(
      against: trusted, older: RollbackRuleSet.restored
    ) { (link) throws(BundleError) in
      var found = false
      try reader.forEachHead { head in
        if head.link == link { found = true }
        return !found
      }
      return found
    }.map(\.rule.id)
  }

  @Test func theHeadAndItsAncestorsAreTrusted() throws {
    #expect(try findings(trusted()) == [])
    let first = try reader.head(revision: 1)
    #expect(
      try findings(
        trusted {
          $0.link = first.link
          $0.locales = first.locales
        }) == [])
  }

  @Test func eachWayToFailHasItsName() throws {
    let stranger = Digest(of: [1])
    #expect(try findings(trusted { $0.lineage = "2" }) == ["RB-LINEAGE"])
    #expect(try findings(trusted { $0.link.revision = 4 }) == ["RB-RESTORED"])
    #expect(try findings(trusted { $0.link.head = stranger }) == ["RB-EQUIVOCATION"])
    #expect(try findings(trusted { $0.link = .init(revision: 2, head: stranger) }) == ["RB-FORK"])
  }

  @Test func aLocaleBehindItsRowIsPartial() throws {
    var mixed = head
    mixed.locales[1].revision = 1
    #expect(try findings(trusted(), head: mixed) == ["RB-PARTIAL"])
    mixed.locales.remove(at: 1)
    #expect(try findings(trusted(), head: mixed) == ["RB-LOCALE-DROP"])
  }

  @Test func aSourceRevisionThatGoesBackIsNamed() throws {
    var project = SmallProject(["a": "Watch"], ["a": "とけい"])
    project.japanese["a"] = "とけい"
    try project.publish(to: store.path + "/S")
    let newer = try StoreReader(root: store.path + "/S").snapshot()
    let rules = ChainRules(snapshot, head: head, nodes: try StoreReader(root: store.path + "/S"))
    let found = try rules.judge(
      against: trusted { $0.sources = newer.ledger.sources }, older: RollbackRuleSet.revision,
      isAncestor: { _ in true })
    #expect(found.map(\.rule.id) == ["RB-SOURCE"])
    #expect(found.first?.contentIDs.map(\.description) == ["c:a"])
  }

  @Test func aHeadThatCannotBeIsNamed() throws {
    func judge(_ change: (inout Head) -> Void) -> [String] {
      var changed = head
      change(&changed)
      return ChainRules(snapshot, head: changed, nodes: reader).judge(parent: try? reader.head(revision: 2))
        .map(\.rule.id)
    }
    #expect(judge { _ in } == [])
    #expect(judge { $0.parent?.revision = 1 } == ["RB-GAP"])
    #expect(judge { $0.locales[0].revision = 9 } == ["RB-PARTIAL"])
    #expect(judge { $0.locales[1].keys = 7 } == ["RB-PARTIAL"])
    #expect(judge { $0.locales.removeLast() } == ["RB-PARTIAL"])
    #expect(judge { $0.publishedAt = "2020-01-01T00:00:00Z" } == ["RB-CLOCK"])
    #expect(judge { $0.publishedAt = "yesterday" } == [])
  }
}
