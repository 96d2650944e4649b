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
  func removeLeftovers(of path: String) { replacement(path).removeLeftovers() }

  /// Replaces or creates a file: temporary, synchronised, renamed. Folders that are missing are made.
  func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    if !path.hasPrefix("/") { try makeFolders(of: path) }
    try replacement(path).write(bytes)
  }

  private func makeFolders(of path: String) throws(ToolError) {
    var folder = location.root
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard (try? files.status(folder)) == nil else { continue }
      do { try files.createDirectory(folder) } catch {
        throw ToolError(.inputOutput, "cannot make the folder of \(path): \(error.reason)")
      }
    }
  }

  private func replacement(_ path: String) -> FileReplacement {
    FileReplacement(destination(location.absolute(path)), shown: path, files: files)
  }

  /// What a path leads to, so that a link in the project stays one. One that leads elsewhere is replaced itself: what
  /// is outside is not written.
  private func destination(_ path: String) -> String {
    guard (try? files.status(path).kind) == .link, let file = Platform.realPath(path),
      file.hasPrefix(location.root + "/")
    else { return path }
    return file
  }

  /// Makes a folder that git leaves out by itself, whatever the project's own ignore file says.
  func makeIgnoredFolder(_ path: String) throws(FileSystemError) {
    let folder = location.absolute(path)
    try files.createDirectory(folder)
    let ignore = "\(folder)/.gitignore"
    guard (try? files.status(ignore)) == nil else { return }
    do { try files.write(Array("*\n".utf8), toNew: ignore) } catch {
      // Another process may have been quicker.
      if !error.exists { throw error }
    }
  }
}
