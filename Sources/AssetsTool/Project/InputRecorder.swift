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
    /// Of the first bytes of the file, as far as `StartDigests` takes each.
    var starts: [Digest] = []
  }
}

/// Notes which files of a project were read, and what they were.
///
/// Filled from several threads while catalogs are read side by side.
final class InputRecorder: Sendable {
  private let files = Mutex<[String: InputFile.State?]>([:])

  func add(_ path: String, _ identity: FileIdentity, _ digest: Digest, _ starts: [Digest]) {
    let state = InputFile.State(identity: identity, digest: digest, starts: starts)
    files.withLock { $0[path] = .some(state) }
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
  /// - Parameter starts: the digests that its beginnings should have; the file is read no further than to the first
  ///   that is another, and has no digest then.
  func digest(of path: String, expecting starts: [Digest] = []) -> Digest? {
    guard var source = try? open(path) else { return nil }
    var digests = StartDigests()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe try? source.read(into: $0) }
      guard let count else { return nil }
      if count == 0 { return digests.finish() }
      unsafe buffer.withUnsafeBytes { unsafe digests.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      guard zip(starts, digests.starts).allSatisfy({ $0 == $1 }) else { return nil }
    }
  }
}

/// The digest of bytes that come piece by piece, and those of their first 64 KiB, 256 KiB, 1 MiB and so on.
///
/// Files that differ mostly do so early, and then need not be read to their ends to know that they do.
struct StartDigests {
  private(set) var starts: [Digest] = []
  private var digest = DigestBuilder()
  private var count = 0
  private var next = 1 << 16

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var rest = unsafe bytes
    while rest.count >= next - count {
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest[..<(next - count)])
      unsafe digest.add(part)
      let start = digest
      starts.append(start.finish())
      count = next
      next *= 4
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
    }
    unsafe digest.add(rest)
    count += rest.count
  }

  consuming func finish() -> Digest { digest.finish() }
}
