/// What is told of one operation when it ends: names, numbers and codes, never text.
public struct IndexEvent: Hashable, Sendable {
  /// Which call of the indexer it was.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    case apply, rebuild
    case switchLocale = "switch"
    case setAccount = "set-account"
    case upsert, remove, purge, retry
    /// Documents were noted as doubtful: all, or those that the system asks for.
    case markStale = "mark-stale"
  }

  /// How the operation ended.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Done, with no item left over.
    case done
    /// Some items could not be written.
    case incomplete
    /// The revision does not follow the trusted one.
    case refused
    /// The task was cancelled; what was committed stays, and the same call goes on from there.
    case cancelled
    /// It could not be done; `code` says why, where there is a word for it.
    case failed
  }

  /// The call that ended.
  public var operation: Operation
  /// How it ended.
  public var outcome: Outcome
  /// What went wrong: a `SearchIndexError.Code`, an `IndexRefusal.Verdict` or `bundle`.
  public var code: String?
  /// The result code of the index below.
  public var underlyingCode: Int?
  /// What was done; `nil` if the operation threw.
  public var report: IndexReport?
  /// How long it took, without the time it waited for operations before it.
  public var milliseconds: Int

  /// Called after each operation, by the indexer; it must not block.
  public typealias Handler = @Sendable (IndexEvent) -> Void

  init(_ operation: Operation, _ result: Result<IndexReport, any Error>, milliseconds: Int) {
    self.operation = operation
    self.milliseconds = milliseconds
    switch result {
    case .success(let report):
      outcome = report.failed.isEmpty ? .done : .incomplete
      self.report = report
    case .failure(let error as SearchIndexError):
      (outcome, code, underlyingCode) = (.failed, error.code.description, error.underlyingCode)
    case .failure(let error as IndexRefusal): (outcome, code) = (.refused, error.verdict.rawValue)
    case .failure(is CancellationError): outcome = .cancelled
    case .failure(is BundleError): (outcome, code) = (.failed, "bundle")
    case .failure: outcome = .failed
    }
  }

  /// `assets.index-event/1`, for one line of a log.
  public var json: CanonicalJSON {
    [
      "schema": "assets.index-event/1", "operation": .string(operation.rawValue),
      "outcome": .string(outcome.rawValue), "code": CanonicalJSON(code),
      "underlyingCode": CanonicalJSON(underlyingCode.map { "\($0)" }),
      "mode": CanonicalJSON(report?.mode.rawValue), "locale": CanonicalJSON(report?.locale?.description),
      "from": CanonicalJSON(report?.from), "to": CanonicalJSON(report?.to),
      "upserted": .integer(report?.upserted.count ?? 0), "removed": .integer(report?.removed.count ?? 0),
      "skipped": .integer(report?.skipped.count ?? 0), "batches": .integer(report?.batches ?? 0),
      "failed": .array((report?.failed ?? []).map { .string($0.description) }),
      "milliseconds": .integer(milliseconds),
    ]
  }
}

extension Indexer {
  /// Runs one operation, after those that came before it, and tells of it.
  func operation(
    _ name: IndexEvent.Operation, interrupts: Bool = false, _ body: () async throws -> IndexReport
  ) async throws -> IndexReport {
    if interrupts { interruptRunning() }
    await enter()
    defer { leave() }
    let start = ContinuousClock.now
    let result: Result<IndexReport, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    if let onEvent {
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
      onEvent(IndexEvent(name, result, milliseconds: milliseconds))
    }
    return try result.get()
  }
}
