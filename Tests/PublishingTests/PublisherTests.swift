import Bundles
import Publishing
import TestSupport
import Testing
import Translations

@Suite struct PublisherTests {
  let first = SmallProject(["a": "One", "b": "Two"], ["a": "一"])
  let second = SmallProject(["a": "One", "b": "Two"], ["a": "一つ", "b": "二"])

  @Test func revisionsCountUpAndTheSameAgainIsUnchanged() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/Bundles"
    let one = try first.publish(to: root)
    #expect(one.status == .published && one.head.revision == 1 && one.upserts == 4)
    let files = folder.files
    #expect(try first.publish(to: root).status == .unchanged)
    #expect(folder.files == files)
    let two = try second.publish(to: root)
    #expect(
      two.head.revision == 2 && two.head.parent == one.head.link && two.upserts == 2 && two.deletes == 0)
    #expect(two.head.lineage == one.head.lineage)
    #expect(two.head[SmallProject.en]?.revision == 1 && two.head[SmallProject.ja]?.revision == 2)
    #expect(StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems == [])
  }

  @Test func sameInputsOnTheSameParentGiveTheSameBytes() throws {
    let (a, b) = (try TemporaryDirectory(), try TemporaryDirectory())
    for folder in [a, b] {
      try first.publish(to: folder.path + "/S")
      try second.publish(to: folder.path + "/S")
    }
    #expect(a.files == b.files && a.files.count > 6)
    for file in a.files {
      let (x, y) = (
        try LocalFileSystem().read("\(a.path)/\(file)", limit: 1 << 20),
        try LocalFileSystem().read("\(b.path)/\(file)", limit: 1 << 20)
      )
      #expect(x == y, "\(file)")
    }
  }

  /// Whatever call fails, the store stays at the old or the new revision, and the next run succeeds and leaves
  /// nothing behind.
  @Test(arguments: 0..<40) func aFailedCallHarmsNothing(calls: Int) throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    try first.publish(to: root)
    let files = FailingFileSystem(after: calls)
    var code: PublishError.Code?
    do { try second.publish(to: root, files: files) } catch let error as PublishError { code = error.code }
    let reader = try StoreReader(root: root)
    let revision = reader.head!.revision
    #expect(revision == 1 || revision == 2)
    if code == nil { #expect(revision == 2) } else { #expect(files.hasFailed) }
    if revision == 2 && code != nil { #expect(code == .outcomeUnknown) }
    #expect(StoreVerifier(reader, trusted: nil).verify(all: true).problems == [])
    let again = try second.publish(to: root)
    #expect(again.head.revision == 2)
    #expect(!folder.files.contains { $0.contains(".tmp") })
  }

  @Test func theSecondOfTwoPublishersIsRefused() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    try first.publish(to: root)
    let store = try StoreReader(root: root)
    let late = try Candidate(second.input, parent: store.snapshot(), store: store)
    var other = second
    other.japanese["a"] = "壱"
    try other.publish(to: root)
    let publisher = Publisher(store: DirectoryStore(root: root), lock: nil, signingKey: nil)
    do {
      _ = try publisher.publish(
        late, note: .init(message: "", publisher: "", publishedAt: "", acceptances: [], restores: nil),
        lineage: { "1" })
      Issue.record("a publish for r1 went through at r2")
    } catch {
      #expect(error.code == .headMoved)
    }
    #expect(try StoreReader(root: root).head?.revision == 2)
  }

  @Test func theLockDecidesWhatMayBePublished() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    let one = LockDocument(try first.publish(to: root).head)
    let two = LockDocument(try second.publish(to: root).head)
    var third = second
    third.english["c"] = "Three"
    // The lock is a revision behind: a conflict, unless this very content was published on top of it.
    #expect(throws: PublishError.self) { try third.publish(to: root, lock: one) }
    #expect(try second.publish(to: root, lock: one).status == .unchanged)
    #expect(try third.publish(to: root, lock: two).head.revision == 3)
    // The lock is ahead of the store.
    var ahead = two
    ahead.head.revision = 9
    do { try third.publish(to: root, lock: ahead) } catch let error as PublishError {
      #expect(error.code == .storeBehind)
    }
    var other = two
    other.lineage = "2"
    do { try third.publish(to: root, lock: other) } catch let error as PublishError {
      #expect(error.code == .otherLineage)
    }
  }

  /// Run again with the same expectation, a publish that was done already is answered and not refused.
  @Test func whatIsExpectedIsTheParentOfWhatWasPublished() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    func check(
      _ project: SmallProject, _ expected: Int, lock: LockDocument?, hasCandidate: Bool = true
    ) throws -> PublishError.Code? {
      let store = try StoreReader(root: root)
      let candidate = try Candidate(project.input, parent: store.snapshot(), store: store)
      let publisher = Publisher(store: DirectoryStore(root: root), lock: lock, signingKey: nil)
      do {
        try publisher.checkHead(
          candidate.parent, candidate: hasCandidate ? candidate : nil, expected: expected)
        return nil
      } catch { return error.code }
    }
    let one = LockDocument(try first.publish(to: root).head)
    #expect(try check(first, 0, lock: nil) == nil)
    #expect(try check(first, 0, lock: one) == nil)
    #expect(try check(second, 0, lock: one) == .expectationFailed)
    let two = LockDocument(try second.publish(to: root).head)
    #expect(try check(second, 1, lock: one) == nil)
    #expect(try check(second, 1, lock: two) == nil)
    #expect(try check(second, 2, lock: two) == nil)
    #expect(try check(second, 0, lock: two) == .expectationFailed)
    #expect(try check(second, 3, lock: two) == .expectationFailed)
    #expect(try check(first, 1, lock: two) == .expectationFailed)
    // Without a candidate nothing can be known to be done.
    #expect(try check(second, 1, lock: one, hasCandidate: false) == .expectationFailed)
    #expect(try check(second, 2, lock: one, hasCandidate: false) == .lockMismatch)
    // A store that went back is named whatever was expected, or the advice would lead nowhere.
    var ahead = two
    ahead.head.revision = 3
    #expect(try check(second, 3, lock: ahead) == .storeBehind)
  }

  @Test func theHelpOfAnotherLockIsAWayThatLeadsOn() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    let one = LockDocument(try first.publish(to: root).head)
    let two = LockDocument(try second.publish(to: root).head)
    func help(_ lock: LockDocument?) throws -> String {
      let publisher = Publisher(store: DirectoryStore(root: root), lock: lock, signingKey: nil)
      do {
        try publisher.checkHead(StoreReader(root: root).snapshot(), candidate: nil, expected: nil)
        return ""
      } catch let error as PublishError { return error.help ?? "" }
    }
    #expect(try help(one).hasPrefix("run `assets lock`"))
    #expect(try help(nil).hasPrefix("run `assets lock`"))
    #expect(try help(two) == "")
    for link in [two.head, one.head] {
      var forked = two
      forked.head = Head.Link(revision: link.revision, head: Digest(of: [1]))
      #expect(try help(forked) == LockDocument.wayOutOfFork)
    }
    let restored = Head.Restored(revision: 1, content: try StoreReader(root: root).head!.content)
    try first.publish(to: root, restores: restored)
    #expect(try help(two).contains("`assets rollback --to r1` with the same options again"))
    #expect(try help(one).hasPrefix("run `assets lock`"))
  }

  @Test func theLockIsReadBackAndAConflictIsNamed() throws {
    let folder = try TemporaryDirectory()
    let lock = LockDocument(try first.publish(to: folder.path + "/S").head)
    #expect(try LockDocument(lock.bytes) == lock)
    let text = String(decoding: lock.bytes, as: UTF8.self)
    for broken in [text.replacing("\"revision\"", with: "<<<<<<< ours\n\"revision\""), "", "{}", text + " "] {
      #expect(throws: BundleError.self) { try LockDocument(Array(broken.utf8)) }
    }
  }

  /// Every bit of a small store is under a digest.
  @Test func damageIsFound() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    try first.publish(to: root)
    try second.publish(to: root)
    var random = SeededGenerator(seed: 11)
    let files = LocalFileSystem()
    for file in folder.files where !file.contains(".local") {
      let path = "\(folder.path)/\(file)"
      let original = try files.read(path, limit: 1 << 20)
      for _ in 0..<12 {
        var damaged = original
        damaged[random.below(damaged.count)] ^= 1 << UInt8(random.below(8))
        try files.remove(path)
        try files.write(damaged, toNew: path)
        let problems: [String]
        do {
          problems = StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems
        } catch {
          problems = ["\(error)"]
        }
        #expect(!problems.isEmpty, "\(file)")
      }
      try files.remove(path)
      try files.write(original, toNew: path)
    }
    #expect(StoreVerifier(try StoreReader(root: root), trusted: nil).verify(all: true).problems == [])
  }

  @Test func theNodeIndexIsOnlyAConvenience() throws {
    let folder = try TemporaryDirectory()
    let root = folder.path + "/S"
    try first.publish(to: root)
    try second.publish(to: root)
    let index = StoreLayout(root: root).index(1...2)
    let files = LocalFileSystem()
    let snapshot = try StoreReader(root: root).snapshot()
    let sound = try files.read(index, limit: .max)
    let damages: [[UInt8]?] = [
      nil, [], [1, 2, 3], Array("assets.nodes/2\n".utf8), sound.dropLast(), sound + [0],
    ]
    for bytes in damages {
      try? files.remove(index)
      if let bytes { try files.write(bytes, toNew: index) }
      let reader = try StoreReader(root: root)
      #expect(reader.indexIsStale)
      #expect(try reader.snapshot().content == snapshot.content)
    }
  }
}
