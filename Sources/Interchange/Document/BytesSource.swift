/// A document that is already in memory, handed out in pieces of a chosen size.
package struct BytesSource: ByteSource, Sendable {
  private let bytes: [UInt8]
  private var position = 0
  private let chunkSize: Int

  /// - Parameter chunkSize: the most bytes one call gives; by default as many as fit.
  package init(_ bytes: [UInt8], chunkSize: Int = .max) {
    precondition(chunkSize > 0, "a chunk holds at least one byte")
    self.bytes = bytes
    self.chunkSize = chunkSize
  }

  package init(_ text: String, chunkSize: Int = .max) {
    self.init(Array(text.utf8), chunkSize: chunkSize)
  }

  package var expectedByteCount: Int? { bytes.count }

  @unsafe package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(bytes.count - position, chunkSize, buffer.count)
    unsafe buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
