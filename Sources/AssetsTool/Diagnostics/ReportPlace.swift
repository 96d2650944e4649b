internal import Bundles

/// Where the files of a report lie: for excerpts, and for tools that name files from the repository's root.
struct ReportPlace {
  /// What the paths of the report are relative to.
  private let root: String
  /// What leads from the repository's root to there; empty, or with a slash at the end.
  private let prefix: String

  /// - Parameter root: an absolute folder; `nil` if there are no files.
  init(root: String?) {
    self.root = root ?? ""
    prefix = root.flatMap { RepositoryFolder(containing: $0)?.prefix } ?? ""
  }

  init(root: String, prefix: String) {
    self.root = root
    self.prefix = prefix
  }

  /// The bytes of a file of the report.
  func read(_ path: String) -> [UInt8]? {
    try? LocalFileSystem().read(path.hasPrefix("/") ? path : "\(root)/\(path)", limit: 1 << 28)
  }

  /// The path from the repository's root, as pull requests name it.
  func repositoryPath(_ path: String) -> String { path.hasPrefix("/") ? path : prefix + path }
}
