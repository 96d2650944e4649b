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
  private var recording: Recording?
  var expectedByteCount: Int? { file.identity.size }

  /// What is noted of a file while it is read.
  private struct Recording {
    let path: String
    let recorder: InputRecorder
    /// `nil` when the end was reached.
    var digests: StartDigests? = StartDigests()
  }

  /// Opens a regular file.
  /// - Throws: `FileSystemError`; a folder, a pipe or a device is refused.
  init(path: String) throws(FileSystemError) { file = try Descriptor(path) }

  /// The file, noted in `recorder` under a name as soon as it is read to its end.
  func recorded(as path: String, in recorder: InputRecorder) -> FileByteSource {
    var copy = self
    copy.recording = Recording(path: path, recorder: recorder)
    return copy
  }

  @unsafe mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try unsafe file.read(into: buffer)
    guard recording != nil else { return count }
    if count > 0 {
      unsafe recording?.digests?.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } else if let digests = recording?.digests.take(), let recording {
      let starts = digests.starts
      recording.recorder.add(recording.path, file.identity, digests.finish(), starts)
    }
    return count
  }

  /// Owns the file descriptor.
  private final class Descriptor {
    private let path: String
    private let descriptor: Int32
    let identity: FileIdentity

    init(_ path: String) throws(FileSystemError) {
      self.path = path
      descriptor = unsafe openFile(path)
      var status = stat()
      guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
        identity = FileIdentity(status)
        throw Self.error("read", path)
      }
      identity = FileIdentity(status)
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

extension FileIdentity {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.init(
      size: Int(status.st_size), modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec),
      changed: Int(changed.tv_sec) * 1_000_000_000 + Int(changed.tv_nsec), inode: UInt64(status.st_ino))
  }

  /// The identity of what a path leads to; `nil` if there is no such file.
  init?(ofFileAt path: String) {
    var status = stat()
    guard unsafe statFile(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

private func statFile(_ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  unsafe stat(path, status)
}

private func openFile(_ path: UnsafePointer<CChar>) -> Int32 {
  // A named pipe must not make the command wait before it is refused.
  unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
}

private func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(descriptor, buffer.baseAddress!, buffer.count)
}
