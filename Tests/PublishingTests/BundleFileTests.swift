import Bundles
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct BundleFileTests {
  private let folder: TemporaryDirectory
  private let reader: StoreReader

  /// Four revisions: two of them change Japanese, one takes an item out.
  init() throws {
    folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    var project = SmallProject(["a": "One", "b": "Two", "c": "Three"], ["a": "一"])
    project.keywords = [KeywordSet(key: "k", state: .approved, terms: [KeywordTerm("数")])]
    try project.publish(to: root)
    project.japanese["b"] = "二"
    try project.publish(to: root)
    project.english["c"] = nil
    try project.publish(to: root)
    project.japanese["a"] = "壱"
    try project.publish(to: root)
    reader = try StoreReader(root: root)
  }

  private func export(_ locales: [LanguageTag] = [], since: Int? = nil) throws -> [UInt8] {
    try BundleExporter(reader).export(locales, since: since).bytes
  }

  private func problems(_ bytes: [UInt8]) -> [String] {
    do { return BundleFileVerifier(try BundleFile(bytes), trusted: nil).verify().problems } catch {
      return ["\(error)"]
    }
  }

  @Test func aFileSaysWhatTheStoreSays() throws {
    let bytes = try export()
    #expect(try export() == bytes && problems(bytes) == [])
    let file = try BundleFile(bytes)
    #expect(
      file.head == reader.head && file.locales == [SmallProject.en, SmallProject.ja] && file.since == nil)
    let (a, b) = (try file.snapshot(), try reader.snapshot())
    #expect(a.content == b.content && a.ledger == b.ledger)
    for locale in file.locales {
      var (x, y) = (
        TreeProjectionSource(a.content, nodes: file), TreeProjectionSource(b.content, nodes: reader)
      )
      try b.forEachRecord(from: reader) { (record) throws(BundleError) in
        let (p, q) = (try x.projection(of: record, in: locale), try y.projection(of: record, in: locale))
        #expect(p == q && p != nil)
      }
    }
    #expect(try file.manifest(from: 3) == nil)
    #expect(throws: BundleError.self) { try file.head(#require(reader.head?.parent)) }
  }

  @Test func aLocaleBringsWhatItFallsBackTo() throws {
    let japanese = try BundleFile(export([SmallProject.ja]))
    #expect(japanese.locales == [SmallProject.en, SmallProject.ja])
    let english = try export([SmallProject.en])
    #expect(try BundleFile(english).locales == [SmallProject.en] && problems(english) == [])
    #expect(!String(decoding: english, as: UTF8.self).contains("壱"))
    #expect(throws: BundleError.self) { try export([LanguageTag("fr")!]) }
  }

  @Test(arguments: 0..<4) func theWayFromAnOlderRevisionIsInIt(since: Int) throws {
    let bytes = try export([SmallProject.ja], since: since)
    #expect(problems(bytes) == [])
    let file = try BundleFile(bytes)
    #expect(file.since == since && file.links.map(\.revision) == Array((since + 1...4).reversed()))
    let old = try reader.snapshot(revision: since)
    let wanted = try ChangeManifest(
      from: old, to: reader.snapshot(), lineage: #require(reader.head?.lineage), nodes: reader)
    let found = try #require(try file.manifest(from: since))
    #expect(found.entries == wanted.entries && found.base == wanted.base && found.head == wanted.head)
    let trusted = old.head.map { TrustedRevision($0) }
    #expect(try file.offer().verdict(trusted: trusted, keys: nil) == .accepted)
    #expect(throws: BundleError.self) { try export(since: 4) }
  }

  /// Every bit and every length of a small file: refused, or of the same meaning never.
  @Test func everyBitAndEveryLengthCounts() throws {
    let bytes = try export([SmallProject.ja], since: 2)
    let step = caseCount(full: 20) == 20 ? 1 : 7
    for bit in stride(from: 0, to: bytes.count * 8, by: step) {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!problems(damaged).isEmpty, "bit \(bit)")
    }
    for length in stride(from: 0, to: bytes.count, by: step) {
      #expect(!problems(Array(bytes[..<length])).isEmpty, "length \(length)")
    }
  }

  /// Lines that are added, lost, doubled or exchanged, under a digest that is right.
  @Test func whatDoesNotBelongIsFound() throws {
    let bytes = try export([SmallProject.ja], since: 2)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true).dropLast().map { Array($0) }
    func file(_ lines: [[UInt8]]) -> [UInt8] {
      let body = Array(lines.joined(separator: [0x0A])) + [0x0A]
      return body + BundleFile.end(of: body, lineCount: lines.count)
    }
    #expect(problems(file(lines)) == [])
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      #expect(!problems(file(fewer)).isEmpty, "without line \(index)")
    }
    #expect(!problems(file(lines + [Array("[0,[[\"x\"]]]".utf8)])).isEmpty)
    #expect(!problems(file(lines + [Array("[0, []]".utf8)])).isEmpty)
    var swapped = lines
    swapped.swapAt(1, 2)
    #expect(!problems(file(swapped)).isEmpty)
    for (old, new) in [
      ("\"critical\":[]", "\"critical\":[\"x\"]"), ("\"since\":2", "\"since\":1"), ("bundle/1", "bundle/2"),
      ("[\"en\",\"ja\"]", "[\"ja\"]"), ("[\"en\",\"ja\"]", "[\"ja\",\"en\"]"),
      ("[\"en\",\"ja\"]", "[\"en\"]"),
      ("\"manifests\":2", "\"manifests\":1"), ("\"heads\":2", "\"heads\":1"),
    ] {
      var other = lines
      other[0] = Array(String(decoding: lines[0], as: UTF8.self).replacing(old, with: new).utf8)
      #expect(other != lines && !problems(file(other)).isEmpty, "\(new)")
    }
  }

  @Test func signaturesComeAlong() throws {
    let key = SigningKey(seed: Array(1...32))!
    let store = DirectoryStore(root: folder.path + "/S")
    let head = try #require(reader.head)
    try store.sign(head.link, with: key)
    let file = try BundleFile(export(since: 2))
    let trusted = [key.publicKey]
    // r4 is signed, r3 is not.
    #expect(try file.signatures(head.link)?.signers(of: file.headBytes(head.link)) == [key.publicKey])
    #expect(BundleFileVerifier(file, trusted: nil).verify().problems == [])
    #expect(
      BundleFileVerifier(file, trusted: trusted).verify().problems == ["RV-SIGNATURE: r3 is not signed"])
    #expect(try file.offer().verdict(trusted: nil, keys: trusted) == .accepted)
  }
}
