internal import Bundles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file that is written in pieces and need not survive a loss of power: whoever reads it compares checksums.
struct CacheFile {
  private let descriptor: Int32
  private let path: String
  /// `nil` for a file that goes on.
  private let temporary: String?
  /// Bytes, with what was there before.
  private(set) var size = 0

  private static let prefix = ".tmp-"

  /// Begins a file that takes its place when it is finished.
  init(folder: String, name: String) throws(FileSystemError) {
    path = "\(folder)/\(name)"
    let temporary = "\(folder)/\(Self.prefix)\(processIdentifier())-\(name)"
    descriptor = unsafe create(temporary)
    guard descriptor >= 0 else { throw Self.failure("create", path) }
    self.temporary = temporary
  }

  /// Goes on with a file; what it has stays.
  /// - Parameter size: how many bytes it should have.
  /// - Returns: `nil` if it is another file, or somebody else goes on with it.
  init?(folder: String, name: String, behind size: Int) {
    path = "\(folder)/\(name)"
    temporary = nil
    descriptor = unsafe goOn(path)
    guard descriptor >= 0 else { return nil }
    // The lock lasts as long as the file is open, so that two never write behind the same bytes.
    guard size > 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0, lseek(descriptor, 0, SEEK_END) == size else {
      close(descriptor)
      return nil
    }
    self.size = size
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe systemWrite(descriptor, bytes.baseAddress! + written, bytes.count - written)
      guard count >= 0 || errno == EINTR else { throw Self.failure("write", path) }
      written += max(0, count)
    }
    size += written
  }

  /// Puts the file in its place.
  consuming func finish() throws(FileSystemError) {
    guard close(descriptor) == 0 else { throw Self.failure("close", path) }
    if let temporary { try LocalFileSystem().rename(temporary, to: path) }
  }

  /// Gives the file up; what was written behind another stays and is of no use.
  consuming func discard() {
    close(descriptor)
    if let temporary { try? LocalFileSystem().remove(temporary) }
  }

  /// Removes the files of a folder that were written here, but for some and those of running processes.
  /// - Parameter isOwn: whether a name is one that is given here.
  static func removeAll(in folder: String, but names: Set<String>, where isOwn: (Substring) -> Bool) {
    let files = LocalFileSystem()
    for name in (try? files.list(folder)) ?? [] where !names.contains(name) {
      var own = name[...]
      if name.hasPrefix(prefix) {
        let rest = name.dropFirst(prefix.count)
        let owner = rest.prefix { $0.isNumber }
        guard let process = Int32(owner), !isRunning(process) else { continue }
        own = rest.dropFirst(owner.count + 1)
      }
      if isOwn(own) { try? files.remove("\(folder)/\(name)") }
    }
  }

  private static func failure(_ operation: String, _ path: String) -> FileSystemError {
    FileSystemError(
      operation: operation, path: path, code: errno, reason: unsafe String(cString: strerror(errno)))
  }
}

private func create(_ path: UnsafePointer<CChar>) -> Int32 {
  unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
}

private func goOn(_ path: UnsafePointer<CChar>) -> Int32 {
  unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
