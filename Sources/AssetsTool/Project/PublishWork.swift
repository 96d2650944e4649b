internal import Bundles
internal import Interchange
internal import Publishing
internal import Translations

/// A project's state on its way into the store, however it was come by.
struct PublishWork {
  var candidate: Candidate
  var inputs: [InputFile]
  var accepted: AcceptedRollbacks
  /// The decisions that this publish uses.
  var used: [Acceptance]
  /// The findings that are not about history.
  private var counts: FindingCounts
  private var fileCount: Int
  private var cache: ParseCache?
  private var memory: Memory

  /// What later runs shall know beside the stamps of the files.
  struct Memory {
    /// Tables that were kept before.
    var tables: [ParseCache.Table] = []
    var newTables: [NewTable] = []
    var hasSortedRecords = false
    /// Whether these are all tables of the project.
    var isComplete = false
  }

  /// A table to be kept.
  struct NewTable {
    var table: Catalog
    /// What is kept of it; its index is that of the table before, if there is one.
    var entry: ParseCache.Table
    var parts: [KeptCatalog.Part]
  }

  /// The findings in a few words.
  var summary: String { counts.summary }
  var hasWarnings: Bool { counts.warnings > 0 }
  /// The files that alone were read, because the others are as they were; `nil` if all were read, or none.
  private(set) var changed: [String]?

  /// For `--verbose`.
  var details: [String] {
    let files = changed.map { "changed since r\(candidate.parent.revision): \($0.joined(separator: ", "))" }
    return ["\(fileCount) files read, \(summary)"] + [files].compactMap { $0 }
  }

  /// What was read.
  init(
    _ made: ProjectCandidate, _ content: Judgement, _ cache: ParseCache?, _ memory: Memory,
    accepted: AcceptedRollbacks
  ) {
    candidate = made.candidate
    inputs = made.project.inputs
    fileCount = made.project.files.count
    counts = content.counts
    self.accepted = accepted
    used = []
    self.cache = cache
    self.memory = memory
    if let store = made.store { useRecorded(in: store) }
  }

  /// What an earlier run read, if little changed since and it is what the store's head says.
  init?(
    known cache: ParseCache?, _ loader: ProjectLoader, _ configuration: ProjectConfiguration,
    _ access: StoreAccess
  ) async {
    guard let cache, let found = cache.lookUp(), let store = try? access.reader(),
      let parent = try? store.snapshot(), parent.head?.content == found.entry.content,
      let accepted = try? AcceptedRollbacks(access.location)
    else { return nil }
    memory = Memory(tables: found.entry.tables, hasSortedRecords: found.entry.hasSortedRecords)
    counts = found.entry.counts
    if found.changed.isEmpty {
      guard
        let unchanged = try? Candidate(parent.content, parent: parent, nodes: StagedNodes(over: store))
      else { return nil }
      candidate = unchanged
      inputs = found.entry.inputs
    } else {
      guard let changed = try? await ChangedFiles(found, loader, configuration, parent, store),
        let made = try? Candidate(changed.texts, changed.keywords, on: parent, store: store)
      else { return nil }
      candidate = made
      inputs = changed.inputs
      counts = changed.counts
      memory.newTables = changed.newTables
      self.changed = found.changed.sorted()
    }
    // Whatever there is to say is said with the places of the files, which must be read for it.
    guard counts.errors == 0, let findings = try? candidate.rollbackFindings(against: parent, configuration),
      findings.isEmpty, let chain = try? candidate.chainFindings(from: store), chain.isEmpty,
      let lock = try? access.lock(),
      let trusted = try? candidate.findings(against: lock, from: store), trusted.isEmpty
    else { return nil }
    fileCount = found.entry.fileCount
    self.accepted = accepted
    used = []
    self.cache = found.isRenewed || !found.changed.isEmpty ? cache : nil
    useRecorded(in: store)
  }

  /// A publish that died before it could take its decisions out of the file has recorded them.
  private mutating func useRecorded(in store: StoreReader) {
    guard candidate.isUnchanged else { return }
    let parent = candidate.parent
    used += (try? Acceptance.recorded(at: parent.revision, in: parent.ledger, from: store)) ?? []
  }

  /// Remembers what was read; failing costs time, nothing else.
  func keep() {
    guard let cache else { return }
    var tables = memory.tables
    // A folder that is a link leads to files of somebody else.
    let hasFolder = !memory.newTables.isEmpty && (try? cache.tables.makeFolder()) != nil
    for new in memory.newTables {
      var entry = new.entry
      tables.removeAll { $0.isTable(of: entry.catalog, in: entry.locale) }
      guard hasFolder,
        let index = try? cache.tables.keep(
          new.table, new.parts, over: entry.index, of: entry.catalog, in: entry.locale)
      else { continue }
      entry.index = index
      tables.append(entry)
    }
    cache.keep(
      .init(
        content: candidate.content.address, inputs: inputs, fileCount: fileCount, counts: counts,
        tables: tables, hasSortedRecords: memory.hasSortedRecords))
    if hasFolder, memory.isComplete { cache.tables.removeAll(but: tables) }
  }
}
