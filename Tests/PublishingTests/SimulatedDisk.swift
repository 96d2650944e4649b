import Bundles
import Synchronization
import TestSupport

/// A disk in memory that can lose what was not synchronised.
///
/// The bytes of a file are safe when `write` returns; a name in a folder is safe when the folder was synchronised.
/// Of the names that were not, a crash keeps any subset in any order; of a file that was being written, any part.
final class SimulatedDisk: FileSystem {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = ["/"]
    /// What the last synchronisation of each folder saved.
    var safe: [String: [UInt8]] = [:]
    var pending: [Change] = []
    var steps = 0
  }

  /// A change of names that is not safe yet.
  private struct Change {
    var folder: String
    var removed: String?
    var added: (path: String, bytes: [UInt8])?
  }

  private let state: Mutex<State>
  /// The number of changing calls that work; the next one is interrupted, and all after it fail.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    state = Mutex(State())
  }

  private init(_ state: consuming sending State, limit: Int) {
    self.limit = limit
    self.state = Mutex(state)
  }

  /// How many calls changed something.
  var steps: Int { state.withLock { $0.steps } }

  var hasCrashed: Bool { steps > limit }

  /// The files, for looking.
  var names: [String] { state.withLock { $0.files.keys.sorted() } }

  /// The same disk with everything safe and another limit.
  func settled(limit: Int) -> SimulatedDisk {
    let (files, folders) = state.withLock { ($0.files, $0.folders) }
    return SimulatedDisk(State(files: files, folders: folders, safe: files), limit: limit)
  }

  /// What is left after the power failed: what is safe, and any subset of the rest in any order.
  func afterPowerFailure(_ random: inout SeededGenerator) -> SimulatedDisk {
    var (files, folders, pending) = state.withLock { ($0.safe, $0.folders, $0.pending) }
    for index in pending.indices.dropLast() {
      pending.swapAt(index, index + random.below(pending.count - index))
    }
    for change in pending where random.below(2) == 0 {
      if let removed = change.removed { files[removed] = nil }
      if let added = change.added { files[added.path] = added.bytes }
    }
    return SimulatedDisk(State(files: files, folders: folders, safe: files), limit: .max)
  }

  private static func folder(of path: String) -> String { String(path[..<path.lastIndex(of: "/")!]) }

  private func failure(_ operation: String, _ path: String, _ code: Int32) -> FileSystemError {
    FileSystemError(operation: operation, path: path, code: code, reason: "simulated")
  }

  /// Counts a changing call; `interrupted` runs if it is the one at which the power fails.
  private func step(
    _ operation: String, _ path: String, interrupted: (inout State) -> Void = { _ in },
    _ body: (inout State) -> Int32?
  ) throws(FileSystemError) {
    let code = state.withLock { state -> Int32? in
      state.steps += 1
      if state.steps > limit {
        if state.steps == limit + 1 { interrupted(&state) }
        return 5
      }
      return body(&state)
    }
    if let code { throw failure(operation, path, code) }
  }

  func read(_ path: String, limit: Int) throws(FileSystemError) -> [UInt8] {
    guard let bytes = state.withLock({ $0.files[path] }) else { throw failure("read", path, 2) }
    guard bytes.count <= limit else { throw failure("read", path, 27) }
    return bytes
  }

  func read(_ path: String, at offset: Int, count: Int) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(path, limit: .max)
    guard offset >= 0, count >= 0, offset + count <= bytes.count else { throw failure("read", path, 5) }
    return Array(bytes[offset..<offset + count])
  }

  func list(_ path: String) throws(FileSystemError) -> [String] {
    try state.withLock { state throws(FileSystemError) in
      guard state.folders.contains(path) else { throw failure("list", path, 2) }
      return state.files.keys.filter { Self.folder(of: $0) == path }.map {
        String($0.dropFirst(path.count + 1))
      }.sorted()
    }
  }

  func status(_ path: String) throws(FileSystemError) -> FileStatus {
    let found = state.withLock { state -> FileStatus? in
      if let bytes = state.files[path] {
        return FileStatus(
          kind: .file, size: bytes.count, owner: currentUser(), modified: 0, changed: 0, inode: 1)
      }
      guard state.folders.contains(path) else { return nil }
      return FileStatus(kind: .directory, size: 0, owner: currentUser(), modified: 0, changed: 0, inode: 1)
    }
    guard let found else { throw failure("stat", path, 2) }
    return found
  }

  // Folders are safe at once: a store makes them before anything that matters.
  func createDirectory(_ path: String) throws(FileSystemError) {
    try step("create", path) { state in
      state.folders.insert(path)
      return nil
    }
  }

  func write(_ bytes: [UInt8], toNew path: String) throws(FileSystemError) {
    func add(_ bytes: [UInt8], _ state: inout State) {
      state.files[path] = bytes
      state.pending.append(Change(folder: Self.folder(of: path), added: (path, bytes)))
    }
    func create(_ state: inout State) -> Int32? {
      guard state.folders.contains(Self.folder(of: path)) else { return 2 }
      guard state.files[path] == nil else { return 17 }
      add(bytes, &state)
      return nil
    }
    func tear(_ state: inout State) {
      // A part of the bytes, the rest lost or never written.
      var part = Array(bytes.prefix(state.steps * 7919 % (bytes.count + 1)))
      if state.steps % 3 == 0 { part += [UInt8](repeating: 0, count: bytes.count - part.count) }
      add(part, &state)
    }
    try step("write", path, interrupted: tear, create)
  }

  func rename(_ path: String, to other: String) throws(FileSystemError) {
    func move(_ state: inout State) -> Int32? {
      guard let bytes = state.files.removeValue(forKey: path) else { return 2 }
      state.files[other] = bytes
      state.pending.append(
        Change(folder: Self.folder(of: other), removed: path, added: (other, bytes)))
      return nil
    }
    // The call may be interrupted after its work.
    try step("rename", path, interrupted: { if $0.steps % 2 == 0 { _ = move(&$0) } }, move)
  }

  func remove(_ path: String) throws(FileSystemError) {
    try step("remove", path) { state in
      guard state.files.removeValue(forKey: path) != nil else { return 2 }
      state.pending.append(Change(folder: Self.folder(of: path), removed: path))
      return nil
    }
  }

  func syncDirectory(_ path: String) throws(FileSystemError) {
    try step("sync", path) { state in
      for change in state.pending where change.folder == path {
        if let removed = change.removed { state.safe[removed] = nil }
        if let added = change.added { state.safe[added.path] = added.bytes }
      }
      state.pending.removeAll { $0.folder == path }
      return nil
    }
  }

  func lock(_ path: String) throws(FileSystemError) -> any FileLock { Lock() }

  private final class Lock: FileLock {}

  /// Puts other bytes in a file's place, as a fault of the medium would.
  func damage(_ path: String, _ bytes: [UInt8]?) {
    state.withLock {
      $0.files[path] = bytes
      $0.safe[path] = bytes
    }
  }
}
