internal import Bundles

/// Where a project is: the folder of its `assets.yml`.
struct ProjectLocation: Sendable {
  /// Absolute, without links.
  let root: String
  /// The configuration's name as it is shown.
  let configuration: String

  /// Finds the project from the current directory upward, up to the root of the repository.
  /// - Parameter explicit: the file given with `--config`.
  init(explicit: String?) throws(ToolError) {
    if let explicit {
      guard let path = Platform.realPath(explicit), let slash = path.lastIndex(of: "/") else {
        throw ToolError(.unreadable, "there is no configuration \(explicit)")
      }
      root = slash == path.startIndex ? "/" : String(path[..<slash])
      configuration = String(path[path.index(after: slash)...])
      return
    }
    guard let start = Platform.currentDirectory else {
      throw ToolError(.unreadable, "the current directory does not exist any more")
    }
    let files = LocalFileSystem()
    var directory = start
    while true {
      if (try? files.status("\(directory)/assets.yml")) != nil {
        root = directory
        configuration = "assets.yml"
        return
      }
      let isRepositoryRoot = (try? files.status("\(directory)/.git")) != nil
      guard !isRepositoryRoot, let slash = directory.lastIndex(of: "/"), directory != "/" else { break }
      directory = slash == directory.startIndex ? "/" : String(directory[..<slash])
    }
    throw ToolError(
      .unreadable, "there is no assets.yml in \(start) or above it",
      help: "go to the project, name the file with --config, or write one with `assets init`")
  }

  /// The absolute form of a path relative to the project.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(root)/\(path)" }

  /// Opens a file of the project; a link that leads out of it is refused.
  func open(_ path: String) throws(FileSystemError) -> FileByteSource {
    let absolute = absolute(path)
    if let real = Platform.realPath(absolute), real != absolute, !real.hasPrefix(root + "/") {
      throw FileSystemError(
        operation: "read", path: path, code: 0, reason: "it is a link that leads out of the project")
    }
    do { return try FileByteSource(path: absolute) } catch {
      var error = error
      error.path = path
      throw error
    }
  }

  func exists(_ path: String) -> Bool { (try? LocalFileSystem().status(absolute(path))) != nil }
}
