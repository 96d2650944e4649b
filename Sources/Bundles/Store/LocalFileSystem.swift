internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The machine's file system.
public struct LocalFileSystem: FileSystem {
  /// The file system of this process; it has no state.
  public init() {}

  /// Reads a whole file, to its end also if it grows meanwhile.
  /// - Throws: `FileSystemError`, with `EFBIG` for more than `limit` bytes, with `EISDIR` for a folder.
  public func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    let file = try Descriptor(path, O_RDONLY, "read")
    let size = try file.size()
    guard size <= limit else { throw FileSystemError("read", path, code: EFBIG) }
    var bytes = try file.read(at: 0, count: size, mayEndEarly: true)
    // A file that grew since its size was asked is read to its end.
    while bytes.count >= size {
      let more = try file.read(at: bytes.count, count: 65_536, mayEndEarly: true)
      if more.isEmpty { break }
      bytes += more
      guard bytes.count <= limit else { throw FileSystemError("read", path, code: EFBIG) }
    }
    return bytes
  }

  /// Reads exactly `count` bytes at `offset`.
  /// - Throws: `FileSystemError`, with `EIO` if the file ends before them.
  public func read(_ path: String, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    try Descriptor(path, O_RDONLY, "read").read(at: offset, count: count, mayEndEarly: false)
  }

  public func open(_ path: String) throws(FileSystemError) -> any FileParts {
    try Descriptor(path, O_RDONLY, "read")
  }

  public func list(_ path: String) throws(FileSystemError) -> [String] {
    guard let directory = unsafe opendir(path) else { throw FileSystemError("list", path) }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw FileSystemError("list", path) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What `lstat` says: a link is not followed.
  public func status(_ path: String) throws(FileSystemError) -> FileStatus {
    var buffer = stat()
    guard unsafe lstat(path, &buffer) == 0 else { throw FileSystemError("stat", path) }
    let kind: FileStatus.Kind =
      switch buffer.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
      let (modified, changed) = (buffer.st_mtimespec, buffer.st_ctimespec)
    #else
      let (modified, changed) = (buffer.st_mtim, buffer.st_ctim)
    #endif
    return FileStatus(
      kind: kind, size: Int(buffer.st_size), owner: buffer.st_uid,
      modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec),
      changed: Int(changed.tv_sec) * 1_000_000_000 + Int(changed.tv_nsec), inode: UInt64(buffer.st_ino))
  }

  /// Makes a folder with the mode 0755, less the umask.
  public func createDirectory(_ path: String) throws(FileSystemError) {
    guard unsafe mkdir(path, 0o755) != 0 else { return }
    let error = FileSystemError("create", path)
    guard error.code == EEXIST, try status(path).kind == .directory else { throw error }
  }

  /// Creates a file with the mode 0644, less the umask, and returns after `fsync` and `close`. A file that
  /// could not be
  /// written whole is left behind.
  public func write(_ bytes: [UInt8], toNew path: String) throws(FileSystemError) {
    let file = try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, "create")
    try file.write(bytes)
    try file.sync()
    try file.close()
  }

  public func rename(_ path: String, to other: String) throws(FileSystemError) {
    guard unsafe systemRename(path, other) == 0 else { throw FileSystemError("rename", path) }
  }

  public func remove(_ path: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 else { throw FileSystemError("remove", path) }
  }

  public func syncDirectory(_ path: String) throws(FileSystemError) {
    try Descriptor(path, O_RDONLY | O_DIRECTORY, "sync").sync()
  }

  /// Takes an exclusive `flock` on the file, which is made if it is missing; waits for another holder.
  public func lock(_ path: String) throws(FileSystemError) -> any FileLock {
    let file = try Descriptor(path, O_RDWR | O_CREAT, "lock")
    try file.lock()
    return file
  }
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func systemRename(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(from, to)
}

/// One open file.
private final class Descriptor: FileLock, FileParts {
  private let path: String
  private let descriptor: Int32
  private let isClosed = Atomic(false)

  init(_ path: String, _ flags: Int32, _ operation: String) throws(FileSystemError) {
    self.path = path
    var open: Int32
    repeat {
      open = unsafe systemOpen(path, flags | O_CLOEXEC, 0o644)
    } while open < 0 && errno == EINTR
    descriptor = open
    guard open >= 0 else { throw FileSystemError(operation, path) }
  }

  deinit { if descriptor >= 0 && !isClosed.load(ordering: .relaxed) { closeDescriptor(descriptor) } }

  func size() throws(FileSystemError) -> Int {
    var buffer = stat()
    guard unsafe fstat(descriptor, &buffer) == 0 else { throw FileSystemError("read", path) }
    guard buffer.st_mode & S_IFMT != S_IFDIR else { throw FileSystemError("read", path, code: EISDIR) }
    return Int(buffer.st_size)
  }

  func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    try read(at: offset, count: count, mayEndEarly: false)
  }

  func read(at offset: Int, count: Int, mayEndEarly: Bool) throws(FileSystemError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0 {
          if errno == EINTR { continue }
          failure = errno
          return
        }
        if got == 0 { return }
        filled += got
      }
    }
    guard failure == 0 else { throw FileSystemError("read", path, code: failure) }
    guard mayEndEarly || bytes.count == count else {
      throw FileSystemError(
        operation: "read", path: path, code: EIO, reason: "the file is shorter than expected")
    }
    return bytes
  }

  func write(_ bytes: [UInt8]) throws(FileSystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileSystemError("write", path)
      }
      written += count
    }
  }

  /// Not tried again when it fails: the page may have been dropped, and a second call would lie.
  func sync() throws(FileSystemError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw FileSystemError("sync", path) }
    }
  }

  func close() throws(FileSystemError) {
    isClosed.store(true, ordering: .relaxed)
    guard closeDescriptor(descriptor) == 0 || errno == EINTR else { throw FileSystemError("close", path) }
  }

  func lock() throws(FileSystemError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileSystemError("lock", path) }
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

@discardableResult
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

extension FileSystemError {
  fileprivate init(_ operation: String, _ path: String, code: Int32 = errno) {
    self.init(
      operation: operation, path: path, code: code, reason: unsafe String(cString: strerror(code)))
  }

  /// There is no such file or folder.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// The file is there already.
  public var exists: Bool { code == EEXIST }
}

/// The user the process runs as.
public func currentUser() -> UInt32 { geteuid() }

/// The number of this process.
public func processIdentifier() -> Int32 { getpid() }

/// Whether a process with this number runs on the machine, other than this one.
public func isRunning(_ process: Int32) -> Bool {
  process != getpid() && (kill(process, 0) == 0 || errno == EPERM)
}
