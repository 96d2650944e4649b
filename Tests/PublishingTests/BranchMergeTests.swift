import Bundles
import Diagnostics
import TestSupport
import Testing
import Translations

@testable import Publishing

@Suite struct BranchMergeTests {
  private let en = SmallProject.en
  private let ja = SmallProject.ja

  private typealias Texts = [String: String]

  private func random(_ random: inout SeededGenerator, _ texts: Texts) -> Texts {
    var texts = texts
    for _ in 0..<random.below(6) {
      let key = "k\(random.below(9))"
      texts[key] = random.below(4) == 0 ? nil : "t\(random.below(5))"
    }
    return texts
  }

  /// Merging texts by hand: the branch's edits on top of what main has.
  private func merged(_ base: Texts, _ branch: Texts, _ main: Texts) -> Texts {
    var result = main
    for key in Set(base.keys).union(branch.keys) where base[key] != branch[key] { result[key] = branch[key] }
    return result
  }

  private func texts(_ content: ContentState, _ locale: LanguageTag, _ nodes: some NodeSource) throws -> Texts
  {
    var result: Texts = [:]
    let root = content[locale]?.catalog("m") ?? .empty
    guard root.count > 0 else { return result }
    try MerkleTree.forEach(in: root.address, from: nodes) { (entry) throws(BundleError) in
      result[String(decoding: entry.key, as: UTF8.self)] = try PublishedValue(entry).message.plainText
    }
    #expect(result.count == root.count)
    return result
  }

  /// Three random versions of two catalogs, merged as trees and as dictionaries.
  @Test func theResultIsMainWithTheEditsOfTheBranch() throws {
    let seed: UInt64 = 30_11_26
    var generator = SeededGenerator(seed: seed)
    for number in 0..<caseCount(full: 600) {
      let folder = try TemporaryDirectory()
      let (base, baseJa) = (random(&generator, [:]), random(&generator, [:]))
      let (main, mainJa) = (random(&generator, base), random(&generator, baseJa))
      let (branch, branchJa) = (random(&generator, base), random(&generator, baseJa))
      try SmallProject(main, mainJa).publish(to: folder.path)
      let store = try StoreReader(root: folder.path)
      let published = try store.snapshot()
      func candidate(_ english: Texts, _ japanese: Texts) throws -> Candidate {
        try Candidate(SmallProject(english, japanese).input, parent: published, store: store)
      }
      let (now, before) = (try candidate(branch, branchJa), try candidate(base, baseJa))
      var nodes = now.nodes
      let result = try BranchMerge(
        of: now.content, since: before.content, into: published.content,
        sources: JoinedNodes(now.nodes, before.nodes), nodes: &nodes
      ).content
      #expect(try texts(result, en, nodes) == merged(base, branch, main), "seed \(seed), case \(number)")
      #expect(
        try texts(result, ja, nodes) == merged(baseJa, branchJa, mainJa), "seed \(seed), case \(number)")
      for locale in result.locales {
        let approved = locale.catalogs.reduce(0) { $0 + $1.approved }
        #expect(approved == (locale.locale == en ? locale.keys : 0), "seed \(seed), case \(number)")
      }
    }
  }

  /// A branch changes a source text; main has changed the translation since. The branch did not touch that.
  @Test func anOlderSourceAloneTakesNothingBack() throws {
    let folder = try TemporaryDirectory()
    try SmallProject(["a": "A"], ["a": "新"]).publish(to: folder.path)
    let store = try StoreReader(root: folder.path)
    let published = try store.snapshot()
    let before = try Candidate(SmallProject(["a": "A"], ["a": "旧"]).input, parent: published, store: store)
    let now = try Candidate(SmallProject(["a": "B"], ["a": "旧"]).input, parent: published, store: store)
    var nodes = now.nodes
    let content = try BranchMerge(
      of: now.content, since: before.content, into: published.content,
      sources: JoinedNodes(now.nodes, before.nodes), nodes: &nodes
    ).content
    #expect(try texts(content, ja, nodes) == ["a": "新"] && texts(content, en, nodes) == ["a": "B"])
  }

  @Test func localesComeAndGoWithWhoeverChangedThem() throws {
    func state(_ tags: [String]) -> ContentState {
      ContentState(
        sourceLocale: en, minimumState: .translated, content: .empty,
        locales: tags.map {
          let tag = LanguageTag($0)!
          return .init(locale: tag, chain: [tag], keywordChain: [tag], catalogs: [], keywords: .empty)
        })
    }
    func merged(base: [String], branch: [String], main: [String]) throws -> [String] {
      var nodes = StagedNodes(over: nil)
      return try BranchMerge(
        of: state(branch), since: state(base), into: state(main), sources: MemoryNodes(), nodes: &nodes
      ).content.locales.map(\.locale.description)
    }
    #expect(try merged(base: ["en"], branch: ["en"], main: ["de", "en"]) == ["de", "en"])
    #expect(try merged(base: ["de", "en"], branch: ["en"], main: ["de", "en"]) == ["en"])
    #expect(try merged(base: ["en"], branch: ["en", "fr"], main: ["en"]) == ["en", "fr"])
    #expect(try merged(base: ["de", "en"], branch: ["de", "en"], main: ["en"]) == ["en"])
    #expect(try merged(base: [], branch: ["en"], main: ["en", "ja"]) == ["en", "ja"])
  }
}

@Suite struct LockShapeTests {
  private func findings(_ now: SmallProject, lock: SmallProject) throws -> [String] {
    let folder = try TemporaryDirectory()
    let receipt = try lock.publish(to: folder.path)
    let candidate = try Candidate(now.input, parent: .empty, store: nil)
    return try LockDocument(receipt.head).shapeFindings(of: candidate.content, nodes: candidate.nodes).map {
      "\($0.rule.id) \($0.locale?.description ?? "")"
    }
  }

  private func texts(_ range: Range<Int>) -> [String: String] {
    Dictionary(uniqueKeysWithValues: range.map { ("k\($0)", "t\($0)") })
  }

  @Test func aLocaleWithoutValuesIsMissed() throws {
    #expect(
      try findings(SmallProject(texts(0..<9), [:]), lock: SmallProject(texts(0..<9), texts(0..<9)))
        == ["RB-LOCALE-DROP ja"])
  }

  @Test func manyValuesThatTheSourceStillHasAreMissed() throws {
    let lock = SmallProject(texts(0..<20), texts(0..<20))
    #expect(try findings(SmallProject(texts(0..<20), texts(0..<14)), lock: lock) == ["RB-KEY-COLLAPSE ja"])
    // Five may go, and what the source gave up or only just got is no loss.
    #expect(try findings(SmallProject(texts(0..<20), texts(0..<15)), lock: lock) == [])
    #expect(try findings(SmallProject(texts(0..<10), texts(0..<10)), lock: lock) == [])
    #expect(try findings(SmallProject(texts(0..<40), texts(0..<20)), lock: lock) == [])
  }
}
