internal import Bundles
internal import Interchange

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file that a reader pulls its bytes from.
struct FileByteSource: ByteSource {
  private let file: Descriptor
  let expectedByteCount: Int?

  /// Opens a regular file.
  /// - Throws: `FileSystemError`; a folder, a pipe or a device is refused.
  init(path: String) throws(FileSystemError) {
    file = try Descriptor(path)
    expectedByteCount = file.size
  }

  @unsafe mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try unsafe file.read(into: buffer)
  }

  /// Owns the file descriptor.
  private final class Descriptor {
    private let path: String
    private let descriptor: Int32
    let size: Int

    init(_ path: String) throws(FileSystemError) {
      self.path = path
      descriptor = unsafe openFile(path)
      var status = stat()
      guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
        size = 0
        throw Self.error("read", path)
      }
      size = Int(status.st_size)
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileSystemError(operation: "read", path: path, code: EINVAL, reason: "it is not a regular file")
      }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
      while true {
        let count = unsafe readFile(descriptor, buffer)
        if count >= 0 { return count }
        guard errno == EINTR else { throw Self.error("read", path) }
      }
    }

    private static func error(_ operation: String, _ path: String) -> FileSystemError {
      FileSystemError(
        operation: operation, path: path, code: errno, reason: unsafe String(cString: strerror(errno)))
    }
  }
}

private func openFile(_ path: UnsafePointer<CChar>) -> Int32 {
  // A named pipe must not make the command wait before it is refused.
  unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
}

private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress!, buffer.count)
}
