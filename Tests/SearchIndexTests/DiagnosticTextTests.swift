import Synchronization
import TestSupport
import Testing

@testable import SearchIndex

/// Whatever an indexer says, in results, errors and events, holds no title, description, keyword or route.
@Suite struct DiagnosticTextTests {
  private static let secrets = ["xqtitlexq", "xqdescriptionxq", "xqkeywordxq", "xqroutexq", "xqliteralxq"]

  @Test("I-27: no text of a catalog is in an event, an error or a report")
  func nothingLeaks() async throws {
    let lines = Mutex<[String]>([])
    let operations = caseCount(full: 4_000)
    func say(_ line: String) { lines.withLock { $0.append(line) } }
    var project = RandomProject()
    for number in 0..<8 {
      project.set(
        "c\(number)", access: number == 7 ? .account : .public, route: "app://xqroutexq/\(number)",
        ["en": "xqtitlexq \(number)", "ja": "xqtitlexq"], descriptions: ["en": "xqdescriptionxq"],
        keywords: ["en": ["xqkeywordxq"]])
    }
    let base = try MemoryRevisions(project)
    var random = SeededGenerator(seed: 27)
    for _ in 0..<(operations / 40) {
      let folder = try TemporaryFolder()
      let store = FaultInjectingStore(
        SQLiteSearchIndex(path: folder.file("index.db")), FaultInjectingStore.Faults())
      var options = Indexer.Options()
      (options.batchSize, options.rebuildBatchSize) = (2, 2)
      let indexer = Indexer(
        store: store, pins: PinFile(path: folder.file("pin")), options: options, now: { 1 },
        onEvent: { event in lines.withLock { $0.append(event.json.text) } })
      var source = base
      var changed = project
      for _ in 0..<40 {
        var faults = FaultInjectingStore.Faults()
        switch random.below(4) {
        case 0: faults.stopAfter = random.below(3)
        case 1: faults.refusedItems = [ContentID("c\(random.below(8))")!]
        case 2: faults.unavailableBatch = 1 + random.below(3)
        default: break
        }
        await store.inject(faults)
        do { say(try await operate(indexer, &source, &changed, base, &random).json.text) } catch {
          say("\(error)")
          say(String(reflecting: error))
        }
        say(try await indexer.status().json.text)
        say(try await "\(store.contents())")
        if let answer = try? await indexer.explain(ContentID("c\(random.below(9))")!, from: source) {
          say(answer.json.text)
          say("\(answer)")
        }
      }
    }
    let all = lines.withLock { $0 }
    for secret in Self.secrets {
      #expect(!all.contains { $0.contains(secret) }, "\(secret) is in what the indexer says")
    }
    print("I-27: \(all.count) lines of events, errors, reports and states hold no text")
  }

  private func operate(
    _ indexer: Indexer, _ source: inout MemoryRevisions, _ project: inout RandomProject,
    _ base: MemoryRevisions, _ random: inout SeededGenerator
  ) async throws -> IndexReport {
    switch random.below(9) {
    case 0, 1:
      project.set("c\(random.below(8))", route: "app://xqroutexq", ["en": "xqtitlexq \(random.below(99))"])
      try source.publish(project)
      return try await indexer.apply(source)
    case 2: return try await indexer.apply(base)
    case 3:
      return try await indexer.switchLocale(
        to: .exactly(RandomProject.locales[random.below(3)]), from: source)
    case 4: return try await indexer.rebuild(from: source)
    case 5: return try await indexer.remove(account: "ann")
    case 6: return try await indexer.setAccount("ann", from: source)
    case 7: return try await indexer.retryFailed(from: source)
    default:
      return try await indexer.upsert(records: [
        SearchableRecord(
          account: "ann", contentID: ContentID("n1")!, domain: "notes", locale: english, title: "xqliteralxq",
          description: "xqdescriptionxq", keywords: ["xqkeywordxq"])
      ])
    }
  }
}
