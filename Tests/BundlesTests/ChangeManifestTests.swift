import TestSupport
import Testing
import Translations

@testable import Bundles

@Suite struct ChangeManifestTests {
  /// The manifest names exactly the items that show something else, by brute force over everything; twenty pairs of
  /// revisions a seed.
  @Test(arguments: 0..<UInt64(caseCount(full: 5_000))) func manifestEqualsBruteForce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var store = MemoryStore()
    var project = RandomProject(using: &random)
    var states = [project]
    try store.publish(project)
    for _ in 0..<4 {
      for _ in 0..<random.below(6) { project.edit(using: &random) }
      states.append(project)
      try store.publish(project)
    }
    for a in 0..<states.count {
      for b in 0..<states.count where a != b {
        var expected: [String] = []
        for id in Set(states[a].records.keys).union(states[b].records.keys) {
          for locale in RandomProject.locales {
            let before = states[a].shown(id, locale)
            let after = states[b].shown(id, locale)
            if before == after { continue }
            let moved = before != nil && after != nil && before!.suffix(2) != after!.suffix(2)
            if before != nil && (after == nil || moved) { expected.append("- \(id) \(locale)") }
            if after != nil { expected.append("+ \(id) \(locale)") }
          }
        }
        let manifest = try store.manifest(a + 1, b + 1)
        let found =
          manifest.deletes.map { "- \($0.place.contentID) \($0.place.locale)" }
          + manifest.upserts.map { "+ \($0.place.contentID) \($0.place.locale)" }
        #expect(found.sorted() == expected.sorted(), "seed \(seed), r\(a + 1)..r\(b + 1)")
      }
    }
  }

  @Test(arguments: 0..<UInt64(caseCount(full: 5_000))) func lawsHoldByteForByte(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    var store = MemoryStore()
    var project = RandomProject(using: &random)
    for _ in 0..<4 {
      try store.publish(project)
      for _ in 0..<random.below(5) { project.edit(using: &random) }
    }
    func composed(_ manifest: ChangeManifest) -> [UInt8] {
      var copy = manifest
      copy.kind = .composed
      copy.restores = nil
      return copy.bytes
    }
    let (ab, bc, cd) = (try store.manifest(1, 2), try store.manifest(2, 3), try store.manifest(3, 4))
    // Where a projection came back to what it was within one of two, the number at the far end is not known.
    let cameBack = try comesBack(ab, bc) || comesBack(bc, cd) || comesBack(ab.composed(with: bc), cd)
    func areEqual(_ a: ChangeManifest, _ b: ChangeManifest) -> Bool {
      composed(a) == composed(b)
        || cameBack && composed(a.withoutSourceRevisions) == composed(b.withoutSourceRevisions)
    }
    #expect(areEqual(try ab.composed(with: bc), try store.manifest(1, 3)), "seed \(seed)")
    let left = try ab.composed(with: bc).composed(with: cd)
    #expect(areEqual(left, try ab.composed(with: bc.composed(with: cd))), "seed \(seed)")
    #expect(areEqual(try store.manifest(1, 4), left), "seed \(seed)")
    #expect(try composed(store.manifest(3, 1)) == store.manifest(1, 3).inverted.bytes, "seed \(seed)")
    #expect(try ChangeManifest(ab.bytes) == ab, "seed \(seed)")
    // Composition of manifests that were read back, which hold no more than their JSON.
    let read = try ChangeManifest(ab.bytes).composed(with: ChangeManifest(bc.bytes))
    #expect(areEqual(read, try store.manifest(1, 3)), "seed \(seed)")
    #expect(throws: BrokenManifestChain.self) { try ab.composed(with: cd) }
  }

  /// Whether something that one changed is after the other as it was before both.
  private func comesBack(_ first: ChangeManifest, _ second: ChangeManifest) -> Bool {
    let places = Dictionary(uniqueKeysWithValues: first.entries.map { ($0.place, $0) })
    return second.entries.contains { entry in
      guard let earlier = places[entry.place] else { return false }
      return earlier.before?.projection == entry.after?.projection
    }
  }

  @Test func aManifestThatContradictsItselfIsRefused() throws {
    var random = SeededGenerator(seed: 7)
    var store = MemoryStore()
    try store.publish(RandomProject(using: &random))
    let text = String(decoding: try store.manifest(0, 1).bytes, as: UTF8.self)
    for (old, new) in [
      ("\"counts\":{\"deletes\":0", "\"counts\":{\"deletes\":1"), ("assets.manifest/1", "assets.manifest/2"),
      ("\"critical\":[]", "\"critical\":[\"x\"]"), ("\"kind\":\"publish\"", "\"kind\":\"other\""),
    ] {
      #expect(text.contains(old))
      #expect(throws: BundleError.self) { try ChangeManifest(Array(text.replacing(old, with: new).utf8)) }
    }
  }
}

extension ChangeManifest {
  /// The same without the one number that a composition may not know.
  fileprivate var withoutSourceRevisions: ChangeManifest {
    ChangeManifest(
      lineage: lineage, base: base, head: head, kind: kind, restores: restores, locales: locales,
      entries: entries.map { entry in
        var entry = entry
        entry.before?.sourceRevision = 0
        entry.after?.sourceRevision = 0
        return entry
      })
  }
}
