import Bundles
import Publishing
import TestSupport
import Testing

@Suite struct PublishPlanTests {
  let first = SmallProject(["a": "One"], ["a": "一"])
  let note = Publisher.Note(
    message: "", publisher: "t", publishedAt: "2026-01-01T00:00:00Z", acceptances: [], restores: nil)
  let lineage = "00112233445566778899aabbccddeeff"
  let inputs = [
    PublishPlan.Input(path: "b.yml", digest: Digest(of: Array("b".utf8))),
    PublishPlan.Input(path: "a.yml", digest: nil),
  ]

  private func candidate(_ project: SmallProject, at root: String) throws -> Candidate {
    let store = StoreReader.exists(at: root) ? try StoreReader(root: root) : nil
    return try Candidate(project.input, parent: store?.snapshot() ?? .empty, store: store)
  }

  private func prepare(_ project: SmallProject, at root: String, _ lineage: String) throws -> PreparedPublish
  {
    let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: nil)
    return try publisher.prepare(candidate(project, at: root), note: note) { lineage }
  }

  @Test func aPlanIsReadBackAndHoldsNoText() throws {
    let folder = try TemporaryDirectory()
    let plan = PublishPlan(try prepare(first, at: folder.path + "/S", lineage), inputs: inputs)
    #expect(try PublishPlan(plan.bytes) == plan)
    #expect(plan.parent == nil && plan.revision == 1 && plan.lineage == lineage && plan.upserts == 2)
    #expect(plan.inputs.map(\.path) == ["a.yml", "b.yml"])
    let text = String(decoding: plan.bytes, as: UTF8.self)
    #expect(!text.contains("One") && !text.contains("一"))
    for broken in [
      "", "{}\n", text + " ", text.replacing("plan/1", with: "plan/2"), text.replacing(lineage, with: "x"),
    ] {
      #expect(throws: BundleError.self) { try PublishPlan(Array(broken.utf8)) }
    }
  }

  @Test func whateverDiffersIsRefused() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    let prepared = try prepare(first, at: root, lineage)
    let plan = PublishPlan(prepared, inputs: inputs)
    func refusal(_ body: () throws -> Void) -> String? {
      do { try body() } catch let error as PublishError {
        return error.code == .planMismatch ? error.reason : nil
      } catch {
        return nil
      }
      return nil
    }
    let content = prepared.receipt.head.content
    try plan.check(parent: nil, inputs: inputs, content: content)
    try plan.check(prepared)
    #expect(
      refusal { try plan.check(parent: nil, inputs: inputs, content: Digest(of: [1])) }?.contains("content")
        == true)
    #expect(
      refusal { try plan.check(parent: nil, inputs: [inputs[1]], content: content) }?.contains("b.yml")
        == true)
    // A file that is not there and one that nobody looked for say the same.
    try plan.check(parent: nil, inputs: [inputs[0]], content: content)
    var changed = inputs
    changed[0].digest = nil
    changed.append(.init(path: "c.yml", digest: content))
    #expect(
      refusal { try plan.check(parent: nil, inputs: changed, content: content) }?.contains("b.yml and 1 more")
        == true)
    // Another lineage is another manifest.
    #expect(
      refusal { try plan.check(prepare(first, at: root, String(lineage.reversed()))) }?.contains("manifest")
        == true)
    #expect(!plan.isDone(by: nil))
    // Published: the plan is done, and stands on another head.
    let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: nil)
    let head = try publisher.publish(prepared) { () throws(PublishError) in }.head
    #expect(plan.isDone(by: head))
    #expect(
      refusal { try plan.check(parent: head, inputs: inputs, content: content) }?.contains("r0") == true)
    let nothing = PublishPlan(try prepare(first, at: root, lineage), inputs: inputs)
    #expect(nothing.manifest == nil && nothing.revision == 1 && nothing.isDone(by: head))
    #expect(try PublishPlan(nothing.bytes) == nothing)
  }

  @Test func aRecheckThatFailsPublishesNothing() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: nil)
    let prepared = try prepare(first, at: root, lineage)
    #expect(throws: PublishError.self) {
      try publisher.publish(prepared) { () throws(PublishError) in
        throw PublishError(.inputChanged, "a.yml changed")
      }
    }
    #expect(try StoreReader(root: root).head == nil)
    #expect(try publisher.publish(prepared) { () throws(PublishError) in }.head.revision == 1)
  }

  @Test func aSignatureIsThereBeforeTheHeadAndIsAddedLater() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    let keys = [SigningKey(seed: Array(1...32))!, SigningKey(seed: Array(2...33))!]
    func publish(_ project: SmallProject, _ key: SigningKey?) throws -> Head {
      let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: key)
      return try publisher.publish(candidate(project, at: root), note: note) { lineage }.head
    }
    let head = try publish(first, keys[0])
    func signers() throws -> Set<PublicKey> {
      let reader = try StoreReader(root: root)
      return try reader.signatures(head.link)?.signers(of: reader.headBytes(head.link)) ?? []
    }
    #expect(try signers() == [keys[0].publicKey])
    let names = folder.files
    #expect(try publish(first, keys[0]) == head && folder.files == names)
    #expect(try publish(first, keys[1]) == head)
    #expect(try signers() == Set(keys.map(\.publicKey)))
    // The head is the same bytes with and without.
    let plain = try TemporaryDirectory()
    let publisher = Publisher(store: DirectoryStore(root: plain.path + "/S"), lock: nil, signingKey: nil)
    #expect(
      try publisher.publish(candidate(first, at: plain.path + "/S"), note: note) { lineage }.head == head)
    let trusted = [keys[0].publicKey]
    #expect(StoreVerifier(try StoreReader(root: root), trusted: trusted).verify(all: true).problems == [])
    var second = first
    second.japanese["a"] = "壱"
    _ = try publish(second, nil)
    let reader = try StoreReader(root: root)
    #expect(StoreVerifier(reader, trusted: nil).verify(all: true).problems == [])
    #expect(
      StoreVerifier(reader, trusted: trusted).verify(all: true).problems.first?.contains("r2 is not signed")
        == true)
  }
}
