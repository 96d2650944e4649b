#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One of the two streams for people.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all of the text; `false` if the system did not take it.
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          unsafe Glibc.write(rawValue, bytes.baseAddress, bytes.count)
        #else
          unsafe Darwin.write(rawValue, bytes.baseAddress, bytes.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Ends the process.
func terminate(_ code: ExitCode) -> Never { exit(code.rawValue) }
