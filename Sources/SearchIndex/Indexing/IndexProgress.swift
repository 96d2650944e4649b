/// How far an operation has come.
public struct IndexProgress: Hashable, Sendable {
  /// Documents that are done with, whether or not they had to be written.
  public var done: Int
  /// Documents to be done with, as far as is known yet; it may grow while documents are compared.
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// Called after each batch, by the indexer; it must not block.
  public typealias Handler = @Sendable (IndexProgress) -> Void
}
