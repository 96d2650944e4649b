internal import ArgumentParsing
internal import Bundles
internal import SearchIndex
internal import Translations

struct IndexSimulateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Show what an update would write, and what a fault would do to it.",
    discussion: """
      Works on an index in memory; the real one is not touched. After the fault the same update \
      runs once more without it, and the result is compared with an index built from nothing.

      Example:
        assets index simulate --from head~1 --fail-batch 1 --batch-size 10
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var index: IndexOptions

  @Option(help: ArgumentHelp("The revision indexed before; default: the index's own.", valueName: "revision"))
  var from: RevisionSelector?

  @Option(help: ArgumentHelp("The revision to come to.", valueName: "revision"))
  var to: RevisionSelector = .beforeHead(0)

  @Option(help: ArgumentHelp("The locale; default: the index's, else the source's.", valueName: "locale"))
  var locale: String?

  @Option(help: ArgumentHelp("Whose items are indexed, too.", valueName: "name"))
  var account: String?

  @Option(help: ArgumentHelp("The batch that the index does not take.", valueName: "number"))
  var failBatch: Int?

  @Option(parsing: .singleValue, help: ArgumentHelp("An item that the index refuses.", valueName: "id"))
  var refuse: [String] = []

  @Option(help: ArgumentHelp("Stop as if killed after this many batches.", valueName: "number"))
  var stopAfter: Int?

  @Option(help: ArgumentHelp("Changes in one batch.", valueName: "number"))
  var batchSize: Int = 500

  @Option(help: "How to print what happened.")
  var format: TextOrJSON = .text

  mutating func validate() throws {
    if batchSize < 1 {
      throw ValidationError("'--batch-size' needs a number of at least 1, not \(batchSize)")
    }
    if let failBatch, failBatch < 1 {
      throw ValidationError("'--fail-batch' needs a number of at least 1, not \(failBatch)")
    }
    if let stopAfter, stopAfter < 0 {
      throw ValidationError("'--stop-after' needs a number of at least 0, not \(stopAfter)")
    }
  }

  func execute(_ console: Console) async throws -> ExitStatus {
    let work = try IndexReading(global, index)
    let status: IndexStatus
    do { status = try await work.indexer.status() } catch let error as SearchIndexError {
      throw ToolError(error)
    }
    let target = try to.revision(head: work.reader.head)
    let base = try from.map { try $0.revision(head: work.reader.head) } ?? status.translationRevision ?? 0
    guard base <= target else {
      throw ToolError(.nothingMatched, "r\(base) is newer than r\(target)", help: "give an older --from")
    }
    var faults = FaultInjectingStore.Faults()
    faults.unavailableBatch = failBatch
    faults.refusedItems = Set(try refuse.map { try IndexOptions.contentID($0) })
    faults.stopAfter = stopAfter
    let root = work.reader.layout.root
    do {
      let revisions = try DraftRevisions(on: target) { try StoreReader(root: root) }
      let simulation = Simulation(
        from: base, locale: try chosen(status, revisions), account: account.map { ExactString($0) },
        faults: faults, batchSize: batchSize)
      let outcome = try await simulation.run(to: revisions)
      if format == .json {
        console.write(outcome.json(simulation, to: target).bytes + [0x0A])
      } else {
        print(outcome, simulation, target, console)
      }
      return outcome.isRight ? .done : .findings
    } catch let error as SearchIndexError {
      throw ToolError(error)
    }
  }

  private func chosen(_ status: IndexStatus, _ revisions: DraftRevisions) throws -> LanguageTag {
    let declared = revisions.newest.content.locales.map(\.locale)
    if let locale {
      guard let found = try LanguageTag.lookup([IndexOptions.locale(locale)], among: declared) else {
        throw ToolError(.nothingMatched, "no declared locale serves '\(locale)'")
      }
      return found.locale
    }
    guard let tag = status.locale ?? revisions.newest.content.sourceLocale else {
      throw ToolError(
        .nothingMatched, "the store has no revision yet", help: "publish first: `assets publish`")
    }
    return tag
  }

  private func print(
    _ outcome: Simulation.Outcome, _ simulation: Simulation, _ target: Int, _ console: Console
  ) {
    let mode = outcome.first?.mode.rawValue ?? "stopped"
    console.print(
      "\(simulation.locale)  r\(simulation.from) → r\(target)  \(mode): \(outcome.written.count) written, "
        + "\(outcome.removed.count) removed, \(outcome.batches == 1 ? "1 batch" : "\(outcome.batches) batches")"
    )
    if let stopped = outcome.stopped { console.print("fault: \(stopped)") }
    if !outcome.failed.isEmpty { console.print("failed: \(outcome.failed.count)") }
    console.print(
      "then: \(outcome.recovery.mode.rawValue), \(outcome.recovery.upserted.count) written, "
        + "\(outcome.recovery.removed.count) removed, \(outcome.rewritten.count) of them a second time")
    console.print(outcome.isRight ? "equal to a rebuild" : "not equal to a rebuild")
  }
}
