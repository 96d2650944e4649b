/// What a test can make go wrong; nothing here is Apple's.
extension CSSearchableIndex {
  /// Answers that a test has the index give.
  public struct Faults: Sendable {
    /// What the next batches and the next changes outside of a batch are answered, in order; `nil` for success.
    public var errors: [CSIndexError?] = []
    /// A batch that holds one of these is refused as a whole.
    public var refusedIdentifiers: Set<String> = []
    /// How long each answer takes.
    public var delay: Duration?

    mutating func nextError() -> CSIndexError? { errors.isEmpty ? nil : errors.removeFirst() }

    func delayed(_ answer: @escaping @Sendable () -> Void) {
      guard let delay else { return answer() }
      Task.detached {
        try? await Task.sleep(for: delay)
        answer()
      }
    }
  }

  /// The system forgets what it kept with the last batch, and nothing else.
  public func loseClientState() { clientState = nil }

  /// The system throws the index away, as it may after an update or when space is short.
  public func wipe() {
    items = [:]
    clientState = nil
  }

  /// A batch that began and was never ended, because the process died, is dropped.
  public func abandonBatch() { batch = nil }
}
