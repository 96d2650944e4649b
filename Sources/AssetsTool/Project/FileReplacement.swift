internal import Bundles

/// Puts a file in the place of another one, so that a reader sees the old bytes or the new ones, never half.
struct FileReplacement {
  private let path: String
  private let shown: String
  private let files: any FileSystem

  /// - Parameters:
  ///   - path: absolute, or relative to the current directory.
  ///   - shown: the name for messages, if it is another one.
  init(_ path: String, shown: String? = nil, files: any FileSystem = LocalFileSystem()) {
    self.path = path.contains("/") ? path : "./\(path)"
    self.shown = shown ?? path
    self.files = files
  }

  private var folder: Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
  private var name: Substring { path[path.index(after: folder.endIndex)...] }

  /// Writes a temporary file, waits until it is on the disk, and renames it.
  func write(_ bytes: [UInt8]) throws(ToolError) {
    if let kind = try? files.status(path).kind, kind != .file, kind != .link {
      // A device or a pipe in that place would be gone.
      throw ToolError(.inputOutput, "cannot write \(shown): it is there and not a regular file")
    }
    let temporary = "\(folder)/.tmp-\(processIdentifier())-\(name)"
    do {
      try? files.remove(temporary)
      try files.write(bytes, toNew: temporary)
      try files.rename(temporary, to: path)
      try files.syncDirectory(folder.isEmpty ? "/" : String(folder))
    } catch {
      try? files.remove(temporary)
      throw ToolError(.inputOutput, "cannot write \(shown): \(error.reason)")
    }
  }

  /// Removes what a process left behind that was killed while it wrote the file.
  func removeLeftovers() {
    let ending = "-\(name)"
    for file in (try? files.list(String(folder))) ?? []
    where file.hasPrefix(".tmp-") && file.hasSuffix(ending) {
      let owner = file.dropFirst(5).dropLast(ending.count)
      if let process = Int32(owner), !isRunning(process) { try? files.remove("\(folder)/\(file)") }
    }
  }
}
