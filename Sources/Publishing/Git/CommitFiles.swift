package import Bundles
import Synchronization

/// The files of one folder of a commit, read-only, as a store reader or a loader of projects asks for them.
///
/// Nothing is checked out: names come from `git ls-tree`, bytes from `git cat-file`.
package final class CommitFiles: FileSystem {
  /// What a name leads to.
  private struct Blob: Sendable {
    var object: String
    /// A symbolic link's bytes are a path, which is not followed.
    var isFile: Bool
  }

  /// Relative to the folder.
  private let blobs: [String: Blob]
  private let objects: Objects

  /// The process that gives bytes; one caller at a time.
  private final class Objects: Sendable {
    private struct State: ~Copyable {
      var source: any GitObjects
      /// The last blob, since packs are read piece by piece.
      var last: (object: String, bytes: [UInt8])?
    }

    private let state: Mutex<State>

    init(_ source: sending any GitObjects) { state = Mutex(State(source: source)) }

    func blob(_ object: String) throws(GitError) -> [UInt8] {
      try state.withLock { (state) throws(GitError) in
        if let last = state.last, last.object == object { return last.bytes }
        let bytes = try state.source.blob(object)
        state.last = (object, bytes)
        return bytes
      }
    }
  }

  /// - Parameter folder: from the top of the repository, with a slash at its end; empty for all of it.
  package init(of commit: String, folder: String, in git: some GitRunner) throws(GitError) {
    // A pathspec would be a pattern; the tree of the folder has no such meaning.
    let tree = folder.isEmpty ? commit : "\(commit):\(folder.dropLast())"
    let answer = try git.run(["ls-tree", "-r", "-z", "--full-tree", tree])
    // A commit from before the folder was made has no files there.
    blobs = answer.status == 0 ? try Self.parse(answer.output) : [:]
    objects = Objects(try git.openObjects())
  }

  /// Lines of `mode type object\tname`, each ended by U+0000.
  private static func parse(_ output: [UInt8]) throws(GitError) -> [String: Blob] {
    var blobs: [String: Blob] = [:]
    for line in output.split(separator: 0) {
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let fields = line[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 3, GitReference.isObjectName(fields[2]) else {
        throw GitError(.failed, "git ls-tree answered in another form than expected")
      }
      // A submodule is a commit of another repository.
      guard fields[1] == "blob" else { continue }
      blobs[String(decoding: line[(tab + 1)...], as: UTF8.self)] = Blob(
        object: fields[2], isFile: fields[0].hasPrefix("100"))
    }
    return blobs
  }

  /// The names of all files, sorted as bytes.
  package var paths: [String] {
    blobs.filter(\.value.isFile).keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: - FileSystem

  package func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    guard let blob = blobs[path], blob.isFile else { throw Self.missing(path) }
    let bytes: [UInt8]
    do { bytes = try objects.blob(blob.object) } catch {
      throw FileSystemError(operation: "read", path: path, code: 0, reason: error.reason)
    }
    guard bytes.count <= limit else {
      throw FileSystemError(
        operation: "read", path: path, code: 0, reason: "it is larger than \(limit) bytes")
    }
    guard !bytes.starts(with: Self.pointer) else {
      throw FileSystemError(
        operation: "read", path: path, code: 0, reason: "the commit holds a Git LFS pointer in its place")
    }
    return bytes
  }

  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

  package func read(_ path: String, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(path, limit: .max)
    guard offset >= 0, count >= 0, offset <= bytes.count - count else {
      throw FileSystemError(operation: "read", path: path, code: 0, reason: "it is shorter than expected")
    }
    return Array(bytes[offset..<offset + count])
  }

  package func list(_ path: String) throws(FileSystemError) -> [String] {
    let folder = path.isEmpty ? "" : "\(path)/"
    var names: Set<String> = []
    for name in blobs.keys where name.utf8.starts(with: folder.utf8) {
      names.insert(String(name.dropFirst(folder.count).prefix { $0 != "/" }))
    }
    guard !names.isEmpty else { throw Self.missing(path) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package func status(_ path: String) throws(FileSystemError) -> FileStatus {
    let kind: FileStatus.Kind
    if let blob = blobs[path] {
      kind = blob.isFile ? .file : .link
    } else if (try? list(path)) != nil {
      kind = .directory
    } else {
      throw Self.missing(path)
    }
    return FileStatus(kind: kind, size: 0, owner: 0, modified: 0, changed: 0, inode: 0)
  }

  private static func missing(_ path: String) -> FileSystemError {
    FileSystemError(
      operation: "read", path: path, code: noEntry, reason: "the commit has no such file")
  }

  /// The number of `ENOENT`, which is the same on Linux and Darwin.
  private static let noEntry: Int32 = 2

  // MARK: - What a commit refuses

  package func createDirectory(_ path: String) throws(FileSystemError) { throw Self.refusal("make", path) }
  package func write(_ bytes: [UInt8], toNew path: String) throws(FileSystemError) {
    throw Self.refusal("write", path)
  }
  package func rename(_ path: String, to other: String) throws(FileSystemError) {
    throw Self.refusal("rename", path)
  }
  package func remove(_ path: String) throws(FileSystemError) { throw Self.refusal("remove", path) }
  package func syncDirectory(_ path: String) throws(FileSystemError) { throw Self.refusal("sync", path) }
  package func lock(_ path: String) throws(FileSystemError) -> any FileLock {
    throw Self.refusal("lock", path)
  }

  private static func refusal(_ operation: String, _ path: String) -> FileSystemError {
    FileSystemError(operation: operation, path: path, code: 0, reason: "a commit never changes")
  }
}
