internal import Bundles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program started without a shell, with pipes to what it reads and writes.
final class ChildProcess {
  private var process: pid_t = 0
  private var input: Int32 = -1
  private let output: Int32
  private let error: Int32
  /// Bytes of the output that were read and not yet asked for.
  private var pending: ArraySlice<UInt8> = []

  /// Starts a program that is looked for on `PATH`.
  /// - Parameter environment: all of the child's variables, as `NAME=value`.
  /// - Throws: `FileSystemError`; `.isMissing` if there is no such program.
  init(_ program: String, _ arguments: [String], environment: [String]) throws(FileSystemError) {
    var pipes: [(read: Int32, write: Int32)] = []
    func closePipes() {
      for pipe in pipes {
        close(pipe.read)
        close(pipe.write)
      }
    }
    for _ in 0..<3 {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else {
        let failure = Self.failure(errno, program)
        closePipes()
        throw failure
      }
      // Another child must not keep the pipes of this one open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append((ends[0], ends[1]))
    }
    let code = Self.spawn(
      &process, program, arguments, environment,
      ends: [pipes[0].read, pipes[1].write, pipes[2].write])
    guard code == 0 else {
      closePipes()
      throw Self.failure(code, program)
    }
    close(pipes[0].read)
    close(pipes[1].write)
    close(pipes[2].write)
    input = pipes[0].write
    output = pipes[1].read
    error = pipes[2].read
  }

  deinit {
    closeInput()
    close(output)
    close(error)
    if process > 0 { _ = wait() }
  }

  private static func failure(_ code: Int32, _ program: String) -> FileSystemError {
    FileSystemError(
      operation: "start", path: program, code: code, reason: unsafe String(cString: strerror(code)))
  }

  private static func spawn(
    _ process: inout pid_t, _ program: String, _ arguments: [String], _ environment: [String], ends: [Int32]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, end) in ends.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, end, Int32(descriptor))
    }
    let words = CStrings([program] + arguments)
    let variables = CStrings(environment)
    return unsafe posix_spawnp(&process, program, &actions, nil, &words.pointers, &variables.pointers)
  }

  /// Texts as C expects a list of them: pointers, the last one null.
  @safe private final class CStrings {
    var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { unsafe pointers = texts.map { unsafe strdup($0) } + [nil] }

    deinit { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  }

  // MARK: - Pipes

  /// Writes bytes for the child to read; `false` if it reads no more.
  func write(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe writeBytes(input, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      start += count
    }
    return true
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// What the child writes up to a line feed, which is taken too; `nil` at the end.
  func readLine() -> [UInt8]? {
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        let line = Array(pending[..<end])
        pending = pending[(end + 1)...]
        return line
      }
      guard let more = Self.read(output) else { return nil }
      pending = ArraySlice(Array(pending) + more)
    }
  }

  /// Exactly so many bytes of what the child writes; `nil` if it ends before.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = Array(pending.prefix(count))
    pending = pending.dropFirst(bytes.count)
    bytes.reserveCapacity(count)
    while bytes.count < count {
      guard let more = Self.read(output) else { return nil }
      let wanted = count - bytes.count
      bytes += more.prefix(wanted)
      pending = more.dropFirst(wanted)
    }
    return bytes
  }

  /// Everything the child writes and complains about, to its end.
  func readToEnd() -> (output: [UInt8], error: [UInt8]) {
    var streams: [[UInt8]] = [Array(pending), []]
    pending = []
    // Side by side, or a full pipe would stop the child.
    var open = [output, error].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while open.contains(where: { $0.fd >= 0 }) {
      guard unsafe poll(&open, nfds_t(open.count), -1) >= 0 || errno == EINTR else { break }
      for index in open.indices where open[index].fd >= 0 && open[index].revents != 0 {
        if let more = Self.read(open[index].fd) { streams[index] += more } else { open[index].fd = -1 }
      }
    }
    return (streams[0], streams[1])
  }

  /// Waits for the end: the exit status, or 128 and the signal.
  func wait() -> Int {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
    return status & 0x7F == 0 ? Int((status >> 8) & 0xFF) : 128 + Int(status & 0x7F)
  }

  private static func read(_ descriptor: Int32) -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe readBytes(descriptor, $0.baseAddress!, $0.count)
      }
      if count > 0 { return chunk[..<count] }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
