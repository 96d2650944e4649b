/// Where a reader pulls the bytes of one document from, once, from the front to the end.
///
/// Readers never open files; whoever calls them does, so that no name inside a document can be followed.
package protocol ByteSource {
  /// Fills the front of `buffer` and says how many bytes it wrote; 0 means the document has ended.
  ///
  /// Fewer bytes than fit are not the end. A reader passes an error thrown here on as it is.
  /// - Precondition: `buffer` is not empty.
  @unsafe mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

  /// About how many bytes there are in all, if that is known; readers reserve address space by it.
  var expectedByteCount: Int? { get }
}

extension ByteSource {
  package var expectedByteCount: Int? { nil }
}
