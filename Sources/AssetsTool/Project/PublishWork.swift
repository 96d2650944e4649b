internal import Bundles
internal import Publishing

/// A project's state on its way into the store, however it was come by.
struct PublishWork {
  var candidate: Candidate
  var inputs: [InputFile]
  /// The findings in a few words.
  var summary: String
  var hasWarnings: Bool
  var accepted: AcceptedRollbacks
  /// The decisions that this publish uses.
  var used: [Acceptance]
  private var fileCount: Int
  private var cache: ParseCache?

  /// For `--verbose`.
  var detail: String { "\(fileCount) files read, \(summary)" }

  /// What was read.
  init(
    _ made: ProjectCandidate, _ content: Judgement, _ cache: ParseCache?, accepted: AcceptedRollbacks
  ) {
    candidate = made.candidate
    inputs = made.project.inputs
    fileCount = made.project.files.count
    summary = content.summary
    hasWarnings = content.warnings > 0
    self.accepted = accepted
    used = []
    self.cache = cache
    if let store = made.store { useRecorded(in: store) }
  }

  /// What an earlier run read, if nothing changed since and it is what the store's head says.
  init?(known cache: ParseCache?, _ access: StoreAccess) {
    guard let cache, let known = cache.lookUp(), let store = try? access.reader(),
      let parent = try? store.snapshot(), parent.head?.content == known.entry.content,
      let accepted = try? AcceptedRollbacks(access.location),
      let unchanged = try? Candidate(parent.content, parent: parent, nodes: StagedNodes(over: store))
    else { return nil }
    candidate = unchanged
    // Whatever there is to say about history is said with the places of the files, which must be read for it.
    guard let findings = try? candidate.rollbackFindings(against: parent), findings.isEmpty,
      let chain = try? candidate.chainFindings(from: store), chain.isEmpty
    else { return nil }
    inputs = known.entry.inputs
    fileCount = known.entry.fileCount
    summary = known.entry.summary
    hasWarnings = known.entry.hasWarnings
    self.accepted = accepted
    used = []
    self.cache = known.isRenewed ? cache : nil
    useRecorded(in: store)
  }

  /// A publish that died before it could take its decisions out of the file has recorded them.
  private mutating func useRecorded(in store: StoreReader) {
    guard candidate.isUnchanged else { return }
    let parent = candidate.parent
    used += (try? Acceptance.recorded(at: parent.revision, in: parent.ledger, from: store)) ?? []
  }

  /// Remembers what was read.
  func keep() {
    cache?.keep(
      .init(
        content: candidate.content.address, inputs: inputs, fileCount: fileCount, summary: summary,
        hasWarnings: hasWarnings))
  }
}
