/// Keeps an index equal to a published revision in one locale.
///
/// Operations run one after the other; searches go on meanwhile and see the index as of the last batch, or the old
/// index as a whole while a new one is built beside it. After a crash or a cancellation the index says that it is
/// stale, and the same call finishes what was begun.
public actor Indexer {
  /// What may be tuned.
  public struct Options: Hashable, Sendable {
    /// Changes in one transaction of an update.
    public var batchSize = 500
    /// Documents in one transaction of a rebuild, which nobody waits for.
    public var rebuildBatchSize = 2_000
    /// How often an item that the index refuses is tried before only a change of it, or a rebuild, helps.
    public var maximumAttempts = 5
    /// The families of names under which an older version of the app has left documents.
    public var legacyIdentifiers: [LegacyIdentifierFamily] = []
    /// Whether reports say the index's digest, which costs as much as reading all of it.
    public var reportsDigest = false

    public init() {}
  }

  /// The index that is kept; but for requests to purge, only the indexer writes to it.
  public nonisolated let store: any SearchIndexStore
  let pins: PinFile?
  let provider: (any SearchableSourceProvider)?
  let options: Options
  let now: @Sendable () -> Int
  let onEvent: IndexEvent.Handler?

  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// The number of the running operation, and of the one that was asked to make way.
  private var run = 0
  private var interruptedRun = 0

  var isRunningInterrupted: Bool { isBusy && interruptedRun == run }

  /// - Parameters:
  ///   - pins: where the trusted revision is kept; without, the index's own stamp is all there is to trust.
  ///   - provider: the app's own records.
  ///   - now: seconds since 1970; no decision depends on it.
  ///   - onEvent: told of each operation when it ends, by the indexer; it must not block.
  public init(
    store: any SearchIndexStore, pins: PinFile? = nil, provider: (any SearchableSourceProvider)? = nil,
    options: Options = Options(), now: @escaping @Sendable () -> Int = SystemClock.secondsSince1970,
    onEvent: IndexEvent.Handler? = nil
  ) {
    self.store = store
    self.pins = pins
    self.provider = provider
    self.options = options
    self.now = now
    self.onEvent = onEvent
  }

  /// An indexer of the SQLite index in a file, with the pin in a file beside it. Neither is made before something is
  /// indexed.
  public init(
    indexAt path: String, provider: (any SearchableSourceProvider)? = nil, options: Options = Options(),
    now: @escaping @Sendable () -> Int = SystemClock.secondsSince1970, onEvent: IndexEvent.Handler? = nil
  ) {
    self.init(
      store: SQLiteSearchIndex(path: path), pins: PinFile(path: path + ".pin"), provider: provider,
      options: options, now: now, onEvent: onEvent)
  }

  // MARK: - One operation at a time

  /// Waits until no other operation runs.
  func enter() async {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    }
    isBusy = true
    run += 1
  }

  func leave() {
    // The next one takes over before anybody else can see that nobody runs.
    if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
  }

  /// Has the running operation stop after the batch it is at.
  func interruptRunning() {
    if isBusy { interruptedRun = run }
  }

  /// - Throws: `CancellationError`, or `SearchIndexError` with `.superseded`.
  func checkMayContinue() throws {
    try Task.checkCancellation()
    if isRunningInterrupted {
      throw SearchIndexError(.superseded, "a newer operation took the place of this one")
    }
  }
}
