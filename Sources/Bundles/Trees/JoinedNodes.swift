/// The nodes of two sources; an address names the same bytes in both.
package struct JoinedNodes<First: NodeSource, Second: NodeSource>: NodeSource {
  private let first: First
  private let second: Second

  package init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  package func node(_ address: Digest) throws(BundleError) -> [UInt8] {
    do { return try first.node(address) } catch {
      guard error.code == .missing else { throw error }
      return try second.node(address)
    }
  }
}
