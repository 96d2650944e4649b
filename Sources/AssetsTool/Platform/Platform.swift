internal import Translations

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The few things the command asks of the machine that no library of the package already does.
enum Platform {
  enum Stream: Int32 {
    case input = 0
    case output = 1
    case error = 2
  }

  enum WriteResult {
    case done
    /// The reader has gone.
    case closed
    case failed(reason: String)
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to stream: Stream) -> WriteResult {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(stream.rawValue, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { return .closed }
        return .failed(reason: unsafe String(cString: strerror(errno)))
      }
      written += count
    }
    return .done
  }

  /// Reads a stream to its end, or to `limit` bytes; `nil` if it cannot be read.
  static func read(_ stream: Stream, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe systemRead(stream.rawValue, $0.baseAddress!, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Appends to a file, which is made if there is none.
  /// - Returns: the system's words if it refuses.
  static func append(_ bytes: [UInt8], to path: String) -> String? {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return unsafe String(cString: strerror(errno)) }
    defer { close(descriptor) }
    // One call for a line, so that lines of several processes do not mix.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe buffer.isEmpty ? 0 : systemWrite(descriptor, buffer.baseAddress!, buffer.count)
    }
    return count == bytes.count ? nil : unsafe String(cString: strerror(errno))
  }

  /// Makes a folder that nobody else uses.
  static func makeTemporaryFolder(in base: String, named name: String) -> String? {
    var template = Array("\(base)/\(name)-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a folder that is empty.
  static func removeFolder(_ path: String) { _ = unsafe rmdir(path) }

  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// A reader that goes away is an answer of `write`, not the end of the process: a publish must not die of it.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  static var currentDirectory: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// - Returns: the system's words if it refuses.
  static func changeDirectory(to path: String) -> String? {
    unsafe chdir(path) == 0 ? nil : unsafe String(cString: strerror(errno))
  }

  /// The path without links and dots; `nil` if there is no such file.
  static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Makes an empty folder of this process's own, below `TMPDIR`; `nil` if the system refuses.
  static func makeTemporaryDirectory() -> String? {
    var template = Array("\(environment("TMPDIR") ?? "/tmp")/assets-XXXXXX".utf8CString)
    guard unsafe template.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) != nil }) else {
      return nil
    }
    return realPath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Removes an empty folder.
  static func removeDirectory(_ path: String) { _ = unsafe rmdir(path) }

  /// Seconds since 1970.
  static var now: Int { Int(time(nil)) }

  /// Nanoseconds since 1970.
  static var nanoseconds: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
  }

  /// The path of the running program; `nil` where the system does not say.
  static var programFile: String? {
    #if os(Linux)
      return "/proc/self/exe"
    #elseif canImport(Darwin)
      var size: UInt32 = 0
      _ = unsafe _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return nil
    #endif
  }

  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The login name, for the record of who published: what the environment says, else the system's table of users;
  /// `unknown` for a user whom nobody named, or with a name that must not be recorded.
  static var userName: String {
    let named = ["USER", "LOGNAME"].lazy.compactMap { environment($0) }.first { !$0.isEmpty }
    guard let name = named ?? nameInUserTable, !name.isEmpty,
      !name.unicodeScalars.contains(where: \.isControlOrBidirectionalFormatting)
    else { return "unknown" }
    return name
  }

  private static var nameInUserTable: String? {
    guard let entry = unsafe getpwuid(geteuid()), let name = unsafe entry.pointee.pw_name else { return nil }
    return unsafe String(cString: name)
  }

  static var hostName: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
