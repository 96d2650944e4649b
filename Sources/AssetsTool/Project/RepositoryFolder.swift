internal import Bundles

/// The repository around a folder, as far as its `.git` says where it begins.
struct RepositoryFolder {
  let root: String
  /// What leads from the root to the folder; empty, or with a slash at the end.
  let prefix: String

  /// - Parameter folder: absolute.
  /// - Returns: `nil` if the folder is in no repository.
  init?(containing folder: String) {
    let files = LocalFileSystem()
    var folder = folder[...]
    var prefix = ""
    while (try? files.status("\(folder)/.git")) == nil {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      prefix = "\(folder[folder.index(after: slash)...])/\(prefix)"
      folder = folder[..<slash]
    }
    root = String(folder)
    self.prefix = prefix
  }
}
