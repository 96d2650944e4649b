import Bundles
import Synchronization

/// The local file system, in which the n-th changing call fails.
final class FailingFileSystem: FileSystem {
  private let base = LocalFileSystem()
  private let remaining: Mutex<Int>

  /// - Parameter calls: how many calls that change something still work.
  init(after calls: Int) { remaining = Mutex(calls) }

  var hasFailed: Bool { remaining.withLock { $0 < 0 } }

  private func step(_ operation: String, _ path: String) throws(FileSystemError) {
    let fails = remaining.withLock { left -> Bool in
      left -= 1
      return left < 0
    }
    if fails { throw FileSystemError(operation: operation, path: path, code: 28, reason: "no space left") }
  }

  func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    try base.read(path, limit: limit)
  }
  func read(_ path: String, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    try base.read(path, at: offset, count: count)
  }
  func list(_ path: String) throws(FileSystemError) -> [String] { try base.list(path) }
  func status(_ path: String) throws(FileSystemError) -> FileStatus { try base.status(path) }
  func createDirectory(_ path: String) throws(FileSystemError) {
    try step("create", path)
    try base.createDirectory(path)
  }
  func write(_ bytes: [UInt8], toNew path: String) throws(FileSystemError) {
    try step("write", path)
    try base.write(bytes, toNew: path)
  }
  func rename(_ path: String, to other: String) throws(FileSystemError) {
    try step("rename", path)
    try base.rename(path, to: other)
  }
  func remove(_ path: String) throws(FileSystemError) { try base.remove(path) }
  func syncDirectory(_ path: String) throws(FileSystemError) {
    try step("sync", path)
    try base.syncDirectory(path)
  }
  func lock(_ path: String) throws(FileSystemError) -> any FileLock { try base.lock(path) }
}
