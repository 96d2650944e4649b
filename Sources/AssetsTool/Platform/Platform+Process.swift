#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Platform {
  /// Runs this very program with other arguments, in a new process, and waits for it.
  /// - Returns: what it wrote to standard output; `nil` if it could not be started or failed.
  static func runSelf(_ arguments: [String]) -> [UInt8]? {
    let path = realPath("/proc/self/exe") ?? realPath(CommandLine.arguments[0]) ?? CommandLine.arguments[0]
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return nil }
    let process = start(path, arguments, writingTo: ends[1], without: ends[0])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { return nil }
    let output = readAll(ends[0])
    var status: Int32 = 0
    var answer: pid_t
    repeat { answer = unsafe waitpid(process, &status, 0) } while answer < 0 && errno == EINTR
    return answer == process && status == 0 ? output : nil
  }

  private static func start(
    _ path: String, _ arguments: [String], writingTo output: Int32, without other: Int32
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_addclose(&actions, other)
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    return unsafe posix_spawn(&process, path, &actions, nil, words, environ) == 0 ? process : nil
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe systemRead(descriptor, buffer.baseAddress!, buffer.count)
      }
      if count > 0 { output += chunk[..<count] }
      if count == 0 || count < 0 && errno != EINTR { return output }
    }
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
