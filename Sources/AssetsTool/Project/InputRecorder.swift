internal import Bundles
internal import Publishing
internal import Synchronization

/// What tells one state of a file from another without reading it.
struct FileIdentity: Hashable, Sendable {
  var size: Int
  /// Nanoseconds since 1970; compared for equality only.
  var modified: Int
  var changed: Int
  var inode: UInt64
}

/// A file of the project as it was when it was read.
struct InputFile: Hashable, Sendable {
  var path: String
  /// `nil` for a file that was looked for and not there.
  var state: State?

  struct State: Hashable, Sendable {
    var identity: FileIdentity
    /// Of the bytes that were read.
    var digest: Digest
  }
}

/// Notes which files of a project were read, and what they were.
///
/// Filled from several threads while catalogs are read side by side.
final class InputRecorder: Sendable {
  private let files = Mutex<[String: InputFile.State?]>([:])

  func add(_ path: String, _ identity: FileIdentity, _ digest: Digest) {
    files.withLock { $0[path] = .some(InputFile.State(identity: identity, digest: digest)) }
  }

  func addMissing(_ path: String) { files.withLock { $0[path] = .some(nil) } }

  /// The files so far, sorted by path as bytes.
  var inputs: [InputFile] {
    files.withLock { $0.map { InputFile(path: $0.key, state: $0.value) } }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

extension [InputFile] {
  var forPlan: [PublishPlan.Input] { map { PublishPlan.Input(path: $0.path, digest: $0.state?.digest) } }

  /// Refuses inputs that are not any more what they were when they were read.
  func recheck(in location: ProjectLocation) throws(PublishError) {
    for file in self where !file.isSame(in: location) {
      throw PublishError(
        .inputChanged, "\(file.path) changed while the project was read; nothing was published",
        help: "run the same command again")
    }
  }
}

extension InputFile {
  /// Whether the file has the same bytes as before; they are read again only if its identity is another one.
  func isSame(in location: ProjectLocation) -> Bool {
    let identity = FileIdentity(ofFileAt: location.absolute(path))
    guard let state, let identity else { return state == nil && identity == nil }
    return identity == state.identity || location.digest(of: path) == state.digest
  }
}

extension ProjectLocation {
  /// The digest of a file's bytes; `nil` if it cannot be read.
  func digest(of path: String) -> Digest? {
    guard var source = try? open(path) else { return nil }
    var digest = DigestBuilder()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe try? source.read(into: $0) }
      guard let count else { return nil }
      if count == 0 { return digest.finish() }
      unsafe buffer.withUnsafeBytes { unsafe digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}
