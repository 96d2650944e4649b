internal import Bundles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Files that nobody but their owner may read.
enum SecretFile {
  /// Creates a file of mode 0600 that must not exist, and waits until it is on the disk.
  static func create(_ path: String, _ bytes: [UInt8]) throws(FileSystemError) {
    let descriptor = unsafe openSecret(path, O_WRONLY | O_CREAT | O_EXCL)
    guard descriptor >= 0 else { throw failure("create", path) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      guard count >= 0 || errno == EINTR else { throw failure("write", path) }
      written += max(0, count)
    }
    guard fsync(descriptor) == 0 else { throw failure("sync", path) }
  }

  /// Reads a small file that only its owner may read.
  /// - Throws: `FileSystemError`, also for a link, a file of somebody else, and one that others may read or write.
  static func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    let descriptor = unsafe openSecret(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("read", path) }
    func refuse(_ reason: String) -> FileSystemError {
      FileSystemError(operation: "read", path: path, code: EACCES, reason: reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refuse("it is not a regular file") }
    guard status.st_uid == geteuid() else { throw refuse("it belongs to another user") }
    guard status.st_mode & 0o077 == 0 else {
      throw refuse("others may read it; take that away with `chmod 600`")
    }
    return try read(descriptor: descriptor, named: path, limit: limit)
  }

  /// Reads an open file to its end.
  static func read(
    descriptor: Int32, named path: String, limit: Int
  ) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256)
    while bytes.count <= limit {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress!, $0.count)
      }
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR else { throw failure("read", path) }
      bytes += chunk[..<max(0, count)]
    }
    throw FileSystemError(operation: "read", path: path, code: EFBIG, reason: "it is too large to be a key")
  }

  private static func failure(_ operation: String, _ path: String) -> FileSystemError {
    FileSystemError(
      operation: operation, path: path, code: errno, reason: unsafe String(cString: strerror(errno)))
  }
}

private func openSecret(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(path, flags | O_CLOEXEC, 0o600)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
