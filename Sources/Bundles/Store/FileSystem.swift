/// The calls a store makes to the operating system, one function each.
///
/// The seam where tests make disks fail. Every function either does all of its job or throws; interrupted calls and
/// short reads and writes are finished inside.
public protocol FileSystem: Sendable {
  /// - Throws: `FileSystemError`; `.isMissing` if there is no such file.
  func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8]
  /// Reads exactly `count` bytes at `offset`.
  func read(_ path: String, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8]
  /// Opens a file of which many parts are to be read.
  func open(_ path: String) throws(FileSystemError) -> any FileParts
  /// Names in a folder, sorted as bytes, without `.` and `..`.
  func list(_ path: String) throws(FileSystemError) -> [String]
  /// What is known of a file, folder or link; a link is not followed.
  /// - Throws: `FileSystemError`; `.isMissing` if there is nothing at the path.
  func status(_ path: String) throws(FileSystemError) -> FileStatus
  /// Makes one folder, whose parent must be there. A folder that is there already is no error.
  func createDirectory(_ path: String) throws(FileSystemError)
  /// Creates a file that must not exist, writes all bytes and waits until they are on the disk.
  func write(_ bytes: [UInt8], toNew path: String) throws(FileSystemError)
  /// Gives a file or folder another name, in one step; a file of that name is replaced.
  func rename(_ path: String, to other: String) throws(FileSystemError)
  /// Removes a file or link, no folder.
  func remove(_ path: String) throws(FileSystemError)
  /// Waits until the names in a folder are on the disk.
  func syncDirectory(_ path: String) throws(FileSystemError)
  /// Takes the lock of a file for as long as the result lives; waits for another holder.
  func lock(_ path: String) throws(FileSystemError) -> any FileLock
}

extension FileSystem {
  /// Opens nothing: each part is read by the path.
  public func open(_ path: String) throws(FileSystemError) -> any FileParts {
    NamedFileParts(path: path, files: self)
  }
}

/// A file that is read in parts, and kept open in between where the file system can do that.
public protocol FileParts: AnyObject, Sendable {
  /// Reads exactly `count` bytes at `offset`.
  func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8]
}

private final class NamedFileParts: FileParts {
  private let path: String
  private let files: any FileSystem

  init(path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  func read(at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    try files.read(path, at: offset, count: count)
  }
}

/// A lock that is held until the value goes away; the kernel gives it up when the process dies.
public protocol FileLock: AnyObject {}

/// What is known of a file without reading it.
public struct FileStatus: Hashable, Sendable {
  /// What stands at a path.
  public enum Kind: Hashable, Sendable {
    case file
    case directory
    /// A symbolic link itself, not what it leads to.
    case link
    /// A device, a socket or a pipe.
    case other
  }

  /// Of the path itself; a link is not followed.
  public var kind: Kind
  /// Bytes.
  public var size: Int
  /// The user who owns it.
  public var owner: UInt32
  /// Nanoseconds since 1970; identity only, never order.
  public var modified: Int
  /// Nanoseconds since 1970 at the last change of the bytes or of what is known of the file; identity only,
  /// never order.
  public var changed: Int
  /// The file's number in its file system.
  public var inode: UInt64

  public init(kind: Kind, size: Int, owner: UInt32, modified: Int, changed: Int, inode: UInt64) {
    self.kind = kind
    self.size = size
    self.owner = owner
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }
}

/// A call the operating system refused, with its words.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried: `read`, `write`, `rename`, …
  public var operation: String
  /// As it was given to the call.
  public var path: String
  /// The system's error number.
  public var code: Int32
  /// The system's words, such as `No space left on device`.
  public var reason: String

  public init(operation: String, path: String, code: Int32, reason: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
  }

  /// One line for people: what was tried, where, and the system's words.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}
