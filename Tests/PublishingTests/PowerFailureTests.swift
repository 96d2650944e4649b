import Bundles
import Publishing
import TestSupport
import Testing

/// The store on a disk that loses what was not synchronised.
@Suite struct PowerFailureTests {
  private static let first = SmallProject(["a": "One"], ["a": "一"])
  private static let second = SmallProject(["a": "One"], ["a": "一つ"])
  private static let note = Publisher.Note(
    message: "", publisher: "t", publishedAt: "2026-01-01T00:00:00Z", acceptances: [], restores: nil)
  private static let key = SigningKey(seed: Array(1...32))!

  private func publish(
    _ project: SmallProject, on disk: SimulatedDisk, _ key: SigningKey?
  ) throws -> Receipt {
    let store = DirectoryStore(root: "/S", files: disk)
    let reader = StoreReader.exists(at: "/S", files: disk) ? try store.reader() : nil
    let candidate = try Candidate(project.input, parent: reader?.snapshot() ?? .empty, store: reader)
    let publisher = Publisher(store: store, lock: nil, signingKey: key)
    let prepared = try publisher.prepare(candidate, note: Self.note) { "1" }
    let receipt = try publisher.publish(prepared) { () throws(PublishError) in }
    publisher.tidy(after: prepared)
    return receipt
  }

  /// Whatever a power failure leaves, at whatever call: the store is sound at the old or the new revision, an
  /// acknowledged publish is there, the same publish again succeeds, and nothing is left over.
  @Test(arguments: [0, 1]) func everyCrashLeavesOneOfTwoStates(before: Int) throws {
    let fresh = SimulatedDisk(limit: .max)
    if before == 1 { _ = try publish(Self.first, on: fresh, Self.key) }
    let target = before == 1 ? Self.second : Self.first
    let whole = fresh.settled(limit: .max)
    _ = try publish(target, on: whole, Self.key)
    let calls = whole.steps
    var random = SeededGenerator(seed: UInt64(17 + before))
    // Each case is two publishes and two verifications, so the short run takes a hundredth.
    let count = max(calls, caseCount(full: 50_000) / (caseCount(full: 20) == 20 ? 1 : 5))
    for number in 0..<count {
      let limit = number % calls
      let disk = fresh.settled(limit: limit)
      let receipt = try? publish(target, on: disk, Self.key)
      let left = disk.afterPowerFailure(&random)
      let name = "seed \(17 + before), case \(number), call \(limit)"
      var found = 0
      if StoreReader.exists(at: "/S", files: left) {
        let reader = try StoreReader(root: "/S", files: left)
        found = reader.head?.revision ?? 0
        let problems = StoreVerifier(reader, trusted: [Self.key.publicKey], files: left).verify(all: true)
          .problems
        #expect(problems == [], "\(name)")
      }
      #expect(found == before || found == before + 1, "\(name): r\(found)")
      if receipt != nil { #expect(found == before + 1, "\(name): acknowledged and lost") }
      let again = try publish(target, on: left, Self.key)
      #expect(again.head.revision == before + 1, "\(name)")
      #expect(!left.names.contains { $0.contains("/.tmp-") }, "\(name): \(left.names)")
      #expect(
        StoreVerifier(try StoreReader(root: "/S", files: left), trusted: nil, files: left).verify(all: true)
          .problems == [], "\(name)")
    }
  }

  /// Every bit and every length of each file of a small store but its index: found by `verify`, and no node is read
  /// that does not match its address.
  @Test func everyBitAndEveryLengthCounts() throws {
    let disk = SimulatedDisk(limit: .max)
    _ = try publish(Self.first, on: disk, Self.key)
    _ = try publish(Self.second, on: disk, Self.key)
    let files = disk.names.filter { !$0.contains("/.local/") }
    let size = try files.reduce(0) { $0 + (try disk.read($1, limit: .max).count) }
    #expect(files.count == 8 && size <= 8192, "\(size) bytes")
    func problems() -> [String] {
      do {
        let reader = try StoreReader(root: "/S", files: disk)
        guard reader.head?.revision == 2 else { return ["another head"] }
        return StoreVerifier(reader, trusted: [Self.key.publicKey], files: disk).verify(all: true).problems
      } catch {
        return ["\(error)"]
      }
    }
    #expect(problems() == [])
    let step = caseCount(full: 20) == 20 ? 1 : 19
    for path in files {
      let original = try disk.read(path, limit: .max)
      for bit in stride(from: 0, to: original.count * 8, by: step) {
        var damaged = original
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        disk.damage(path, damaged)
        #expect(!problems().isEmpty, "\(path), bit \(bit)")
      }
      for length in stride(from: 0, to: original.count, by: step) {
        disk.damage(path, Array(original[..<length]))
        #expect(!problems().isEmpty, "\(path), length \(length)")
      }
      disk.damage(path, nil)
      #expect(!problems().isEmpty, "\(path) missing")
      disk.damage(path, original)
    }
    #expect(problems() == [])
  }

  /// The index is made again from the packs where it says something wrong.
  @Test func aWrongIndexServesNothingWrong() throws {
    let disk = SimulatedDisk(limit: .max)
    _ = try publish(Self.first, on: disk, nil)
    _ = try publish(Self.second, on: disk, nil)
    let path = StoreLayout(root: "/S").index(1...2)
    let original = try disk.read(path, limit: .max)
    let wanted = try StoreReader(root: "/S", files: disk).snapshot()
    for bit in stride(from: 0, to: original.count * 8, by: caseCount(full: 20) == 20 ? 1 : 11) {
      var damaged = original
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      disk.damage(path, damaged)
      let reader = try StoreReader(root: "/S", files: disk)
      #expect(try reader.snapshot().content == wanted.content, "bit \(bit)")
      #expect(StoreVerifier(reader, trusted: nil, files: disk).verify(all: true).problems == [], "bit \(bit)")
    }
  }

  /// Killed at any call, `gc` has removed nothing that a revision needs, and the next run goes on.
  @Test func garbageIsCollectedInTwoPhases() throws {
    let fresh = SimulatedDisk(limit: .max)
    _ = try publish(Self.first, on: fresh, nil)
    // What a publisher leaves that was killed just before its head was made the newest.
    var killed = fresh.settled(limit: .max)
    var orphans: [String] = []
    for limit in 0..<40 where orphans.count < 2 {
      killed = fresh.settled(limit: limit)
      _ = try? publish(Self.second, on: killed, nil)
      orphans = killed.names.filter { !fresh.names.contains($0) && !$0.contains("/.local/") }
    }
    #expect(orphans.count == 2)
    #expect(try StoreReader(root: "/S", files: killed).head?.revision == 1)
    let disk = killed.settled(limit: .max)
    func collect(_ disk: SimulatedDisk, now: Int, rehearse: Bool = false) throws -> GarbageCollector.Report {
      try GarbageCollector(DirectoryStore(root: "/S", files: disk), files: disk).collect(
        now: now, grace: 100, isRehearsal: rehearse)
    }
    let shown = orphans.map { String($0.dropFirst(3)) }
    #expect(try collect(disk, now: 1000, rehearse: true).waiting == shown)
    #expect(try collect(disk, now: 1000).waiting == shown)
    #expect(try collect(disk, now: 1099).removed == [])
    #expect(try collect(disk, now: 1100, rehearse: true).removed == shown)
    // A clock that was set back does not shorten the wait.
    #expect(try collect(disk, now: 900).waiting == shown)
    #expect(try collect(disk, now: 999).removed == [])
    for limit in 0..<8 {
      let interrupted = disk.settled(limit: limit)
      _ = try? collect(interrupted, now: 2000)
      let left = interrupted.settled(limit: .max)
      #expect(
        StoreVerifier(try StoreReader(root: "/S", files: left), trusted: nil, files: left).verify(all: true)
          .problems == [])
      _ = try collect(left, now: 2000)
      #expect(left.names.filter { orphans.contains($0) } == [])
    }
    // A publish of the same state in between makes the orphans part of the history.
    _ = try publish(Self.second, on: disk, nil)
    #expect(try collect(disk, now: 5000) == GarbageCollector.Report())
    #expect(try StoreReader(root: "/S", files: disk).head?.revision == 2)
    // A chain that cannot be followed stops it.
    disk.damage(
      StoreLayout(root: "/S").head(try #require(StoreReader(root: "/S", files: disk).head?.parent)), nil)
    #expect(throws: PublishError.self) { try collect(disk, now: 9000) }
  }
}
