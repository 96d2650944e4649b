#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What outputs ask of the machine: where links lead, and what takes bytes as they come.
extension Platform {
  /// What a link says, as it stands; `nil` for anything but a link.
  static func linkText(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe readlink(path, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
    }
    guard count >= 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// What a path leads to, through all links.
  enum Destination {
    /// Nothing, or something that cannot be looked at.
    case missing
    case file
    case folder
    /// A device, a pipe, a terminal.
    case other
  }

  static func destination(_ path: String) -> Destination {
    guard let found = status(path) else { return .missing }
    return switch found.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// Whether a path leads to what a stream of this process is open on, and so to its place in it.
  static func leads(_ path: String, to stream: Stream) -> Bool {
    var open = stat()
    guard let named = status(path), unsafe fstat(stream.rawValue, &open) == 0 else { return false }
    return named.st_dev == open.st_dev && named.st_ino == open.st_ino
  }

  /// Writes bytes into something that takes them as they come; nothing is made, emptied or replaced.
  /// - Returns: the system's words if it refuses.
  static func write(_ bytes: [UInt8], into path: String) -> String? {
    var descriptor: Int32
    repeat { descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { return unsafe String(cString: strerror(errno)) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return unsafe String(cString: strerror(errno))
      }
      written += count
    }
    return nil
  }

  private static func status(_ path: String) -> stat? {
    var buffer = stat()
    return unsafe systemStatus(path, &buffer) == 0 ? buffer : nil
  }
}

private func systemStatus(_ path: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<stat>) -> Int32 {
  unsafe stat(path, status)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
