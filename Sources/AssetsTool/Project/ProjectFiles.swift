internal import Bundles

/// Writes files of the project so that each is old or new, never half.
struct ProjectFiles {
  private let location: ProjectLocation
  private let files: any FileSystem

  init(_ location: ProjectLocation, files: any FileSystem = LocalFileSystem()) {
    self.location = location
    self.files = files
  }

  /// A file's bytes, or `nil` if there is none.
  func read(_ path: String, limit: Int = 1 << 30) throws(ToolError) -> [UInt8]? {
    do { return try files.read(location.absolute(path), limit: limit) } catch {
      if error.isMissing { return nil }
      throw ToolError(.unreadable, "cannot read \(path): \(error.reason)")
    }
  }

  /// Removes what a process left behind that was killed while it wrote a file.
  func removeLeftovers(of path: String) {
    let target = location.absolute(path)
    let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
    let name = "-" + target.dropFirst(folder.count + 1)
    for file in (try? files.list(folder)) ?? [] where file.hasPrefix(".tmp-") && file.hasSuffix(name) {
      let owner = file.dropFirst(5).dropLast(name.count)
      if let process = Int32(owner), !isRunning(process) { try? files.remove("\(folder)/\(file)") }
    }
  }

  /// Replaces or creates a file: temporary, synchronised, renamed.
  func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    let target = location.absolute(path)
    let folder = target[..<(target.lastIndex(of: "/") ?? target.startIndex)]
    let name = target[target.index(folder.endIndex, offsetBy: 1)...]
    let temporary = "\(folder)/.tmp-\(processIdentifier())-\(name)"
    do {
      try? files.remove(temporary)
      try files.write(bytes, toNew: temporary)
      try files.rename(temporary, to: target)
      try files.syncDirectory(String(folder))
    } catch {
      try? files.remove(temporary)
      throw ToolError(.inputOutput, "cannot write \(path): \(error.reason)")
    }
  }
}
