// The index alone, with nothing around it: no store is read and no command line parsed.
//
//   index build LIST LOCALE INDEX          builds an index of a list of documents, as a rebuild does
//   index store LIST LOCALE INDEX          the same, without the time in which each batch is analysed
//   index update LIST LOCALE INDEX COUNT   writes so many of them again, evenly spread, with another title
//
// All print the CPU time in microseconds from when the texts are in memory until the index is closed: neither the start
// of a process nor the reading of the list is in it.
//
//   index search INDEX QUERY TIMES         searches; prints, in microseconds, the least and the median time, the least
//                                          and the median CPU time, and how many documents were found
//
// A line of a list has, between tabs, an identifier, a route, a title, a description and keywords.
// `Benchmarks/run` compiles it against the modules of a release build.

import Glibc
import SearchIndex

struct Failure: Error {
  var reason: String
}

/// Makes items of the index from documents.
struct Documents {
  private let file: UnsafeMutablePointer<FILE>
  private let locale: LanguageTag
  private let builder: SearchableItemBuilder
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ path: String, _ locale: LanguageTag) throws {
    guard let file = fopen(path, "r") else { throw Failure(reason: "cannot open \(path)") }
    self.file = file
    self.locale = locale
    builder = SearchableItemBuilder(locale: locale)
  }

  /// The next document; `nil` at the end.
  mutating func next() -> SearchableRecord? {
    let count = nextLine()
    guard count > 0, let line else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count - 1)
    let fields = bytes.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) }
    var seen: Set<String> = []
    return SearchableRecord(
      contentID: ContentID(fields[0])!, domain: String(fields[1].split(separator: "/")[0]), locale: locale,
      title: fields[2], description: fields[3], keywords: fields[4...].filter { seen.insert($0).inserted })
  }

  /// Reads a line; its number of bytes, not above 0 at the end.
  mutating func nextLine() -> Int { getline(&line, &capacity, file) }

  /// Analyses the texts of a document.
  func item(_ record: SearchableRecord) -> SearchableItem { builder.item(record, origin: .app) }
}

func stamp(_ locale: LanguageTag) -> IndexStamp {
  let none = Digest(of: [])
  return IndexStamp(
    lineage: "", revision: 1, head: none, content: none, ledger: none, sourceRevision: 1, locale: locale,
    localeReason: .applicationChoice, chain: [locale])
}

func build(_ list: String, _ locale: LanguageTag, _ path: String, isAnalyzed: Bool) async throws {
  var documents = try Documents(list, locale)
  let size = Indexer.Options().rebuildBatchSize
  var records: [[SearchableRecord]] = [[]]
  while let record = documents.next() {
    if records[records.count - 1].count == size { records.append([]) }
    records[records.count - 1].append(record)
  }
  // As many analysed documents are in memory as in a rebuild. Who gives them makes them and lets them go.
  var apart = 0
  let begun = cpuMicroseconds()
  let store = SQLiteSearchIndex(path: path)
  let epoch = try await store.begin(PendingPlan(mode: .rebuild, target: stamp(locale), base: nil))
  for batch in records {
    let before = cpuMicroseconds()
    var items = batch.map(documents.item)
    let given = cpuMicroseconds()
    _ = try await store.commit(IndexBatch(generation: .building, epoch: epoch, upserts: items, time: 1))
    let taken = cpuMicroseconds()
    items.removeAll()
    if isAnalyzed { apart += given - before + cpuMicroseconds() - taken }
  }
  _ = try await store.commit(IndexBatch(generation: .building, epoch: epoch, stamp: stamp(locale), time: 1))
  await store.close()
  print(cpuMicroseconds() - begun - apart)
}

func update(_ list: String, _ locale: LanguageTag, _ path: String, _ count: Int) async throws {
  var lines = 0
  var counted = try Documents(list, locale)
  while counted.nextLine() > 0 { lines += 1 }
  var documents = try Documents(list, locale)
  var records: [SearchableRecord] = []
  while records.count < count, let record = documents.next() {
    records.append(record)
    for _ in 1..<max(1, lines / count) { _ = documents.nextLine() }
  }
  let begun = cpuMicroseconds()
  let store = SQLiteSearchIndex(path: path)
  var batch = IndexBatch(epoch: nil, time: 2)
  for var record in records {
    record.projection.title.text = ExactString(record.projection.title.text.string + " edition 1")
    batch.upserts.append(documents.item(record))
  }
  let outcome = try await store.commit(batch)
  guard outcome.upserted.count == count else { throw Failure(reason: "\(outcome.upserted.count) written") }
  await store.close()
  print(cpuMicroseconds() - begun)
}

func search(_ path: String, _ query: String, _ times: Int) async throws {
  let indexer = Indexer(indexAt: path)
  let clock = ContinuousClock()
  var found = 0
  var walls: [Int] = []
  var cpus: [Int] = []
  for _ in 0..<times {
    let (begun, used) = (clock.now, cpuMicroseconds())
    found = try await indexer.search(query).hits.count
    cpus.append(cpuMicroseconds() - used)
    walls.append(Int((clock.now - begun).components.attoseconds / 1_000_000_000_000))
  }
  walls.sort()
  cpus.sort()
  print(walls[0], walls[times / 2], cpus[0], cpus[times / 2], found)
}

func cpuMicroseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "build" where arguments.count == 4:
  try await build(arguments[2], LanguageTag(arguments[3])!, arguments[4], isAnalyzed: false)
case "store" where arguments.count == 4:
  try await build(arguments[2], LanguageTag(arguments[3])!, arguments[4], isAnalyzed: true)
case "update" where arguments.count == 5:
  try await update(arguments[2], LanguageTag(arguments[3])!, arguments[4], Int(arguments[5])!)
case "search" where arguments.count == 4: try await search(arguments[2], arguments[3], Int(arguments[4])!)
default: throw Failure(reason: "usage: see the head of the source")
}
