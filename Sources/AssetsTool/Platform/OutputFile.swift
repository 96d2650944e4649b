internal import Bundles

/// A place that was named for a product: `-` or a path.
///
/// The one way in which commands open what `--out` and `-o` name. A link is followed and stays; a device or a pipe gets
/// the bytes as they come; a regular file, or one that is not there yet, is replaced as a whole.
struct OutputFile {
  let path: String

  /// - Parameter path: relative to the current directory; `-` is standard output.
  init(_ path: String) { self.path = path }

  /// Whether the bytes go where the product of a command goes by itself, so that nothing else may be said there.
  var isStandardOutput: Bool { path == "-" || Platform.leads(path, to: .output) }

  /// The path without links of what will be written, which may not be there yet; `nil` if that is no file.
  var file: String? {
    guard path != "-", !isStandardOutput else { return nil }
    return switch Platform.destination(path) {
    case .file, .folder: Platform.realPath(path)
    case .other: nil
    case .missing: Self.end(of: path)
    }
  }

  /// Writes all bytes.
  /// - Parameter console: the streams of the process, for an output that is one of them.
  func write(_ bytes: [UInt8], _ console: Console) throws(ToolError) {
    if isStandardOutput { return console.write(bytes) }
    if Platform.leads(path, to: .error) {
      console.flush()
      if case .failed(let reason) = Platform.write(bytes, to: .error) { throw failure(reason) }
      return
    }
    switch Platform.destination(path) {
    case .other:
      if let reason = Platform.write(bytes, into: path) { throw failure(reason) }
    case .folder: throw failure("it is a folder")
    case .file, .missing:
      try FileReplacement(file ?? path, shown: path).write(bytes)
    }
  }

  private func failure(_ reason: String) -> ToolError {
    ToolError(.inputOutput, "cannot write \(path): \(reason)")
  }

  /// As many links as the system follows.
  private static let mostLinks = 40

  /// The end of a chain of links at which there is nothing yet.
  private static func end(of path: String) -> String {
    var path = path.contains("/") ? path : "./\(path)"
    for _ in 0..<mostLinks {
      guard let text = Platform.linkText(path) else { break }
      path = text.hasPrefix("/") ? text : "\(folder(of: path))/\(text)"
    }
    // The folder is there, or the file cannot be made.
    guard let folder = Platform.realPath(folder(of: path) + "/"), let slash = path.lastIndex(of: "/") else {
      return path
    }
    return (folder == "/" ? "" : folder) + path[slash...]
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }
}
