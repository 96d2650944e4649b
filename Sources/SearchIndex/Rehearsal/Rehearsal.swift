/// Plays a release through on an index: every promise that the indexer makes, on the content of a real project.
///
/// What a revision should show is computed from its content alone, not from what the indexer reads. Revisions that
/// the project does not have – a translation that arrives, a rollback – are made in memory on top of its newest one.
package struct Rehearsal {
  /// What is promised.
  package enum Promise: String, Hashable, Sendable, CaseIterable {
    case complete, switched
    case oldTerms = "old-terms"
    case newTerms = "new-terms"
    case noDuplicates = "no-duplicates"
    case coldStart = "cold-start"
    case onlyAffected = "only-affected"
    case fallbackSuperseded = "fallback-superseded"
    case rollback
    case olderRevision = "older-revision"
    case failure, retry
    case refusedItem = "refused-item"
    case twoWriters = "two-writers"
    case purge
    case purgeFirst = "purge-first"
    case accounts
    case accountChange = "account-change"
    case ownItems = "own-items"
  }

  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case kept, broken
    case notApplicable = "n/a"
  }

  package struct Row: Hashable, Sendable {
    package var promise: Promise
    package var verdict: Verdict
    /// What was seen, or why there was nothing to see; names and numbers, no text.
    package var detail: String
  }

  /// Where indexes are made: the same name gives the same index again, as after a restart.
  package typealias Factory = @Sendable (_ name: String) throws -> any SearchIndexStore

  let revisions: DraftRevisions
  let makeStore: Factory
  /// The digest of an index as another process sees it; `nil` to look at it from this one.
  let digestElsewhere: (@Sendable (_ name: String) async throws -> Digest)?
  let first: LanguageTag
  let second: LanguageTag?
  private let record = Record()

  /// The verdicts so far.
  private final class Record {
    var rows: [Row] = []
  }

  /// - Throws: `SearchIndexError` with `.noSource` if the revision declares no locale.
  package init(
    _ revisions: DraftRevisions, makeStore: @escaping Factory,
    digestElsewhere: (@Sendable (_ name: String) async throws -> Digest)?
  ) throws {
    self.revisions = revisions
    self.makeStore = makeStore
    self.digestElsewhere = digestElsewhere
    let declared = revisions.newest.content.locales.map(\.locale)
    guard let first = revisions.newest.content.sourceLocale ?? declared.first else {
      throw SearchIndexError(.noSource, "the revision declares no locale")
    }
    self.first = first
    second = try Self.mostDifferent(from: first, among: declared, revisions)
  }

  /// Plays all of it.
  package func run() async -> [Row] {
    record.rows = []
    await playSwitch()
    await playUpdates()
    await playFailures()
    await playPrivacy()
    let order = Dictionary(uniqueKeysWithValues: Promise.allCases.enumerated().map { ($1, $0) })
    return record.rows.sorted { order[$0.promise]! < order[$1.promise]! }
  }

  // MARK: - Verdicts

  /// A promise that was not kept, and what was seen instead.
  struct Broken: Error {
    var detail: String
  }

  /// A promise that the project gives no occasion to keep.
  struct NotApplicable: Error {
    var reason: String
  }

  func judge(_ promise: Promise, _ body: () async throws -> String) async {
    let row: Row
    do {
      row = Row(promise: promise, verdict: .kept, detail: try await body())
    } catch let error as Broken {
      row = Row(promise: promise, verdict: .broken, detail: error.detail)
    } catch let error as NotApplicable {
      row = Row(promise: promise, verdict: .notApplicable, detail: error.reason)
    } catch let error as SearchIndexError {
      row = Row(promise: promise, verdict: .broken, detail: error.reason)
    } catch let error as IndexRefusal {
      row = Row(promise: promise, verdict: .broken, detail: error.description)
    } catch let error as BundleError {
      row = Row(promise: promise, verdict: .broken, detail: error.reason)
    } catch {
      row = Row(promise: promise, verdict: .broken, detail: "the run ended with an unexpected error")
    }
    record.rows.append(row)
  }

  func expect(_ condition: Bool, _ detail: @autoclosure () -> String) throws(Broken) {
    if !condition { throw Broken(detail: detail()) }
  }

  func indexer(_ store: any SearchIndexStore, batchSize: Int = 500) -> Indexer {
    var options = Indexer.Options()
    (options.batchSize, options.rebuildBatchSize) = (batchSize, batchSize)
    return Indexer(store: store, options: options, now: { 0 })
  }
}

extension Rehearsal.Row {
  package var json: CanonicalJSON {
    ["promise": .string(promise.rawValue), "verdict": .string(verdict.rawValue), "detail": .string(detail)]
  }
}
