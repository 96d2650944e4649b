/// How an index gets from what it holds to what it should hold.
public enum IndexMode: String, Hashable, Sendable, CaseIterable {
  /// It holds it already.
  case none
  /// By the manifest of one step.
  case delta
  /// By the manifest of several steps at once.
  case composed
  /// By comparing the fingerprint of each document with the ledger.
  case reconcile
  /// From nothing, beside what is there.
  case rebuild
}
