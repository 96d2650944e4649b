package import Bundles

/// Where nodes are kept, to be read again by address.
package protocol NodeStore: NodeEntriesSource, NodeSink, AnyObject {}

/// Where the newest head is kept; the one thing that changes, and only by comparing first.
package protocol HeadStore {
  func read() throws(BundleError) -> Head.Link?

  /// Makes `new` the head if the present one is still `expected`.
  /// - Throws: `PublishError` with `.headMoved` if it is not, `.outcomeUnknown` if the attempt failed at a point
  ///   where it may have succeeded.
  func compareAndSwap(expected: Head.Link?, new: Head.Link) throws(PublishError)
}
