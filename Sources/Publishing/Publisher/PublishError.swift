package import Bundles

/// Why a publish did not happen, or may not have.
package struct PublishError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// Somebody published since.
    case headMoved
    /// `assets.lock` names another head than the store.
    case lockMismatch
    /// `--expect` names another revision than the head.
    case expectationFailed
    /// What is here now is not what the plan was made for.
    case planMismatch
    /// A file changed after it was read.
    case inputChanged
    /// The store is behind the lock, or gone.
    case storeBehind
    /// The lock belongs to another store.
    case otherLineage
    /// The last step failed where it may have been done; run it again.
    case outcomeUnknown
    /// The operating system refused; nothing was published.
    case inputOutput
    /// The store is not as it should be.
    case damagedStore
    /// The store belongs to another user.
    case foreignStore
  }

  package var code: Code
  package var reason: String
  package var help: String?

  package init(_ code: Code, _ reason: String, help: String? = nil) {
    self.code = code
    self.reason = reason
    self.help = help
  }

  package init(_ error: BundleError) {
    self.init(error.code == .inputOutput ? .inputOutput : .damagedStore, error.reason)
  }

  package init(_ error: FileSystemError) { self.init(.inputOutput, error.description) }

  package var description: String { reason }
}
